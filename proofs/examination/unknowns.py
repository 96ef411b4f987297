"""Facts of a deal as unknowns: what scoring can see of any deal, and questions about it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import z3

from proofs.algebra import Z3, symbolic_split
from solver.rules.scoring import Facts, score_lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.variant import Variant

# How much work a question may be to z3, in its own units, about two seconds: whatever else the
# machine does, the answer is the same. The largest question about a built-in takes four millions.
EFFORT = 15_000_000


def kinds(variant: Variant) -> list[str]:
    """Return the kinds of the score's lines, in order."""
    return [str(line["kind"]) for line in variant.file.score.lines]


def trick_totals(variant: Variant) -> list[int]:
    """Return how many tricks can have been played when a deal that counts ends.

    Besides the full number: none where all but one may pass or a flush is shown, any from the first
    that a general can lose or a jink can stop, fewer where the stock may give up cards to something
    else before they can be drawn, more where a Joker given away goes back into a hand. Not all of
    them need be reachable.
    """
    events, most = variant.file.events, variant.tricks
    found = {most}
    if events.declare is not None or events.flush is not None:
        found.add(0)
    if events.declare is not None and events.declare.general:
        found.update(range(1, most))
    if events.jink is not None and events.jink.at >= 1:
        found.update(range(events.jink.at, most))
    spent = (events.late_trump, events.declare, variant.file.deal.second_turn_up or None)
    if events.draw is not None and any(use is not None for use in spent):
        found.update(range(variant.hand_size, most))
    if variant.gives_cards:
        cards = len(variant.dealt_seats(0)) * variant.hand_size + variant.stock
        found.update(range(most, cards // max(1, variant.players - 1) + 1))
    return sorted(found)


class Unknowns(NamedTuple):
    """Facts whose numbers are unknown, and what binds them."""

    facts: Facts
    given: list[Any]

    def raw_and_final(self, variant: Variant) -> dict[str, list[Any]]:
        """Return the scores before and after bonuses as terms."""
        totals: dict[str, list[Any]] = {
            n: [z3.IntVal(0)] * variant.players for n in ("raw", "final")
        }
        for kind, added in score_lines(Z3, variant.file.score.lines, self.facts):
            for name in totals:
                if name == "final" or kind not in variant.bonus_kinds:
                    totals[name] = [x + y for x, y in zip(totals[name], added, strict=True)]
        return totals


def unknown_facts(variant: Variant) -> list[Unknowns]:
    """Return what scoring can see of any deal, one entry for each side that can have declared.

    Books, Motley and points are only bound by their totals. Where a turned card scores for the
    dealer's side there is an entry for the dealer of each side too.
    """
    n = variant.players
    totals = trick_totals(variant)
    whole = z3.IntVal(totals[0]) if len(totals) == 1 else z3.Int("T")
    taken, is_split = symbolic_split(n, whole)
    given = [is_split]
    if len(totals) > 1:
        given.append(z3.Or(*(whole == total for total in totals)))
    points = _points(variant, taken, given)
    bids = _bids(variant, given)
    books = [_shares(f"k{j}.", n, len(b), taken, given) for j, b in enumerate(variant.books)]
    motley = _shares("m", n, len(variant.motley), taken, given) if variant.motley else [0] * n
    honours = bool(variant.file.score.turned) and variant.file.deal.turn_up != "none"
    # A deal in which nobody has declared is thrown in, and counts nothing.
    made = "makers" in kinds(variant) and variant.file.events.make_trump is not None
    sides = sorted(set(variant.sides))
    dealers = [variant.sides.index(side) for side in sides] if honours and sides else [n - 1]
    return [
        Unknowns(
            Facts(
                taken=taken, points=points, bids=bids, sides=variant.sides,
                books=[[book[i] for book in books] for i in range(n)], motley=motley,
                declarer=declarer, turned=z3.Bool("turned") if honours else False, dealer=dealer,
                total_points=sum(variant.order.points.get(card, 0) for card in variant.pack),
            ),
            given,
        )
        for declarer in (sides if made else [-1])
        for dealer in dealers
    ]  # fmt: skip


def _bids(variant: Variant, given: list[Any]) -> list[Any]:
    bid = variant.file.events.bid
    if bid is None:
        return [-1] * variant.players
    bids = [z3.Int(f"b{i}") for i in range(variant.players)]
    least = 0 if bid.nil != "no" else bid.least
    given += [z3.And(b >= least, b <= variant.tricks) for b in bids]
    return bids


def _points(variant: Variant, taken: Sequence[Any], given: list[Any]) -> list[Any]:
    """Return the points that each seat has captured, and bind them by what the pack is worth."""
    n, score = variant.players, variant.file.score
    values = sorted(variant.order.points.get(card, 0) for card in variant.pack)
    if not any(values):
        return [0] * n
    least, most = sum(v for v in values if v < 0), sum(v for v in values if v > 0)
    points = [z3.Int(f"p{i}") for i in range(n)]
    # Without a trick undealt cards go to the seat that would have led.
    led_only = score.undealt == "last trick" and trick_totals(variant)[0] == 0
    for seat, (p, t) in enumerate(zip(points, taken, strict=True)):
        given.append(z3.And(p >= least, p <= most) if least else p >= 0)
        if not (score.skat_counts and seat == variant.file.players.declarer):
            empty = z3.And(t == 0, z3.Sum(*taken) > 0) if led_only else t == 0
            given.append(z3.Implies(empty, p == 0))
    out = _left_out(variant)
    given.append(z3.Sum(*points) <= sum(values) - sum(v for v in values[:out] if v < 0))
    high = values[len(values) - out :]
    given.append(z3.Sum(*points) >= sum(values) - sum(v for v in high if v > 0))
    return points


def _left_out(variant: Variant) -> int:
    """Return how many cards at most can keep their points from the score."""
    deal, score = variant.file.deal, variant.file.score
    if len(trick_totals(variant)) > 1:  # hands that nobody plays are worth nothing to anybody
        return len(variant.pack)
    next_up = deal.turn_up == "next"
    turned = variant.undealt if deal.undealt == "face up" else int(next_up)
    aside = variant.undealt - turned
    to_last = score.undealt == "last trick"
    lost = 0 if to_last and not deal.stock else aside
    lost += 0 if to_last else turned + (next_up and deal.second_turn_up != "")
    lost += 0 if score.skat_counts else deal.widow
    return min(lost, len(variant.pack))


def _shares(name: str, n: int, whole: int, taken: Sequence[Any], given: list[Any]) -> list[Any]:
    parts = [z3.Int(f"{name}{i}") for i in range(n)]
    given += [z3.And(p >= 0, z3.Implies(t == 0, p == 0)) for p, t in zip(parts, taken, strict=True)]
    given.append(z3.Sum(*parts) <= whole)
    return parts


# --- asking -----------------------------------------------------------------------------------


def solved(terms: Sequence[Any]) -> Any:
    """Return a model, None where there is none, or a word where z3 gave up."""
    solver = z3.Solver()
    solver.set("rlimit", EFFORT)
    solver.add(*terms)
    answer = solver.check()
    if answer == z3.unknown:
        return "unknown"
    return solver.model() if answer == z3.sat else None


def least_value(given: Sequence[Any], term: Any) -> tuple[int, Any] | None:
    """Return the least value of a term and a model that has it, or None where z3 gave up."""
    optimum = z3.Optimize()
    optimum.set("rlimit", EFFORT)
    optimum.add(*given)
    optimum.minimize(term)
    if optimum.check() != z3.sat:
        return None
    model = optimum.model()
    return int(str(model.eval(term, model_completion=True))), model


def shown_facts(model: Any, facts: Facts) -> str:
    """Write the facts of a model."""
    words = []
    for name in ("taken", "points", "bids", "motley"):
        values = getattr(facts, name)
        if any(z3.is_expr(v) for v in values):
            numbers = [model.eval(z3.IntVal(0) + v, model_completion=True) for v in values]
            words.append(f"{'tricks' if name == 'taken' else name} {' '.join(map(str, numbers))}")
    for number in range(len(facts.books[0]) if facts.books else 0):
        column = [model.eval(z3.IntVal(0) + seat[number], model_completion=True)
                  for seat in facts.books]  # fmt: skip
        if any(str(v) != "0" for v in column):
            words.append(f"book {number + 1} {' '.join(map(str, column))}")
    if facts.declarer >= 0:
        words.append(f"declared by side {facts.declarer}")
    if z3.is_expr(facts.turned) and z3.is_true(model.eval(facts.turned)):
        words.append("an honour turned up")
    return ", ".join(words)
