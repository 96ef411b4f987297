"""Random play of many deals: a variant's rules lowered to bit masks.

Every mask is filled by asking the rules themselves (`rules.tiers`, `rules.trick`) about single
cards, so no rule is stated twice; what is lost is generality: which cards are legal may depend on
the card led, on the card that wins so far and on two facts about the hand. Cards are numbered by
their place in the pack, so that two copies are two cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.referee import winning_cards
from solver.rules.algebra import PLAIN
from solver.rules.order import NO_SUIT
from solver.rules.tiers import CONDITIONS, Situation, heads, led_suit, withholdable
from solver.rules.trick import emergent_suit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from random import Random

    from solver.cards import Card
    from solver.rules.tiers import Tier
    from solver.variant import Variant

    Tiers = tuple[tuple[tuple[Callable[[int], bool], ...], int], ...]

HAND_CONDITIONS = ("holding led suit", "trumps may be withheld")


class Bound(NamedTuple):
    """What binds a follower.

    `tiers` as (tests of the hand, cards admitted), `always` legal besides, and the cards that
    would head the trick.
    """

    tiers: Tiers
    always: int
    heads: int


class Lowered:
    """A variant under one trump suit, ready for fast play; `cards` by number.

    `leads` and `bound` raise ValueError for tiers that can't be lowered: leads with conditions,
    and followers who must head their suit under a trump.
    """

    def __init__(self, variant: Variant, trump: str = "", demoted: Card | None = None) -> None:
        self.variant = variant
        self.players = variant.players
        self.cards: tuple[Card, ...] = variant.pack.cards
        view = variant.view(trump, demoted)
        self.seen = [view[card] for card in self.cards]
        self.strength = [s.strength for s in self.seen]
        self.suit = [s.suit for s in self.seen]
        self.number: dict[Card, int] = {}
        for i, card in enumerate(self.cards):
            self.number.setdefault(card, i)
        self.middling = variant.file.trick.winner == "middling"
        self.jokers = mask(i for i, s in enumerate(self.seen) if s.joker)
        self.trumps = mask(i for i, s in enumerate(self.seen) if s.trump)
        self._bounds: dict[int, Bound] = {}
        self._heads: dict[tuple[int, int], int] = {}
        self._tiers: dict[tuple[int, int], tuple[Tiers, int]] = {}
        self._by_best = any(" that head" in tier.text for tier in variant.follow_tiers)
        self._emergent: dict[tuple[int, ...], int] = {}
        self._lead_masks: list[int] = []

    # --- filling the masks from the rules -------------------------------------------------------

    def _fill_leads(self) -> None:
        nothing = Situation((), (), ())
        for tier in self.variant.lead_tiers:
            if tier.conditions:
                raise ValueError(f"the lead tier '{tier.text}' can't be lowered.")
        self._lead_masks = [self._admitted(tier, nothing) for tier in self.variant.lead_tiers]

    def _admitted(self, tier: Tier, s: Situation) -> int:
        return mask(i for i, card in enumerate(self.seen) if tier.admits(PLAIN, card, s))

    def bound(self, led: int, best: int) -> Bound:
        """Return what binds a follower when `led` was led and `best` wins so far."""
        key = led * len(self.cards) + best
        found = self._bounds.get(key)
        if found is None:
            found = self._bounds[key] = self._bound(led, best)
        return found

    def _bound(self, led: int, best: int) -> Bound:
        heading = (self.suit[led], best)
        if not self.middling and heading not in self._heads:
            s = self._situation(led, best)
            self._heads[heading] = mask(i for i, c in enumerate(self.seen) if heads(PLAIN, c, s))
        # Where no tier asks what heads the trick, only the card led binds.
        key = (led, best if self._by_best else led)
        if key not in self._tiers:
            self._tiers[key] = self._filled(self._situation(*key))
        tiers, always = self._tiers[key]
        return Bound(tiers, always, self._heads.get(heading, 0))

    def _situation(self, led: int, best: int) -> Situation:
        return Situation((), (), [self.seen[c] for c in dict.fromkeys((led, best))])

    def _filled(self, s: Situation) -> tuple[Tiers, int]:
        tiers = []
        for tier in self.variant.follow_tiers:
            if "heads its suit" in tier.text:
                raise ValueError(f"the tier '{tier.text}' can't be lowered.")
            tests = self._tests(tier, s)
            if tests is not None:
                tiers.append((tests, self._admitted(tier, s)))
        always = 0
        for tier in self.variant.always_tiers:
            always |= self._admitted(tier, s)
        return tuple(tiers), always

    def _tests(self, tier: Tier, s: Situation) -> tuple[Callable[[int], bool], ...] | None:
        """Return the tier's conditions as tests of the hand, or None if the table closes it."""
        words = tier.text.partition(" while ")[2]
        tests: list[Callable[[int], bool]] = []
        for word in words.split(" and ") if words else ():
            if word not in HAND_CONDITIONS:
                if not CONDITIONS[word](PLAIN, s):
                    return None
            elif word == "holding led suit":
                suit = mask(i for i, c in enumerate(self.seen) if led_suit(PLAIN, c, s))
                tests.append(lambda hand, suit=suit: hand & suit != 0)  # type: ignore[misc]
            else:
                free = mask(i for i, c in enumerate(self.seen) if withholdable(PLAIN, c, s))
                bad = self.trumps & ~free
                tests.append(lambda hand, bad=bad: hand & bad == 0)  # type: ignore[misc]
                if self.variant.file.follow.withhold_only_alone:
                    tests.append(lambda hand: (hand & self.trumps).bit_count() <= 1)
        return tuple(tests)

    # --- play -----------------------------------------------------------------------------------

    def leads(self, hand: int) -> int:
        """Return the cards of a hand that may be led."""
        if not self._lead_masks:
            self._fill_leads()
        for admitted in self._lead_masks:
            if hand & admitted:
                return hand & admitted
        return 0

    def follows(self, hand: int, bound: Bound) -> int:
        """Return the cards of a hand that may follow."""
        for tests, admitted in bound.tiers:
            legal = hand & admitted
            if legal and all(test(hand) for test in tests):
                return legal | (hand & bound.always)
        return hand & bound.always

    def emergent(self, trick: list[int]) -> int:
        """Return the emergent suit of a trick without Jokers (NO_SUIT if no branch fires)."""
        key = tuple([self.suit[c] for c in trick])
        found = self._emergent.get(key)
        if found is None:
            found = self._emergent[key] = emergent_suit(PLAIN, [self.seen[c] for c in trick])
        return found

    def middle(self, trick: list[int]) -> int:
        """Return the place of the winner by middling rank, equal cards ignored in pairs."""
        suit = self.emergent(trick)
        if suit == NO_SUIT:
            return self.by_rules(trick)
        ranks, suits = self.strength, self.suit
        left = sorted((ranks[c], place) for place, c in enumerate(trick) if suits[c] == suit)
        i = 0
        while i + 1 < len(left):
            if left[i][0] == left[i + 1][0]:
                del left[i : i + 2]
            else:
                i += 1
        return left[len(left) // 2][1]

    def by_rules(self, trick: list[int]) -> int:
        """Return the place of the winner as the variant's own rule names it."""
        (place,) = winning_cards(self.variant, tuple(self.seen[c] for c in trick))
        return place

    def winner(self, trick: list[int]) -> int:
        """Return the place of the winning card of a complete trick."""
        if not self.middling:
            best = trick[0]
            for card in trick[1:]:
                if self.bound(trick[0], best).heads >> card & 1:
                    best = card
            return trick.index(best)
        jokers = [place for place, card in enumerate(trick) if self.jokers >> card & 1]
        if not jokers:
            return self.middle(trick)
        return jokers[0] if len(jokers) == 1 else self.by_rules(trick)


def mask(numbers: Iterable[int]) -> int:
    """Return the bit mask of card numbers."""
    out = 0
    for i in numbers:
        out |= 1 << i
    return out


def bits(hand: int) -> Iterator[int]:
    """Yield the card numbers of a mask."""
    while hand:
        low = hand & -hand
        yield low.bit_length() - 1
        hand ^= low


def pick(hand: int, rng: Random) -> int:
    """Return a card of a mask, each with equal chance."""
    count = hand.bit_count()
    if count > 1:
        for _ in range(int(rng.random() * count)):
            hand &= hand - 1
    return (hand & -hand).bit_length() - 1


def deal_masks(low: Lowered, rng: Random) -> tuple[list[int], list[int]]:
    """Return the hands of a uniform deal as masks, and the cards left over in order."""
    order = list(range(len(low.cards)))
    rng.shuffle(order)
    size, n = low.variant.hand_size, low.players
    hands = [mask(order[i * size : (i + 1) * size]) for i in range(n)]
    return hands, order[n * size :]
