"""The strategic claims: lowered rules against the referee, counts by another way, witnesses."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from proofs.claim import Finding, Verdict
from proofs.claims import (
    strategy_advice,
    strategy_jokers,
    strategy_lowest,
    strategy_spoil,
    strategy_timing,
    strategy_trumps,
)
from proofs.endgames import Endgame
from proofs.playouts import Lowered, bits, mask
from proofs.random_play import replay
from proofs.registry import Effort, claims, settle
from proofs.sampling import Ratio, share
from solver.cards import Card
from solver.dealing import deal
from solver.goals import parse_goal
from solver.position import PLAY, Position
from solver.referee import legal_actions, legal_cards, step
from solver.reference import solve
from solver.rules.algebra import PLAIN
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable

LITTLE = Effort(factor=0.1, seed=3)


def settled(claim: str, effort: Effort = LITTLE) -> Finding:
    """Settle a claim with little effort."""
    return settle(claims()[claim], effort)


# --- the lowered rules are the referee's ----------------------------------------------------------

GAMES = [
    ("G3", {}), ("G3", {"G9": "colour first"}), ("G5-3J", {}), ("G5-2P", {}), ("G7b", {}),
    ("J1", {}), ("S1", {}), ("S1", {"S3": "single"}), ("R1", {}), ("L2", {"L4": "free"}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "choose"), GAMES)
def test_lowered_legal_cards_and_winners_are_those_of_the_referee(
    game: str, choose: dict[str, str]
) -> None:
    variant = load(game, choose=choose)
    rng = Random(7)
    lowered: dict[object, Lowered] = {}
    checked = 0
    for seed in range(12):
        position = deal(variant, seed)
        while not position.over:
            key = (position.trump, position.demoted)
            low = lowered.setdefault(key, Lowered(variant, position.trump, position.demoted))
            # Robbing is judged by the referee with the ace demoted already: left out here.
            robbing = position.done == 0 and variant.file.events.rob is not None
            if position.phase == PLAY and position.trick and not robbing:
                checked += 1
                compare_follow(low, position)
            actions = legal_actions(position)
            position = step(position, actions[int(rng.random() * len(actions))])
    assert checked > 50


def compare_follow(low: Lowered, position: Position) -> None:
    """Compare the cards that may follow, and the winner so far, with the referee's."""
    trick = [low.number[c] for c in position.trick_cards]
    best = trick[low.winner(trick)] if not low.middling else trick[0]
    hand = mask(low.number[c] for c in position.hands[position.turn])
    legal = low.follows(hand, low.bound(trick[0], best))
    assert {low.cards[c] for c in bits(legal)} == set(legal_cards(position))


@pytest.mark.parametrize("game", ["G3", "G5-3J", "G5-2P", "G7c", "J1"])
def test_lowered_winner_is_the_rules_winner(game: str) -> None:
    low, rng = Lowered(load(game), "s" if game == "J1" else ""), Random(5)
    for _ in range(300):
        order = rng.sample(range(len(low.cards)), low.players)
        wins = low.variant.wins(PLAIN, [low.seen[c] for c in order])
        assert wins.count(True) == 1
        assert wins.index(True) == low.winner(order)


def test_lowering_refuses_what_it_can_not_say() -> None:
    low = Lowered(load("L2"), "s")
    with pytest.raises(ValueError, match="can't be lowered"):
        low.leads(1)
    low = Lowered(load("R1", choose={"R4": "best of suit"}), "s")
    with pytest.raises(ValueError, match="can't be lowered"):
        low.bound(0, 0)


@pytest.mark.parametrize("wants", [True, False])
def test_endings_have_the_reference_solver_s_value(wants: bool) -> None:
    low, rng = strategy_trumps.lowered(), Random(11)
    goal = "A makes most" if wants else "A makes least"
    for _ in range(12):
        order = rng.sample(range(len(low.cards)), 9)
        hands = tuple(mask(order[i * 3 : i * 3 + 3]) for i in range(3))
        leader = int(rng.random() * 3)
        position = strategy_advice.ending(low, hands, leader)
        game = Endgame(low, 0, wants=wants)
        value = game.value(hands, leader)
        assert value == solve(position, parse_goal(goal, low.variant)).value
        for card in game.line(hands, leader):
            position = step(position, next(
                a for a in legal_actions(position) if a.card == low.cards[card]
            ))
        assert position.over and position.taken[0] == value


# --- B016, B056, B057 -----------------------------------------------------------------------------


def test_uniform_draws_of_three_counted_one_by_one() -> None:
    low = Lowered(load("G3"))
    naturals = [c for c in range(len(low.cards)) if not low.jokers >> c & 1]
    single = 0
    for trick in combinations(naturals, 3):
        suit = low.emergent(list(trick))
        single += sum(low.suit[c] == suit for c in trick) == 1
    assert (single, 4960) == strategy_jokers.uniform_share(load("G3"), 3) == (4736, 4960)


def test_uniform_draws_of_five_counted_by_suits() -> None:
    # One emergent card: 1 black + 4 red, 3 black + 2 red, 5 of one colour, by hand for 11 a suit.
    hits, total = strategy_jokers.uniform_share(load("G5"), 5)
    rng, low = Random(2), Lowered(load("G5"))
    naturals = [c for c in range(len(low.cards)) if not low.jokers >> c & 1]
    drawn = sum(
        sum(low.suit[c] == low.emergent(t) for c in t) == 1
        for t in (rng.sample(naturals, 5) for _ in range(4000))
    )
    assert total == 1_086_008
    assert abs(drawn / 4000 - hits / total) < 0.025


def test_random_play_of_the_referee_agrees_about_emergent_suits_and_jokers() -> None:
    variant = load("G5-3J")
    low, rng = Lowered(variant), Random(17)
    sizes: Counter[bool] = Counter()
    jokers: Counter[bool] = Counter()
    for seed in range(60):
        position = deal(variant, seed)
        while not position.over:
            actions = legal_actions(position)
            action = actions[int(rng.random() * len(actions))]
            if action.is_play and action.card.rank == "Joker":
                others = any(c.rank != "Joker" for c in position.hands[position.turn])
                jokers[bool(position.trick) and others and len(actions) == 1] += 1
            if len(position.trick) == 4 and action.is_play:
                trick = [low.number[c] for c in (*position.trick_cards, action.card)]
                if not any(low.jokers >> c & 1 for c in trick):
                    sizes[sum(low.suit[c] == low.emergent(trick) for c in trick) == 1] += 1
            position = step(position, action)
    one, _, _ = strategy_jokers.emergent_sizes(low, Random(1), 200)
    assert abs(sizes[True] / sizes.total() - one.value) < 0.09
    fates = strategy_jokers.joker_fates(low, Random(1), 300)
    assert sum(e.value for e in fates.values()) == pytest.approx(1)
    assert abs(jokers[True] / jokers.total() - fates["forced by B3"].value) < 0.06


def test_all_joker_leads_are_rare_and_found() -> None:
    found, held = strategy_jokers.all_joker_leads(Lowered(load("G5-3J")), Random(1), 4000)
    assert 0.0005 < found.value < 0.006
    assert set(held) <= {2, 3}


# --- J022 to J027 ---------------------------------------------------------------------------------

SMALL = {
    "pack.groups": [{"suits": "sh", "ranks": "A K Q J 10"}],
    "order.ranks": "A K Q J 10",
    "deal.hand": 3,
}


def test_chances_of_high_trumps_against_all_deals_of_a_small_pack() -> None:
    variant = load("J1", settings=SMALL)
    cards = list(range(10))  # 0 to 4 the trump suit, best first, if the turn-up is below 5
    held = free = lone = lone_free = 0
    for turned in cards:
        suit = [c for c in cards if (c < 5) == (turned < 5)]
        ace, king = suit[0], suit[1]
        rest = [c for c in cards if c != turned]
        for mine in combinations(rest, 3):
            if king not in mine:
                continue
            ways = 20  # deals of the other six cards: none moves the ace between me and them
            held += ways
            gone = ace in mine or ace == turned
            free += ways * gone
            lone += ways * (ace not in mine)
            lone_free += ways * (ace == turned)
    assert strategy_trumps.sure_before_play(variant, 1) == pytest.approx(free / held)
    assert strategy_trumps.king_without_ace(variant) == pytest.approx(lone_free / lone)


def test_high_trumps_numbers() -> None:
    finding = settled("J022")
    assert "25/212" in finding.evidence and "113/300" in finding.evidence
    assert finding.readings["ace"].verdict is Verdict.HOLDS


def mutated(settings: dict[str, Any]) -> Callable[..., Variant]:
    """Return a loader that changes a clause of every variant."""
    return lambda name, players=None, choose=None: load(name, players, choose, settings)


def test_high_trumps_need_the_ace_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    ranks = "K A Q J 10 9 8 7 6 5 4 3 2"
    monkeypatch.setattr(strategy_trumps, "load", mutated({"order.ranks": ranks}))
    finding = settled("J022")
    assert finding.readings["ace"].verdict is Verdict.FAILS
    assert finding.readings["king"].verdict is Verdict.HOLDS


def test_trump_leads_and_their_condition() -> None:
    finding = settled("J023")
    assert finding.verdict is Verdict.CONDITIONAL
    assert finding.details["master before play, by rank"]["A"] == 1.0


def test_void_advice() -> None:
    finding = settled("J024", Effort(0.3, 2))
    assert finding.readings["void, so trumping is legal"].verdict is Verdict.HOLDS
    position = replay_position(finding)
    values = solve(position, parse_goal("A makes most", position.variant))
    assert len({value for _, value in values.actions}) > 1


def replay_position(finding: Finding) -> Position:
    """Return the position of a finding's witness after its actions."""
    assert finding.witness is not None
    from solver.notation import read

    return replay(finding.witness) if finding.witness.actions else read(finding.witness.position)[0]


def test_giving_a_trick_away_counted_by_hand() -> None:
    def points(t: int, others: tuple[int, int]) -> int:
        return t + t * (t <= min(others))

    words: Counter[str] = Counter()
    for t in range(1, 18):
        for b in range(18 - t):
            c = 17 - t - b
            for after in ((b + 1, c), (b, c + 1)):
                new, old = points(t - 1, after), points(t, (b, c))
                words["higher" if new > old else "lower" if new < old else "equal"] += 1
    assert dict(words) == strategy_lowest.one_trick_fewer(load("J1"))


def test_lowest_card_witness_costs_a_trick() -> None:
    finding = settled("J026")
    assert finding.verdict is Verdict.FAILS
    end = replay_position(finding)
    assert end.over and len(end.hands) == 3
    assert finding.details["endings of two cards of one suit, costly, all"] == [54, 270]


def test_lowest_lead_wins() -> None:
    finding = settled("J027")
    assert finding.details["pairs it beats"] == 26 * 25
    assert replay_position(finding).taken == (1, 0, 0)


# --- Spoil Five -----------------------------------------------------------------------------------


def test_robbers() -> None:
    finding = settled("F031")
    assert finding.details["dealer, ace turned"] == [1, 1]
    assert finding.details["holder of the ace"] == [1, 2]
    # Two trumps just if the title is kept or one more trump is.
    for game, turned, title in strategy_spoil.KINDS.values():
        variant = load(game, 2)
        own, up = Card("c", title or turned), Card("c", turned)
        for position in strategy_spoil.robbers(variant, "c", turned, title):
            for action in (a for a in legal_actions(position) if a.word == "rob"):
                trumps = [c for c in step(position, action).hands[0] if variant.view("c")[c].trump]
                title_kept = bool(title) and action.card != own
                more = any(c not in (own, up) for c in trumps)
                assert (len(trumps) >= 2) == (title_kept or more)


def test_third_tricks_against_the_reference_solver() -> None:
    variant, rng = load("S1", 4), Random(4)
    found = 0
    for seed in range(40):
        state = strategy_spoil.two_tricks(variant, rng, seed)
        if state is None or state.position.done < 3:
            continue
        found += 1
        name = variant.seat_name(state.seat)
        solution = solve(state.position, parse_goal(f"{name} makes 3", variant))
        assert state.against_all() == (solution.value >= 3)
        assert state.each_for_himself() >= state.against_all()
    assert found > 8


@pytest.mark.parametrize("setup", [strategy_timing.ONE_SMALL, strategy_timing.TWO_GOOD])
def test_deals_of_a_setup(setup: strategy_timing.Setup) -> None:
    dealer, rng = strategy_timing.Dealer(setup), Random(8)
    for _ in range(60):
        dealt = dealer.deal(rng)
        low, hands = dealt.low, dealt.hands
        assert all(hand.bit_count() == 5 for hand in hands)
        assert sum(hands).bit_count() == 25
        order = sorted(bits(low.trumps), key=lambda c: -low.strength[c])
        own = [order.index(c) for c in bits(hands[0] & low.trumps)]
        assert len(own) == setup.number
        assert all((place < 4) == setup.good for place in own)


def test_waiting_with_two_good_trumps_spoils_more() -> None:
    found = strategy_timing.compare(strategy_timing.TWO_GOOD, "random", 1, 300)
    assert found.gain[2].high < 0 < found.gain[0].low


def test_intervals() -> None:
    assert share(0, 100).low == 0 and 0.03 < share(0, 100).high < 0.04
    ratio = Ratio()
    for y in (1, 0, 1, 0):
        ratio.add(y)
    assert ratio.estimate().value == 0.5
