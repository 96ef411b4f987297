"""Leads and follows: can a seat be left without a card, and which tiers can never bind."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from proofs.examination.asking import Question, legal_terms, tables, trumps_of
from proofs.examination.reach import dealt_so, stuck_deal
from proofs.examination.report import Remark, error, note, sound, warning

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.examination.asking import Found
    from solver.encode.cnf import Cnf
    from solver.rules.algebra import Truth
    from solver.rules.tiers import Situation, Tier
    from solver.variant import Variant


BINDING = ("pack", "deal", "order", "lead", "follow", "events")  # what can wake a dead rule


def legality(variant: Variant) -> Iterator[Remark]:
    """Examine leads, then follows."""
    yield from _stuck(variant, leading=True)
    yield from _stuck(variant, leading=False)
    yield from _tiers(variant, leading=True)
    yield from _tiers(variant, leading=False)


def _named(leading: bool) -> str:
    return "lead" if leading else "follow"


def tiers_of(variant: Variant, leading: bool) -> Sequence[Tier]:
    """Return the tiers of leads or of follows."""
    return variant.lead_tiers if leading else variant.follow_tiers


def stuck_hand(variant: Variant, *, leading: bool) -> Found | None:
    """Return the smallest hand without a legal card, or None: proved for all hands and trumps."""
    for trump in trumps_of(variant):
        for on_table in tables(variant, leading=leading):
            question = Question(variant, trump, on_table)
            a, s = question.cnf, question.situation(variant)
            if leading and on_table:
                a.require(s.trick[0].fool)
            terms = legal_terms(a, variant, s, tiers_of(variant, leading), leading=leading)
            found = question.find(a.no(a.any(terms)))
            if found is not None:
                return found
    return None


def catches_all(tiers: Sequence[Tier]) -> bool:
    """Whether the last word of a list of tiers is 'any', without a condition."""
    return any(tier.text == "any" for tier in tiers)


def _stuck(variant: Variant, *, leading: bool) -> Iterator[Remark]:
    check = f"a legal card to {_named(leading)}"
    scope = "every hand of the pack, every trump, every trick on the table"
    if catches_all(tiers_of(variant, leading)):
        yield sound(check, f"A hand is never without a card to {_named(leading)}.", scope=scope)
        return
    found = stuck_hand(variant, leading=leading)
    if found is None:
        yield sound(check, f"A hand is never without a card to {_named(leading)}.", scope=scope)
        return
    witness = stuck_deal(variant, found, leading=leading)
    text = f"No card is legal to {_named(leading)}: {found.text}."
    if witness is None:
        yield warning(check, text + " No deal was found in which it happens in the first trick.")
    else:
        yield error(check, text, witness=witness)


# --- tiers ------------------------------------------------------------------------------------


def _tiers(variant: Variant, *, leading: bool) -> Iterator[Remark]:
    tiers = tiers_of(variant, leading)
    check = f"every rule to {_named(leading)} matters"
    dead, idle = without_effect(variant, leading=leading)
    for number in dead:
        woken = _wakes(variant, number, leading)
        text = f"The rule '{tiers[number].text}' to {_named(leading)} can never bind anybody"
        if woken:
            yield note(check, f"{text}, except under {woken}.", details={"tier": number})
        else:
            yield warning(check, f"{text}.", details={"tier": number})
    for number in idle:
        text = f"Without the rule '{tiers[number].text}' to {_named(leading)} the same is legal."
        yield note(check, text, details={"tier": number})
    if not dead and not idle and len(tiers) > 1:
        yield sound(check, f"Each of the {len(tiers)} rules to {_named(leading)} can bind a hand.")


@lru_cache(maxsize=128)
def without_effect(variant: Variant, *, leading: bool) -> tuple[list[int], list[int]]:
    """Return the tiers that no hand ever meets first, and those that change no legal set.

    Proved for every hand, trump and trick on the table. Of the second kind none is also of the
    first.
    """
    tiers = tiers_of(variant, leading)
    met, changing = set[int](), set[int]()
    for trump in trumps_of(variant):
        for on_table in reversed(tables(variant, leading=leading)):
            todo = [k for k in range(len(tiers)) if k not in met or k not in changing]
            if len(tiers) > 1 and todo:
                _ask(Question(variant, trump, on_table), variant, leading, todo, met, changing)
    every = range(len(tiers))
    if len(tiers) == 1:
        return [], []
    dead = [k for k in every if k not in met]
    return dead, [k for k in every if k in met and k not in changing]


def _ask(
    question: Question,
    variant: Variant,
    leading: bool,
    todo: Sequence[int],
    met: set[int],
    changing: set[int],
) -> None:
    a, s, tiers = question.cnf, question.situation(variant), tiers_of(variant, leading)
    if leading and question.on_table:
        a.require(s.trick[0].fool)
    rows = _rows(a, tiers, s)
    meets = [a.any(row) for row in rows]
    whole = legal_terms(a, variant, s, tiers, leading=leading)
    terms: list[tuple[int, set[int], Truth]] = []
    for k in todo:
        if k not in met:
            terms.append((k, met, a.all([meets[k], *(a.no(m) for m in meets[:k])])))
        if k not in changing:
            rest = [tier for i, tier in enumerate(tiers) if i != k]
            other = legal_terms(a, variant, s, rest, leading=leading)
            differs = a.any(a.no(a.same(x, y)) for x, y in zip(whole, other, strict=True))
            terms.append((k, changing, differs))
    for (k, into, _), found in zip(
        terms, question.find_each([t for _, _, t in terms]), strict=True
    ):
        if found is not None:
            into.add(k)


def _rows(a: Cnf, tiers: Sequence[Tier], s: Situation) -> list[list[Truth]]:
    rows = []
    for tier in tiers:
        is_open = tier.open(a, s)
        rows.append([
            a.all([held, is_open, tier.admits(a, card, s)])
            for held, card in zip(s.held, s.hand, strict=True)
        ])  # fmt: skip
    return rows


def _wakes(variant: Variant, number: int, leading: bool) -> str:
    """Return the first reading under which a dead tier can bind, '' if there is none."""
    text = tiers_of(variant, leading)[number].text
    for code, reading, other in readings(variant):
        if all(getattr(other.file, part) == getattr(variant.file, part) for part in BINDING):
            continue
        tiers = [tier.text for tier in tiers_of(other, leading)]
        if text in tiers and tiers.index(text) not in without_effect(other, leading=leading)[0]:
            return f"{code}={reading}"
    return ""


def readings(variant: Variant) -> Iterator[tuple[str, str, Variant]]:
    """Yield (option, reading, variant) for every other reading that changes the rules."""
    for code, option in variant.file.options.items():
        for reading in option.readings:
            if reading != variant.file.choose.get(code):
                other = dealt_so(variant, {code: reading})
                if other is not None and other.digest != variant.digest:
                    yield code, reading, other
