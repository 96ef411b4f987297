"""Is there exactly one winner of every trick: of all there are, and of those that are legal?"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from proofs.examination.asking import cards_text, fits, lowest, solve_formula, trumps_of
from proofs.examination.reach import first_trick, placed
from proofs.examination.report import Grade, Remark, error, sound, unknown
from proofs.trick_types import trick_types, winners
from solver.encode.cnf import Cnf
from solver.rules.order import NO_SUIT, SUIT_INDEX
from solver.rules.trick import beats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from proofs.claim import Witness
    from solver.cards import Card
    from solver.variant import Variant

CHECK = "one winner of every trick"
BY_TYPE = ("middling", "middling of three")  # rules in which the order of play decides nothing
MOST_TYPES = 60_000
MOST_REACHED = 40
LARGEST = 5  # cards of a trick that is asked about as a whole by a formula


def unique(variant: Variant) -> Iterator[Remark]:
    """Examine the trick rule for tricks of every size that can arise, the largest first."""
    sizes = trick_sizes(variant)
    remarks = []
    for size in reversed(sizes):
        remarks.append(_examined(variant, size))
        if remarks[-1].grade is not Grade.SOUND:
            yield remarks[-1]
            return
    first = remarks[0]
    if len(sizes) > 1:
        text = first.text.replace(f"Any {sizes[-1]} cards", f"Any {_listed(sizes)} cards")
        first = replace(first, text=text)
    yield first


def trick_sizes(variant: Variant) -> list[int]:
    """Return how many cards a trick can have: one of each seat that plays and still holds one."""
    most, events = len(variant.dealt_seats(0)), variant.file.events
    found = {most}
    if events.declare is not None:
        found.update(range(2, most))
    if events.draw is not None and events.draw.short == "play on":
        spent = (events.late_trump, events.declare, variant.file.deal.second_turn_up or None)
        sure = all(use is None for use in spent) and not variant.gives_cards
        found.update([variant.stock % most or most] if sure else range(1, most))
    return sorted(found)


def _listed(sizes: list[int]) -> str:
    whole = sizes[-1] - sizes[0] == len(sizes) - 1 > 1
    return f"{sizes[0]} to {sizes[-1]}" if whole else " or ".join(map(str, sizes))


def _seats(number: int) -> str:
    return "one seat plays" if number == 1 else f"{number} seats play"


def by_type(variant: Variant) -> bool:
    """Whether the type of a trick decides who wins: no order of play, and each card in its suit."""
    if variant.file.trick.winner not in BY_TYPE or variant.has_trumps:
        return False
    view = variant.view("")
    return all(seen.suit == SUIT_INDEX.get(card.suit, NO_SUIT) for card, seen in view.items())


def _examined(variant: Variant, size: int) -> Remark:
    if by_type(variant):
        return _by_type(variant, size)
    if variant.file.trick.winner == "highest":
        return _by_rank(variant, size)
    if size <= LARGEST:
        return _as_a_whole(variant, size)
    return unknown(CHECK, f"Tricks of {size} cards are too large to examine whole.")


# --- rules in which a trick's type decides ----------------------------------------------------


def _by_type(variant: Variant, size: int) -> Remark:
    types = sets = 0
    failing = []
    numbers: dict[int, int] = {}
    for kind in islice(trick_types(variant.pack, size), MOST_TYPES):
        types += 1
        sets += kind.sets
        count = len(winners(variant, kind.cards))
        numbers[count] = numbers.get(count, 0) + kind.sets
        if count != 1:
            failing.append(kind)
    whole = types < MOST_TYPES
    scope = f"all {sets} sets of {size} cards, as {types} types" if whole else f"{types} types"
    details = {"types": types, "sets": sets, "sets by number of winners": numbers}
    if failing:
        share = sum(kind.sets for kind in failing) / sets
        text = f"{share:.1%} of all sets of {size} cards have no single winner"
        return _failing(variant, [kind.cards for kind in failing], text, scope, details)
    if whole:
        return sound(CHECK, f"Any {size} cards have exactly one winner.", scope=scope,
                     details=details)  # fmt: skip
    return unknown(CHECK, f"No trick without a single winner among the first {types} types.")


def _failing(
    variant: Variant,
    tricks: list[tuple[Card, ...]],
    text: str,
    scope: str,
    details: dict[str, object],
) -> Remark:
    """Grade failing tricks: an error if one of them can arise by legal play."""
    tricks = sorted(tricks, key=lambda cards: sum(not card.suit for card in cards))
    for cards in tricks[:MOST_REACHED]:
        found = _reached(variant, cards) if len(cards) == variant.players else None
        if found is not None:
            return error(CHECK, f"{text}; {found.text}.", scope=scope, witness=found,
                         details=details)  # fmt: skip
    cards = tricks[0]
    names = _who(variant, cards, "")
    if len(cards) < variant.players:
        text += f"; for example {cards_text(cards)}: {names}, where only {_seats(len(cards))}"
        return error(CHECK, f"{text}.", scope=scope, details=details)
    last = placed(variant, cards, "", f"for example {cards_text(cards)}: {names}")
    where = "none of those tried can be the first trick of a deal"
    return error(CHECK, f"{text}; {last.text}; {where}, but a last trick can be any.",
                 scope=scope, witness=last, details=details)  # fmt: skip


def _reached(variant: Variant, cards: tuple[Card, ...]) -> Witness | None:
    """Return a legal play to a failing trick, some card of it led, its ranks made low."""
    for first in range(len(cards)):
        ordered = (*cards[first:], *cards[:first])
        if _legal_trick(variant, ordered):
            low = lowest(ordered, variant.pack.faces, lambda c: _legal_trick(variant, c))
            text = f"for example {cards_text(low)}: {_who(variant, low, '')}"
            return first_trick(variant, low, trumps_of(variant)[0], text)
    return None


def _legal_trick(variant: Variant, cards: tuple[Card, ...]) -> bool:
    if not fits(variant, cards) or len(winners(variant, cards)) == 1:
        return False
    return first_trick(variant, cards, trumps_of(variant)[0], "") is not None


def _who(variant: Variant, cards: tuple[Card, ...], trump: str) -> str:
    named = winners(variant, cards, trump)
    return "no card wins" if not named else f"{len(named)} cards win"


# --- the highest card -------------------------------------------------------------------------


def _by_rank(variant: Variant, size: int) -> Remark:
    """Decide tricks of every size by tricks of three cards (four where there is a Fool).

    A card wins if it is a trump or of the led suit and no other card of the trick prevents it; so
    two winners win in the trick of the led card and themselves too, and a trick without a winner
    needs cards that prevent each other round in a ring.
    """
    few = min(size, 4 if variant.file.pack.fools else 3)
    for trump in trumps_of(variant):
        found = failing_trick(variant, few, trump) or _ring(variant, trump)
        if found is not None:
            return _rank_failure(variant, found, trump, size)
    scope = f"every trump; tricks of {size} cards by way of those of {few}"
    return sound(CHECK, f"Any {size} cards in any order have exactly one winner.", scope=scope)


def failing_trick(variant: Variant, size: int, trump: str) -> tuple[Card, ...] | None:
    """Return a trick of so many cards without exactly one winner, in the order played, or None."""
    a = Cnf()
    view = variant.view(trump)
    trick = a.trick(view, variant.pack.count, size)
    a.require(a.no(a.exactly_one(variant.wins(a, trick))))
    found = solve_formula(a, view, trick)
    if found is None:
        return None
    return lowest(
        found,
        variant.pack.faces,
        lambda cards: fits(variant, cards) and len(winners(variant, cards, trump)) != 1,
    )


def _ring(variant: Variant, trump: str) -> tuple[Card, ...] | None:
    """Return three cards of which each prevents the next, or None: 'prevents' is an order."""
    a = Cnf()
    view = variant.view(trump)
    x, y, z = a.trick(view, variant.pack.count, 3)
    a.require(a.all([beats(a, x, y), beats(a, y, z), a.no(beats(a, x, z))]))
    return solve_formula(a, view, [x, y, z])


def _rank_failure(variant: Variant, cards: tuple[Card, ...], trump: str, size: int) -> Remark:
    who = _who(variant, cards, trump)
    text = f"A trick without a single winner: {cards_text(cards)}: {who}"
    full: tuple[Card, ...] | None = cards
    if len(cards) < size:
        text += ", and so in larger tricks"
        full = failing_trick(variant, size, trump)
    if size < variant.players:
        return error(CHECK, f"{text}, where only {_seats(size)}.")
    if full is None:
        return error(CHECK, f"{text}.")
    shown = f"{cards_text(full)}: {_who(variant, full, trump)}"
    found = first_trick(variant, full, trump, shown)
    if found is not None:
        return error(CHECK, f"{text}.", witness=found)
    text += "; it can't be a first trick, but a last trick can be any."
    return error(CHECK, text, witness=placed(variant, full, trump, shown))


# --- rules that are asked about whole tricks --------------------------------------------------


def _as_a_whole(variant: Variant, size: int) -> Remark:
    for trump in trumps_of(variant):
        found = failing_trick(variant, size, trump)
        if found is not None:
            return _rank_failure(variant, found, trump, size)
    return sound(CHECK, f"Any {size} cards in any order have exactly one winner.")
