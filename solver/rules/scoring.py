"""What a finished deal scores.

A score is a list of lines; each line adds a number to every seat, given the facts of the deal and
the totals of the lines before it. Lines state their meaning in the vocabulary of `algebra`, so
that a prover can quantify over all splits of the tricks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from solver.rules.algebra import Algebra, Number, Truth


class Facts(NamedTuple):
    """What scoring can see of a finished deal; one entry per seat, numbers or symbolic terms.

    `taken` tricks, `points` captured card points, `bids` (-1 none, 0 nil or nought), `sides` the
    side of every seat, `books` per seat the captured cards of each Book, `motley` per seat how
    many of the Motley, `declarer` the seat or side that declared (-1 none), `turned` whether a
    card that scores for the dealer's side was turned up, `dealer` the seat that dealt.
    """

    taken: Sequence[Number]
    points: Sequence[Number] = ()
    bids: Sequence[Number] = ()
    sides: Sequence[int] = ()
    books: Sequence[Sequence[Number]] = ()
    motley: Sequence[Number] = ()
    declarer: int = -1
    turned: Truth = False
    dealer: int = -1
    total_points: Number = 0


Line = "Callable[[Algebra, Facts, Sequence[Number], Mapping[str, object]], list[Number]]"


def rising_weights(players: int) -> list[int]:
    """Return Barber's weights by distance to the right: 1, 2, …, n-1 and 0 for the near left."""
    return [*range(1, players), 0]


def weighted_tricks(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score every trick by the distance of its owner: s_i = Σ w_k·t_(i-k), or t_(i+k) mirrored.

    Source: Barber's rules E, E′ and note 9 (SC-E, SC-E′, SC-W).
    """
    n = len(f.taken)
    listed = p.get("weights", "rising")
    weights = rising_weights(n) if listed == "rising" else list(listed)  # type: ignore[call-overload]
    step = 1 if p.get("toward", "right") == "left" else -1
    return [
        sum(weights[k] * f.taken[(i + step * k) % n] for k in range(n)) for i in range(n)
    ]


def is_middling(a: Algebra, scores: Sequence[Number], i: int) -> Truth:
    """State that seat i has the ((n+1)/2)-th of the sorted scores (n odd; ties share it)."""
    n = len(scores)
    below = a.count(s < scores[i] for s in scores)
    above = a.count(s > scores[i] for s in scores)
    return a.all([2 * below < n, 2 * above < n])


def middling_bonus(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Add the bonus to whoever scores the middling number of points (rule E's last sentence).

    `bonus` is a number, or a table of numbers by how many play (none for those not listed).
    `tied` says whether `each` of several level with the middle gets it, or `nobody` does.
    """
    bonus = p.get("bonus", 0)
    if isinstance(bonus, dict):
        bonus = bonus.get(str(len(so_far)), 0)
    earns = [is_middling(a, so_far, i) for i in range(len(so_far))]
    if p.get("tied", "each") == "nobody":
        alone = a.count(earns) == 1
        earns = [a.all([earned, alone]) for earned in earns]
    return [a.when(earned, bonus, 0) for earned in earns]


def tricks(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score a fixed number of points for each own trick (by side where there are sides)."""
    each = p.get("each", 1)
    return [each * t for t in side_sums(f, f.taken)]


def side_sums(f: Facts, values: Sequence[Number]) -> list[Number]:
    """Return for every seat the sum of a quantity over its side."""
    if not f.sides:
        return list(values)
    return [
        sum(v for v, side in zip(values, f.sides, strict=True) if side == mine) for mine in f.sides
    ]


def fewest_again(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Add the tricks once more to every seat with the fewest (SC-J's bonus)."""
    return [a.when(a.all(t <= other for other in f.taken), t, 0) for t in f.taken]


def card_points(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score the values of captured cards (by side where there are sides)."""
    each = p.get("each", 1)
    return [each * v for v in side_sums(f, f.points)]


def shooting(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Turn the score round when one seat captured every point (hearts: shooting the moon)."""
    total = f.total_points
    shooters = [a.all([v == total, total > 0]) for v in f.points]
    some = a.any(shooters)
    return [
        a.when(some, a.when(shot, -s, total - s), 0)
        for shot, s in zip(shooters, so_far, strict=True)
    ]


def exact_bid(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Add a bonus for taking exactly as many tricks as bid; nothing otherwise."""
    bonus = p.get("bonus", 10)
    return [a.when(t == b, bonus, 0) for t, b in zip(f.taken, f.bids, strict=True)]


def tricks_if_exact(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score 10 and the tricks when the bid is met exactly, else nothing (oh hell)."""
    return [a.when(t == b, 10 + t, 0) for t, b in zip(f.taken, f.bids, strict=True)]


def bid_line(a: Algebra, t: Number, b: Number, p: Mapping[str, object]) -> Number:
    """State Jokers & Jewels' line for t tricks and a bid of b.

    `short` is the reading K3; `each`, `over` and `missed` are the house's values of a trick bid
    and made, an overtrick and a trick missed (2, 1 and 2, option K8).
    """
    each, over, missed = (_number(p, w, v) for w, v in (("each", 2), ("over", 1), ("missed", 2)))
    made = 0 if p.get("short") == "missed only" else each * t
    return a.when(t >= b, each * b + over * (t - b), made - missed * (b - t))


def _number(p: Mapping[str, object], word: str, default: int) -> int:
    return int(p.get(word, default))  # type: ignore[call-overload, no-any-return]


def jewels_bid(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score bids of Jokers & Jewels: SC-KK, SC-KT for two ordinary partners, SC-KN with a nil.

    The nil bidder's tricks (if any) count +1 each and not toward the bid; with none, the partner
    adds +1 for each of his tricks.
    """
    seats = range(len(f.taken))
    if not f.sides:
        return [bid_line(a, f.taken[i], f.bids[i], p) for i in seats]
    return [_team_line(a, f, [j for j in seats if f.sides[j] == f.sides[i]], p) for i in seats]


def _team_line(a: Algebra, f: Facts, team: Sequence[int], p: Mapping[str, object]) -> Number:
    pooled = bid_line(a, sum(f.taken[i] for i in team), sum(f.bids[i] for i in team), p)
    result = pooled
    for i in team:
        partners_t = sum(f.taken[j] for j in team if j != i)
        partners_b = sum(f.bids[j] for j in team if j != i)
        ordinary = bid_line(a, partners_t, partners_b, p)
        extra = a.when(f.taken[i] == 0, partners_t, f.taken[i])
        result = a.when(f.bids[i] == 0, ordinary + extra, result)
    return result


def books_and_motley(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score captured Books (+2 for two of three cards, +4 for all) and the whole Motley (+6).

    `two`, `three` and `motley` are the house's values instead of 2, 4 and 6 (option K8).
    """
    two, three, whole = (_number(p, w, v) for w, v in (("two", 2), ("three", 4), ("motley", 6)))
    seats = range(len(f.taken))
    totals = []
    for i in seats:
        team = [j for j in seats if not f.sides or f.sides[j] == f.sides[i]]
        team = team if f.sides else [i]
        books = [sum(f.books[j][k] for j in team) for k in range(len(f.books[i]))]
        motley = sum(f.motley[j] for j in team)
        points = sum(a.when(c == 3, three, a.when(c == 2, two, 0)) for c in books)
        totals.append(points + a.when(motley == 3, whole, 0))
    return totals


def odd_trick(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score 5 for three or four tricks and 10 for all five (SC-45a)."""
    return [a.when(t == 5, 10, a.when(t >= 3, 5, 0)) for t in side_sums(f, f.taken)]


def trick_difference(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score 5 a trick, the fewer deducted from the more (SC-45b)."""
    own = side_sums(f, f.taken)
    everyone = sum(f.taken)
    return [a.when(2 * t > everyone, 5 * (t - (everyone - t)), 0) for t in own]


def turned_honour(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Add five for the dealer's side when an ace or king was turned up (S2c)."""
    bonus = p.get("bonus", 5)
    mine = f.sides[f.dealer] if f.sides else f.dealer
    owner = f.sides or range(len(f.taken))
    return [a.when(a.all([f.turned, side == mine]), bonus, 0) for side in owner]


def over_book(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score one for each trick above six (whist's odd tricks)."""
    book = p.get("book", 6)
    return [a.when(t > book, t - book, 0) for t in side_sums(f, f.taken)]


def makers(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score euchre: makers 1 for three or four tricks, 2 for five; the others 2 for a euchre."""
    own = side_sums(f, f.taken)
    made = [side == f.declarer for side in f.sides]
    return [
        a.when(
            mine,
            a.when(t == 5, 2, a.when(t >= 3, 1, 0)),
            a.when(t >= 3, 2, 0),
        )
        if f.declarer >= 0
        else 0
        for mine, t in zip(made, own, strict=True)
    ]


def spades_bid(
    a: Algebra, f: Facts, so_far: Sequence[Number], p: Mapping[str, object]
) -> list[Number]:
    """Score spades: 10 a trick bid and 1 a bag, or -10 a trick bid; nil wins or loses 100.

    The tricks of a nil bidder count 1 each, whether or not his partner makes his bid.
    """
    seats = range(len(f.taken))
    totals = []
    for i in seats:
        team = [j for j in seats if f.sides[j] == f.sides[i]]
        bid = sum(f.bids[j] for j in team)
        got = sum(a.when(f.bids[j] == 0, 0, f.taken[j]) for j in team)
        stray = sum(a.when(f.bids[j] == 0, f.taken[j], 0) for j in team)
        line = a.when(got >= bid, 10 * bid + (got - bid), -10 * bid)
        nils = sum(
            a.when(f.bids[j] == 0, a.when(f.taken[j] == 0, 100, -100), 0) for j in team
        )
        totals.append(line + stray + nils)
    return totals


LINES: dict[str, Callable[..., list[Number]]] = {
    "weighted tricks": weighted_tricks,
    "middling bonus": middling_bonus,
    "tricks": tricks,
    "fewest again": fewest_again,
    "card points": card_points,
    "shooting": shooting,
    "exact bid": exact_bid,
    "tricks if exact": tricks_if_exact,
    "jewels bid": jewels_bid,
    "books and motley": books_and_motley,
    "odd trick": odd_trick,
    "trick difference": trick_difference,
    "turned honour": turned_honour,
    "over book": over_book,
    "makers": makers,
    "spades bid": spades_bid,
}
# What a line of each kind may say besides its kind; `WORDS` are those that are not numbers.
PARAMETERS: dict[str, tuple[str, ...]] = {
    "weighted tricks": ("weights", "toward"),
    "middling bonus": ("bonus", "tied"),
    "tricks": ("each",),
    "card points": ("each",),
    "exact bid": ("bonus",),
    "jewels bid": ("short", "each", "over", "missed"),
    "books and motley": ("two", "three", "motley"),
    "turned honour": ("bonus",),
    "over book": ("book",),
}
WORDS: dict[str, tuple[str, ...]] = {
    "toward": ("right", "left"),
    "tied": ("each", "nobody"),
    "short": ("tricks and missed", "missed only"),
}
BONUS_LINES = frozenset({"middling bonus", "shooting", "fewest again", "exact bid"})


def score_lines(
    a: Algebra, lines: Sequence[Mapping[str, object]], f: Facts
) -> list[tuple[str, list[Number]]]:
    """Return every line's additions in order, as (kind, numbers per seat)."""
    totals: list[Number] = [0] * len(f.taken)
    out = []
    for line in lines:
        kind = str(line["kind"])
        added = LINES[kind](a, f, totals, line)
        totals = [x + y for x, y in zip(totals, added, strict=True)]
        out.append((kind, added))
    return out
