"""Complete deals with wanted hands, or in which a wanted first trick is legal play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from solver.cards import JOKER
from solver.dealing import deal, deal_out
from solver.errors import PositionError
from solver.position import Position, play, start
from solver.referee import begin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.cards import Card, Hand
    from solver.position import Action
    from solver.variant import Variant


def deal_for_trick(variant: Variant, trick: Sequence[Card]) -> tuple[Position, list[Action]]:
    """Return a full deal in which seats A, B, … may play these cards to the first trick.

    For rules of the form led suit, Joker, any: a seat that does not follow has no card of the led
    suit, and no Joker unless it plays one. Raises PositionError if there is no such deal.
    """
    led = trick[0].suit
    rest = Counter(variant.pack.cards)
    rest.subtract(Counter(trick))
    hands = [[card] for card in trick]
    free = [card for card in variant.pack.faces for _ in range(rest[card])]
    # Seats bound by what they played are served first, then those that can hold anything.
    bound = [seat for seat, card in enumerate(trick) if card.suit != led]
    for seat in [*bound, *(s for s in range(len(trick)) if s not in bound)]:
        for card in list(free):
            if len(hands[seat]) == variant.hand_size:
                break
            if seat in bound and (card.suit == led or (card == JOKER and trick[seat] != JOKER)):
                continue
            hands[seat].append(card)
            free.remove(card)
        if len(hands[seat]) < variant.hand_size:
            raise PositionError(f"there is no deal for a trick of {len(trick)} such cards.")
    dealt: tuple[Hand, ...] = tuple(tuple(hand) for hand in hands)
    position = begin(start(variant, dealt)._replace(dead=tuple(free)))
    return position, [play(card) for card in trick]


def deal_of(variant: Variant, hands: Sequence[Hand], turned: Hand) -> Position:
    """Return the complete deal of a pack without copies in which these hands and cards come up.

    Raises PositionError if cards are missing, too many, or dealt twice.
    """
    pattern = deal_out(variant, order=variant.pack.cards)
    wanted = [*hands, turned]
    owner = {card: i for i, pile in enumerate([*pattern.hands, pattern.turn_up]) for card in pile}
    given = [card for pile in wanted for card in pile]
    if [*map(len, wanted)] != [*map(len, [*pattern.hands, pattern.turn_up])]:
        raise PositionError("the hands and the cards turned are not of the sizes that are dealt.")
    rest = iter([card for card in variant.pack.cards if card not in given])
    piles = [iter(pile) for pile in wanted]
    order = [next(piles[owner[c]] if c in owner else rest, c) for c in variant.pack.cards]
    return deal(variant, order=order)
