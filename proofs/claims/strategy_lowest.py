"""Advice of the Japanese trump game for the fewest tricks: play low, let the others take it."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, Witness, by_reading, decided, fails, holds
from proofs.claims.strategy_advice import ending
from proofs.claims.strategy_trumps import GAME, TRUMP, deal_tricks, lowered
from proofs.endgames import Endgame
from proofs.playouts import Lowered, bits, mask, pick
from proofs.registry import Effort, settles
from proofs.sampling import Estimate, Ratio
from proofs.splits import score, splits
from proofs.witness import replayed
from solver.cards import Card, card_text
from solver.notation import write
from solver.position import Position, play, start
from solver.referee import begin
from solver.rules.algebra import PLAIN
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


# --- J026 ---------------------------------------------------------------------------------------


def one_trick_fewer(variant: Variant) -> dict[str, int]:
    """Count over all splits what giving one trick of A to another seat does to A's round score."""
    counts = {"higher": 0, "equal": 0, "lower": 0}
    for taken in splits(variant.players, variant.tricks):
        for receiver in range(1, variant.players) if taken[0] else ():
            given = tuple(
                t - (i == 0) + (i == receiver) for i, t in enumerate(taken)
            )
            before, after = score(variant, taken).final[0], score(variant, given).final[0]
            word = "higher" if after > before else "lower" if after < before else "equal"
            counts[word] += 1
    return counts


def lowest(low: Lowered) -> Callable[[int, int, int, int], int]:
    """Return the policy: the lowest card of the suit led, a lowest card on lead.

    Without the suit led every card is open, so that nothing is held against the advice that it
    does not say.
    """
    height = [card.height for card in low.seen]

    def policy(hand: int, legal: int, led: int, heads: int) -> int:
        cards = list(bits(legal))
        if led >= 0 and low.suit[cards[0]] != low.suit[led]:
            return legal
        least = min(height[c] for c in cards)
        return mask(c for c in cards if height[c] == least)

    return policy


class Ending(NamedTuple):
    """An ending, and the fewest tricks that A can keep to: at best, and by lowest cards."""

    hands: tuple[int, ...]
    leader: int
    best: int
    lowest: int

    @property
    def costly(self) -> bool:
        """Whether lowest cards take more tricks than need be."""
        return self.lowest > self.best


def endings_of_one_suit(low: Lowered, cards: int) -> Iterator[Ending]:
    """Yield every ending of one plain suit with so many cards each, for every leader."""
    suit = [i for i in range(len(low.cards)) if low.cards[i].suit == "h"][: 3 * cards]
    for mine in combinations(suit, cards):
        rest = [c for c in suit if c not in mine]
        for second in combinations(rest, cards):
            third = [c for c in rest if c not in second]
            hands = (mask(mine), mask(second), mask(third))
            for leader in range(3):
                best = Endgame(low, 0, wants=False).value(hands, leader)
                bound = Endgame(low, 0, wants=False, policy=lowest(low)).value(hands, leader)
                yield Ending(hands, leader, best, bound)


def lowest_costs(low: Lowered, rng: Random, endings: int, cards: int) -> int:
    """Return in how many random endings lowest-card play takes more tricks than need be."""
    worse = 0
    for _ in range(endings):
        order = list(range(len(low.cards)))
        rng.shuffle(order)
        hands = tuple(mask(order[i * cards : (i + 1) * cards]) for i in range(3))
        leader = int(rng.random() * 3)
        best = Endgame(low, 0, wants=False).value(hands, leader)
        worse += Endgame(low, 0, wants=False, policy=lowest(low)).value(hands, leader) > best
    return worse


def full_deal(low: Lowered, hands: tuple[int, ...], leader: int) -> tuple[Position, list[Card]]:
    """Return a complete deal and the play that leads to an ending of one plain suit.

    Every suit is played off in tricks that all follow; the cards over, one of each plain suit,
    make the last trick, led and won by the ending's leader.
    """
    variant = low.variant
    held = [low.cards[c] for hand in hands for c in bits(hand)]
    own = held[0].suit
    turned = next(c for c in low.cards if c.suit == TRUMP)
    free = [c for c in low.cards if c not in held and c != turned]
    groups = {s: [c for c in free if c.suit == s] for s in variant.pack.suits}
    tricks = [cards[i : i + 3] for cards in groups.values() for i in range(0, len(cards) - 2, 3)]
    over = [cards[-1] for cards in groups.values() if len(cards) % 3]
    dealt = [[low.cards[c] for c in bits(hand)] for hand in hands]
    played: list[Card] = []
    turn = 0
    for trick in [*tricks, sorted(over, key=lambda c: c.suit == own)]:
        others = [seat for seat in range(3) if seat != leader]
        given = {leader: trick[0], others[0]: trick[1], others[1]: trick[2]}
        for seat in range(3):
            dealt[seat].append(given[seat])
        played += [given[(turn + i) % 3] for i in range(3)]
        turn = leader
    position = start(variant, tuple(tuple(hand) for hand in dealt))
    return begin(position._replace(trump=TRUMP, turn_up=(turned,))), played


@settles("J026")
def play_lowest(claim: Claim, effort: Effort) -> Finding:
    """Settle whether fewer tricks score more, and whether the lowest card keeps tricks away."""
    variant, low = load(GAME), lowered()
    counts = one_trick_fewer(variant)
    cases = sum(counts.values())
    fewer = decided(
        counts["lower"] + counts["equal"] == 0,
        f"one trick fewer scores more in {counts['higher']} of {cases} cases, the same in "
        f"{counts['equal']}, less in {counts['lower']} (split, receiver)",
    )
    single = [case for case in endings_of_one_suit(low, 1) if case.costly]
    double = list(endings_of_one_suit(low, 2))
    costly = [case for case in double if case.costly]
    sample = int(150 * effort.factor)
    worse = lowest_costs(low, Random(effort.seed), sample, 3)
    readings = {"fewer tricks score more": fewer}
    if costly:
        readings["the lowest card keeps tricks away"] = fails(
            f"with one card each it can't matter ({len(single)} cases); with two cards each of one "
            f"suit it costs a trick in {len(costly)} of {len(double)} endings; with three random "
            f"cards each in {worse} of {sample}",
            witness=_lowest_witness(low, costly),
        )
    else:
        readings["the lowest card keeps tricks away"] = holds("no ending of two cards contradicts "
        "it")
    return by_reading(
        readings,
        details={
            "one trick fewer": counts,
            "endings of one card, costly": len(single),
            "endings of two cards of one suit, costly, all": [len(costly), len(double)],
            "random endings of three cards, costly, all": [worse, sample],
        },
        scope="stance: A wants few tricks, B and C are one adversary who wants A to take many",
        method="all splits; double-dummy search of all smallest endings",
        mend="throw the highest card that does not win, keep the lowest for the last tricks",
        seed=effort.seed,
        sample=sample,
    )


def _lowest_witness(low: Lowered, costly: list[Ending]) -> Witness:
    first = costly[0]
    line = Endgame(low, 0, wants=False, policy=lowest(low)).line(first.hands, first.leader)
    deal, played = full_deal(low, first.hands, first.leader)
    cards = [*played, *(low.cards[c] for c in line)]
    small = write(ending(low, first.hands, first.leader))
    return replayed(
        f"A follows with its lowest card in the last two tricks and takes {first.lowest}; it could "
        f"keep to {first.best} (foolproof solve '{small} / A makes least')",
        deal,
        [play(card) for card in cards],
    )


# --- J027 ---------------------------------------------------------------------------------------


def lowest_wins(variant: Variant) -> tuple[int, int, int]:
    """Return for a lowest plain card led: pairs of replies, pairs it beats, and of those the
    pairs in which somebody follows suit or trumps."""
    view = variant.view(TRUMP)
    plain = [c for c in view if not view[c].trump and c.suit == "c"]
    led = min(plain, key=lambda c: view[c].strength)
    others = [c for c in view if c != led]
    pairs = won = engaged = 0
    for x, y in permutations(others, 2):
        pairs += 1
        if variant.wins(PLAIN, [view[led], view[x], view[y]])[0]:
            won += 1
            engaged += any(c.suit == led.suit or view[c].trump for c in (x, y))
    return pairs, won, engaged


def lowest_leads(low: Lowered, seed: int, deals: int) -> Estimate:
    """Measure how often a lowest card led by A wins, B and C playing at random."""
    ratio = Ratio()
    policy = lowest(low)
    for number in range(deals):
        rng = Random(seed * 1_000_003 + number)
        leads = won = 0

        def choose(seat: int, hand: int, legal: int, led: int, rng: Random = rng) -> int:
            return pick(policy(hand, legal, led, -1) if seat == 0 and led < 0 else legal, rng)

        for leader, winner, _trick, _before in deal_tricks(low, rng, choose):
            leads += leader == 0
            won += leader == 0 == winner
        ratio.add(won, leads)
    return ratio.estimate()


def lowest_wins_at_once(low: Lowered) -> tuple[Position, list[Card]]:
    """Return a complete deal in which the lowest club, led to trick 1, can win."""
    variant = low.variant
    clubs = [c for c in variant.pack if c.suit == "c"]
    trumps = [c for c in variant.pack if c.suit == TRUMP]
    rest = [c for c in variant.pack if c not in clubs and c != trumps[0]]
    size = variant.hand_size
    first = [*clubs, *trumps[1 : 1 + size - len(clubs)]]
    rest = [c for c in rest if c not in first]
    hands = (tuple(first), tuple(rest[0::2]), tuple(rest[1::2]))
    position = start(variant, hands)._replace(trump=TRUMP, turn_up=(trumps[0],))
    discards = [next(c for c in hand if c.suit != TRUMP) for hand in hands[1:]]
    return begin(position), [clubs[-1], *discards]


@settles("J027")
def lead_low(claim: Claim, effort: Effort) -> Finding:
    """Settle whether a lowest card, led, can win the trick."""
    variant, low = load(GAME), lowered()
    pairs, won, engaged = lowest_wins(variant)
    deals = int(400 * effort.factor)
    found = lowest_leads(low, effort.seed, deals)
    if not won:
        return holds(f"none of {pairs} pairs of replies lets a lowest card win")
    position, cards = lowest_wins_at_once(low)
    return fails(
        f"a lowest card, led, wins if neither other player follows suit or trumps: {won} of "
        f"{pairs} "
        f"pairs of replies to the 2 of a plain suit ({engaged} otherwise); smallest: "
        f"{card_text(cards[0])} against two cards of other plain suits; led by A in random play a "
        f"lowest card of the hand wins {found.percent}",
        details={"pairs": pairs, "pairs it beats": won, "random play": found.as_list()},
        witness=replayed("A leads its lowest club to trick 1, nobody has a club, nobody trumps",
                         position, [play(card) for card in cards]),
        mend="lead low from a suit in which another player still has a higher card",
        scope="can win: some legal replies; it must win if each other player has only lower cards "
        "of the suit, or neither suit nor trump",
        method="every pair of replies; a complete deal; simulation",
        seed=effort.seed,
        sample=deals,
    )
