"""Counting and deal arithmetic: Barber's packs. The other sources are in counting_*.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import proofs.claims.counting_f
import proofs.claims.counting_j
import proofs.claims.counting_k  # noqa: F401
from proofs.claim import Claim, Finding, Witness, fails, holds, when
from proofs.deals import deal_for_trick
from proofs.random_play import shown as witness
from proofs.registry import Effort, settles
from proofs.splits import count_splits, splits, ties, tying_distances, weights_of
from proofs.splits import score as score_split
from proofs.trick_types import count_sets, uniqueness
from solver.cards import JOKER
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from proofs.trick_types import TrickType, Uniqueness
    from solver.variant import Variant


def as_printed(name: str, adds: str) -> Variant:
    """Load a pack with rules A to D and nothing but what the text adds for that very pack."""
    settings = {"trick.jokers": "refuse"}
    if adds != "equal cards":
        settings["trick.equal"] = "none"
    return load(name, settings=settings)


def pack_fits(variant: Variant, stated: Mapping[str, Any]) -> bool:
    """Return whether the pack, the hands and the cards left over are as stated."""
    n, tricks, left = stated["players"], stated["tricks"], stated["undealt"]
    return len(variant.pack) == stated["cards"] == n * tricks + left and (
        variant.players,
        variant.tricks,
        variant.undealt,
    ) == (n, tricks, left)


@settles("pack")
def settle_pack(claim: Claim, effort: Effort) -> Finding:
    """Settle the three questions that the sheet asks of every pack of Barber's."""
    stated = claim.parameters
    printed = as_printed(stated["variant"], stated.get("adds", ""))
    seen = uniqueness(printed, printed.players)
    fits = pack_fits(printed, stated)
    n, tricks = printed.players, printed.tricks
    distances = tying_distances(weights_of(printed), tricks)
    total = sum(score_split(printed, (tricks, *(0,) * (n - 1))).raw)
    constant = all(
        sum(score_split(printed, tuple(int(i == owner) for i in range(n))).raw) * tricks == total
        for owner in range(n)
    )
    details = {
        "players": n, "tricks": tricks, "undealt": printed.undealt, "cards": len(printed.pack),
        "fits": fits, "types": seen.types, "tricks looked at": seen.sets,
        "tricks without one winner": seen.failing_sets, "their share": seen.failing_share,
        "tricks by number of winners": {str(k): v for k, v in seen.winner_counts.items()},
        "complete": seen.sets == count_sets(printed.pack, n), "total": total if constant else None,
        "raw scores can tie": bool(distances),
    }  # fmt: skip
    left = f"{n}·{tricks} + {printed.undealt} = {len(printed.pack)}"
    scores = (
        f"raw scores always total {total} and {'can' if distances else 'can never'} tie"
        if constant
        else "raw scores have no fixed total"
    )
    winners = f"one winner in each of {seen.sets:,} tricks ({seen.types} types)"
    if not (fits and constant and not distances):
        return fails(f"{left}; {scores}", details=details)
    if not seen.failing:
        return holds(f"{left}; {winners}; {scores}", details=details)
    return _gap(printed, seen, f"{left}; {scores}", details)


def _gap(printed: Variant, seen: Uniqueness, rest: str, details: dict[str, Any]) -> Finding:
    """Report tricks without one winner, and which readings of the variant's file fill the gap."""
    several_jokers = printed.pack.count[JOKER] > 1
    choices = _choices(printed, "jokers" if several_jokers else "equal")
    mends = [word for word, left_over in choices.items() if not left_over]
    details["tricks without one winner by reading"] = choices
    share = f"{seen.failing_share:.2%} of random draws of {printed.players} cards"
    if several_jokers:
        gap = f"{seen.failing_sets:,} of {seen.sets:,} tricks hold two or three Jokers ({share})"
        condition = "it is settled which of several Jokers wins"
        mend = f"say which Joker wins: {' or '.join(mends)}"
    else:
        gap = f"two equal cards share the middle in {seen.failing_sets:,} of {seen.sets:,} tricks"
        gap += f" ({share}), and note 8 repeats no rule for them"
        condition = "note 7's rule that equal cards are ignored is carried over"
        mend = "carry note 7's rule for equal cards over to this pack"
    details["mends"] = mends
    example = gap_witness(printed, seen.failing)
    return when(condition, f"{rest}; but {gap}", mend=mend, details=details, witness=example)


def _choices(printed: Variant, field: str) -> dict[str, int]:
    """Return how many tricks each reading of a field leaves without one winner."""
    words = {
        "jokers": {"first played": "first", "last played": "last", "they cancel": "cancel"},
        "equal": {"equal cards ignored": "pairs, first"},
    }[field]
    found = {}
    for meaning, word in words.items():
        variant = load(printed.name, settings={f"trick.{field}": word})
        found[meaning] = uniqueness(variant, variant.players).failing_sets
    return found


def gap_witness(printed: Variant, failing: tuple[TrickType, ...]) -> Witness:
    """Return a full deal whose first trick, legally played, has no single winner."""
    jokers = [kind.cards.count(JOKER) for kind in failing]
    fewest = next(kind for kind, k in zip(failing, jokers, strict=True) if k == min(jokers))
    start, actions = deal_for_trick(printed, fewest.cards)
    return witness(start, actions, "the first trick of this deal has no single winner")


@settles("B065")
def too_small(claim: Claim, effort: Effort) -> Finding:
    """Look at every number of tricks that 52 cards allow seven players."""
    stated = claim.parameters
    n = stated["players"]
    variant = load(stated["variant"], n)
    size = len(variant.pack)
    weights = weights_of(variant)
    rows = []
    for tricks in range(1, size // n + 1):
        tie = bool(tying_distances(weights, tricks))
        tied = sum(ties(score_split(variant, taken).raw) for taken in splits(n, tricks))
        total = sum(weights) * tricks
        rows.append(
            {"tricks": tricks, "undealt": size - n * tricks, "total": total,
             "can tie": tie, "splits that tie": tied}
        )  # fmt: skip
    fitting = [row for row in rows if row["undealt"] in (0, *stated["undealt"])]
    last = rows[-1]
    listed = ", ".join(
        f"{row['tricks']}: {row['undealt']} over, total {row['total']}" for row in rows
    )
    evidence = (
        f"tricks, cards left over and total of the scores ({sum(weights)}T): {listed}; "
        f"none leaves 2 or fewer, and with {last['tricks']} "
        f"raw scores {'can' if last['can tie'] else 'can never'} tie "
        f"({last['splits that tie']:,} of {count_splits(n, last['tricks']):,} splits)"
    )
    right = size == stated["cards"] and not fitting
    return (holds if right else fails)(
        evidence, scope=f"every number of tricks up to {last['tricks']}", details={"rows": rows}
    )
