"""What an examination says of a user's own rules, judged by random play of the referee."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations, permutations, product
from math import comb
from typing import Any, NamedTuple

import pytest

from proofs.examination.asking import trumps_of
from proofs.examination.happenings import happenings
from proofs.examination.legality import legality, tiers_of
from proofs.examination.pools import pools
from proofs.examination.questions import asked
from proofs.examination.report import Grade, Remark
from proofs.examination.scores import every_split, owners, scores
from proofs.examination.symmetry import CHANGES, ORDER, symmetries
from proofs.examination.unknowns import trick_totals
from proofs.examination.winners import trick_sizes, unique
from proofs.trick_types import winners
from solver.dealing import deal
from solver.errors import RulesSilent, VariantError
from solver.events.registry import events
from solver.outcome import Outcome, outcome
from solver.position import PLAY, Position
from solver.referee import admitted, legal_actions, situation, step, winning_cards
from solver.rules.scoring import LINES, PARAMETERS, WORDS
from solver.variant import Variant, load
from solver.variant_source import names
from tests.differential.test_own_files import own_tiers, settings

SMALL = {"pack.groups": [{"ranks": "A K Q J", "suits": "cdh"}], "deal.hand": 2,
         "deal.packets": []}  # fmt: skip
DRAW = {"deal.stock": True, "events.draw": {"short": "play on"}}
TRICKS = {"score.lines": [{"kind": "tricks", "each": 2}, {"kind": "over book", "book": 1}]}
# Each of these was once told wrong.
# fmt: off
TOLD_WRONG: list[tuple[str, dict[str, Any]]] = [
    ("rounce", TRICKS),  # a walk-over has no tricks
    ("spoil-five", TRICKS),  # a jink can stop the deal
    ("gooseberry-3", {**SMALL, "events.gift.gives": "card", "deal.hand": 4}),  # more tricks
    ("oh-hell", {**SMALL, "deal.stock": True, "events.draw": {"short": "stop"},
                 "score.lines": [{"kind": "tricks"}]}),  # the turn-up is not drawn
    ("gooseberry-3", {**SMALL, "score.lines": [{"kind": "card points"}],
                      "score.points": {"A": -2, "K": 3}}),
    ("gooseberry-3", {**SMALL, "score.lines": [{"kind": "card points"}],
                      "score.points": {"A": -1, "K": 1}}),  # worth nothing altogether
    ("skat-grand", {**SMALL, "order.ranks": "A K Q J", "order.top_trumps": ["Jc", "Jh"],
                    "deal.hand": 3, "deal.widow": 3}),  # a declarer without a trick has the skat
    ("gooseberry-3", {**SMALL, "order.top_trumps": ["Jc", "Ad"]}),  # no type of its own suit
    ("trump-fool", {"trick.winner": "middling of three", "order.top_trumps": ["J"]}),
    ("gooseberry-3", {"score.lines": [{"kind": "weighted tricks"}, {"kind": "over book"}]}),
    ("gooseberry-3", {"score.lines": [{"kind": "weighted tricks"}, {"kind": "tricks"}]}),
    ("trump-fool", {"events.breaking": {}}),  # it happens, and nothing hangs on it
    ("spoil-five", {**SMALL, **DRAW, "events.jink": {"at": 1}}),
    ("trump-fool-points", {**SMALL, "deal.hand": 1, "follow.tiers": [
        "clubs while holding two trumps", "any"]}),
    ("whist", {"pool": {"rule": "spoil five", "dealer_adds": 2}}),  # two seats with three tricks
    ("gooseberry-triple", {**SMALL, "pack.groups": [
        {"ranks": "A K Q J", "suits": "ch"}, {"ranks": "K", "suits": "ch"}],
        "order.ranks": "K A J Q", "trick.equal": "none"}),
]
# fmt: on


class Played(NamedTuple):
    """A deal played at random: the tiers that bound, in (leading, number) and what came of it."""

    end: Position
    came: Outcome
    met: set[tuple[bool, int]]
    seen: set[str]


def tier_met(position: Position) -> tuple[bool, int] | None:
    """Return which tier binds the seat to play."""
    for event in events(position.variant):
        position = event.binding(position)
    hand = tuple(dict.fromkeys(position.hands[position.turn]))
    s = situation(position, hand)
    leading = not s.trick or (len(s.trick) == 1 and s.trick[0].fool)
    for number, tier in enumerate(tiers_of(position.variant, leading)):
        if admitted(tier, s, hand):
            return leading, number
    return None


def played(variant: Variant, seed: int) -> Played | str:
    """Play a deal at random; say why where the rules fall silent."""
    rng = random.Random(seed)
    named = rng.choice(variant.pack.suits) if variant.file.deal.trump == "named" else ""
    met, seen = set(), set()
    try:
        position = deal(variant, seed, trump=named)
        while not position.over:
            if position.phase == PLAY and (tier := tier_met(position)) is not None:
                met.add(tier)
            seen.add(position.phase)
            before, position = position, step(position, rng.choice(legal_actions(position)))
            if len(position.stock) < len(before.stock) and position.done > before.done:
                seen.add("draw")
            if position.broken and not before.broken:
                seen.add("breaking")
    except RulesSilent as silence:
        return str(silence)
    return Played(position, outcome(position), met, seen)


def judged(variant: Variant, deals: int) -> Iterator[str]:
    """Yield every remark of an examination that random play contradicts."""
    outcomes = [played(variant, seed) for seed in range(deals)]
    ends = [o for o in outcomes if not isinstance(o, str) and o.end.result != "void"]
    silent = [o for o in outcomes if isinstance(o, str)]
    allowed = trick_totals(variant)
    for end in ends:
        if sum(end.end.taken) not in allowed:
            yield f"{sum(end.end.taken)} tricks, of {allowed}"
    for remark in asked(scores, variant):
        yield from _score(variant, remark, ends)
    for question in (happenings, legality, pools):
        for remark in asked(question, variant):
            yield from _happened(remark, ends)
    for remark in asked(unique, variant):
        if remark.grade is Grade.SOUND:
            yield from (o for o in silent if "winner of the trick" in o)
            yield from _without_winner(variant)
        yield from _counted(variant, remark)
    for remark in asked(symmetries, variant):
        yield from _symmetric(variant, remark)


def _score(variant: Variant, remark: Remark, ends: list[Played]) -> Iterator[str]:
    stage, seats = remark.details.get("stage", ""), owners(variant)
    if remark.check == "every line of the score matters":
        if any(any(e.came.lines[remark.details["line"]][1]) for e in ends):
            yield f"{remark.text} It does."
        return
    for end in ends if stage else ():
        row = [getattr(end.came, stage)[i] for i in seats]
        if "least" in remark.details:
            if not remark.details["least"] <= sum(row) <= remark.details["most"]:
                yield f"{remark.text} But {row} by tricks {end.end.taken}."
        elif remark.grade is Grade.SOUND and len(set(row)) < len(row):
            yield f"{remark.text} But {row} by tricks {end.end.taken}."
    if "by players" in remark.details:
        mine = next(r for r in remark.details["by players"] if r["players"] == variant.players)
        ties = any(len(set(e.came.raw)) < len(e.came.raw) for e in ends
                   if sum(e.end.taken) == variant.tricks)  # fmt: skip
        if ties and not mine["can tie"]:
            yield f"{remark.text} They tie in play."


def _happened(remark: Remark, ends: list[Played]) -> Iterator[str]:
    found = re.match(r"The event '(\w+)' can never happen", remark.text)
    if found and any(found[1] in e.seen for e in ends):
        yield f"{remark.text} It does."
    leading = remark.check.endswith("to lead matters")
    dead = (leading, remark.details.get("tier")) if "can never bind" in remark.text else None
    if any(dead in e.met for e in ends):
        yield f"{remark.text} It does."
    if remark.text.startswith("The pool goes to one seat"):
        for end in ends:
            paid = end.came.settlement.paid if end.came.settlement else ()
            if sum(p < 0 for p in paid) > 1:
                yield f"{remark.text} But {list(paid)} by tricks {end.end.taken}."


def _tricks(variant: Variant, size: int) -> Iterator[tuple[Any, ...]]:
    if len(variant.pack.faces) ** size > 3000:
        rng = random.Random(size)
        yield from (tuple(rng.sample(list(variant.pack), size)) for _ in range(400))
        return
    for cards in product(variant.pack.faces, repeat=size):
        if all(cards.count(card) <= variant.pack.count[card] for card in cards):
            yield cards


def _without_winner(variant: Variant) -> Iterator[str]:
    for size, trump in product(trick_sizes(variant), trumps_of(variant)):
        for cards in _tricks(variant, size):
            if len(winners(variant, cards, trump)) != 1:
                yield f"no single winner of {cards}, trump {trump}"
                return


def _counted(variant: Variant, remark: Remark) -> Iterator[str]:
    listed = remark.details.get("sets by number of winners")
    size = trick_sizes(variant)[-1]
    if listed is None or comb(len(variant.pack), size) > 3000:
        return
    counts: dict[int, int] = {}
    for cards in {tuple(sorted(c)) for c in combinations(variant.pack.cards, size)}:
        number = len(winners(variant, cards))
        counts[number] = counts.get(number, 0) + 1
    if counts != listed:
        yield f"{listed} sets by number of winners, but {counts}"


def _symmetric(variant: Variant, remark: Remark) -> Iterator[str]:
    same = remark.details.get("without effect", ())
    for trump in trumps_of(variant):
        view = variant.view(trump)
        changed = [change.seen(variant, trump) for change in CHANGES if change.name in same]
        for cards in _tricks(variant, trick_sizes(variant)[-1]):
            won = {cards[i] for i in winners(variant, cards, trump)}
            for seen in changed:
                if all(card in seen for card in cards):
                    other = winning_cards(variant, tuple(seen[card] for card in cards))
                    if won != {cards[i] for i in other}:
                        yield f"{remark.text} Not {cards}, trump {trump}."
                        return
            if ORDER in same and len(cards) <= 3:
                for turns in permutations(cards):
                    if won != {turns[i] for i in winners(variant, turns, trump)}:
                        yield f"{remark.text} Not {cards}, trump {trump}."
                        return
        assert len(view) == len(variant.pack.faces)


def lines(rng: random.Random, players: int) -> list[dict[str, Any]]:
    """Return one to three random lines of a score."""
    found = []
    for kind in rng.sample(list(LINES), rng.randint(1, 3)):
        line: dict[str, Any] = {"kind": kind}
        for word in PARAMETERS.get(kind, ()):
            if word == "weights":
                line[word] = [rng.randint(-2, 4) for _ in range(players)]
            else:
                line[word] = rng.choice(WORDS.get(word, range(-3, 7)))
        found.append(line)
    return found


def changes(seed: int) -> tuple[str, dict[str, Any]]:
    """Return a game and random settings of one's own, with a small pack or a short hand."""
    rng = random.Random(seed)
    name = names()[seed % len(names())]
    base = load(name)
    change: dict[str, Any] = {"deal.packets": [], "deal.hand": rng.choice([1, 2, 3, "all"])}
    ranks = sorted(rng.sample(base.file.order.ranks.split(), 4), key=base.file.order.ranks.find)
    if rng.random() < 0.7:
        suits = "".join(rng.sample("csdh", rng.randint(2, 4)))
        copies = rng.choice([1, 1, 2])
        group = {"ranks": " ".join(ranks), "suits": suits, "copies": copies}
        change |= {"pack.groups": [group], "pack.add": "", "pack.remove": ""}
    for one in rng.sample(list(settings(base)), rng.randint(0, 3)):
        change |= one
    if rng.random() < 0.4:
        change |= own_tiers(rng)
    if rng.random() < 0.6:
        change["score.lines"] = lines(rng, base.players)
    if rng.random() < 0.4:
        change["score.points"] = {rank: rng.randint(-3, 4) for rank in ranks[:3]}
    if rng.random() < 0.3:
        change |= {"pack.jokers": rng.randint(0, 2), "pack.fools": rng.randint(0, 1)}
    return name, change


@pytest.mark.parametrize(("name", "change"), TOLD_WRONG)
def test_nothing_is_told_wrong_again(name: str, change: dict[str, Any]) -> None:
    assert not list(judged(load(name, settings=change), 300))


@pytest.mark.parametrize("seed", range(40))
def test_play_contradicts_no_remark(seed: int) -> None:
    name, change = changes(seed)
    try:
        variant = load(name, settings=change)
    except VariantError:
        return
    assert not list(judged(variant, 60))


def test_splits_are_those_of_every_end() -> None:
    """A jink can stop with three tricks or four, so that splits of those count too."""
    variant = load("spoil-five", settings=TRICKS)
    assert {sum(taken) for taken in every_split(variant)} == {3, 4, 5}
    assert trick_totals(load("gooseberry-3")) == [11]
