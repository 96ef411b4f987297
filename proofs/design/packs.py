"""Which packs deal out to so many players with no ties and exactly one winner of every trick."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.trick_types import uniqueness
from solver.errors import BadInput
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Sequence

USUAL = ["A", "K", "Q", "J", *map(str, range(10, 1, -1))]
RANKS = [*USUAL[:4], "13", "12", "11", *USUAL[4:]]
MOST_CARDS = 128


class Form(NamedTuple):
    """How a pack is put together: ranks of each packet, so many copies, a red rank more."""

    packets: tuple[int, ...]
    copies: int = 1
    extra_red: bool = False

    @property
    def cards(self) -> int:
        """The cards but for Jokers."""
        return 4 * sum(self.packets) * self.copies + 2 * self.extra_red

    @property
    def text(self) -> str:
        """Say what the pack is made of."""
        parts = " + ".join(str(4 * r) for r in self.packets)
        copies = f"{self.copies} x {parts}" if self.copies > 1 else parts
        return copies + " + 2 red" * self.extra_red

    def settings(self) -> dict[str, Any]:
        """Return the settings of a variant with this pack."""
        top = max(self.packets)
        groups = [{"ranks": ranks_of(r), "copies": self.copies} for r in self.packets]
        listed = ranks_of(top + self.extra_red)
        if self.extra_red:
            rank = next(r for r in listed.split() if r not in ranks_of(top).split())
            groups.append({"ranks": rank, "suits": "hd", "copies": 1})
        single = self.copies == 1 and len(self.packets) == 1
        equal = "pairs, first" if single or self.copies * len(self.packets) == 2 else "refuse"
        return {"pack.groups": groups, "order.ranks": listed, "trick.equal": equal}


class PackDesign(NamedTuple):
    """A pack and what it gives: cards, hands, cards over, ties, tricks without a single winner."""

    form: Form
    jokers: int
    cards: int
    each: int
    over: int
    raw_ties: bool
    failing: int
    example: str

    @property
    def good(self) -> bool:
        """Whether the pack comes out even, scores can't tie and every trick has one winner."""
        return not self.over and not self.raw_ties and not self.failing

    def data(self) -> dict[str, Any]:
        """Return the design for programs."""
        return {
            "pack": self.form.text, "jokers": self.jokers, "cards": self.cards,
            "cards each": self.each, "cards over": self.over, "raw scores can tie": self.raw_ties,
            "tricks without one winner": self.failing, "example": self.example, "good": self.good,
        }  # fmt: skip


def ranks_of(number: int) -> str:
    """Return so many ranks, best first: the usual ones, or those of packs with 11, 12 and 13."""
    if number <= len(USUAL):
        return " ".join(USUAL[:number])
    extra = number - len(USUAL)
    return " ".join([*RANKS[:4], *RANKS[7 - extra : 7], *RANKS[7:]])


def forms(ranks: Sequence[int], copies: Sequence[int]) -> list[Form]:
    """Return the ways to put packs together: copies of one, two different ones, a red rank more."""
    found = [Form((r,), c) for r, c in product(ranks, copies)]
    if 2 in copies:
        found += [Form((r, s)) for r in ranks for s in ranks if r > s and r <= len(USUAL)]
    if 1 in copies:
        found += [Form((r,), extra_red=True) for r in ranks if len(USUAL) < r < len(RANKS)]
    return sorted(found, key=lambda form: (form.cards, form))


@lru_cache(maxsize=1024)
def failing_tricks(players: int, form: Form, jokers: int, reading: str) -> tuple[int, str]:
    """Return the sets of cards without exactly one winner, and the first of them."""
    name = "gooseberry-n" if players % 2 else "gooseberry-even"
    more = {"pack.jokers": jokers, "trick.jokers": reading}
    found = uniqueness(load(name, players, settings={**form.settings(), **more}), players)
    example = " ".join(str(card) for card in found.failing[0].cards) if found.failing else ""
    return found.failing_sets, example


def candidates(
    players: int,
    *,
    ranks: Sequence[int] = tuple(range(7, 17)),
    copies: Sequence[int] = (1, 2, 3),
    jokers: Sequence[int] = (0, 1, 2, 3),
    over: int = 0,
) -> list[tuple[Form, int]]:
    """Return every pack, with its Jokers, that leaves at most `over` cards, smallest first."""
    return [
        (form, k)
        for form, k in product(forms(ranks, copies), jokers)
        if players <= form.cards + k <= MOST_CARDS and (form.cards + k) % players <= over
    ]


def judged(players: int, form: Form, jokers: int, reading: str = "refuse") -> PackDesign | None:
    """Return what a pack gives; None where the rules can't be played with it.

    Several Jokers in a trick have no winner unless a reading says which (`first`, `last`,
    `cancel`). Raw scores are those of rising weights.
    """
    try:
        failing, example = failing_tricks(players, form, jokers, reading)
    except BadInput:
        return None
    each, left = divmod(form.cards + jokers, players)
    ties = gcd(players, each) > 1
    return PackDesign(form, jokers, form.cards + jokers, each, left, ties, failing, example)
