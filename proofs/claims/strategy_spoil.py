"""Advice of Spoil Five: the robber's trumps, combining against two tricks, when to use trumps."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from proofs.claim import Claim, Finding, fails, holds, measured, when
from proofs.endgames import Endgame
from proofs.playouts import Lowered, bits, mask
from proofs.registry import Effort, settles
from proofs.sampling import Ratio, share
from solver.cards import Card
from solver.dealing import deal
from solver.position import Position, start
from solver.referee import begin, legal_actions, step
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Iterator

# --- F031 ---------------------------------------------------------------------------------------

KINDS = {
    "dealer, ace turned": ("S1", "A", ""),
    "holder of the ace": ("S1", "2", "A"),
    "holder of the king (custom)": ("S2b", "2", "K"),
}


def robbers(variant: Variant, trump: str, turned: str, title: str) -> Iterator[Position]:
    """Yield deals for two in which a seat may rob, with 0 to 4 more trumps in its hand."""
    view = variant.view(trump)
    up, own = Card(trump, turned), [Card(trump, title)] if title else []
    spare = [c for c in view if view[c].trump and c not in (up, *own) and c.rank not in "AK"]
    plain = [c for c in view if not view[c].trump]
    size = variant.hand_size
    for more in range(size - len(own) + 1):
        hand = [*own, *spare[:more], *plain[: size - len(own) - more]]
        other = [c for c in plain if c not in hand][:size]
        dealer = 0 if not title else 1
        hands = (tuple(hand), tuple(other))
        begun = start(variant, hands, dealer=dealer)._replace(trump=trump, turn_up=(up,))
        yield begin(begun)


def trumps_after(variant: Variant, trump: str, turned: str, title: str) -> tuple[int, int]:
    """Return the least number of trumps in hand after robbing: any card laid away, titles kept."""
    view = variant.view(trump)
    least = kept = 99
    for position in robbers(variant, trump, turned, title):
        for action in legal_actions(position):
            if action.word != "rob":
                continue
            after = step(position, action)
            count = sum(1 for c in after.hands[0] if view[c].trump)
            least = min(least, count)
            if not view[action.card].trump:
                kept = min(kept, count)
    return least, kept


@settles("F031")
def robbers_trumps(claim: Claim, effort: Effort) -> Finding:
    """Count the least number of trumps in a robber's hand, for each way of robbing."""
    found = {}
    for kind, (game, turned, title) in KINDS.items():
        variant = load(game, players=2)
        pairs = {trumps_after(variant, s, turned, title) for s in variant.pack.suits}
        found[kind] = [min(p[0] for p in pairs), min(p[1] for p in pairs)]
    text = "; ".join(
        f"{kind}: {least} ({kept} if no trump is laid away)"
        for kind, (least, kept) in found.items()
    )
    evidence = f"least number of trumps after robbing: {text}"
    more: dict[str, Any] = {
        "details": found,
        "method": "every robbery, hands with 0 to 4 more trumps, four trump suits, by the referee",
    }
    if all(least >= 2 for least, _ in found.values()):
        return holds(evidence, **more)
    if any(kept < 2 for kind, (_, kept) in found.items() if "holder" in kind):
        return fails(evidence, **more)
    return when(
        "the robber held the ace (by the custom the king) and lays away another card, or keeps one "
        "more trump; a dealer who takes a turned ace may have that one trump only, for there ace "
        "and turn-up are the same card",
        evidence,
        **more,
    )


# --- F032 ---------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def lowered(game: str, players: int, trump: str, demoted: Card | None = None) -> Lowered:
    """Return a game of the family lowered for a trump suit and a demoted ace."""
    return Lowered(load(game, players), trump, demoted)


class TwoTricks:
    """A moment when a seat has just won its second trick and nobody has three."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.low = lowered("S1", position.players, position.trump, position.demoted)
        number = self.low.number
        self.hands = tuple(mask(number[c] for c in hand) for hand in position.hands)
        self.seat = position.leader

    def against_all(self) -> bool:
        """Return whether the seat takes a third trick against all others together."""
        return Endgame(self.low, self.seat).reaches(self.hands, self.seat, 1)

    def each_for_himself(self) -> float:
        """Return the chance of the third trick when each seat wants nothing but the pool.

        Every seat makes its own chance of three tricks large; of equal cards each is as likely.
        """
        return _Selfish(self.low).chances(self.hands, self.seat, self.position.taken)[self.seat]


class _Selfish:
    def __init__(self, low: Lowered) -> None:
        self.low = low
        self.memo: dict[tuple[object, ...], tuple[float, ...]] = {}

    def chances(
        self, hands: tuple[int, ...], leader: int, taken: tuple[int, ...]
    ) -> tuple[float, ...]:
        """Return for every seat the chance that it wins the pool."""
        if max(taken) >= 3 or not hands[leader]:
            return tuple(float(t >= 3) for t in taken)
        key = (hands, leader, taken)
        if key not in self.memo:
            self.memo[key] = self._ply(list(hands), leader, taken, [], -1)
        return self.memo[key]

    def _ply(
        self, hands: list[int], leader: int, taken: tuple[int, ...], trick: list[int], best: int
    ) -> tuple[float, ...]:
        n = self.low.players
        if len(trick) == n:
            winner = (leader + trick.index(best)) % n
            won = tuple(t + (i == winner) for i, t in enumerate(taken))
            return self.chances(tuple(hands), winner, won)
        seat = (leader + len(trick)) % n
        if trick:
            bound = self.low.bound(trick[0], best)
            legal, heads = self.low.follows(hands[seat], bound), bound.heads
        else:
            legal, heads = self.low.leads(hands[seat]), -1
        results = []
        for card in bits(legal):
            hands[seat] ^= 1 << card
            then = card if heads >> card & 1 else best
            results.append(self._ply(hands, leader, taken, [*trick, card], then))
            hands[seat] ^= 1 << card
        top = max(result[seat] for result in results)
        equal = [result for result in results if result[seat] > top - 1e-9]
        return tuple(sum(column) / len(equal) for column in zip(*equal, strict=True))


def two_tricks(variant: Variant, rng: Random, seed: int) -> TwoTricks | None:
    """Play a deal at random until a seat has two tricks and cards are left; None if none has."""
    position = deal(variant, seed)
    while not position.over:
        if not position.trick and max(position.taken) == 2:
            return TwoTricks(position)
        actions = legal_actions(position)
        position = step(position, actions[int(rng.random() * len(actions))])
    return None


def chance_at_random(state: TwoTricks, rng: Random, playouts: int) -> float:
    """Return how often the seat takes a third trick when everybody plays at random."""
    hits = 0
    for _ in range(playouts):
        position = state.position
        while not position.over and position.taken[state.seat] < 3:
            actions = legal_actions(position)
            position = step(position, actions[int(rng.random() * len(actions))])
        hits += position.taken[state.seat] >= 3
    return hits / playouts


@settles("F032")
def combine(claim: Claim, effort: Effort) -> Finding:
    """Measure whether a winner of two tricks gets a third against one adversary or against many."""
    variant, rng = load("S1"), Random(effort.seed)
    states: list[TwoTricks] = []
    number = 0
    while len(states) < int(240 * effort.factor):
        state = two_tricks(variant, rng, effort.seed * 1_000_003 + number)
        number += 1
        if state is not None:
            states.append(state)
    together, apart, luck, gap = [], Ratio(), Ratio(), Ratio()
    by_done: dict[int, list[int]] = {}
    for state in states:
        forced, alone = state.against_all(), state.each_for_himself()
        together.append(forced)
        apart.add(alone)
        gap.add(alone - forced)
        luck.add(chance_at_random(state, rng, 3))
        row = by_done.setdefault(state.position.done, [0, 0])
        row[0] += 1
        row[1] += forced
    combined = share(sum(together), len(together))
    return measured(
        f"P(a third trick) of the first seat with two: {combined.percent} against all others "
        f"together, {apart.estimate().percent} when each wants only the pool, "
        f"{luck.estimate().percent} in random play; combining takes away "
        f"{gap.estimate().percent}",
        scope="five players; moments from random play; double-dummy, the seat plays its best; "
        "each for himself: own chance of three tricks, equal cards equally likely",
        details={
            "against all together": combined.as_list(),
            "each for himself": apart.estimate().as_list(),
            "random play": luck.estimate().as_list(),
            "difference": gap.estimate().as_list(),
            "after so many tricks: states, forced": {k: v for k, v in sorted(by_done.items())},
        },
        method="double-dummy search; simulation",
        seed=effort.seed,
        sample=len(states),
    )
