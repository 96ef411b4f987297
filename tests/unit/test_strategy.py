"""Strategy certificates: good ones are accepted, every damaged one is refused."""

from __future__ import annotations

import copy
import itertools
import json
import random
from contextlib import suppress
from typing import Any

import pytest

from solver import search
from solver.cards import JOKER
from solver.dealing import deal
from solver.errors import BadInput, FoolproofError, LimitReached, RulesSilent
from solver.goals import HELP, MEASURES, RELATIONS, Goal, parse_goal
from solver.limits import Limits
from solver.notation import read, write
from solver.position import Action, Position
from solver.referee import action_text, legal_actions, step
from solver.reference import solve
from solver.strategy import (
    Bound,
    StrategyRefused,
    _tricks_left,
    _Walk,
    check,
    dumps,
    extract,
    loads,
    proof_text,
    seal,
)
from solver.variant import load
from solver.variant_source import names
from tests.common.endings import endings

TASK = "gooseberry-3 / A to lead / A: 9c 7c Ah 9h | B: As Ts Jh Jd | C: Ks 8h 9d Jk / A makes 2"


def certificate(task: str = TASK) -> dict[str, Any]:
    """Return the certificate of a task."""
    position, goal = read(task)
    return extract(position, parse_goal(goal, position.variant))


def resealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with a fitting digest, as a forger would."""
    return {**data, "sha256": seal(data)}


@pytest.mark.parametrize("name", names())
def test_the_answer_of_every_variant_is_certified(name: str) -> None:
    """The certificate of an ending's value is accepted and states the reference's value."""
    rng = random.Random(name)
    for position in endings(name, 2, 2):
        goal = Goal(frozenset([rng.randrange(position.players)]))
        goal = goal._replace(stance=rng.choice(["adversary", HELP]))
        try:
            value = solve(position, goal).value
        except RulesSilent:
            continue
        data = loads(dumps(extract(position, goal)))
        _, _, proofs = check(data)
        assert {(p.bound.relation, p.bound.value) for p in proofs} == {
            ("at least", value),
            ("at most", value),
        }


def test_made_and_refuted_goals_have_one_strategy_each() -> None:
    """A goal that is made is proved by its side, one that is not by the others."""
    position, goal, (proof,) = check(certificate())
    assert proof_text(position, goal, proof) == "A can force that A makes at least 2 tricks"
    position, goal, (proof,) = check(certificate(TASK.replace("makes 2", "makes 3")))
    assert proof.bound.holder == "others"


@pytest.mark.parametrize(
    ("asked", "proved"),
    [
        ("makes 3", "the seats other than A can force that A makes at most 2 tricks"),
        ("avoids tricks", "the seats other than A can force that A makes at least 1 trick"),
        ("makes exactly 2 with help", "all seats together can force that A makes exactly 2 tricks"),
        ("makes exactly 1", "the seats other than A can prevent that A makes exactly 1 trick"),
        ("ends middling", "the seats other than A can prevent that A ends middling"),
        ("makes 4 with help", "all seats together can force that A makes at least 4 tricks"),
        ("makes 5 with help", "however all play, it comes about that A makes at most 4 tricks"),
        (
            "makes exactly 0 with help",
            "however all play, it never comes about that A makes exactly 0 tricks",
        ),
    ],
)
def test_what_is_proved_is_said_in_words(asked: str, proved: str) -> None:
    position, goal, (proof,) = check(certificate(TASK.replace("makes 2", asked)))
    assert proof_text(position, goal, proof) == proved


@pytest.mark.parametrize("value", [None, 2])
def test_a_strategy_is_found_within_the_limits_or_not_at_all(value: int | None) -> None:
    position, goal = read(TASK)
    goal = parse_goal(goal, position.variant)
    whole, nodes = certificate(), 1
    while True:
        try:
            found = extract(position, goal, limits=Limits(nodes=nodes), value=value)
        except LimitReached as error:
            assert error.stopped == "nodes"
            assert error.nodes <= nodes + 1  # a search stops at the first node too many
            nodes *= 2
            continue
        assert found == whole
        break
    assert nodes > 100
    with pytest.raises(LimitReached, match="limit on seconds") as refused:
        extract(position, goal, limits=Limits(seconds=0), value=value)
    assert refused.value.stopped == "seconds"


def tampered() -> dict[str, dict[str, Any]]:
    """Return forgeries of a good certificate by name."""
    good = certificate()
    out: dict[str, dict[str, Any]] = {}

    def forge(name: str, **changes: Any) -> None:
        out[name] = resealed({**copy.deepcopy(good), **changes})

    (strategy,) = good["strategies"]
    moves = strategy["moves"]
    forge("cut short", strategies=[{**strategy, "moves": moves[:-1]}])
    forge("too long", strategies=[{**strategy, "moves": [*moves, moves[0]]}])
    forge("reversed", strategies=[{**strategy, "moves": moves[::-1]}])
    forge("wrong first card", strategies=[{**strategy, "moves": ["Ah", *moves[1:]]}])
    forge("more promised", strategies=[{**strategy, "value": 3}])
    forge("no strategy", strategies=[])
    forge("not a list", strategies={"moves": moves})
    forge("field missing", strategies=[{"moves": moves}])
    forge("odd holder", strategies=[{**strategy, "holder": "dummy"}])
    forge("other position", position=good["position"].replace("9c", "8c"))
    forge("broken position", position="nonsense")
    forge("twice a card", position=good["position"].replace("7c", "9c"))
    forge("foreign rules", digest="0" * 64)
    forge("other goal", goal="B makes 2")
    forge("future version", version=2)
    forge("other format", format="x")
    forge("extra field", comment="trust me")
    out["unsealed"] = {**good, "goal": "A makes at least 1 trick"}
    return out


@pytest.mark.parametrize("name", tampered())
def test_forgeries_are_refused(name: str) -> None:
    """Whatever has been changed, the check refuses with a reason."""
    with pytest.raises(StrategyRefused):
        check(tampered()[name])


def forged(task: str, holder: str, relation: str, value: int) -> dict[str, Any]:
    """Return a sealed certificate with the first legal action at every decision."""
    position, goal = read(task)
    moves: list[str] = []

    def first(here: Position) -> Action:
        action = legal_actions(here)[0]
        moves.append(action_text(here.variant, action))
        return action

    bound = Bound(holder, relation, value)
    with suppress(StrategyRefused):
        _Walk(parse_goal(goal, position.variant), bound, first).run(position)
    strategy = {**bound._asdict(), "moves": moves}
    body = {
        "format": "foolproof-strategy", "version": 1, "position": task.rpartition(" / ")[0],
        "digest": position.variant.digest, "goal": goal, "strategies": [strategy],
    }  # fmt: skip
    return resealed(body)


@pytest.mark.parametrize("holder", ["side", "others"])
@pytest.mark.parametrize("bound", [("at least", 0), ("at least", -1), ("at most", 1)])
@pytest.mark.parametrize(
    "goal",
    ["A makes exactly 4", "A makes exactly 1, with help", "A ends middling", "B ends last",
     "A makes exactly 3, each for himself", "A makes 0, each for himself"],
)  # fmt: skip
def test_what_always_holds_proves_no_goal(holder: str, bound: tuple[str, int], goal: str) -> None:
    """A goal is made or missed (1 or 0): that it comes to 0 or more proves neither."""
    with pytest.raises(StrategyRefused):
        check(forged(TASK.replace("A makes 2", goal), holder, *bound))


def test_what_is_extracted_is_accepted_or_no_goal_that_can_be_said() -> None:
    """Goals made in code may mean what no words say, such as not to end first."""
    position, _ = read(TASK)
    said = 0
    for measure, relation, amount in itertools.product(MEASURES, RELATIONS, (None, -1, 0, 1, 50)):
        goal = Goal(frozenset({0}), measure, relation, amount)
        try:
            data = extract(position, goal)
        except BadInput:
            continue
        assert check(data)[1] == goal
        said += 1
    assert said > 20


def test_no_proof_about_deals_that_need_never_end() -> None:
    """The last Joker wins trick after trick and is given away: no count of cards bounds that."""
    rules = load("gooseberry-3", settings={
        "events.gift.gives": "card", "events.draw.short": "play on", "deal.stock": True,
        "deal.hand": 2, "trick.winner": "highest",
    })  # fmt: skip
    first = write(deal(rules, 1)).partition(" / ")[0]
    task = f"{first} / A to lead / A: Jk | B: Ac | C: Kc / A makes 3"
    position, goal = read(task)
    for refused in (
        lambda: check(forged(task, "others", "at most", 2)),
        lambda: search.solve(position, parse_goal(goal, rules)),
        lambda: search.can_make(position, parse_goal(goal, rules)),
        lambda: search.solve(position, parse_goal("A makes most, each for himself", rules)),
    ):
        with pytest.raises(RulesSilent, match="need never end"):
            refused()


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"format": 1}'])
def test_what_is_not_a_certificate_is_refused(text: str) -> None:
    """Garbage is refused too."""
    with pytest.raises(StrategyRefused):
        check(loads(text))


def test_every_changed_move_is_refused_or_still_a_proof() -> None:
    """Replacing any one move never makes the check fail in any other way."""
    good = certificate()
    moves = good["strategies"][0]["moves"]
    for at in range(len(moves)):
        forged = copy.deepcopy(good)
        forged["strategies"][0]["moves"][at] = "7h"
        try:
            check(json.loads(json.dumps(resealed(forged))))
        except FoolproofError as error:
            assert isinstance(error, StrategyRefused)


FILES = {
    "kernel": TASK,
    "plain": "whist-notrump / A to lead / A: 6s 9h | B: Jh Qd | C: 6c As | D: Js 2d / A+C make 1",
    "value": TASK.replace("makes 2", "makes most tricks"),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_file_that_is_cut_short_is_refused(kind: str) -> None:
    text = dumps(certificate(FILES[kind]))
    assert check(loads(text))
    for end in range(len(text.rstrip())):
        with pytest.raises(StrategyRefused):
            check(loads(text[:end]))


@pytest.mark.parametrize("kind", FILES)
def test_a_file_with_one_wrong_character_is_refused(kind: str) -> None:
    """Wherever it is, and whatever stands there instead, unless it says the same."""
    data = certificate(FILES[kind])
    text = dumps(data)
    rng = random.Random(kind)
    for place in range(len(text)):
        damaged = text[:place] + rng.choice('x7"{ ,:]2') + text[place + 1 :]
        try:
            found = loads(damaged)
            check(found)
        except StrategyRefused as reason:
            assert str(reason)
        else:
            assert found == data


def test_a_certificate_of_another_position_is_refused() -> None:
    """All parts that belong together are exchanged one by one, and sealed as a forger would."""
    one, other = certificate(), certificate(TASK.replace("9c 7c", "7c Jc"))
    for field in ("position", "strategies"):
        with pytest.raises(StrategyRefused):
            check(resealed({**one, field: other[field]}))
    rules = certificate(TASK.replace("gooseberry-3", "gooseberry-3 G1=lead"))
    for field in ("position", "digest"):
        with pytest.raises(StrategyRefused):
            check(resealed({**one, field: rules[field]}))


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("gives", ["trick", "lead", "card"])
def test_no_more_tricks_come_than_the_walk_thinks(players: int, gives: str) -> None:
    """A Joker that is led, and given away, again and again makes a deal as long as it can be."""
    rules = load("gooseberry-n", settings={
        "lead.tiers": ["any"], "follow.tiers": ["any"], "trick.winner": "highest",
        "events.gift.gives": gives, "players.allowed": [2, 3, 5], "players.seats": players,
        "deal.hand": 8,
        "pack.jokers": 1,
    })  # fmt: skip
    longest = 0
    for seed in range(20):
        position, thought, rng = deal(rules, seed), [], random.Random(seed)
        while not position.over:
            thought.append((position.done, _tricks_left(position)))
            legal = legal_actions(position)
            leads = [a for a in legal if a.is_play and a.card == JOKER and not position.trick]
            gifts = [a for a in legal if a.word == "gift" and a.value != position.turn]
            position = step(position, rng.choice(leads or gifts or list(legal)))
        assert all(position.done <= done + left for done, left in thought)
        longest = max(longest, position.done)
    assert (longest > rules.tricks + 1) == (gives == "card" and players < 5)
