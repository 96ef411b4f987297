"""Group 'winners': numbers by another way, replayed witnesses, mutations that must show."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from itertools import combinations, permutations
from math import comb, gcd

import pytest

from proofs import clauses as c
from proofs.claim import Claim, Finding, Verdict
from proofs.claims import winners_highest
from proofs.claims.winners_highest import one_winner, ranked_totally, trump_row
from proofs.claims.winners_middling import named_by_print, pack_of
from proofs.claims.winners_mirror import mirror, mirrored
from proofs.claims.winners_packs import _share, _tripled
from proofs.claims.winners_symmetry import closed_without_fixed
from proofs.encode.cases import Cases
from proofs.random_play import playouts, replay
from proofs.registry import Effort, claims, groups, settle
from proofs.splits import score, splits
from proofs.trick_types import uniqueness
from solver.cards import JOKER, Card
from solver.errors import RulesSilent
from solver.rules.algebra import PLAIN
from solver.rules.trick import middling_of_three
from solver.variant import load

GROUP = next(group for group in groups() if group.name == "winners")
EXPECTED = {
    "B001": Verdict.HOLDS,
    "B002": Verdict.CONDITIONAL,
    "B003": Verdict.HOLDS,
    "B011": Verdict.CONDITIONAL,
    "B012": Verdict.CONDITIONAL,
    "B013": Verdict.HOLDS,
    "B014": Verdict.HOLDS,
    "B015": Verdict.CONDITIONAL,
    "B017": Verdict.HOLDS,
    "B018": Verdict.HOLDS,
    "B019": Verdict.HOLDS,
    "B021": Verdict.SILENT,
    "B043": Verdict.FAILS,
    "B044": Verdict.HOLDS,
    "B045": Verdict.HOLDS,
    "B047": Verdict.HOLDS,
    "B050": Verdict.HOLDS,
    "B054": Verdict.SILENT,
    "B060": Verdict.HOLDS,
    "B064": Verdict.SILENT,
    "J004": Verdict.HOLDS,
    "J030": Verdict.HOLDS,
    "J032": Verdict.FAILS,
    "K013": Verdict.HOLDS,
    "F002": Verdict.CONDITIONAL,
    "F003": Verdict.HOLDS,
    "F019": Verdict.HOLDS,
    "F020": Verdict.HOLDS,
    "F070": Verdict.CONDITIONAL,
    "F073": Verdict.CONDITIONAL,
    "F084": Verdict.HOLDS,
}


def finding(claim: Claim) -> Finding:
    """Settle a claim with little effort."""
    return settle(claim, Effort(0.1))


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
        with suppress(RulesSilent):  # some witnesses end with a trick that nobody wins
            replay(found.witness)


# --- a second way -----------------------------------------------------------------------------


def test_parletts_rule_one_by_one() -> None:
    """All unordered triples with a loop, and all orders of some of them."""
    variant = load("G3")
    view = variant.view("")
    seen = list(view.values())
    rng = random.Random(1)
    for trick in rng.sample(list(combinations(seen, 3)), 400):
        for order in permutations(trick):
            assert variant.wins(PLAIN, order) == middling_of_three(PLAIN, order)


def test_printed_clauses_agree_with_the_rule_for_three() -> None:
    view = load("G3").view("")
    naturals = [card for card in view.values() if not card.joker]
    reds = (False, False, True, True)
    for trick in combinations(naturals[::3], 3):
        numbers = [sum(card.suit == s for card in trick) for s in range(4)]
        assert named_by_print(numbers, reds) == 1 == sum(middling_of_three(PLAIN, trick))


def test_order_of_the_cards_does_not_matter() -> None:
    """What sorted tricks stand for: the same card wins in every order, up to two copies."""
    rng = random.Random(2)
    for name in ("G3", "G5", "G5-2P", "G7b"):
        variant = load(name)
        view = variant.view("")
        for _ in range(60):
            trick = [view[card] for card in rng.sample(variant.pack.cards, variant.players)]
            faces = set()
            for _ in range(6):
                rng.shuffle(trick)
                wins = variant.wins(PLAIN, trick)
                assert sum(wins) == 1
                faces.add(trick[wins.index(True)].face)
            assert len(faces) == 1


def test_even_shares_by_drawing_all_pairs() -> None:
    variant = pack_of("G-even", 32, 2)
    view = variant.view("")
    none = sum(not any(variant.wins(PLAIN, pair)) for pair in combinations(view.values(), 2))
    assert Fraction(none, comb(32, 2)) == Fraction(15, 31)


def test_no_rule_for_two_by_trying_all() -> None:
    """Two ranks of a suit: neither choice of a winner survives reversal."""
    assert all(1 - winner != winner for winner in (0, 1))
    details = finding(claims()["B003"]).details
    assert details["sets equal to their reversal without a fixed card, 32 cards"][2] == 16
    assert details["largest number of players without any rule"] == {32: 32, 40: 40, 52: 48}


@pytest.mark.parametrize("ranks", [2, 3])
def test_sets_that_leave_no_rule_by_reversing_every_set(ranks: int) -> None:
    """A middle rank is its own image, and a set that holds one leaves a rule a card to name."""
    pack = [(suit, rank) for suit in range(4) for rank in range(ranks)]
    image = {(suit, rank): (suit, ranks - 1 - rank) for suit, rank in pack}
    for n in range(1, len(pack) + 1):
        blocked = sum(
            {image[card] for card in held} == set(held) and all(image[x] != x for x in held)
            for held in combinations(pack, n)
        )
        assert closed_without_fixed(n, ranks) == blocked


def test_ties_by_brute_force() -> None:
    for name, n, most in (("G3", 3, 9), ("G5", 5, 7)):
        variant = load(name)
        for tricks in range(1, most):
            tie = any(len(set(score(variant, t).raw)) < n for t in splits(n, tricks))
            assert tie == (gcd(n, tricks) > 1)


def test_triple_pack_shares_by_drawing() -> None:
    exact = _share(3, "refuse", _tripled)
    assert exact == Fraction(32, comb(96, 3))
    # Five cards: a triple with the two others in another suit of the same parity, or in its suit.
    triple = 32
    other_suits = comb(24, 2) * 3  # two more cards of one other suit keep every parity
    same_suit = comb(21, 2)  # two more of the triple's suit, not of its face
    mixed = 0
    for first, second in combinations(range(3), 2):  # one card each of two other suits
        suits = [s for i, s in enumerate(("partner", "other", "other2")) if i in (first, second)]
        # With its partner the colours are even (4) and odd (1): the triple is not emergent.
        mixed += 24 * 24 if suits == ["other", "other2"] else 0
    total = triple * (other_suits + same_suit + mixed)
    assert _share(5, "refuse", _tripled) == Fraction(total, comb(96, 5))


def test_random_tricks_of_a_triple_pack() -> None:
    variant = load("G-3P", settings={"pack.jokers": 0})
    view = variant.view("")
    rng = random.Random(5)
    for _ in range(2000):
        cards = rng.sample(variant.pack.cards, 5)
        unique = sum(variant.wins(PLAIN, [view[card] for card in cards])) == 1
        triple = [f for f, n in Counter(cards).items() if n == 3]
        assert unique or triple


def test_seven_of_diamonds_and_ace_of_hearts_in_order() -> None:
    assert [str(card) for card in trump_row(load("R3"), "c")][:3] == ["Ac", "7d", "Kc"]
    assert [str(card) for card in trump_row(load("S1"), "s")][:4] == ["5s", "Js", "Ah", "As"]


def test_mirror() -> None:
    assert mirror((1, 2, 3)) == (1, 3, 2)
    assert mirrored(((JOKER,), (), (JOKER, JOKER))) == ((JOKER,), (JOKER, JOKER), ())


# --- mutations --------------------------------------------------------------------------------


def test_the_cancelling_rule_is_needed() -> None:
    assert not uniqueness(load("G5-2P"), 5).failing
    broken = load("G5-2P", settings={"trick.equal": "none"})
    assert uniqueness(broken, 5).failing
    assert c.unique_winner_formula(broken, 5).solve() is not None


def test_an_even_number_breaks_uniqueness() -> None:
    variant = pack_of("G-even", 32, 4)
    assert c.unique_winner_formula(variant, 4).solve() is not None
    assert uniqueness(variant, 4).failing


def test_swapping_colours_within_a_pair_changes_winners() -> None:
    variant = load("G3")
    across = c.swap("s", "h")
    assert not c.unchanged(
        "test", "across", variant, 3, lambda card: c.turned(card, across), variant.view("")
    )


def test_dropping_the_trump_clause_shows() -> None:
    """Without trumps a discard never wins; with them it does."""
    variant = load("J1")
    plain, trumps = variant.view(""), variant.view("h")
    trick = [Card("c", "A"), Card("h", "2"), Card("c", "K")]
    assert variant.wins(PLAIN, [plain[card] for card in trick]) == [True, False, False]
    assert variant.wins(PLAIN, [trumps[card] for card in trick]) == [False, True, False]


def test_silence_alone_moves_the_ace_of_hearts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A dealer who takes a turned ace has announced nothing, and yet it stays third."""
    agree, states = winners_highest.silence_decides(200, 3)
    assert agree == states > 2000
    taken = [
        played.end for played in playouts(load("S1", 5), 600, 3) if "robs Ah" in played.end.calls
    ]
    assert taken and all(trump_row(p.variant, "h", p.demoted)[2] == Card("h", "A") for p in taken)
    tame = load("S1", 5, settings={"events.rob": None})
    monkeypatch.setattr(winners_highest, "load", lambda *_: tame)
    agree, states = winners_highest.silence_decides(200, 3)
    assert agree < states


def test_two_equal_ranks_break_the_order() -> None:
    view = dict(load("J1").view("h"))
    assert ranked_totally(view)
    ace, king = Card("c", "A"), Card("c", "K")
    view[king] = view[king]._replace(strength=view[ace].strength)
    assert not ranked_totally(view)


def test_removing_the_joker_clause_changes_the_rule() -> None:
    """A rule that reads Jokers otherwise differs from Parlett's on the tricks with the Joker."""
    cards = list(load("G3").view("").values())
    a = Cases(cards, 3)
    no_joker = load("G3", settings={"trick.jokers": "cancel", "pack.jokers": 1})
    same = no_joker.wins(a, [card._replace(joker=False) for card in a.trick])
    his = middling_of_three(a, a.trick)
    other = a.any(a.no(a.same(x, y)) for x, y in zip(same, his, strict=True))
    differ = a.all([a.distinct(), other])
    assert a.size_of(differ) == 2976  # every triple with the Joker


def test_one_winner_for_small_games() -> None:
    found = one_winner([load("J1").view("h")], load("J1"), 2)
    assert found.unique and found.tricks == 52 * 51
