"""Do two variants let the same cards be led and followed, whatever is held and on the table?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from proofs.claim import Witness
from proofs.comparison.found import DIFFERENT, OPEN, SAME, Found
from proofs.examination.asking import Question, cards_text, legal_terms, tables, trumps_of
from proofs.examination.legality import tiers_of
from solver.errors import FoolproofError
from solver.notation import write
from solver.position import Position, start
from solver.referee import legal_cards

if TYPE_CHECKING:
    from proofs.examination.asking import Found as Answer
    from solver.cards import Card
    from solver.variant import Variant


def compare_leads_and_follows(one: Variant, other: Variant, *, leading: bool) -> Found:
    """Return the smallest hand (and trick) of which different cards are legal, if there is one."""
    scope = "every hand, every trump, every trick on the table"
    if _same_rules(one, other, leading):
        return Found(SAME, "the same rules over the same order", scope)
    try:
        for trump in sorted({*trumps_of(one), *trumps_of(other)}):
            for on_table in tables(one, leading=leading):
                found = _smallest(one, other, trump, on_table, leading)
                if found is not None:
                    return _differ(one, other, found, leading)
    except MemoryError:
        return Found(OPEN, "too large to compare")
    return Found(SAME, "the same cards are legal", scope)


def _same_rules(one: Variant, other: Variant, leading: bool) -> bool:
    """Whether the data that decide are equal, so that nothing has to be asked."""

    def data(v: Variant) -> object:
        events = v.file.events
        return (
            v.file.lead.tiers if leading else v.file.follow, v.file.lead.opening, v.file.order,
            v.most_trump_leads, v.face_down, v.file.deal.trump,
            events.breaking, events.pam,
        )  # fmt: skip

    return data(one) == data(other)


def _smallest(
    one: Variant, other: Variant, trump: str, on_table: int, leading: bool
) -> Answer | None:
    question = Question(one, trump, on_table)
    a = question.cnf
    terms = []
    for variant in (one, other):
        s = question.situation(variant)
        if leading and on_table:
            a.require(s.trick[0].fool)
        terms.append(legal_terms(a, variant, s, tiers_of(variant, leading), leading=leading))
    return question.find(a.any(a.no(a.same(x, y)) for x, y in zip(*terms, strict=True)))


def _differ(one: Variant, other: Variant, found: Answer, leading: bool) -> Found:
    """Describe a difference by what the referee says of a position that has it."""
    for variant in (one, other):
        position = _position(variant, found)
        if position is None:
            continue
        twin = position._replace(variant=other if variant is one else one)
        try:
            mine, theirs = legal_cards(position), legal_cards(twin)
        except FoolproofError:
            continue
        if set(mine) != set(theirs):
            first, second = (mine, theirs) if variant is one else (theirs, mine)
            return Found(
                DIFFERENT,
                f"{found.text}: legal are {cards_text(first)}, or {cards_text(second)}",
                witness=Witness(
                    found.text, f"foolproof solve '{write(position)}'", write(position)
                ),
            )
    word = "lead" if leading else "follow"
    return Found(DIFFERENT, f"{found.text}, and some state of the deal: other cards may {word}")


def _position(variant: Variant, found: Answer) -> Position | None:
    """Return a position in which a seat holds the hand and the others have played the trick."""
    n, table = variant.players, len(found.trick)
    if table >= n:
        return None
    hands: list[tuple[Card, ...]] = [()] * n
    rest = list((variant.pack.count - _counted((*found.hand, *found.trick))).elements())
    size = len(found.hand)
    hands[table] = found.hand
    for seat in range(n):
        if seat == table:
            continue
        need = size - 1 if seat < table else size
        if len(rest) < need:
            return None
        hands[seat] = tuple(rest[:need])
        rest = rest[need:]
    position = start(variant, tuple(hands))
    done = max(0, variant.hand_size - size)
    return position._replace(
        trump=found.trump,
        trick=tuple(enumerate(found.trick)),
        turn=table,
        done=done,
        broken=False,
    )


def _counted(cards: tuple[Card, ...]) -> Counter[Card]:
    return Counter(cards)
