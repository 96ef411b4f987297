"""What the functions of a rules module do, on many inputs of every type that can arise.

Two modules that do the same on all of them are taken for equivalent. Tricks are all sequences of
three cards of a small pack, and random longer ones; hands, splits and deals are drawn at random,
with every flag both ways. `much` says how many are drawn.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from solver.cards import Card
from solver.errors import FoolproofError
from solver.rules.algebra import PLAIN
from solver.rules.order import NO_SUIT, Seen, high_to_low
from solver.rules.pool import POOLS, Deal, general_lost, general_made
from solver.rules.scoring import LINES, Facts, score_lines
from solver.rules.tiers import CONDITIONS, KINDS, Situation, legal, parse_tier, stranded
from solver.rules.trick import EQUAL_CARDS, JOKER_READINGS, WINNERS, emergent_suit, led_card
from solver.variant import load
from solver.variant_source import names

SIDED = ("makers", "spades bid")  # only partners play for these
LITTLE, MUCH = 1, 5
Facts_ = dict[str, Any]


def behaviour(module: str, much: int = LITTLE) -> str:
    """Return a digest of what a module's functions do."""
    known = hashlib.sha256()
    for fact in BEHAVIOURS[module](much):
        known.update(repr(fact).encode())
    return known.hexdigest()


def _asked(rule: Callable[..., Any], *inputs: Any) -> Any:
    try:
        return rule(*inputs)
    except FoolproofError as error:
        return f"refused: {error}"
    except Exception as error:
        return type(error).__name__


# --- cards ------------------------------------------------------------------------------------


def _card(suit: int, strength: int, trump: bool = False, privilege: bool = False) -> Seen:
    colour, face, points = 1 if suit in (0, 3) else 2, 100 * suit + strength, strength % 2
    return Seen(suit, strength, colour, trump, False, False, privilege, face, points, strength)


JOKER = Seen(NO_SUIT, 0, 0, False, True, False, False, 900, 0, 0)
FOOL = Seen(NO_SUIT, 0, 0, False, False, True, False, 901, 0, 0)
PLAIN_CARDS = [_card(suit, strength) for suit in range(4) for strength in (1, 2, 3)]
TRUMPED = [
    *(_card(suit, strength) for suit in (0, 1) for strength in (1, 2, 3)),
    *(_card(2, strength, True, strength > 1) for strength in (1, 2, 3)),
    FOOL,
]
COURT = [_card(2, strength, True) for strength in (12, 13, 14)]


def _tricks(cards: list[Seen], much: int, rng: random.Random) -> Iterator[list[Seen]]:
    """Yield all tricks of one to three cards, copies among them, and some longer ones."""
    for length in (1, 2, 3):
        yield from (list(trick) for trick in product(cards, repeat=length))
    for _ in range(400 * much):
        yield [rng.choice(cards) for _ in range(rng.choice((4, 5, 6, 7)))]


def _tricks_won(much: int) -> Iterator[Any]:
    rng = random.Random(1)
    for trick in _tricks(TRUMPED, much, rng):
        yield _asked(led_card, PLAIN, trick)
        for equal in ("first", "last"):
            yield _asked(WINNERS["highest"], PLAIN, trick, equal)
    cards = [*PLAIN_CARDS, JOKER]
    one_suit = [*PLAIN_CARDS[:3], JOKER]
    tricks = [*_tricks(cards, much, rng), *map(list, product(one_suit, repeat=5))]
    for trick in tricks:
        yield _asked(emergent_suit, PLAIN, trick)
        if len(trick) == 3 and len({c.face for c in trick}) == 3:
            yield _asked(WINNERS["middling of three"], PLAIN, trick)
    for equal, jokers in product(EQUAL_CARDS, JOKER_READINGS):
        for trick in tricks if much > LITTLE else rng.sample(tricks, 100):
            yield _asked(WINNERS["middling"], PLAIN, trick, equal, jokers)


# --- orders -----------------------------------------------------------------------------------


def _ranked(view: Mapping[Card, Seen]) -> list[Seen]:
    """Return the cards with strengths as places in their suits: their size is of no account."""
    strengths: dict[int, set[int]] = {}
    for seen in view.values():
        strengths.setdefault(seen.suit, set()).add(seen.strength)
    places = {suit: sorted(found) for suit, found in strengths.items()}
    return [c._replace(strength=places[c.suit].index(c.strength)) for c in view.values()]


def _orders(much: int) -> Iterator[Any]:
    for name in names():
        variant = load(name)
        for trump in ("", *variant.pack.suits):
            top = variant.order.top_cards(trump)
            aces = [c for c in variant.pack.faces if c.rank == "A" and c.suit in (trump, "h")]
            view = variant.view(trump)
            yield top, _ranked(view), high_to_low(view, variant.pack.faces)
            for demoted in [*top, *aces] if much > LITTLE else aces:
                yield _ranked(variant.view(trump, demoted))
    for field, value in (("order.ranks", "A K Q"), ("order.red", "K Q"), ("order.reverse", True)):
        for name in ("whist", "spoil-five", "gooseberry-3"):
            done = _asked(load, name, None, None, {field: value})
            yield done if isinstance(done, str) else _ranked(done.view(""))


# --- tiers ------------------------------------------------------------------------------------


def _legal(much: int) -> Iterator[Any]:
    rng = random.Random(2)
    lists = {
        tuple(t.text for t in tiers)
        for name in names()
        for v in (load(name),)
        for tiers in (v.lead_tiers, v.follow_tiers, v.always_tiers)
    }
    single = [(word,) for word in (*KINDS, *(f"{k} that heads its suit" for k in KINDS))]
    single += [(f"any while {word}",) for word in CONDITIONS]
    single += [(f"any while not {word}",) for word in CONDITIONS]
    for words in (*sorted(lists), *single):
        tiers = [parse_tier(word) for word in words]
        leading = "led" not in str(words) and "heads" not in str(words)
        for _ in range(100 * much if words in lists else 50 * much):
            s = _situation(rng, 0 if leading and rng.random() < 0.5 else rng.randint(1, 3))
            yield _asked(legal, PLAIN, tiers, s)
        cards = [*TRUMPED, JOKER]
        yield _asked(stranded, PLAIN, tiers, cards, [[card] for card in cards])
    for word in ("nothing", "any while nothing", "trumps that beat", "any while not nothing"):
        yield _asked(parse_tier, word)


def _situation(rng: random.Random, table: int) -> Situation:
    cards = rng.choice((TRUMPED, [*PLAIN_CARDS, JOKER], [*TRUMPED, *COURT]))
    hand = rng.sample(cards, rng.randint(1, 4))
    flip = rng.random
    return Situation(
        hand=hand,
        held=[True] * len(hand) if flip() < 0.7 else [flip() < 0.6 for _ in hand],
        trick=[rng.choice(cards) for _ in range(table)],
        broken=flip() < 0.5,
        number=rng.randint(1, 4),
        trump_known=flip() < 0.5,
        trump_leads=rng.randint(0, 3),
        opening=rng.choice(hand).face if flip() < 0.5 else -1,
        called=flip() < 0.5,
        barred=rng.choice(hand).face if flip() < 0.5 else -1,
        ace_turned=flip() < 0.5,
        withhold_only_alone=flip() < 0.5,
    )


# --- scores and pools -------------------------------------------------------------------------


def _lines() -> list[dict[str, Any]]:
    found = [{"kind": kind} for kind in LINES]
    for name in names():
        found += [line for line in load(name).file.score.lines if line not in found]
    more: list[dict[str, Any]] = [
        {"kind": "weighted tricks", "weights": [0, 3, 1, 2], "toward": "left"},
        {"kind": "middling bonus", "bonus": {"3": 10, "4": 7}},
        {"kind": "middling bonus", "bonus": 10, "tied": "nobody"},
        {"kind": "jewels bid", "short": "missed only", "each": 3, "over": 5, "missed": 7},
        {"kind": "books and motley", "two": 3, "three": 5, "motley": 9},
        {"kind": "over book", "book": 2},
    ]
    return found + [line for line in more if line not in found]


def _scores(much: int) -> Iterator[Any]:
    rng = random.Random(3)
    lines = _lines()
    for line in lines:
        for _ in range(80 * much):
            sided = line["kind"] in SIDED
            n = 4 if sided else rng.choice((3, 4, 4))
            so_far = [rng.randint(0, 3) for _ in range(n)]
            yield _asked(LINES[line["kind"]], PLAIN, _facts(rng, n, sided), so_far, line)
    for _ in range(100 * much):
        yield _asked(score_lines, PLAIN, rng.sample(lines, 2), _facts(rng, 4, True))


def _facts(rng: random.Random, n: int, sided: bool) -> Facts:
    def numbers(most: int) -> list[int]:
        return [rng.randint(0, most) for _ in range(n)]

    sides = (0, 1, 0, 1) if sided or (n == 4 and rng.random() < 0.7) else ()
    points = numbers(3) if rng.random() < 0.7 else [rng.choice((0, 0, 5))] + [0] * (n - 1)
    taken = numbers(3)
    if rng.random() < 0.5:
        taken[rng.randrange(n)] += rng.choice((3, 4, 5, 7))
    return Facts(
        taken=taken,
        points=points,
        bids=numbers(3),
        sides=sides,
        books=[[rng.randint(0, 3) for _ in range(2)] for _ in range(n)],
        motley=numbers(3),
        declarer=rng.randint(-1, 1),
        turned=rng.random() < 0.5,
        dealer=rng.randrange(n),
        total_points=sum(points),
    )


def _pools(much: int) -> Iterator[Any]:
    rng = random.Random(4)
    for rule, fine in product(POOLS, (3, 5, "pool", None)):
        for _ in range(200 * much):
            n = rng.choice((2, 3, 4))
            taken = [rng.randint(0, 2) for _ in range(n)]
            if rng.random() < 0.7:
                taken[rng.randrange(n)] = rng.choice((3, 4, 5))
            active = [rng.random() < 0.8 for _ in range(n)]
            deal = Deal(
                rng.randint(0, 12),
                [t if plays else 0 for t, plays in zip(taken, active, strict=True)],
                active,
                [rng.choice(["play", "go", "defend", "stop"]) for _ in range(n)],
                [rng.random() < 0.2 for _ in range(n)],
                0,
            )
            line = {"parts": rng.choice((3, 5))} | ({} if fine is None else {"fine": fine})
            yield _asked(POOLS[rule], PLAIN, deal, line)
            yield general_made(PLAIN, deal, 0, 5), general_lost(PLAIN, deal, 1, 5)


BEHAVIOURS: dict[str, Callable[[int], Iterator[Any]]] = {
    "trick": _tricks_won,
    "order": _orders,
    "tiers": _legal,
    "scoring": _scores,
    "pool": _pools,
}
