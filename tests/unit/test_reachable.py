"""What passes for a position can be played on: no crash, no dead end, no trick beyond its bounds.

Positions of every variant, and of odd mixtures of rules, are garbled at random.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver.cards import JOKER
from solver.dealing import deal
from solver.errors import FoolproofError, RulesSilent, VariantError
from solver.events.registry import EVENTS
from solver.notation import read, write
from solver.outcome import outcome
from solver.position import OVER, PLAY, Position, replaced
from solver.problems import problems
from solver.reach import most_tricks
from solver.referee import legal_actions, require_end, step
from solver.strategy import _tricks_left
from solver.variant import Variant, load
from solver.variant_source import names

CALLS = (
    "", "pass", "play", "widow", "general", "general widow", "defend", "stay", "flush",
    "no flush", "go", "stop", "decline", "makes", "pass twice", "robs Ah", "robs 9s", "robs me",
    "pay", "foul",
)  # fmt: skip
RESULTS = ("void", "walk", "refused", "flush", "general made", "general lost", "stopped", "odd")
STOCK = {"deal.stock": True}
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"events.gift.gives": "card"},
    {"events.gift.gives": "card", "events.draw.short": "stop", **STOCK},
    {"events.gift.gives": "card", "events.draw.short": "stop", "lead.tiers": ["any"],
     "follow.tiers": ["any"], "deal.hand": 2, "trick.winner": "highest", **STOCK},
    {"events.draw.short": "play on", **STOCK},
    {"events.jink.at": 1},
    {"events.pam.card": "Jc"},
    {"events.flush.pam": "Jc"},
    {"deal.trump": "late", "events.late_trump": {}, **STOCK},
    {"events.bid.nil": "yes"},
    {"events.exchange": {}, **STOCK},
    {"events.rob.dealer_time": "at his play", "deal.turn_up": "next", "deal.trump": "turn-up"},
)  # fmt: skip


def mixtures(name: str, rng: random.Random) -> list[Variant]:
    """Return a game as it is, and with a few foreign rules where they fit."""
    found: list[Variant] = []
    for _ in range(4):
        try:
            found.append(load(name, settings=rng.choice(RULES) if found else {}))
        except FoolproofError:
            continue
    return found


def garbled(position: Position, rng: random.Random) -> Position:
    """Return the position with one to three fields changed."""
    n = position.players
    for _ in range(rng.randrange(1, 4)):
        seat = rng.randrange(n)
        changes: list[dict[str, Any]] = [
            {"hands": replaced(position.hands, seat, position.hands[seat][1:])},
            {"hands": replaced(position.hands, seat, ())},
            {"active": tuple(rng.random() < 0.7 for _ in range(n))},
            {"calls": replaced(position.calls, seat, rng.choice(CALLS))},
            {"phase": rng.choice((PLAY, OVER, *EVENTS))},
            {"turn": seat},
            {"leader": seat},
            {"dealer": seat},
            {"stock": position.stock[:1]},
            {"widow": position.widow[:1]},
            {"turn_up": ()},
            {"trump": rng.choice(("", "c", "d", "h", "s"))},
            {"done": rng.randrange(4), "taken": tuple(rng.randrange(2) for _ in range(n))},
            {"phase": OVER, "result": rng.choice(RESULTS)},
            {"result": rng.choice(RESULTS)},
        ]
        position = position._replace(**rng.choice(changes))
    return position


def play_out(position: Position, rng: random.Random) -> None:
    """Play at random (now and then a Joker to and fro), and fail beyond the bounds."""
    here, thought, to_and_fro = position, [], rng.random() < 0.5
    while not here.over:
        thought.append((here, here.done + min(_tricks_left(here), most_tricks(here))))
        legal = legal_actions(here)
        assert legal
        passing = [
            action
            for action in legal
            if (action.is_play and action.card == JOKER and not here.trick)
            or (action.word == "gift" and action.value != here.turn)
        ]
        here = step(here, rng.choice((to_and_fro and passing) or legal))
    outcome(here)
    for before, most in thought:
        assert here.done <= most, write(before)


@pytest.mark.parametrize("name", names())
def test_what_passes_for_a_position_can_be_played(name: str) -> None:
    rng = random.Random(name)
    passed = 0
    for variant in mixtures(name, rng):
        named = variant.pack.suits[0] if variant.file.deal.must_name else ""
        try:
            start = deal(variant, rng.randrange(10**6), trump=named)
            require_end(start)
        except FoolproofError:
            continue
        for _ in range(40):
            here = start
            try:
                for _ in range(rng.randrange(25)):
                    here = here if here.over else step(here, rng.choice(legal_actions(here)))
                other = garbled(here, rng)
                if problems(other):
                    continue
                passed += 1
                assert read(write(other))[0] == other
                play_out(other, rng)
            except RulesSilent:
                continue
            except FoolproofError as error:
                assert "phase" in str(error)  # an event that the game does not have
    assert passed


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("gooseberry-3 / A to lead, leader B / A: Ks 9s | B: Qs 7h | C: 8d Qd", "wrong-turn"),
        ("gooseberry-3 / A led Ks, C to play / A: 9s | B: Qs 7h | C: 8d Qd", "wrong-turn"),
        ("gooseberry-3 / A led Ks Qd, played A C, B to play / A: 9s | B: Qs 7h | C: 8d",
         "wrong-order"),
        ("gooseberry-3 / A to gift / A: Ks 9s | B: Qs 7h | C: 8d Qd", "not-asked"),
        ("gooseberry-3 / A led Jk 8d, B to gift / A: Ks 9s | B: Qs | C: Qd 7h", "unequal-hands"),
        ("euchre / B to make-trump, calls pass - - - / A: Ks Ah | B: Kc As | C: Ac Ad | D: Jc Qs",
         "not-asked"),
        ("gooseberry-3 G1=card / A to lead, out / A: Jk | B: - | C: -", "unequal-hands"),
        ("gooseberry-3 / A to lead, calls go - - / A: Ks 9s | B: Qs 7h | C: 8d Qd",
         "needless-call"),
        ("gooseberry-3 / A to lead, result walk / A: Ks 9s | B: Qs 7h | C: 8d Qd",
         "early-result"),
        ("rams / A to lead, over, trump h, result refused / A: Ks | B: Qs | C: 8d | D: Ac",
         "unfounded-result"),
        ("rams / A to lead, over, trump h, result good / A: Ks | B: Qs | C: 8d | D: Ac",
         "unknown-result"),
        ("rams / A to declare, trump h / A: Ks As | B: Qs 8s | C: 8d Ah | D: Ac", "unequal-hands"),
    ],
)  # fmt: skip
def test_positions_that_no_play_reaches(text: str, problem: str) -> None:
    assert problem in [found.name for found in problems(read(text)[0])]


@pytest.mark.parametrize(
    ("name", "settings", "field"),
    [
        ("bierspiel", {"deal.turn_up": "dealer's last"}, "deal.turn_up"),
        ("oh-hell", {"deal.hand": 5}, "deal.dealer_sits_out_at"),
    ],
)
def test_a_dealer_who_sits_out_has_no_last_card_and_no_bid(
    name: str, settings: dict[str, Any], field: str
) -> None:
    players = load(name).players
    with pytest.raises(VariantError, match=field):
        load(name, settings={**settings, "deal.dealer_sits_out_at": players})
    load(name, settings=settings)
