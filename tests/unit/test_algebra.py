"""Every rule component means the same on Python values, on z3 terms and on gates.

One random input is drawn; each of its numbers and truths is replaced by an unknown, the rule is
evaluated on the unknowns, and the unknowns are then given their values.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import z3

from proofs.algebra import Z3, proved, symbolic_card, symbolic_split, value_of
from proofs.encode.cases import Cases
from solver.encode.cnf import Cnf, value_in
from solver.encode.gates import Bit
from solver.rules.algebra import PLAIN
from solver.rules.order import Seen
from solver.rules.pool import POOLS, Deal
from solver.rules.scoring import LINES, Facts, score_lines
from solver.rules.tiers import Situation, legal
from solver.rules.trick import EQUAL_CARDS, JOKER_READINGS, WINNERS, middling
from solver.variant import Variant, load
from solver.variant_source import names

Rule = Callable[[Any, list[Any]], Sequence[Any]]


def lifted(value: Any, unknown: Callable[[int | bool], Any]) -> Any:
    """Replace every number and truth in a nested input by an unknown."""
    if isinstance(value, bool | int):
        return unknown(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(lifted(v, unknown) for v in value))
    if isinstance(value, list | tuple):
        return [lifted(v, unknown) for v in value]
    return value


def on_z3(rule: Rule, inputs: list[Any]) -> list[int]:
    """Evaluate a rule on z3 terms."""
    given: list[tuple[Any, Any]] = []

    def unknown(value: int | bool) -> Any:
        name = f"v{len(given)}"
        if isinstance(value, bool):
            given.append((z3.Bool(name), z3.BoolVal(value)))
        else:
            given.append((z3.Int(name), z3.IntVal(value)))
        return given[-1][0]

    terms = rule(Z3, lifted(inputs, unknown))
    return [int(value_of(term, given)) for term in terms]


def on_gates(rule: Rule, inputs: list[Any]) -> list[int]:
    """Evaluate a rule on CNF gates and let a SAT solver give every gate its value."""
    a = Cnf()

    def unknown(value: int | bool) -> Any:
        if isinstance(value, bool):
            bit = a.truth()
            a.require(bit if value else Bit(-bit.value))
            return bit
        number = a.unknown([value - 1, value, value + 2])
        a.require(number == value)
        return number

    terms = rule(a, lifted(inputs, unknown))
    model = a.solve()
    assert model is not None
    return [int(value_in(term, model)) for term in terms]


def agree(rule: Rule, inputs: list[Any]) -> None:
    """Assert that a rule has the same values in all algebras."""
    plain = [int(value) for value in rule(PLAIN, inputs)]
    assert on_z3(rule, inputs) == plain
    assert on_gates(rule, inputs) == plain


def view_of(variant: Variant, rng: random.Random) -> list[Seen]:
    """Return the cards of a variant under a random trump, as often as they are in the pack."""
    trump = variant.keeps_trump_suit
    if variant.has_trumps and not trump:
        trump = rng.choice([*variant.pack.suits, ""])
    view = variant.view(trump)
    return [view[card] for card in variant.pack]


def first_of_each(key: Callable[[Variant], Any]) -> list[str]:
    """Return one built-in variant for each value of a key."""
    found: dict[str, str] = {}
    for name in names():
        found.setdefault(repr(key(load(name))), name)
    return list(found.values())


def tier_words(variant: Variant) -> list[str]:
    """Return all tiers of a variant."""
    return [t.text for t in (*variant.lead_tiers, *variant.follow_tiers, *variant.always_tiers)]


@pytest.mark.parametrize(
    "name", first_of_each(lambda v: (v.file.trick, v.players, v.file.order, v.has_trumps))
)
def test_winner_of_every_variant(name: str) -> None:
    rng = random.Random(name)
    variant = load(name)
    for _ in range(2):
        trick = rng.sample(view_of(variant, rng), variant.players)
        agree(lambda a, inputs: variant.wins(a, inputs[0]), [trick])


@pytest.mark.parametrize("name", list(WINNERS))
def test_winner_rules_with_few_ranks(name: str) -> None:
    rng = random.Random(7)
    cards = list(load("G3").view("").values())
    cards = [card for card in cards if card.strength <= 3]
    for _ in range(8):
        trick = [rng.choice(cards) for _ in range(3)]
        agree(lambda a, inputs: WINNERS[name](a, inputs[0]), [trick])


@pytest.mark.parametrize("equal", EQUAL_CARDS)
@pytest.mark.parametrize("jokers", JOKER_READINGS)
def test_readings_of_the_middling_rule(equal: str, jokers: str) -> None:
    rng = random.Random(equal + jokers)
    cards = list(load("G3").view("").values())
    cards = [card for card in cards if card.strength <= 2]
    for _ in range(2):
        trick = [rng.choice(cards) for _ in range(5)]
        agree(lambda a, inputs: middling(a, inputs[0], equal=equal, jokers=jokers), [trick])


@pytest.mark.parametrize("name", first_of_each(lambda v: (tier_words(v), v.file.order)))
def test_legal_cards_of_every_variant(name: str) -> None:
    rng = random.Random(name)
    variant = load(name)
    for tiers in (variant.lead_tiers, variant.follow_tiers, variant.always_tiers):
        if not tiers:
            continue
        cards = rng.sample(view_of(variant, rng), variant.players + 5)
        leading = tiers is variant.lead_tiers
        on_table = 0 if leading else rng.randint(1, variant.players - 1)
        s = Situation(
            hand=cards[:5],
            held=[rng.random() < 0.7 for _ in range(5)],
            trick=cards[5 : 5 + on_table],
            broken=rng.random() < 0.5,
            number=rng.randint(1, 3),
            trump_known=rng.random() < 0.5,
            trump_leads=rng.randint(0, 3),
            opening=cards[0].face,
            called=rng.random() < 0.5,
            ace_turned=rng.random() < 0.5,
        )

        def rule(a: Any, inputs: list[Any], tiers: Any = tiers) -> Sequence[Any]:
            return legal(a, tiers, inputs[0]._replace(withhold_only_alone=False))

        agree(rule, [s])


def test_withholding_only_a_lone_trump() -> None:
    rng = random.Random(3)
    variant = load("S1")
    view = list(variant.view("s").values())
    for _ in range(4):
        cards = rng.sample([c for c in view if c.trump], 4)
        s = Situation(cards[:3], [rng.random() < 0.6 for _ in range(3)], cards[3:])
        agree(
            lambda a, inputs: legal(
                a, variant.follow_tiers, inputs[0]._replace(withhold_only_alone=True)
            ),
            [s],
        )


@pytest.mark.parametrize("kind", list(LINES))
def test_score_lines(kind: str) -> None:
    rng = random.Random(kind)
    n = 4
    sides = (0, 1, 0, 1)
    short = rng.choice(["", "missed only"])
    parameters = {
        "kind": kind,
        "toward": rng.choice(["right", "left"]),
        "bonus": 10,
        "short": short,
    }
    for _ in range(2):
        taken = [rng.randint(0, 3) for _ in range(n)]
        points = [rng.randint(0, 3) for _ in range(n)]
        bids = [rng.randint(0, 3) for _ in range(n)]
        books = [[rng.randint(0, 3)] for _ in range(n)]
        motley = [rng.randint(0, 3) for _ in range(n)]
        so_far = [rng.randint(0, 3) for _ in range(n)]

        def rule(a: Any, inputs: list[Any]) -> Sequence[Any]:
            facts = Facts(
                taken=inputs[0],
                points=inputs[1],
                bids=inputs[2],
                sides=sides,
                books=inputs[3],
                motley=inputs[4],
                declarer=0,
                turned=inputs[6],
                dealer=1,
                total_points=inputs[7],
            )
            return LINES[kind](a, facts, inputs[5], parameters)

        agree(rule, [taken, points, bids, books, motley, so_far, rng.random() < 0.5, sum(points)])


@pytest.mark.parametrize("name", first_of_each(lambda v: (v.file.score.lines, v.players, v.sides)))
def test_whole_score_of_every_variant(name: str) -> None:
    rng = random.Random(name)
    variant = load(name)
    n = variant.players
    taken = [rng.randint(0, 2) for _ in range(n)]
    bids = [rng.randint(0, 2) for _ in range(n)]
    points = [rng.randint(0, 2) for _ in range(n)]
    books = [[rng.randint(0, 3) for _ in range(1)] for _ in range(n)]
    motley = [rng.randint(0, 3) for _ in range(n)]

    def rule(a: Any, inputs: list[Any]) -> Sequence[Any]:
        facts = Facts(
            taken=inputs[0],
            points=inputs[1],
            bids=inputs[2],
            sides=variant.sides,
            books=inputs[3],
            motley=inputs[4],
            declarer=0,
            turned=inputs[5],
            dealer=0,
            total_points=5,
        )
        lines = score_lines(a, variant.file.score.lines, facts)
        return [number for _, added in lines for number in added]

    agree(rule, [taken, points, bids, books, motley, rng.random() < 0.5])


@pytest.mark.parametrize("rule_name", list(POOLS))
@pytest.mark.parametrize("fine", [3, "pool"])
def test_pools(rule_name: str, fine: int | str) -> None:
    if rule_name == "crosses" and fine == "pool":
        return
    rng = random.Random(f"{rule_name}{fine}")
    for _ in range(4):
        n = 3
        taken = [rng.randint(0, 5) for _ in range(n)]
        active = [rng.random() < 0.8 for _ in range(n)]
        barred = [rng.random() < 0.2 for _ in range(n)]
        calls = [rng.choice(["play", "go", "defend", "stop"]) for _ in range(n)]

        def rule(a: Any, inputs: list[Any], calls: list[str] = calls) -> Sequence[Any]:
            deal = Deal(inputs[0], inputs[1], inputs[2], calls, inputs[3], 0)
            done = POOLS[rule_name](a, deal, {"parts": 3, "fine": fine})
            return [done.pool, *done.paid, done.won]

        agree(rule, [rng.randint(1, 9), taken, active, barred])


def test_all_cases_at_once_agree_with_one_by_one() -> None:
    variant = load("G3")
    cards = [card for card in variant.view("").values() if card.strength <= 2]
    a = Cases(cards, 3)
    wins = variant.wins(a, a.trick)
    base = len(cards)
    for number in range(a.number_of_cases):
        trick = [cards[number // base**place % base] for place in range(3)]
        plain = variant.wins(PLAIN, trick)
        here = [w if isinstance(w, bool) else bool(w.value >> number & 1) for w in wins]
        assert here == plain


def test_unknown_cards_of_a_pack() -> None:
    variant = load("G3")
    cards = list(variant.view("").values())
    trick, known = zip(*(symbolic_card(f"c{i}", cards) for i in range(3)), strict=True)
    solver = z3.Solver()
    solver.add(*known, trick[0].joker, trick[1].strength > 7)
    assert solver.check() == z3.sat
    assert proved(Z3.no(Z3.all([trick[0].joker, trick[0].colour == 1])), known[0])


def test_split_of_a_total() -> None:
    taken, split = symbolic_split(3, 11)
    assert proved(sum(taken) == 11, split)
    assert not proved(taken[0] > 0, split)
