"""A puzzle as a formula: all endings of so many cards, with every way to play them.

Each hand is a row of unknown cards, and the game tree is spelt out over the places in these rows:
which card may be played, who wins a trick, whether the goal can be forced from here on. All of
that is stated by the functions of `solver.rules`, evaluated on CNF, so that one model is an ending
that meets every wish at once. What a model proposes is judged like any other candidate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from solver.cards import FOOL
from solver.encode.cnf import Cnf, chosen_card
from solver.encode.gates import Bit
from solver.errors import BadInput
from solver.goals import HELP, Goal, measured
from solver.position import OVER, start
from solver.rules.tiers import Situation, legal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solver.cards import Card
    from solver.rules.algebra import Truth
    from solver.rules.order import Seen
    from solver.variant import Variant

BEFORE_PLAY = (
    "bid", "declare", "exchange", "flush", "make_trump", "take_skat", "take_up", "rob",
    "gift",
)  # fmt: skip
MEASURED = ("tricks", "raw", "score", "first", "middling", "last")
MOST_NODES = 150_000
Split = tuple[int, ...]
Masks = tuple[int, ...]


class Wishes(NamedTuple):
    """What an ending must show besides the key: `strict` one right card at every decision.

    `chain` so many decisions in a row, at least; `key` the card ('' any); `unlikely` the key is the
    card that one thinks of last.
    """

    strict: bool = True
    chain: int = 1
    key: Card | None = None
    unlikely: bool = False


def refusal(variant: Variant, measure: str) -> str:
    """Say why endings of a variant can't be written as a formula, '' if they can."""
    file = variant.file
    for name in file.events.__struct_fields__:
        if getattr(file.events, name) is not None and name not in BEFORE_PLAY:
            return f"its event '{name}' is not stated as a formula"
    if file.events.gift is not None and file.events.gift.gives == "card":
        return "a Joker that goes back into a hand is not stated as a formula"
    if file.follow.always or file.lead.face_down != "no" or FOOL in variant.pack.faces:
        return "its cards that may always be played, or face down, are not stated as a formula"
    if measure not in MEASURED:
        return f"the measure '{measure}' is not one of tricks alone"
    return ""


def size(players: int, cards: int) -> int:
    """Return how many nodes a game tree can have at most, where equal states are one."""
    total = 0
    for left in range(1, cards + 1):
        states = comb(cards, left) ** players * (1 if left == cards else players)
        total += states * (cards - left + 1) * sum(left**place for place in range(players + 1))
    return total


@dataclass(eq=False)
class Node:
    """A place in the game tree.

    `edges` leads on under a truth each; `mine` whether the solver's side decides, None where the
    cards on the table do.
    `keeps` whether the goal can be forced, `safe` whether
    it can't be missed any more.
    """

    mine: bool | None
    edges: list[tuple[Truth, Node]]
    keeps: Truth = False
    safe: Truth = False
    reached: list[Truth] = field(default_factory=list)


class Formula:
    """All endings at seat 0's lead and whether a goal can be forced in them, as clauses.

    With `wishes` only those in which one first card alone is right. Raises BadInput for what can't
    be stated, or what would be too large.
    """

    def __init__(
        self, variant: Variant, cards: int, goal: Goal, trump: str, wishes: Wishes | None
    ) -> None:
        reason = refusal(variant, goal.measure)
        if reason:
            raise BadInput(f"--method sat and {variant.name}: {reason}.")
        if size(variant.players, cards) > MOST_NODES:
            raise BadInput(
                f"--method sat: {cards} cards in each of {variant.players} hands are too many; "
                "ask for fewer --cards."
            )
        self.variant, self.cards, self.goal, self.trump = variant, cards, goal, trump
        self.n = variant.players
        self.cnf = Cnf()
        self.pack = list(variant.pack)
        view = variant.view(trump)
        self.seen = [view[card] for card in self.pack]
        self.nodes: dict[tuple[Masks, int, tuple[int, ...], Split], Node] = {}
        self._ends: dict[tuple[Split, int], bool | None] = {}
        self._rules: dict[tuple[int, int, tuple[int, ...]], list[Truth]] = {}
        self._won: dict[tuple[int, tuple[int, ...]], list[Truth]] = {}
        self._deal()
        full = (1 << cards) - 1
        self.root = self._lead((full,) * self.n, 0, self._none())
        if wishes is not None:
            self._wish(wishes)

    # --- the hands ------------------------------------------------------------------------------

    def _deal(self) -> None:
        a = self.cnf
        faces = range(len(self.pack))
        rows = [[a.unknown(faces) for _ in range(self.cards)] for _ in range(self.n)]
        for row in rows:
            for low, high in pairwise(row):
                a.require(low < high)
        self.bits = [[[bit for _, bit in slot.cases()] for slot in row] for row in rows]
        self.hands = [
            [chosen_card(a, list(zip(self.seen, bits, strict=True))) for bits in row]
            for row in self.bits
        ]
        for i in range(len(self.pack)):
            holders = [row[slot][i] for row in self.bits for slot in range(self.cards)]
            for k, one in enumerate(holders):
                a.clauses.extend(
                    [-one.value, -other.value]
                    for other in holders[:k]
                    if isinstance(one, Bit) and isinstance(other, Bit)
                )

    # --- the game tree --------------------------------------------------------------------------

    def _none(self) -> Split:
        return (0, 0) if self.goal.measure == "tricks" else (0,) * self.n

    def _after(self, past: Split, seat: int) -> Split:
        """Return the split of tricks after one more: by side where only its tricks count."""
        place = int(seat not in self.goal.side) if self.goal.measure == "tricks" else seat
        return tuple(count + (i == place) for i, count in enumerate(past))

    def _decided(self, past: Split, left: int) -> bool | None:
        """Return whether the goal is met whatever happens, None if that is open."""
        if (past, left) not in self._ends:
            ends = {self._met(end) for end in _ends(past, left)}
            self._ends[past, left] = ends.pop() if len(ends) == 1 else None
        return self._ends[past, left]

    def _met(self, past: Split) -> bool:
        if self.goal.measure == "tricks":
            number = past[0]
            amount = self.goal.amount or 0
            if self.goal.relation == "exactly":
                return number == amount
            return number <= amount if self.goal.minimises else number >= amount
        over = start(self.variant, ((),) * self.n)
        over = over._replace(taken=past, done=self.variant.tricks, phase=OVER, trump=self.trump)
        return bool(self.goal.met(measured(over, self.goal)))

    def _lead(self, masks: Masks, leader: int, past: Split) -> Node:
        left = masks[leader].bit_count()
        met = self._decided(past, left)
        if met is not None:
            return Node(None, [], met, met)
        return self._play(masks, leader, (), past)

    def _play(self, masks: Masks, leader: int, trick: tuple[int, ...], past: Split) -> Node:
        """Return the node at which a seat follows to the cards on the table."""
        key = (masks, leader, trick, past)
        if key not in self.nodes:
            self.nodes[key] = node = self._grown(masks, leader, trick, past)
            self._value(node)
        return self.nodes[key]

    def _grown(self, masks: Masks, leader: int, trick: tuple[int, ...], past: Split) -> Node:
        if len(trick) == self.n:
            return Node(None, list(self._award(masks, leader, trick, past)))
        seat = (leader + len(trick)) % self.n
        slots = [i for i in range(self.cards) if masks[seat] >> i & 1]
        edges = []
        for slot, may in zip(slots, self._legal(seat, masks[seat], leader, trick), strict=True):
            if may is not False:
                rest = _without(masks, seat, slot)
                edges.append((may, self._play(rest, leader, (*trick, slot), past)))
        return Node(self._mine(seat), edges)

    def _mine(self, seat: int) -> bool:
        return seat in self.goal.side or self.goal.stance == HELP

    def _table(self, leader: int, trick: tuple[int, ...]) -> list[Seen]:
        return [self.hands[(leader + place) % self.n][slot] for place, slot in enumerate(trick)]

    def _legal(self, seat: int, mask: int, leader: int, trick: tuple[int, ...]) -> list[Truth]:
        """State for every card that a seat still has that it may be played."""
        slots = [slot for slot in range(self.cards) if mask >> slot & 1]
        if len(slots) == 1:
            return [True]
        key = (mask, leader, trick)
        if key not in self._rules:
            self._rules[key] = self._bound(self.hands[seat], slots, self._table(leader, trick))
        return self._rules[key]

    def _bound(self, hand: list[Seen], slots: list[int], table: list[Seen]) -> list[Truth]:
        variant = self.variant
        leads = variant.file.lead.trump_leads == "declarers less one"
        s = Situation(
            hand=[hand[slot] for slot in slots],
            held=[True] * len(slots),
            trick=table,
            number=variant.tricks - len(slots) + 1,
            trump_known=bool(self.trump),
            trump_leads=self.n - 1 if leads else 0,
            withhold_only_alone=variant.file.follow.withhold_only_alone,
        )
        return legal(self.cnf, variant.follow_tiers if table else variant.lead_tiers, s)

    def _award(
        self, masks: Masks, leader: int, trick: tuple[int, ...], past: Split
    ) -> Iterator[tuple[Truth, Node]]:
        a = self.cnf
        seats = [(leader + place) % self.n for place in range(self.n)]
        table = self._table(leader, trick)
        wins = self._winner(leader, trick)
        gift = self.variant.file.events.gift
        for seat, won, card in zip(seats, wins, table, strict=True):
            asked = False if gift is None else a.all([won, card.joker])
            plain = a.all([won, a.no(asked)])
            if plain is not False:
                yield plain, self._lead(masks, seat, self._after(past, seat))
            if asked is not False:
                yield asked, self._gift(masks, seat, past)

    def _winner(self, leader: int, trick: tuple[int, ...]) -> list[Truth]:
        """State for every card of a trick that it wins; one without a winner leads nowhere."""
        if (leader, trick) not in self._won:
            self._won[leader, trick] = self.variant.wins(self.cnf, self._table(leader, trick))
        return self._won[leader, trick]

    def _gift(self, masks: Masks, winner: int, past: Split) -> Node:
        gift = self.variant.file.events.gift
        assert gift is not None
        edges: list[tuple[Truth, Node]] = []
        for seat in range(self.n):
            owner = seat if gift.gives == "trick" else winner
            edges.append((True, self._lead(masks, seat, self._after(past, owner))))
        node = Node(self._mine(winner), edges)
        self._value(node)
        return node

    def _value(self, node: Node) -> None:
        a = self.cnf
        if node.mine is False:
            node.keeps = a.all(a.any([a.no(may), after.keeps]) for may, after in node.edges)
        else:
            node.keeps = a.any(a.all([may, after.keeps]) for may, after in node.edges)
        if node.mine is None:
            node.safe = a.any(a.all([may, after.safe]) for may, after in node.edges)
        else:
            node.safe = a.all(a.any([a.no(may), after.safe]) for may, after in node.edges)

    # --- wishes ---------------------------------------------------------------------------------

    def _wish(self, wishes: Wishes) -> None:
        a = self.cnf
        right = self._right(self.root)
        a.require(a.exactly_one(right))
        a.require(a.count(may for may, _ in self.root.edges) >= 2)
        if wishes.key is not None:
            a.require(a.any(a.all([r, self._is(slot, wishes.key)]) for slot, r in enumerate(right)))
        if wishes.unlikely:
            self._unlikely(right)
        if wishes.strict:
            self._strict()
        a.require(self._chain(wishes.chain))

    def _right(self, node: Node) -> list[Truth]:
        return [self.cnf.all([may, after.keeps]) for may, after in node.edges]

    def _is(self, slot: int, card: Card) -> Truth:
        return self.cnf.any(
            bit for face, bit in zip(self.pack, self.bits[0][slot], strict=True) if face == card
        )

    def _unlikely(self, right: list[Truth]) -> None:
        """Require that every other card is one that a hasty player looks at before the key."""
        a = self.cnf
        for i, key in enumerate(right):
            for j, (may, _) in enumerate(self.root.edges):
                if i != j:
                    mine, other = self.hands[0][i], self.hands[0][j]
                    if self.goal.minimises:
                        mine, other = other, mine
                    first = a.all([other.trump, a.no(mine.trump)])
                    level = a.all([a.same(other.trump, mine.trump), other.strength > mine.strength])
                    a.require(a.any([a.no(key), a.no(may), first, level]))

    def _strict(self) -> None:
        """Require one right card wherever right play leads."""
        a = self.cnf
        self.root.reached = [True]
        for node in _downwards(self.root):
            here = a.all([a.any(node.reached), a.no(node.safe)])
            if here is False:
                continue
            right = self._right(node)
            if node.mine:
                a.require(a.any([a.no(here), a.exactly_one(right)]))
            for (may, after), keeps in zip(node.edges, right, strict=True):
                after.reached.append(a.all([here, keeps if node.mine else may]))

    def _chain(self, length: int) -> Truth:
        """State that the others can put so many decisions to the side, each with a wrong card."""
        a = self.cnf
        found: dict[int, list[Truth]] = {}  # by node: at least 1, 2, … decisions from there on
        for node in reversed(_downwards(self.root)):
            ways: list[list[Truth]] = [[] for _ in range(length)]
            wrong = a.any(a.all([may, a.no(after.keeps)]) for may, after in node.edges)
            for may, after in node.edges:
                follows = found.get(id(after), [False] * length)
                on = a.all([may, after.keeps]) if node.mine else may
                for i, way in enumerate(ways):
                    more = follows[i]
                    if node.mine:
                        more = a.any([more, a.all([wrong, follows[i - 1] if i else True])])
                    way.append(a.all([on, a.no(node.safe), more]))
            found[id(node)] = [a.any(way) for way in ways]
        return found[id(self.root)][-1]

    # --- models ---------------------------------------------------------------------------------

    def literals(self) -> list[int]:
        """Return the variables that say which card lies where."""
        return sorted(
            {abs(bit.value) for row in self.bits for slot in row for bit in slot
             if isinstance(bit, Bit)}
        )  # fmt: skip

    def only(self, cards: set[int]) -> list[list[int]]:
        """Return clauses that keep all cards out of the hands but those with these numbers."""
        return [
            [-bit.value]
            for row in self.bits
            for slot in row
            for i, bit in enumerate(slot)
            if i not in cards and isinstance(bit, Bit)
        ]

    def dealt(self, model: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
        """Return the hands of a model."""
        true = set(model)
        return tuple(
            tuple(
                next(c for c, b in zip(self.pack, slot, strict=True)
                     if isinstance(b, Bit) and b.value in true)
                for slot in row
            )
            for row in self.bits
        )  # fmt: skip


def _ends(past: Split, left: int) -> Iterator[Split]:
    """Yield every way in which the tricks that are left can fall."""
    for more in product(range(left + 1), repeat=len(past)):
        if sum(more) == left:
            yield tuple(map(sum, zip(past, more, strict=True)))


def _without(masks: Masks, seat: int, slot: int) -> Masks:
    return tuple(mask & ~(1 << slot) if i == seat else mask for i, mask in enumerate(masks))


def _downwards(root: Node) -> list[Node]:
    """Return all nodes, each before those that it leads to."""
    order: list[Node] = []
    seen: set[int] = set()
    waiting: list[tuple[Node, bool]] = [(root, False)]
    while waiting:
        node, done = waiting.pop()
        if done:
            order.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting.append((node, True))
            waiting += [(after, False) for _, after in node.edges]
    return order[::-1]
