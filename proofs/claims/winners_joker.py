"""Jokers that win, Jokers that are given away, the mirrored score, and the odd card."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb
from typing import NamedTuple

from proofs.claim import Claim, Finding, Witness, decided, holds, silent, when
from proofs.claims.playability_joker import READINGS, tiny_deals
from proofs.encode.obligations import refuted
from proofs.never_stuck import legal_set, situation
from proofs.random_play import play_stream, playout
from proofs.registry import Effort, settles
from proofs.sampling import Ratio, share
from proofs.trick_types import trick_types
from proofs.witness import ending, replayed
from solver.cards import JOKER, Card, card_pretty
from solver.dealing import deal
from solver.encode.cnf import Cnf
from solver.goals import Goal
from solver.notation import write
from solver.outcome import outcome
from solver.position import Action, Position, play, start
from solver.referee import legal_actions, step
from solver.reference import solve
from solver.rules.algebra import PLAIN
from solver.variant import Variant, load

Hands = tuple[tuple[Card, ...], ...]


# --- several Jokers ---------------------------------------------------------------------------


def _named(players: int, jokers: int, reading: str) -> dict[int, set[int]]:
    """Return by number of Jokers in a trick how many winners a reading names."""
    name = "G3" if players == 3 else "G5-3J"
    variant = load(name, settings={"pack.jokers": jokers, "trick.jokers": reading})
    view = variant.view("")
    found: dict[int, set[int]] = {}
    for kind in trick_types(variant.pack, players):
        wins = variant.wins(PLAIN, [view[card] for card in kind.cards])
        found.setdefault(kind.cards.count(JOKER), set()).add(sum(wins))
    return found


def _two_jokers() -> Witness:
    variant = load("G3", settings={"pack.jokers": 2, "trick.jokers": "refuse"})
    hands = ((Card("c", "7"),), (JOKER,), (JOKER,))
    position = ending(variant, hands)
    cards = [Card("c", "7"), JOKER, JOKER]
    return replayed("B and C, void of clubs, must both play a Joker", position, map_play(cards))


def map_play(cards: list[Card]) -> list[Action]:
    """Return the plays of some cards."""
    return [play(card) for card in cards]


@settles("B012")
def joker_wins(claim: Claim, effort: Effort) -> Finding:
    """Settle how many cards C1 names with one, two and three Jokers in the pack."""
    found = {k: _named(3, k, "refuse") for k in (1, 2, 3)}
    one = all(row[1] == {1} and row[0] == {1} for row in found.values())
    more = all(row[j] == {j} for row in found.values() for j in row if j > 1)
    if not (one and more):
        return decided(one, "C1 names other numbers of cards", details={"named": str(found)})
    return when(
        "one Joker lies in the trick (always so with one Joker in the pack)",
        "C1 names exactly one card with k=1; with k=2 and 3 a trick can hold two or three Jokers "
        "and "
        "C1 names them all: B and C, both void, must both play theirs",
        scope="k=1, 2, 3; all types of tricks of 32 cards and k Jokers, n=3; any n alike",
        method="every type of trick",
        mend="say that the first (or last) Joker wins (option G7)",
        witness=_two_jokers(),
        details={k: {j: sorted(v) for j, v in row.items()} for k, row in found.items()},
    )


class JokerTricks(NamedTuple):
    """Tricks of random deals by the Jokers in them, and how often readings disagree."""

    tricks: int
    by_jokers: Counter[int]
    differ: Counter[str]
    two: Ratio
    deals_with_two: int


def joker_tricks(deals: int, seed: int) -> JokerTricks:
    """Play random deals of 55 cards and look at the Jokers of every trick."""
    variants = {r: load("G5-3J", choose={"G7": r}) for r in ("first", "last", "cancel")}
    variant = variants["first"]
    view = variant.view("")
    by_jokers: Counter[int] = Counter()
    differ: Counter[str] = Counter()
    with_two = 0
    two = Ratio()
    for i in range(deals):
        played = playout(variant, seed * 1_000_003 + i)
        cards = [a.card for a in played.actions if a.is_play]
        numbers = []
        for t in range(0, len(cards), 5):
            trick = cards[t : t + 5]
            number = trick.count(JOKER)
            by_jokers[number] += 1
            numbers.append(number)
            if number > 1:
                seen = [view[card] for card in trick]
                won = {r: v.wins(PLAIN, seen).index(True) for r, v in variants.items()}
                for a, b in (("first", "last"), ("first", "cancel"), ("last", "cancel")):
                    differ[f"{a} or {b}"] += won[a] != won[b]
        several = sum(number > 1 for number in numbers)
        two.add(several, len(numbers))
        with_two += several > 0
    return JokerTricks(sum(by_jokers.values()), by_jokers, differ, two, with_two)


@settles("B054")
def equal_jokers(claim: Claim, effort: Effort) -> Finding:
    """Count the winners C1 gives with three equal Jokers, and what each reading changes."""
    named = _named(5, 3, "refuse")
    readings = {r: _named(5, 3, r) for r in ("first", "last", "cancel")}
    deals = int(300 * effort.factor) or 1
    seen = joker_tricks(deals, effort.seed)
    shares = {j: share(seen.by_jokers[j], seen.tricks) for j in range(4)}
    drawn = {j: Fraction(comb(3, j) * comb(52, 5 - j), comb(55, 5)) for j in range(4)}
    two = share(seen.by_jokers[2] + seen.by_jokers[3], seen.tricks)
    clustered = seen.two.estimate()  # tricks of one deal share its three Jokers
    single = {r: all(v == {1} for v in row.values()) for r, row in readings.items()}
    return silent(
        "C1 names as many winners as there are Jokers in the trick: "
        + ", ".join(f"{j} Jokers: {sorted(v)[0]}" for j, v in sorted(named.items()))
        + " (none: one by C2, C3); in random play two or three Jokers fall in one trick in "
        f"{clustered.percent} of tricks ({seen.deals_with_two} of {deals} deals); the "
        "text leaves: the first wins, the last wins, two cancel each other (all total for n=5), "
        "each names another winner there",
        scope="n=5, 55 cards, T=11",
        method=f"every type of trick; {deals} random deals, seed {effort.seed}, 95 % interval by "
        "deals",
        mend="say which of several Jokers wins",
        seed=effort.seed,
        sample=seen.tricks,
        witness=_two_jokers(),
        details={
            "winners by Jokers": {j: sorted(v) for j, v in sorted(named.items())},
            "tricks by Jokers, random play": {j: s.as_list() for j, s in shares.items()},
            "tricks by Jokers, five cards drawn": {j: float(p) for j, p in drawn.items()},
            "two or more": two.as_list(),
            "two or more, interval by deals": clustered.as_list(),
            "one winner on every trick": single,
            "tricks with two or more on which readings differ": dict(seen.differ),
        },
    )


# --- the gift ---------------------------------------------------------------------------------


class Reached(NamedTuple):
    """What a deal can come to under a reading of the gift."""

    scores: frozenset[tuple[int, ...]]
    leaders: frozenset[tuple[int, int]]
    later: frozenset[tuple[tuple[int, ...], ...]]
    left: bool


def _reached(hands: Hands, reading: str) -> Reached:
    variant = load("G3", choose={"G1": reading})
    scores, leaders, later = set(), set(), set()
    left = False
    todo = [start(variant, hands)]
    while todo:
        position = todo.pop()
        if position.over:
            scores.add(outcome(position).raw)
            left = left or any(position.hands)
            continue
        for action in legal_actions(position):
            after = step(position, action)
            todo.append(after)
            if action.word == "gift" and not after.over:
                leaders.add((position.turn, after.leader))
                later.add(tuple(tuple(map(variant.pack.index.__getitem__, h)) for h in after.hands))
    return Reached(frozenset(scores), frozenset(leaders), frozenset(later), left)


@settles("B021")
def the_gift(claim: Claim, effort: Effort) -> Finding:
    """Compare the three readings of the Joker's gift over all deals of a tiny pack."""
    deals = list(tiny_deals(1, 2))
    reached = [{r: _reached(hands, r) for r in READINGS} for hands in deals]
    pairs = {}
    for a, b in (("trick", "lead"), ("trick", "card"), ("lead", "card")):
        pairs[f"{a} or {b}"] = {
            "raw scores": sum(x[a].scores != x[b].scores for x in reached),
            "next leader": sum(x[a].leaders != x[b].leaders for x in reached),
            "hands in later play": sum(x[a].later != x[b].later for x in reached),
        }
    left = {r: sum(x[r].left for x in reached) for r in READINGS}
    one = ending(load("G3"), ((JOKER,), (Card("c", "7"),), (Card("s", "7"),)))
    ends = {r: _one_trick(r) for r in READINGS}
    return silent(
        "trick or lead: another seat scores the trick (lead and later play alike); lead or card: "
        "score "
        "and next leader alike, but the Joker is in another hand and can win again, hands become "
        "uneven "
        f"and a card can be left over (in {left['card']} of {len(deals)} deals of two cards each, "
        "else "
        "never); trick or card: all of these but the leader; smallest: one trick won by A's Joker, "
        "given "
        "to B: raw scores "
        + ", ".join(f"{r} {' '.join(map(str, raw))}" for r, raw in ends.items()),
        scope=f"n=3: all {len(deals)} deals of a Joker and five cards, every play; any n alike",
        method="every play of every deal under each reading",
        mend="say 'may give the trick to any other player' (so Parlett)",
        witness=Witness(
            "the Joker wins the only trick and is given to B",
            f"foolproof play '{write(one)}'",
            write(one),
        ),
        details={
            "deals in which two readings differ": pairs,
            "deals": len(deals),
            "deals with a card left over": left,
            "one trick given to B, raw": ends,
        },
        readings={r: holds(f"raw scores of the one-trick example {ends[r]}") for r in READINGS},
    )


def _one_trick(reading: str) -> tuple[int, ...]:
    variant = load("G3", choose={"G1": reading})
    cards = [JOKER, Card("c", "7"), Card("s", "7")]
    position = start(variant, tuple((card,) for card in cards))
    for action in map_play(cards):
        position = step(position, action)
    gift = next(a for a in legal_actions(position) if a.value == 1)
    return outcome(step(position, gift)).raw


# --- the mirrored game ------------------------------------------------------------------------


def mirrored(hands: Hands) -> Hands:
    """Return the hands with the seats on the other side of A."""
    return (hands[0], *reversed(hands[1:]))


def _guarantees(variant: Variant, hands: Hands) -> tuple[int, ...]:
    """Return the raw score that each seat can make against all others."""
    position = start(variant, hands)
    return tuple(solve(position, Goal(frozenset({i}), "raw")).value for i in range(3))


def _splits(variant: Variant, hands: Hands) -> set[tuple[int, ...]]:
    found = set()
    todo = [start(variant, hands)]
    seen: set[Position] = set()
    while todo:
        position = todo.pop()
        if position in seen:
            continue
        seen.add(position)
        if position.over:
            found.add(outcome(position).raw)
        todo += [step(position, action) for action in legal_actions(position)]
    return found


@settles("B043")
def mirror_image(claim: Claim, effort: Effort) -> Finding:
    """Settle whether E' played clockwise is the mirror image of E played clockwise."""
    right, left = load("G3"), load("G3", choose={"E": "left"})
    deals = list(tiny_deals(1, 2))
    same_sets = same_values = 0
    first: Hands | None = None
    for hands in deals:
        other = mirrored(hands)
        same_sets += _splits(right, hands) == {mirror(s) for s in _splits(left, other)}
        equal = _guarantees(right, hands) == mirror(_guarantees(left, other))
        same_values += equal
        first = first if equal or first else hands
    three = None if first else _search_three(right, left, effort)
    found = first or three
    if found is None:
        return decided(True, f"no difference on {len(deals)} deals", details={"deals": len(deals)})
    values = _guarantees(right, found), mirror(_guarantees(left, mirrored(found)))
    size = len(found[0])
    text = " | ".join(
        f"{name}: {' '.join(card_pretty(x) for x in hand)}"
        for name, hand in zip("ABC", found, strict=True)
    )
    return decided(
        False,
        f"what can happen is mirrored ({same_sets} of {len(deals)} deals of two cards each: the "
        "same "
        f"sets of results), what can be forced is not ({same_values} of {len(deals)} the same): "
        "the "
        f"second and third player change places; {size} cards each, {text}: each seat can make "
        f"{values[0]} "
        f"under E, {values[1]} under E' in the mirrored deal",
        scope=f"n=3; all {len(deals)} deals of a Joker and five cards"
        + ("" if first else ", then three cards each"),
        method="every play; exact values for one seat against the others",
        mend="E' is the mirror image only if play, too, runs the other way",
        witness=Witness(
            "under E this deal, under E' its mirror image",
            f"foolproof solve '{write(ending(right, found))}' --goal 'B scores most raw'",
            write(ending(right, found)),
        ),
        details={
            "deals": len(deals),
            "same sets of results": same_sets,
            "same guarantees": same_values,
            "guarantees under E": values[0],
            "guarantees under E', mirrored back": values[1],
        },
    )


def mirror(scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return numbers per seat with the seats on the other side of A."""
    return (scores[0], *reversed(scores[1:]))


def _search_three(right: Variant, left: Variant, effort: Effort) -> Hands | None:
    """Look for the difference in random deals of three cards each."""
    rng = random.Random(effort.seed)
    cards = list(right.pack.cards)
    for _ in range(400):
        drawn = rng.sample(cards, 9)
        hands = tuple(tuple(drawn[i * 3 : i * 3 + 3]) for i in range(3))
        if _guarantees(right, hands) != mirror(_guarantees(left, mirrored(hands))):
            return hands
    return None


# --- the odd card -----------------------------------------------------------------------------


@settles("B050")
def odd_card(claim: Claim, effort: Effort) -> Finding:
    """Settle that turning the odd card up or down changes no legal set, winner or score."""
    down, up = (load("G3-40", choose={"G5": word}) for word in ("face down", "face up"))
    same_rules = (
        [t.text for t in down.lead_tiers] == [t.text for t in up.lead_tiers]
        and [t.text for t in down.follow_tiers] == [t.text for t in up.follow_tiers]
        and down.file.score == up.file.score
        and down.file.trick == up.file.trick
        and down.file.events == up.file.events
    )
    blind = all(_turn_up_unread(claim.id, up, leading) for leading in (True, False))
    deals = 20
    states = sum(_played_alike(down, up, effort.seed * 1000 + i) for i in range(deals))
    mate = load("G3-40", choose={"G5": "mate"})
    moved = sum(deal(mate, i).leader != deal(down, i).leader for i in range(deals))
    return decided(
        same_rules and blind and states > 0,
        "no: no tier, trick rule or score line reads the undealt card (refuted for every hand), "
        "and "
        f"{deals} deals played both ways agree at all {states} decisions; it changes only what the "
        f"players know (and, with the rule of the mate, the first leader: {moved} of {deals} "
        "deals)",
        scope="40 cards, n=3, one card over; the same for any pack and n",
        method="SAT over all hands; the same deals and plays under both readings",
        details={"decisions compared": states, "deals": deals, "first leader with the mate": moved},
    )


def _turn_up_unread(claim: str, variant: Variant, leading: bool) -> bool:
    """Refute that the turned card (an ace or not, a mate or none) changes a legal set."""
    view = variant.view("")
    a = Cnf()
    trick = [] if leading else a.trick(view, variant.pack.count, 1)
    s = situation(a, variant, list(view.values()), trick)
    other = s._replace(ace_turned=a.truth(), opening=a.unknown(range(len(view))))
    pairs = zip(
        legal_set(a, variant, s, leading=leading),
        legal_set(a, variant, other, leading=leading),
        strict=True,
    )
    a.require(a.any(a.no(a.same(x, y)) for x, y in pairs))
    return refuted(claim, f"the turned card matters {'leading' if leading else 'following'}", a)


def _played_alike(down: Variant, up: Variant, seed: int) -> int:
    """Play a deal in both variants alike; return the decisions, or 0 if they ever differ."""
    one, two = deal(down, seed), deal(up, seed)
    rng = play_stream(seed)
    decisions = 0
    while not one.over:
        legal = legal_actions(one)
        if legal != legal_actions(two) or one.turn != two.turn:
            return 0
        action = rng.choice(legal)
        one, two = step(one, action), step(two, action)
        decisions += 1
    same = outcome(one) == outcome(two) and two.over
    return decisions if same else 0
