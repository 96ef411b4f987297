"""Group 'playability': numbers by another way, replayed witnesses, mutations that must show."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb

import pytest

from proofs.checkers import lrat
from proofs.claim import Claim, Finding, Verdict
from proofs.claims.playability_joker import (
    PROVISO,
    early_leads,
    joker_lead_needs_jokers_only,
    passing_witness,
)
from proofs.claims.playability_jokers import down_to
from proofs.claims.playability_mate import MATE_PACKS, _mates
from proofs.claims.playability_rams import declarations
from proofs.claims.playability_reneging import READINGS, _differing, trump_led
from proofs.encode.obligations import certificates
from proofs.joker_passing import next_hands, reachable, uneven_leads
from proofs.never_stuck import catches_all, stuck, stuck_formula, trumps_of
from proofs.random_play import replay
from proofs.registry import Effort, claims, groups, settle
from solver.cards import JOKER, Card
from solver.dealing import deal
from solver.position import start
from solver.referee import legal_actions, legal_cards, step
from solver.rules.algebra import PLAIN
from solver.rules.tiers import Situation, legal
from solver.variant import load

GROUP = next(group for group in groups() if group.name == "playability")
EXPECTED = {
    "B007": Verdict.HOLDS,
    "B008": Verdict.HOLDS,
    "B009": Verdict.CONDITIONAL,
    "B010": Verdict.CONDITIONAL,
    "B051": Verdict.CONDITIONAL,
    "B055": Verdict.HOLDS,
    "B058": Verdict.CONDITIONAL,
    "J003": Verdict.HOLDS,
    "K009": Verdict.SILENT,
    "K011": Verdict.HOLDS,
    "K014": Verdict.HOLDS,
    "K015": Verdict.HOLDS,
    "F018": Verdict.HOLDS,
    "F022": Verdict.SILENT,
    "F023": Verdict.HOLDS,
    "F024": Verdict.HOLDS,
    "F025": Verdict.HOLDS,
    "F030": Verdict.HOLDS,
    "F044": Verdict.FAILS,
    "F047": Verdict.CONDITIONAL,
    "F051": Verdict.HOLDS,
    "F052": Verdict.CONDITIONAL,
    "F053": Verdict.HOLDS,
    "F055": Verdict.SILENT,
    "F056": Verdict.SILENT,
    "F062": Verdict.CONDITIONAL,
    "F067": Verdict.HOLDS,
    "F072": Verdict.CONDITIONAL,
    "F085": Verdict.HOLDS,
    "F087": Verdict.HOLDS,
    "F093": Verdict.SILENT,
}
_found: dict[str, Finding] = {}


def finding(claim: Claim) -> Finding:
    """Settle a claim once for all tests."""
    if claim.id not in _found:
        _found[claim.id] = settle(claim, Effort(0.2))
    return _found[claim.id]


def test_every_claim_of_the_group_is_expected() -> None:
    assert {claim.id for claim in GROUP.claims} == set(EXPECTED)


@pytest.mark.parametrize("claim", GROUP.claims, ids=lambda claim: claim.id)
def test_verdicts_and_witnesses(claim: Claim) -> None:
    found = finding(claim)
    assert found.verdict == EXPECTED[claim.id]
    assert found.evidence and "\n" not in found.evidence
    assert found.scope and found.method
    if found.verdict == Verdict.CONDITIONAL:
        assert found.condition
    if found.witness and found.witness.position:
        replay(found.witness)


# --- a second way -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["G3", "G5-3J", "J1", "K1", "S1", "R1", "R2", "R3", "L1"])
def test_random_hands_are_never_stuck(name: str) -> None:
    variant = load(name)
    rng = random.Random(name)
    for _ in range(60):
        position = deal(variant, rng.randrange(10**6), pool=20)
        while not position.over:
            actions = legal_actions(position)
            assert actions
            position = step(position, rng.choice(actions))


def test_leads_of_jokers_by_the_referee() -> None:
    for k in (1, 2, 3):
        assert joker_lead_needs_jokers_only("test", k)
        variant = load("G3", settings={"pack.jokers": k})
        for jokers, naturals in product(range(k + 1), range(3)):
            if not jokers + naturals:
                continue
            hand = (JOKER,) * jokers + (Card("c", "7"), Card("h", "7"))[:naturals]
            position = start(variant, (hand, hand, hand))
            assert (JOKER in legal_cards(position)) == (naturals == 0)


def test_tiny_deals_agree_with_the_model_of_hands() -> None:
    conditions = {name: f.condition for name, f in finding(claims()["B009"]).readings.items()}
    assert [PROVISO in text for text in conditions.values()] == [False, False, True]
    assert early_leads(1, "card") == (early_leads(1, "card")[0], 0)
    assert early_leads(2, "trick")[1] > 0
    # Three cards each, the Joker itself given away: no follower has a choice before seven.
    assert not any(uneven_leads(3, t) for t in range(1, 7)) and uneven_leads(3, 7)
    # And in general not before 2n+1: n+1 gifts, the receiver leading another card after each.
    for n in (3, 5):
        assert [t for t in range(1, 2 * n + 2) if uneven_leads(n, t)] == [2 * n + 1]
    conditions = {name: f.condition for name, f in finding(claims()["B010"]).readings.items()}
    assert ["2n" in text for text in conditions.values()] == [False, False, True]


def test_every_step_of_the_model_can_be_played() -> None:
    variant = load("G3", choose={"G1": "card"})
    for hands in reachable(3, 2):
        for after in next_hands(hands):
            assert sum(after.sizes) in (sum(hands.sizes) - 3, sum(hands.sizes) - 2)
    assert variant.file.events.gift is not None


def test_passing_witness_is_a_complete_deal() -> None:
    witness, sizes = passing_witness(3)
    end = replay(witness)
    assert sorted(sizes) == [1, 1, 2]
    assert len(witness.actions) > 33 and end.trick


def test_down_to_jokers_from_other_seeds() -> None:
    for k in (2, 3):
        witness = down_to(k, seed=11)
        assert witness is not None
        end = replay(witness)
        assert end.hands[end.turn] == (JOKER,) * k and end.turn == end.leader == 0


def test_shares_of_mates_by_counting_places() -> None:
    """Deal the mates in all ways among the places of hands and undealt cards."""
    for name in ("44 cards, n=3, u=2", "2x32, n=7, u=1", "2x36, n=5, u=2"):
        pack = MATE_PACKS[name]
        size = 4 * pack["ranks"] * pack["copies"]
        tricks, undealt = divmod(size, pack["players"])
        owners = [s for s in range(pack["players"]) for _ in range(tricks)] + [-1] * (undealt - 1)
        hits = total = 0
        for places in combinations(range(len(owners)), pack["copies"]):
            seats = {owners[p] for p in places} - {-1}
            hits += len(seats) == 1
            total += 1
        assert _mates(**pack)["share"] == pytest.approx(hits / total)


def test_reneging_one_by_one() -> None:
    """Count the pairs of F022 for one suit hand by hand, without bit sets."""
    variants = [load("S1", choose={"S3": option}) for option in READINGS.values()]
    view = variants[0].view("h")
    trumps = [seen for seen in view.values() if seen.trump]
    other = view[Card("c", "2")]
    differ = pairs = 0
    for led in trumps:
        rest = [t for t in trumps if t is not led]
        for size in (1, 2, 3, 4):
            for hand in combinations(rest, size):
                pairs += 1
                if size > 3 or not all(t.privilege for t in hand):
                    continue  # both readings must follow
                sets = []
                for variant in variants:
                    s = Situation([*hand, other], [True] * (size + 1), [led])
                    s = s._replace(withhold_only_alone=variant.file.follow.withhold_only_alone)
                    sets.append(legal(PLAIN, variant.follow_tiers, s))
                differ += sets[0] != sets[1]
    assert (differ, pairs) == (_differing("h")[0], _differing("h")[2]) == (41, 10309)


def test_privileged_hands_counted_by_hand() -> None:
    # Subsets of three privileged cards below the ace of hearts, of two at it, of one at the Jack.
    expected = {"c": 11 * 7 + 3 + 1, "h": 10 * 7 + 3 + 1}
    for suit, number in expected.items():
        t = trump_led(suit)
        assert t.table.size_of(t.table.all([t.can(most=4), t.plain, t.refuses])) == number


def test_choices_of_trumped_tricks_by_formula() -> None:
    """For the best card with i above it, count the subsets that reach to both sides."""
    pairs = sum(
        comb(i, up) * comb(7 - i, down)
        for i in range(8)
        for up in range(1, i + 1)
        for down in range(1, 8 - i)
        if up + down <= 5
    )
    assert finding(claims()["F055"]).details["pairs"] == pairs
    assert finding(claims()["F056"]).details["pairs"] == pairs
    hands = sum(
        comb(i, up) * comb(7 - i, down) * comb(16, 5 - up - down)
        for i in range(8)
        for up in range(1, i + 1)
        for down in range(1, 8 - i)
        if up + down <= 5
    )
    assert finding(claims()["F055"]).details["hands of five per trump and led suit"] == hands


def test_declarations_counted_by_recurrence() -> None:
    """Count the sequences of play, pass and widow of Rams without the referee."""

    def count(n: int) -> int:
        seats = n if n < 6 else 5

        def go(seat: int, players: int, widow: bool) -> int:
            if seat == seats:
                return 1
            choices = [(1, widow)] + ([(1, False)] if widow else [])
            pone, dealer = seat == n - 2, seat == n - 1
            total = sum(go(seat + 1, players + one, w) for one, w in choices)
            if pone and players == 0:
                return total + 1  # he pays, and the deal is over
            if dealer and players == 1:
                return total
            return total + go(seat + 1, players, widow)

        return go(0, 0, True)

    for n in (3, 4, 5, 6):
        referee = [d for d in declarations("R1", n, 10) if not d.general]
        assert len(referee) == count(n)


# --- mutations --------------------------------------------------------------------------------


def test_dropping_the_joker_tier_leaves_a_hand_stuck() -> None:
    variant = load("G3", settings={"lead.tiers": ["naturals"]})
    assert not stuck("test", variant, follows=False).never
    model = stuck_formula(variant, variant.view(""), leading=True, on_table=0).solve()
    assert model is not None


def test_dropping_the_last_tier_leaves_a_hand_stuck() -> None:
    for name in ("G3", "J1", "K1", "S1", "R1", "L1"):
        tiers = [t.text for t in load(name).follow_tiers][:-1]
        variant = load(name, settings={"follow.tiers": tiers})
        assert not catches_all(variant, variant.follow_tiers)
        view = variant.view(trumps_of(variant)[0])
        formula = stuck_formula(variant, view, leading=False, on_table=1)
        assert formula.solve() is not None


def test_dropping_naturals_first_lets_a_joker_be_led_early() -> None:
    variant = load("G3", settings={"lead.tiers": ["any"]})
    hands = ((JOKER, Card("c", "7")), (Card("c", "8"), Card("h", "7")), (Card("s", "7"),) * 2)
    assert JOKER in legal_cards(start(variant, hands))


def test_without_the_joker_tier_a_led_joker_binds() -> None:
    tiers = ["led suit", "jokers", "any"]
    variant = load("G5-3J", settings={"follow.tiers": tiers})
    view = variant.view("")
    s = Situation([view[JOKER], view[Card("c", "7")]], [True, True], [view[JOKER]])
    assert legal(PLAIN, variant.follow_tiers, s) == [True, False]


def test_recorded_formulas_become_checkable_refutations() -> None:
    settle(claims()["B007"])
    made = certificates("B007")
    assert len(made) == 4
    for certificate in made:
        lrat.check(certificate.payload["dimacs"], certificate.payload["lrat"])
