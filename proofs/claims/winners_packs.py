"""Rule C on double and triple packs, and the next leader for every pack that Barber names."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from proofs import clauses as c
from proofs.claim import Claim, Finding, decided, silent, when
from proofs.encode.obligations import refuted
from proofs.registry import Effort, settles
from proofs.trick_types import TrickType, trick_types, uniqueness
from proofs.witness import ending, replayed
from solver.cards import JOKER, Card, card_pretty
from solver.encode.cnf import Cnf
from solver.position import play, start
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.order import SUIT_INDEX
from solver.rules.trick import emergent_suit, middling
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable

# Packs of text and notes, each with what its own note adds and no more.
TEXT: dict[str, tuple[str, dict[str, Any]]] = {
    "33 (table)": ("G3", {}),
    "45 (table)": ("G5", {}),
    "40 (note 4)": ("G3-40", {}),
    "48 (note 5)": ("G3-48", {}),
    "55 (note 6)": ("G5-3J", {"trick.jokers": "refuse"}),
    "65 (note 7)": ("G5-2P", {}),
    "63 (note 8)": ("G7a", {}),
    "64 (note 8)": ("G7b", {"trick.equal": "none"}),
    "77 (note 8)": ("G7c", {"trick.equal": "none"}),
    "96 and a Joker (note 7)": ("G-3P", {"trick.equal": "refuse"}),
}


@settles("B011")
def next_leader(claim: Claim, effort: Effort) -> Finding:
    """Settle for every pack that Barber names whether a trick always names the next leader."""
    rows: dict[str, tuple[int, int, Fraction]] = {}
    for name, (variant_id, settings) in TEXT.items():
        variant = load(variant_id, settings=settings)
        found = uniqueness(variant, variant.players)
        bad = sum(kind.draws for kind in found.failing)
        rows[name] = (found.types, len(found.failing), Fraction(bad, found.draws))
    carried = {
        name: len(uniqueness(load(i), load(i).players).failing)
        for name, (i, s) in TEXT.items()
        if s.get("trick.equal") == "none"
    }
    total = [name for name, row in rows.items() if row[1] == 0]
    partial = {name: row[2] for name, row in rows.items() if row[1]}
    gifts = [len(_gift_names(load(i))) for i in ("G3", "G5")]
    return when(
        f"the pack is one of {', '.join(total)}"
        + (", or 64 or 77 with note 7 carried over to note 8" if not any(carried.values()) else ""),
        "no single winner, and so no next leader, on "
        + ", ".join(
            f"{float(share):.2%} of the tricks of {name}" for name, share in partial.items()
        )
        + ": two Jokers in a trick (55), equal cards without note 7 (64, 77), three equal cards "
        "(96); "
        "the Joker's winner names any seat",
        scope="all sets of n cards of each pack; shares are of random draws",
        method="every type of trick of every pack",
        mend="say in note 6 which of two Jokers wins, and in note 8 that note 7 holds",
        details={
            name: {"types": t, "without one winner": bad, "share of draws": float(share)}
            for name, (t, bad, share) in rows.items()
        }
        | {"64 and 77 with note 7": carried, "seats that a Joker's winner can name": gifts},
    )


def _gift_names(variant: Variant) -> list[int]:
    """Return the seats that may be named after a trick won by the Joker."""
    naturals = [card for card in variant.pack.faces if card.suit][: variant.players - 1]
    position = start(variant, tuple((card,) for card in (JOKER, *naturals)))
    for card in (JOKER, *naturals):
        position = step(position, play(card))
    return [action.value for action in legal_actions(position)]


# --- double pack ------------------------------------------------------------------------------


@settles("B060")
def double_pack(claim: Claim, effort: Effort) -> Finding:
    """Settle uniqueness for double packs, and when equal cards are struck out."""
    types: dict[int, int] = {}
    failing = moved = 0
    for n in (3, 5, 7) if effort.factor <= 1 else (3, 5, 7, 9):
        variant = load("GN", n, settings=_double() | {"trick.equal": "pairs, first"})
        found = uniqueness(variant, n)
        types[n], failing = found.types, failing + len(found.failing)
        moved += sum(_order_matters(variant, kind) for kind in trick_types(variant.pack, n))
    sat = [
        c.unique_winner_formula(load("G5-2P"), 5).solve() is None,
        refuted(
            claim.id,
            "not one winner (cards in order)",
            c.unique_winner_formula(load("G5-2P"), 5, sort=True),
        ),
        refuted(claim.id, "striking out first changes the winner", _before_or_after()),
    ]
    return decided(
        failing == 0 and moved == 0 and all(sat) and c.pairs_leave_odd() and c.middle_is_unique(),
        f"one winner on all {sum(types.values())} types of tricks of a double pack with a Joker (n="
        f"{', '.join(map(str, types))}) and on all tricks of 65 cards; it does not matter whether "
        "equal "
        "cards go before or after the suit is chosen, since pairs leave every parity, an odd suit "
        "keeps at least one card, and what is left are different ranks",
        scope="every odd n, at most two copies of a card, at most one Joker",
        method="z3: pairs leave parity, one middle for every odd size; types of tricks; SAT (n=5)",
        details={"types by n": types, "without one winner": failing, "order matters": moved},
    )


def _double() -> dict[str, Any]:
    ranks = "A K Q J 10 9 8 7"
    return {
        "pack.groups": [{"ranks": ranks, "copies": 2}],
        "order.ranks": ranks,
        "pack.jokers": 1,
    }


def _order_matters(variant: Variant, kind: TrickType) -> bool:
    view = variant.view("")
    trick = [view[card] for card in kind.cards]
    first = middling(PLAIN, c.paired_off_first(PLAIN, trick), equal="none")
    return first != variant.wins(PLAIN, trick)


def _before_or_after() -> Cnf:
    variant = load("G5-2P")
    a = Cnf()
    trick = a.trick(variant.view(""), variant.pack.count, 5, sort=True)
    before = middling(a, c.paired_off_first(a, trick), equal="none")
    after = variant.wins(a, trick)
    a.require(a.any(a.no(a.same(x, y)) for x, y in zip(before, after, strict=True)))
    return a


# --- triple pack ------------------------------------------------------------------------------


def _tripled(variant: Variant, kind: TrickType) -> bool:
    """Whether three equal cards lie in the emergent suit."""
    view = variant.view("")
    suit = emergent_suit(PLAIN, [view[card] for card in kind.cards])
    return any(n >= 3 and SUIT_INDEX[f.suit] == suit for f, n in Counter(kind.cards).items())


def _decided_by_three(variant: Variant, kind: TrickType) -> bool:
    """Whether cancelling in pairs leaves one of three equal cards in the middle."""
    wins = variant.wins(PLAIN, [variant.view("")[card] for card in kind.cards])
    return kind.cards.count(kind.cards[wins.index(True)]) == 3


def _nothing_left(variant: Variant, kind: TrickType) -> bool:
    """Whether no card is in the middle once all equal cards are ignored."""
    wins = variant.wins(PLAIN, [variant.view("")[card] for card in kind.cards])
    return sum(wins) != 1


def _triple(players: int, equal: str) -> Variant:
    return load("G-3P", players, settings={"trick.equal": equal, "pack.jokers": 0})


def _share(players: int, equal: str, test: Callable[[Variant, TrickType], bool]) -> Fraction:
    variant = _triple(players, equal)
    kinds = list(trick_types(variant.pack, players))
    hits = sum(kind.draws for kind in kinds if test(variant, kind))
    return Fraction(hits, sum(kind.draws for kind in kinds))


@settles("B064")
def triple_pack(claim: Claim, effort: Effort) -> Finding:
    """Find the tricks of a triple pack without a winner, their share, and what mends it."""
    silent_share = {n: _share(n, "refuse", _tripled) for n in (3, 5)}
    undecided = _share(5, "pairs, first", _decided_by_three)
    nothing = _share(5, "all", _nothing_left)
    refuse = uniqueness(_triple(5, "refuse"), 5)
    exactly = all(_tripled(_triple(5, "refuse"), kind) for kind in refuse.failing)
    total = {
        equal: {n: len(uniqueness(_triple(n, equal), n).failing) for n in (3, 5, 7)}
        for equal in ("pairs, first", "pairs, last", "all", "none")
    }
    mends = [equal for equal, row in total.items() if not any(row.values())]
    variant = _triple(3, "refuse")
    seven = Card("c", "7")
    position = ending(variant, ((seven,),) * 3)
    witness = replayed("three equal cards: the rules name no winner", position, [play(seven)] * 3)
    pct = {n: f"{float(s):.3%}" for n, s in silent_share.items()}
    return silent(
        f"no rule where three equal cards lie in the emergent suit: {pct[5]} of random five-card "
        "tricks "
        f"from 3x32 ({pct[3]} of three-card ones), smallest {card_pretty(seven)} three times; if "
        "pairs "
        f"cancel and one of three stays, the seat is open only where that card is the middling one "
        f"({float(undecided):.3%}); if all three are ignored, no card is in the middle on "
        f"{float(nothing):.3%}; total on all types for n=3, 5, 7: {' and '.join(mends)} of the "
        "survivors "
        "wins",
        scope="3x32 without Joker; n=3, 5, 7; a pack with more copies likewise",
        method="every type of trick, with the number of draws that it stands for",
        mend="equal cards cancel in pairs; of three the first played stays (option G4b)",
        witness=witness,
        details={
            "three equal in the emergent suit": {n: str(s) for n, s in silent_share.items()},
            "fails just there": exactly,
            "middling card is one of three": str(undecided),
            "none left when all are ignored": str(nothing),
            "types without one winner": total,
            "total additions": mends,
        },
    )
