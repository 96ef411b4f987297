"""Ways to draft certificates about scores: for all T, and for all splits of a T."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs import facts
from proofs.certificates.draft import NULL, Draft
from proofs.certificates.make import Domain, counted
from proofs.certificates.terms import (
    TERMS,
    Term,
    as_scores,
    at,
    forms,
    op,
    var,
)
from solver.rules.scoring import Facts, score_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solver.variant import Variant

# --- scores ---------------------------------------------------------------------------------


def taken(n: int) -> list[Term]:
    """Return the terms of the tricks of a split."""
    return [at(var("t"), i) for i in range(n)]


def scores(variant: Variant, *, final: bool = True, tricks: Sequence[Any] = (),
           algebra: Any = TERMS, **more: Any) -> list[Any]:
    """Return a variant's scores as terms over the tricks of a split."""
    t = list(tricks) or taken(variant.players)
    totals: list[Any] = [0] * len(t)
    lines = [x for x in variant.file.score.lines if final or x["kind"] not in variant.bonus_kinds]
    for _, added in score_lines(algebra, lines, Facts(taken=t, sides=variant.sides, **more)):
        totals = [x + y for x, y in zip(totals, added, strict=True)]
    return totals


def linear(variant: Variant) -> dict[str, Any]:
    """Return a variant's raw scores as linear forms."""
    listed = scores(variant, final=False, tricks=forms(variant.players))
    return as_scores(listed)


def splits_of(variant: Variant, tricks: int | None = None) -> Domain:
    """Return the domain of the splits of a variant's tricks."""
    return {"kind": "splits", "total": variant.tricks if tricks is None else tricks,
            "parts": variant.players}


def tied(listed: Sequence[Any]) -> Any:
    """State that two of the numbers are equal."""
    return op("<", op("distinct", "s", op("list", *listed), var("s")), len(listed))


def split_count(
    statement: str, variant: Variant, where: Any, count: int | None = None,
    tricks: int | None = None, agrees: Any = None,
) -> Draft:
    """Draft on how many splits a condition holds."""
    return counted(statement, splits_of(variant, tricks), where, [variant], count, agrees)


def total(statement: str, variant: Variant, per_trick: int) -> Draft:
    """Draft that the raw scores of every split of T tricks add up to so many times T."""
    listed = linear(variant)
    ones = [1] * variant.players
    equals = [0, *[per_trick] * len(listed["rows"][0])]
    frame = {"fact": "identity", "scores": listed, "multipliers": ones, "equals": equals}
    return Draft("arithmetic", statement, [variant], lambda: facts.identity(listed, ones), frame)


def identity(statement: str, variants: Sequence[Variant], listed: Mapping[str, Any],
             multipliers: Sequence[int], equals: Sequence[int]) -> Draft:
    """Draft that a combination of linear forms is one linear form (constant first), for every T."""
    frame = {"fact": "identity", "scores": dict(listed), "multipliers": list(multipliers),
             "equals": list(equals)}
    return Draft("arithmetic", statement, variants,
                 lambda: facts.identity(listed, list(multipliers)), frame)


def residues(statement: str, variants: Sequence[Variant], listed: Mapping[str, Any],
             multipliers: Sequence[int], modulus: int, table: Sequence[int]) -> Draft:
    """Draft that T mod `modulus` fixes a combination modulo `modulus`, as in the table."""
    frame = {"fact": "residues", "scores": dict(listed), "multipliers": list(multipliers),
             "modulus": modulus, "residues": list(table)}
    return Draft("arithmetic", statement, variants,
                 lambda: facts.residues(listed, list(multipliers), modulus), frame)


def fixed(number_: int) -> Term:
    """Return a number as a term, so that the checker does the arithmetic."""
    return op("+", number_, 0)


def ties(statement: str, variant: Variant, groups: Any = "pairs", modulus: int = 0,
         starts: Sequence[int | None] = ()) -> Draft:
    """Draft for which T raw scores can tie: the multiples of `modulus`, or from `starts` on.

    Where neither is given the statement must leave it to the claim: `{modulus}`, `{starts}`.
    """
    listed = linear(variant)
    rows = {"rows": listed["rows"]}
    frame: dict[str, Any] = {"fact": "ties", "scores": rows, "groups": groups}
    if modulus:
        wanted: list[Any] = list(starts) or [0, *[NULL] * (modulus - 1)]
        frame |= {"modulus": modulus, "starts": wanted, "isolated": []}
    return Draft("ties", statement, [variant], lambda: facts.ties(rows, groups), frame)
