"""Dealing: from a shuffled pack to the first decision, packet by packet as the rules say."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from solver.cards import Card, card_text
from solver.errors import PositionError
from solver.position import Position, start
from solver.referee import begin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.variant import Variant


def shuffled(variant: Variant, seed: int) -> list[Card]:
    """Return the pack in an order that depends on nothing but the pack and the seed."""
    cards = list(variant.pack)
    random.Random(seed).shuffle(cards)
    return cards


def play_stream(seed: int) -> random.Random:
    """Return the random numbers for the play of a deal.

    Play from the numbers of the shuffle would hang together with the cards dealt.
    """
    return random.Random(f"{seed}/play")


def packets(variant: Variant) -> list[int]:
    """Return the size of the packet that each hand gets in each round of dealing."""
    listed = variant.file.deal.packets
    return list(listed) if listed else [1] * variant.hand_size


def deal(
    variant: Variant,
    seed: int = 0,
    *,
    order: Sequence[Card] | None = None,
    dealer: int | None = None,
    trump: str = "",
    pool: int | None = None,
    barred: tuple[bool, ...] | None = None,
) -> Position:
    """Deal a shuffled pack (by seed, or a given order, top card first) and begin the deal.

    The widow gets its cards just before the dealer in each round, and in his place where he sits
    out. Raises PositionError if the order is not a permutation of the pack, or a suit must be named
    and is not.
    """
    return begin(deal_out(variant, seed, order, dealer, trump, pool, barred))


def deal_out(
    variant: Variant,
    seed: int = 0,
    order: Sequence[Card] | None = None,
    dealer: int | None = None,
    trump: str = "",
    pool: int | None = None,
    barred: tuple[bool, ...] | None = None,
) -> Position:
    """Return the position after the deal, before anybody has been asked for a decision."""
    cards = list(order) if order is not None else shuffled(variant, seed)
    if sorted(cards) != sorted(variant.pack.cards):
        raise PositionError(
            f"the order given for dealing is not the pack of {variant.name} "
            f"({len(cards)} cards given, {len(variant.pack)} in the pack)."
        )
    dealer = variant.players - 1 if dealer is None else dealer
    top = iter(cards)
    hands, widow = _hands(variant, dealer, top)
    position = start(variant, tuple(tuple(hand) for hand in hands), dealer=dealer)
    seats = variant.dealt_seats(dealer)
    position = position._replace(
        widow=variant.pack.sort(widow),
        active=tuple(i in seats for i in range(variant.players)),
        pool=opening_pool(variant) if pool is None else pool,
        barred=barred or position.barred,
    )
    return _turn_up(position, hands[dealer], list(top), trump)


def _hands(
    variant: Variant, dealer: int, top: Iterator[Card]
) -> tuple[list[list[Card]], list[Card]]:
    hands: list[list[Card]] = [[] for _ in range(variant.players)]
    widow: list[Card] = []
    size = variant.file.deal.widow
    rounds = packets(variant)
    seats = variant.dealt_seats(dealer)
    for number, packet in enumerate(rounds):
        last_round = number == len(rounds) - 1
        for seat in (*(s for s in seats if s != dealer), dealer):
            if seat == dealer and size:
                share = size - len(widow) if last_round else min(packet, size - len(widow))
                widow += [next(top) for _ in range(share)]
            if seat in seats:
                hands[seat] += [next(top) for _ in range(packet)]
    return hands, widow


def _turn_up(position: Position, dealers: list[Card], rest: list[Card], trump: str) -> Position:
    """Turn what is turned up, fix the trump suit, and lay the rest aside as stock or dead cards."""
    variant = position.variant
    section = variant.file.deal
    turned: list[Card] = []
    if section.undealt == "face up":
        turned, rest = rest, []
    elif section.turn_up == "next":
        turned = [rest.pop(0)]
        if turned and section.second_turn_up and card_text(turned[0]) == section.second_turn_up:
            turned.append(rest.pop(0))
    fixing = turned[-1] if turned else dealers[-1] if section.turn_up == "dealer's last" else None
    if section.trump == "turn-up" and fixing is not None:
        trump = fixing.suit
    elif section.trump == "named":
        if trump and trump not in variant.pack.suits:
            raise PositionError(f"trump '{trump}' is not a suit of the pack.")
        if not trump and section.must_name:
            raise PositionError(f"{variant.name}: name the trump suit (for example --trump h).")
    else:
        trump = variant.keeps_trump_suit
    return position._replace(
        turn_up=tuple(turned),
        trump=trump,
        stock=tuple(rest) if section.stock else (),
        dead=() if section.stock else tuple(rest),
    )


def opening_pool(variant: Variant) -> int:
    """Return the counters in a fresh pool at the first deal."""
    section = variant.file.pool
    if section is None:
        return 0
    n = variant.players
    stake = section.dealer_adds * (n if section.dealer_adds_per_player else 1)
    opening = section.carried + section.everyone_starts * n
    return opening + (stake if section.first_dealer_adds else 0)
