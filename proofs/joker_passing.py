"""When can a Joker be led? Hands as mere numbers of cards, and complete deals that show it.

The model knows only how many cards each seat holds and who holds the Joker. It allows every play
that the cards could allow, so that what it can't reach no deal can reach.
"""

from __future__ import annotations

import random
from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from solver.cards import JOKER, Card
from solver.position import PLAY, Action, Position, start
from solver.referee import legal_actions, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from solver.variant import Variant


class Hands(NamedTuple):
    """Cards in every hand at the start of a trick, the Joker's holder, the leader."""

    sizes: tuple[int, ...]
    holder: int
    leader: int

    @property
    def joker_is_led(self) -> bool:
        """Whether the leader holds nothing but the Joker."""
        return self.holder == self.leader and self.sizes[self.leader] == 1


def next_hands(hands: Hands) -> Iterator[Hands]:
    """Yield the hands after a trick, one Joker in the pack and the card itself given away."""
    if hands.joker_is_led:
        return
    n = len(hands.sizes)
    left = [size - 1 for size in hands.sizes]
    leads = hands.holder == hands.leader
    if (leads or hands.sizes[hands.holder] > 1) and min(left) > 0:
        for winner in range(n):
            yield Hands(tuple(left), hands.holder, winner)
    if leads:
        return
    for named in range(n):
        if named != hands.holder:
            after = tuple(size + (i == named) for i, size in enumerate(left))
            if min(after) > 0:
                yield Hands(after, named, named)


def reachable(players: int, tricks: int) -> dict[Hands, Hands | None]:
    """Return all hands that can be reached from equal hands, each with one predecessor."""
    found: dict[Hands, Hands | None] = {
        Hands((tricks,) * players, holder, 0): None for holder in range(players)
    }
    queue = deque(found)
    while queue:
        hands = queue.popleft()
        for after in next_hands(hands):
            if after not in found:
                found[after] = hands
                queue.append(after)
    return found


def uneven_leads(players: int, tricks: int) -> list[Hands]:
    """Return reachable hands in which the Joker is led and some follower has a choice."""
    return [h for h in reachable(players, tricks) if h.joker_is_led and max(h.sizes) > 1]


def leading_to(players: int, tricks: int, wanted: Callable[[Hands], bool]) -> set[Hands]:
    """Return the reachable hands from which wanted hands can be reached."""
    before: dict[Hands, list[Hands]] = {}
    found = reachable(players, tricks)
    for hands in found:
        for after in next_hands(hands):
            before.setdefault(after, []).append(hands)
    good = {h for h in found if wanted(h)}
    todo = list(good)
    while todo:
        for earlier in before.get(todo.pop(), ()):
            if earlier not in good:
                good.add(earlier)
                todo.append(earlier)
    return good


def hands_of(position: Position) -> Hands | None:
    """Return what the model sees of a position between tricks (None without a Joker in hand)."""
    for seat, hand in enumerate(position.hands):
        if JOKER in hand:
            return Hands(tuple(map(len, position.hands)), seat, position.leader)
    return None


def play_to(
    position: Position, wanted: Callable[[Hands], bool], good: set[Hands], budget: list[int]
) -> list[Action] | None:
    """Return play that leads to wanted hands, or None; depth first, only through good hands."""
    budget[0] -= 1
    if budget[0] < 0 or position.over:
        return None
    if position.phase == PLAY and not position.trick:
        hands = hands_of(position)
        if hands is None or hands not in good:
            return None
        if wanted(hands):
            return []
    for action in legal_actions(position):
        rest = play_to(step(position, action), wanted, good, budget)
        if rest is not None:
            return [action, *rest]
    return None


def uneven_ending(variant: Variant, tricks: int, seed: int) -> tuple[Position, list[Action]]:
    """Return an ending of equal hands, and play after which the Joker is led to unequal hands.

    The suits are dealt so that what the ending lacks of the pack is whole tricks of one suit.
    Raises LookupError if no deal was found.
    """
    rng = random.Random(seed)
    n = variant.players

    def wanted(hands: Hands) -> bool:
        return hands.joker_is_led and max(hands.sizes) > 1

    good = leading_to(n, tricks, wanted)
    for _ in range(2000):
        position = start(variant, _voids(variant, tricks, rng))
        hands = hands_of(position)
        if hands not in good:
            continue
        actions = play_to(position, wanted, good, [3000])
        if actions is not None:
            return position, actions
    raise LookupError("no ending found")


def _voids(variant: Variant, tricks: int, rng: random.Random) -> tuple[tuple[Card, ...], ...]:
    """Deal long suits, so that seats are often void; each suit lacks whole tricks of the pack."""
    n = variant.players
    suits = list(variant.pack.suits)
    rng.shuffle(suits)
    cards: list[Card] = []
    wanted = n * tricks - 1
    for suit in suits:
        of_suit = [card for card in variant.pack.faces if card.suit == suit]
        rest = wanted - len(cards)
        most = min(len(of_suit), rest)
        size = most - (most - len(of_suit)) % n if most < len(of_suit) else most
        cards += rng.sample(of_suit, max(size, 0))
    cards = cards[: n * tricks - 1]
    hands = [cards[i * tricks : (i + 1) * tricks] for i in range(n)]
    hands[-1].append(JOKER)
    if rng.random() < 0.7:  # mix a little
        for _ in range(rng.randint(1, 6)):
            a, b = rng.sample(range(n), 2)
            i, j = rng.randrange(len(hands[a])), rng.randrange(len(hands[b]))
            hands[a][i], hands[b][j] = hands[b][j], hands[a][i]
    rng.shuffle(hands)
    return tuple(tuple(hand) for hand in hands)
