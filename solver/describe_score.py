"""The score in plain language: every line with its own numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.cards import SUITS
from solver.rules.scoring import rising_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from solver.variant import Variant


def score_sentences(variant: Variant) -> Iterator[str]:
    """Write every line of the score, and what captured cards are worth."""
    for line in variant.file.score.lines:
        yield LINES[str(line["kind"])](variant, line)
    yield from _values(variant)


def _values(variant: Variant) -> Iterator[str]:
    score = variant.file.score
    worth = [f"{rank} {n}" for rank, n in score.points.items() if n]
    worth += [f"every {SUITS[s].name[:-1]} {n}" for s, n in score.suit_points.items() if n]
    worth += [f"{card} {n}" for card, n in score.card_points.items() if n]
    if worth:
        yield f"Captured cards are worth: {', '.join(worth)}."


def _who(variant: Variant) -> str:
    return "side" if variant.sides else "seat"


def _weights(variant: Variant, line: Mapping[str, Any]) -> str:
    listed = line.get("weights", "rising")
    weights = rising_weights(variant.players) if listed == "rising" else listed
    side = line.get("toward", "right")
    words = [f"{weights[0]} for each trick of its own"]
    words += [
        f"{weight} for each of the seat {'next' if distance == 1 else f'{distance} places'} "
        f"to the {side}"
        for distance, weight in enumerate(weights[1:], 1)
    ]
    return f"A seat scores {', '.join(words)}."


def _middling_bonus(variant: Variant, line: Mapping[str, Any]) -> str:
    bonus = line.get("bonus", 0)
    if isinstance(bonus, dict):
        bonus = bonus.get(str(variant.players), 0)
    if not bonus:
        return "There is no bonus for the middling score."
    tied = "nobody does" if line.get("tied") == "nobody" else "each of them does"
    return f"Whoever then has the middling score adds {bonus}. If several have it, {tied}."


def _tricks(variant: Variant, line: Mapping[str, Any]) -> str:
    return f"Every trick counts {line.get('each', 1)} for the {_who(variant)} that has won it."


def _fewest_again(variant: Variant, line: Mapping[str, Any]) -> str:
    return "Whoever has the fewest tricks counts them again; so does each of several who tie."


def _card_points(variant: Variant, line: Mapping[str, Any]) -> str:
    each = line.get("each", 1)
    times = "" if each == 1 else f", {each} times over"
    return f"Captured cards count for the {_who(variant)} that has won them{times}."


def _shooting(variant: Variant, line: Mapping[str, Any]) -> str:
    return "If one seat has captured every point, it counts nothing and all others count them all."


def _exact_bid(variant: Variant, line: Mapping[str, Any]) -> str:
    return f"Whoever takes exactly as many tricks as he has bid adds {line.get('bonus', 10)}."


def _tricks_if_exact(variant: Variant, line: Mapping[str, Any]) -> str:
    return "Whoever takes exactly as many tricks as he has bid scores 10 and his tricks, others 0."


def _jewels_bid(variant: Variant, line: Mapping[str, Any]) -> str:
    each, over, missed = (line.get(w, n) for w, n in (("each", 2), ("over", 1), ("missed", 2)))
    made = "only" if line.get("short") == "missed only" else f"{each} a trick, but"
    words = [
        f"A bid that is met counts {each} a trick bid and {over} for every trick more.",
        f"A bid that falls short counts {made} {missed} off for every trick missed.",
    ]
    if variant.sides:
        words.append("Partners add up their bids and their tricks.")
    bid = variant.file.events.bid
    if variant.sides and bid is not None and bid.nil != "no":
        words.append(
            "With a nil the partner's bid and tricks count alone; if the nil is kept, each of his "
            "tricks counts 1 more, else each trick of the nil bidder counts 1."
        )
    return " ".join(words)


def _books_and_motley(variant: Variant, line: Mapping[str, Any]) -> str:
    two, three, all_ = (line.get(w, n) for w, n in (("two", 2), ("three", 4), ("motley", 6)))
    score = variant.file.score
    return (
        f"Of each Book two captured cards count {two} and all three {three}; the Books are "
        f"{', '.join(score.books)}. The whole Motley ({score.motley}) counts {all_}."
    )


def _odd_trick(variant: Variant, line: Mapping[str, Any]) -> str:
    return f"A {_who(variant)} scores 5 for three or four tricks and 10 for all five."


def _trick_difference(variant: Variant, line: Mapping[str, Any]) -> str:
    return (
        f"A trick counts 5; the {_who(variant)} with more tricks than all others scores its own "
        "less theirs."
    )


def _turned_honour(variant: Variant, line: Mapping[str, Any]) -> str:
    ranks = " or ".join(variant.file.score.turned)
    bonus = line.get("bonus", 5)
    return f"The dealer's {_who(variant)} adds {bonus} when a card of rank {ranks} is turned up."


def _over_book(variant: Variant, line: Mapping[str, Any]) -> str:
    return f"A {_who(variant)} scores 1 for each trick above {line.get('book', 6)}."


def _makers(variant: Variant, line: Mapping[str, Any]) -> str:
    return (
        "The side that made the trump scores 1 for three or four tricks and 2 for five; its "
        "opponents score 2 for three or more."
    )


def _spades_bid(variant: Variant, line: Mapping[str, Any]) -> str:
    return (
        "Partners add up their bids: met, they count 10 a trick bid and 1 for every trick more; "
        "missed, they lose 10 a trick bid. A nil wins 100 without a trick and loses 100 with one; "
        "its tricks don't help the partner's bid, but count 1 each."
    )


LINES: dict[str, Callable[[Variant, Mapping[str, Any]], str]] = {
    "weighted tricks": _weights,
    "middling bonus": _middling_bonus,
    "tricks": _tricks,
    "fewest again": _fewest_again,
    "card points": _card_points,
    "shooting": _shooting,
    "exact bid": _exact_bid,
    "tricks if exact": _tricks_if_exact,
    "jewels bid": _jewels_bid,
    "books and motley": _books_and_motley,
    "odd trick": _odd_trick,
    "trick difference": _trick_difference,
    "turned honour": _turned_honour,
    "over book": _over_book,
    "makers": _makers,
    "spades bid": _spades_bid,
}
