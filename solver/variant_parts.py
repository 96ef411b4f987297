"""What is built from a variant file once: the pack, the rank order, the tiers, the trick rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.cards import FOOL, JOKER, SUITS, Card, Pack, card_text, parse_card, parse_cards
from solver.errors import BadInput, VariantError, nearest
from solver.rules.order import Order
from solver.rules.tiers import Tier, parse_tier
from solver.rules.trick import WINNERS
from solver.variant_checks import small_pack

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solver.rules.algebra import Truth
    from solver.variant_file import VariantFile


def build_pack(file: VariantFile) -> Pack:
    """Return the pack of a file; raise VariantError for ranks, suits or cards that do not exist."""
    small_pack(file)
    cards: list[Card] = []
    for number, group in enumerate(file.pack.groups):
        for suit in "".join(group.suits.split()):
            try:
                ranked = [parse_card(rank + suit) for rank in group.ranks.split()]
            except BadInput as error:
                raise VariantError(f"pack.groups.{number}.ranks: {error}") from None
            cards += ranked * group.copies
    cards += parse_cards(file.pack.add)
    for card in parse_cards(file.pack.remove):
        if card not in cards:
            raise VariantError(f"pack.remove: {card_text(card)} is not in the pack.")
        cards.remove(card)
    cards += [JOKER] * file.pack.jokers + [FOOL] * file.pack.fools
    # The pack is kept in the order of the ranks, so that hands sort from high to low.
    ranks = {suit: _ranks(file.order.suits.get(suit, file.order.ranks)) for suit in SUITS}
    cards.sort(
        key=lambda c: (
            list(SUITS).index(c.suit) if c.suit else 99,
            ranks[c.suit].index(c.rank) if c.suit and c.rank in ranks[c.suit] else 99,
        )
    )
    try:
        return Pack(cards)
    except BadInput as error:
        raise VariantError(f"pack: {error}") from None


def _top(text: str) -> str:
    return text.replace("10", "T", 1) if text in ("10", "10 same colour") else text


def _ranks(text: str) -> list[str]:
    return ["T" if rank == "10" else rank for rank in text.split()]


def build_order(file: VariantFile, pack: Pack) -> Order:
    """Return the rank order of a file over its pack, with the points of captured cards."""
    order, score = file.order, file.score
    points: dict[Card, int] = {}
    for card in pack.faces:
        value = score.points.get(card.rank, score.points.get("10", 0) if card.rank == "T" else 0)
        if score.suit_points and card.suit in score.suit_points:
            value += score.suit_points[card.suit]
        points[card] = value
    for text, value in score.card_points.items():
        points[parse_card(text)] = value
    return Order(
        pack,
        _ranks(order.ranks),
        red=_ranks(order.red),
        black=_ranks(order.black),
        by_suit={suit: _ranks(text) for suit, text in order.suits.items()},
        top_trumps=[_top(text) for text in order.top_trumps],
        privileged=[_top(text) for text in order.privileged],
        reverse=order.reverse,
        points=points,
    )


def build_tiers(texts: Sequence[str], where: str) -> tuple[Tier, ...]:
    """Return the tiers of a field; raise VariantError with the entry that can't be read."""
    out = []
    for i, text in enumerate(texts):
        try:
            out.append(parse_tier(text))
        except VariantError as error:
            raise VariantError(f"{where}.{i}: {error}") from None
    return tuple(out)


def winner_rule(file: VariantFile) -> Callable[..., list[Truth]]:
    """Return the rule that names the winner of a trick; raise VariantError if none has its name."""
    word = file.trick.winner
    if word in WINNERS:
        return WINNERS[word]
    from importlib.metadata import entry_points  # only a user's own component needs it

    for entry in entry_points(group="foolproof.winners"):
        if entry.name == word:
            rule: Callable[..., list[Truth]] = entry.load()
            return rule
    raise VariantError(
        f"trick.winner: '{word}' is no trick rule; known are {', '.join(WINNERS)}, and any "
        f"installed under the entry point group foolproof.winners.{nearest(word, WINNERS)}"
    )
