"""Counting in Jokers & Jewels: Books, hands, ranks, the size of the pack, the largest bid."""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING

from proofs.claim import Claim, Finding, Witness, decided, silent, when
from proofs.random_play import shown as witness
from proofs.registry import Effort, settles
from solver.dealing import deal
from solver.position import Action, play
from solver.referee import apply, legal_actions
from solver.variant import load

if TYPE_CHECKING:
    from solver.cards import Card
    from solver.variant import Variant

SUIT_READING = {3: "three", 4: "four", 5: "five"}


def jewels(suits: int, players: int | None = None, **choose: str) -> Variant:
    """Load the free-for-all game with so many plain suits."""
    return load("K1", players, {"K1": SUIT_READING[suits], **choose})


def pack_sizes(suits: list[int]) -> dict[int, int]:
    """Return the number of cards by the number of plain suits."""
    return {s: len(jewels(s).pack) for s in suits}


@settles("K001")
def books(claim: Claim, effort: Effort) -> Finding:
    """Count the Book cards and the ways to choose and to divide them."""
    number, each = claim.parameters["books"], claim.parameters["cards"]
    wanted = number * each
    variant = load(claim.parameters["variant"])
    courts = ("JOKER", "jester")
    numbers = [c for c in variant.pack.faces if c.suit == "t" and c.rank not in courts]
    ways = factorial(wanted) // (factorial(each) ** number * factorial(number))
    option = variant.file.options["K2"]
    readings = {
        name: len({c for book in load("K1", choose={"K2": name}).books for c in book})
        for name in list(option.readings)[:2]
    }
    return silent(
        f"{number}·{each} = {wanted} Book cards; the {len(numbers)} numbered trumps are as many, "
        "but "
        f"the text neither names them nor says which three make a Book ({ways:,} ways)",
        details={"Book cards": wanted, "numbered trumps": len(numbers), "partitions": ways,
                 "cards in the Books by reading": readings},
    )  # fmt: skip


@settles("K002")
def ten_cards_each(claim: Claim, effort: Effort) -> Finding:
    """Find the numbers of players that ten cards each allow."""
    hand = claim.parameters["hand"]
    sizes = pack_sizes([3, 4, 5])
    most = {s: max(n for n in range(2, size + 1) if hand * n <= size) for s, size in sizes.items()}
    allowed = {s: max(jewels(s).file.players.allowed) for s in sizes}
    named = ", ".join(map(str, claim.parameters["named"]))
    listed = ", ".join(f"{sizes[s]} cards: 2 to {n}" for s, n in most.items())
    return when(
        f"{hand}n <= N",
        f"{listed} ({_no_library(sizes, most, hand)}); the text names a number only for "
        f"partnerships ({named}) and no pack size",
        scope="every N",
        details={"largest n by N": {str(sizes[s]): n for s, n in most.items()},
                 "variant allows": {str(sizes[s]): n for s, n in allowed.items()}},
    )  # fmt: skip


def _no_library(sizes: dict[int, int], most: dict[int, int], hand: int) -> str:
    """Name the games in which the hands take the whole pack, so that there is no Library."""
    empty = [f"{n} with {sizes[s]} cards" for s, n in most.items() if hand * n == sizes[s]]
    return f"{hand}n = N leaves no Library: {', '.join(empty) or 'never'}"


@settles("K004")
def plain_ranks(claim: Claim, effort: Effort) -> Finding:
    """Count the ranks of a plain suit in the printed order and in the pack."""
    printed = ["T" if r == "10" else r for r in claim.parameters["printed"].split()]
    unexplained = claim.parameters["unexplained"]
    variant = load(claim.parameters["variant"])
    in_pack = {
        s: sum(1 for c in variant.pack if c.suit == s) for s in variant.pack.suits if s != "t"
    }
    agrees = list(variant.order.ranks) == printed and set(in_pack.values()) == {len(printed)}
    return silent(
        f"{len(printed)} ranks in each plain suit, in a total order; what "
        f"{' and '.join(unexplained)} "
        "stand for is nowhere said",
        details={"ranks": len(printed), "unexplained": unexplained, "variant agrees": agrees},
    )


@settles("K005")
def trump_ranks(claim: Claim, effort: Effort) -> Finding:
    """Count the trumps and check that no two rank equal."""
    variant = load(claim.parameters["variant"])
    numbers = ["T" if i == 10 else str(i) for i in range(claim.parameters["numbers"], 0, -1)]
    printed = [*claim.parameters["first"], *numbers]
    trumps = [card for card in variant.pack if card.suit == "t"]
    view = variant.view("t")
    by_strength = sorted(trumps, key=lambda c: -view[c].strength)
    total = len({view[c].strength for c in trumps}) == len(trumps)
    as_printed = [c.rank for c in by_strength] == printed
    return decided(
        total and as_printed,
        f"{len(trumps)} trumps, no two of equal rank: a total order",
        details={"trumps": len(trumps), "total order": total, "as printed": as_printed},
    )


@settles("K006")
def pack_size(claim: Claim, effort: Effort) -> Finding:
    """Compute the size of the pack from its printed parts."""
    variant = load(claim.parameters["variant"])
    ranks = len(variant.order.ranks)
    rest = sum(1 for card in variant.pack if card.suit in ("t", ""))
    sizes = pack_sizes(claim.parameters["suits"])
    fits = all(size == ranks * s + rest for s, size in sizes.items())
    listed = ", ".join(f"s = {s}: {size}" for s, size in sizes.items())
    return silent(
        f"N = {ranks}s + {rest}; the number s of plain suits is not given ({listed})",
        details={"per suit": ranks, "trumps and Fool": rest, "formula fits": fits,
                 "N": {str(s): size for s, size in sizes.items()}},
    )  # fmt: skip


# --- the largest bid ------------------------------------------------------------------------------


def winning_set(variant: Variant, tricks: int) -> list[Card]:
    """Return the cards that win a trick each: all trumps from the top, then whole plain suits."""
    trumps = [c for c in variant.pack.faces if c.suit == "t"]
    plain = [c for c in variant.pack.faces if c.suit not in ("t", "")]
    return [*trumps, *plain][:tricks]


def all_tricks_deal(variant: Variant) -> tuple[list[Action], Witness] | None:
    """Play a deal in which the eldest hand wins every trick; None if it did not.

    Where hands end uneven (option K6 'play on') it takes the short last trick too.
    It is dealt and draws the cards of `winning_set`, plain suits first; the others get the rest.
    """
    n, tricks = variant.players, variant.tricks
    mine = winning_set(variant, tricks)[::-1]
    others = [c for c in variant.pack.cards if c not in mine]
    order = []
    for number in range(tricks):
        order.append(mine[number])
        order += others[number * (n - 1) : (number + 1) * (n - 1)]
    order += [c for c in variant.pack.cards if c not in order]
    start = position = deal(variant, order=order)
    actions: list[Action] = []
    while not position.over:
        choice = legal_actions(position)
        if position.phase == "bid":
            value = tricks if position.turn == 0 else 1
            action = next(a for a in choice if a.value == value)
        elif position.turn == 0:
            action = next(play(c) for c in mine if play(c) in choice)
        else:
            action = choice[-1]
        actions.append(action)
        position = apply(position, action)
    if position.taken[0] != tricks:
        return None
    return actions, witness(start, actions, f"seat A bids {tricks} and takes every trick")


@settles("K007")
def largest_bid(claim: Claim, effort: Effort) -> Finding:
    """Play, for every pack and number of players, a deal in which one seat takes every trick."""
    rows = []
    shown: Witness | None = None
    one_more = True
    for suits in claim.parameters["suits"]:
        for n in jewels(suits).file.players.allowed:
            variant = jewels(suits, n)
            found = all_tricks_deal(variant)
            if len(variant.pack) % n:
                longer = jewels(suits, n, K6="play on")
                more = longer.tricks == variant.tricks + 1
                one_more = one_more and more and all_tricks_deal(longer) is not None
            rows.append(
                {"N": len(variant.pack), "n": n, "tricks": variant.tricks, "met": found is not None,
                 "cards over": len(variant.pack) % n}
            )  # fmt: skip
            if found and (shown is None or len(found[0]) < len(shown.actions)):
                shown = found[1]
    right = all(row["met"] and row["tricks"] == row["N"] // row["n"] for row in rows)
    eighty = {row["n"]: row["tricks"] for row in rows if row["N"] == len(jewels(4).pack)}
    listed = ", ".join(f"n = {n}: {t}" for n, t in eighty.items())
    if not right or not one_more:
        return silent(
            "some seat could not be given every trick",
            details={"rows": rows, "one more if the last cards are played out": one_more},
        )
    return when(
        "the bid is at most floor(N/n), the number of tricks to which all play",
        f"one seat can take them all for every n and N = 66, 80, 94; with 80 cards {listed}; where "
        "n does not divide N the text may let the last N mod n cards be drawn and played out "
        "(option K6): then one trick more",
        scope="s = 3, 4, 5 plain suits, every n that can be dealt",
        mend="say what becomes of the last N mod n cards (see K018)",
        details={"rows": rows, "one more if the last cards are played out": one_more},
        witness=shown,
    )
