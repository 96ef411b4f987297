"""Ways to draft certificates: counts, sums for all T, ties, formulas, examples, walks, samples."""

from __future__ import annotations

from functools import lru_cache
from math import comb, perm, prod
from typing import TYPE_CHECKING, Any

from proofs.certificates.draft import Disagreement, Draft
from proofs.certificates.terms import (
    TERMS,
    Term,
    at,
    items,
    op,
    var,
    written,
)
from proofs.checkers import count as counter
from proofs.checkers.by_referee import game as gamer
from proofs.checkers.by_referee import sample as sampler
from proofs.checkers.by_referee import walk as walker
from proofs.checkers.by_referee import witness as referee
from proofs.checkers.terms import evaluate
from proofs.lrat.solve import Sat, dimacs, refute
from solver.cards import Card
from solver.notation import write
from solver.position import Action, Position
from solver.referee import action_text, step

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from proofs.claim import Finding, Witness
    from solver.encode.cnf import Cnf
    from solver.variant import Variant

Domain = dict[str, Any]


def details(finding: Finding | None, *path: str) -> Any:
    """Return a number of a finding's details (None where there is no finding)."""
    value: Any = finding and finding.details
    for word in path:
        value = value and value[word]
    return value


# --- counts ---------------------------------------------------------------------------------


def counted(
    statement: str, domain: Domain, where: Any, variants: Sequence[Variant] = (),
    count: int | None = None, agrees: Any = None,
) -> Draft:
    """Draft a count; `{count}` and `{size}` in the statement are filled in."""
    frame = {"domain": domain, "where": written(where)}
    if count is not None:
        frame["count"] = count

    def complete() -> dict[str, Any]:
        if count is not None:  # sealing recounts
            return {"claim": {**frame, "size": size_of(domain)}}
        budget, size, hits = [counter.STEPS], 0, 0
        for member in counter.members(domain):
            size += 1
            hits += evaluate(frame["where"], member, budget) is True
        return {"claim": {"domain": domain, "where": frame["where"], "size": size,
                          "count": hits}}

    return Draft("count", statement, variants, complete, frame, agrees=agrees)


def size_of(domain: Domain) -> int:
    """Return how many members a domain has."""
    if domain["kind"] == "splits":
        return comb(domain["total"] + domain["parts"] - 1, domain["parts"] - 1)
    if domain["kind"] == "product":
        return prod(len(values) for values in domain["values"].values())
    n, k = len(domain["items"]), domain["size"]
    ways = {"subsets": comb(n, k), "arrangements": perm(n, k), "tuples": n**k,
            "multisets": comb(n + k - 1, k) if n + k else 1}
    return int(ways[domain["kind"]])


def forall(
    statement: str, domain: Domain, where: Any, variants: Sequence[Variant] = ()
) -> Draft:
    """Draft a count of the members for which a statement is not true: none."""
    return counted(statement, domain, TERMS.no(where), variants, count=0)


def calc(statement: str, *equations: Any, variants: Sequence[Variant] = ()) -> Draft:
    """Draft a calculation: equations that are true (a domain of one empty member)."""
    where = TERMS.all(equations)
    return counted(statement, {"kind": "tuples", "items": [], "size": 0},
                   where if isinstance(where, Term) else op("==", where, True), variants, count=1)


def product(**values: Sequence[Any]) -> Domain:
    """Return the domain of one value for each name."""
    return {"kind": "product", "values": {name: list(v) for name, v in values.items()}}


def choose(n: Any, k: int) -> Any:
    """Return the term of a binomial coefficient, built up without large numbers."""
    value: Any = 1
    for i in range(k):
        value = op("//", op("*", value, op("-", n, i)), i + 1)
    return value


def number(*args: Any) -> Any:
    """Return the product of numbers as a term."""
    return op("*", *args)


def eq(one: Any, other: Any) -> Term:
    """Return the equation of two terms or numbers."""
    return op("==", one, other)


def in_pack(statement: str, variant: Variant, where: Callable[[Any], Any], count: int,
            trump: str = "") -> Draft:
    """Draft how many cards of a pack meet a condition on one card (copies counted)."""
    from proofs.certificates.terms import seen

    cards = items(variant.view(trump), variant.pack.count)
    domain = {"kind": "subsets", "items": cards, "size": 1}
    return counted(statement, domain, where(seen(at(var("x"), 0))), [variant], count)


# --- formulas -------------------------------------------------------------------------------


def refuted(statement: str, variants: Sequence[Variant], build: Callable[[], Cnf]) -> Draft:
    """Draft that a formula made from the rules has no model."""
    made = lru_cache(maxsize=1)(lambda: build().clauses)

    def complete() -> dict[str, Any]:
        proof = refute(made())
        if isinstance(proof, Sat):
            raise Disagreement(f"there is a counterexample to: {statement}")
        return {"dimacs": proof.dimacs, "lrat": proof.lrat}

    return Draft("lrat", statement, variants, complete, cnf=lambda: dimacs(made()))


# --- examples -------------------------------------------------------------------------------


def case(position: Position | str, actions: Sequence[Any] = (), **facts_: Any
         ) -> dict[str, Any]:
    """Return an example: a position, actions, and facts (`_` for a blank in their names)."""
    lines: list[str] = []
    if isinstance(position, str):
        return {"position": position, "actions": list(actions), "facts": _named(facts_)}
    here = position
    for number_, item in enumerate(actions):
        if isinstance(item, str):
            lines.append(item)
            continue
        action = Action("", (item,)) if isinstance(item, Card) else item
        lines.append(f"{here.variant.seat_name(here.turn)} {action_text(here.variant, action)}")
        if number_ + 1 < len(actions):
            here = step(here, action)
    return {"position": write(position), "actions": lines, "facts": _named(facts_)}


def _named(facts_: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", " "): value for name, value in facts_.items()}


def shown(statement: str, variants: Sequence[Variant], *cases: dict[str, Any]) -> Draft:
    """Draft examples whose facts are as given (None: whatever the replay gives)."""
    return Draft("witness", statement, variants, lambda: {"claim": {
        "cases": [_filled(item) for item in cases]}}, {"cases": list(cases)})


def _filled(item: Mapping[str, Any]) -> dict[str, Any]:
    found = referee.facts_of(item, list(item["facts"]))
    return {**item, "facts": {name: found[name] if value is None else value
                              for name, value in item["facts"].items()}}


def witnessed(statement: str, variants: Sequence[Variant], finding: Finding | None, **facts_: Any
              ) -> Draft:
    """Draft a finding's own example, with facts that it must have."""
    return witness_draft(statement, variants, finding.witness if finding else None, **facts_)


def witness_draft(statement: str, variants: Sequence[Variant], witness: Witness | None,
                  **facts_: Any) -> Draft:
    """Draft an example that has been found, with facts that it must have."""
    frame = {"cases": [{"facts": _named(facts_)}]}

    def complete() -> dict[str, Any]:
        if witness is None or not witness.position:
            raise Disagreement("the finding has no example")
        found = {"position": witness.position, "actions": list(witness.actions),
                 "facts": _named(facts_)}
        return {"claim": {"cases": [_filled(found)]}}

    return Draft("witness", statement, variants, complete, frame)


def readings(statement: str, question: str, variants: Sequence[Variant],
             *pairs: Any) -> Draft:
    """Draft the difference that readings make: each the facts that differ, and two examples."""
    frame = {"question": question, "pairs": [
        {"cases": [one, other], "differ": list(differ)} for differ, one, other in pairs]}

    def complete() -> dict[str, Any]:
        return {"claim": {"question": question, "pairs": [
            {"cases": [_filled(one), _filled(other)], "differ": list(differ)}
            for differ, one, other in pairs]}}

    return Draft("text", statement, variants, complete, frame)


def walked(statement: str, variants: Sequence[Variant], starts: Sequence[Position | str],
           until: str, measures: Sequence[str],
           only: Callable[[Sequence[Any]], bool] | None = None) -> Draft:
    """Draft the tally of all courses from some positions; `only` what every end must be."""
    texts = [p if isinstance(p, str) else write(p) for p in starts]
    frame = {"starts": texts, "until": until, "measures": list(measures)}

    def complete() -> dict[str, Any]:
        found = walker.tally(texts, until, list(measures))
        if only and not all(only(row) for row, _ in found):
            raise Disagreement(f"{statement}: {found}"[:200])
        return {"claim": {**frame, "tally": found}}

    return Draft("walk", statement, variants, complete, frame)


def forced(statement: str, position: Position | str, seat: int, wants: str,
           value: int | None = None, actions: Mapping[str, int] | None = None,
           measure: str = "taken", variants: Sequence[Variant] = ()) -> Draft:
    """Draft what a seat can force from an ending, all actions included."""
    text = position if isinstance(position, str) else write(position)
    goal = {"position": text, "seat": seat, "wants": wants, "measure": measure}
    frame: dict[str, Any] = {**goal}
    if value is not None:
        frame["value"] = value
    if actions is not None:
        frame["actions"] = dict(actions)

    def complete() -> dict[str, Any]:
        found, each = gamer.solve(goal)
        return {"claim": {**goal, "value": found, "actions": each}}

    return Draft("strategy", statement, variants, complete, frame)


def sampled(statement: str, variant: Variant, text: str, event: str, deals: int, seed: int = 7,
            near: Sequence[float] | None = None) -> Draft:
    """Draft a sample that the checker deals and plays again; `{hits}` of `{of}`.

    Its interval must meet that of the finding (`near`: value, low, high), where one is given.
    """
    frame = {"variant": text, "event": event, "deals": deals, "seed": seed}

    def complete() -> dict[str, Any]:
        hits, of, low, high = sampler.count(frame)
        if near is not None and (near[1] * 10**6 > high or near[2] * 10**6 < low):
            raise Disagreement(f"{event}: {low} to {high} millionths, the finding says {near}")
        return {"claim": {**frame, "hits": hits, "of": of, "low": low, "high": high}}

    words = f"{statement}: by deals, {{low}} to {{high}} millionths with 95 % confidence"
    return Draft("sample", words, [variant], complete, frame)


def interval(statement: str, variants: Sequence[Variant], row: Sequence[float] | None,
             formula: str = "wilson") -> Draft:
    """Draft the interval of a share as the finding has it: value, low, high, sample."""
    def complete() -> dict[str, Any]:
        if row is None:
            raise Disagreement("the finding has no such share")
        value, low, high, of = row
        return {"claim": {"formula": formula, "hits": round(value * of), "of": int(of),
                          "low": round(low * 10**6), "high": round(high * 10**6)}}

    return Draft("sample", statement, variants, complete, {"formula": formula})
