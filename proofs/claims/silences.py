"""Questions on which a text may be silent."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from proofs.claim import Claim, Finding, decided, holds, silent
from proofs.claims import silences_colours
from proofs.playouts import Lowered, bits, mask
from proofs.registry import Effort, settles
from proofs.splits import scored, weights_of
from solver.cards import parse_card
from solver.dealing import deal
from solver.match import new_match, ranked
from solver.position import Position, play, start
from solver.referee import apply, first_tier, legal_actions
from solver.rules.algebra import PLAIN
from solver.rules.scoring import bid_line
from solver.rules.tiers import Situation
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["silences_colours"]

# --- B070 ---------------------------------------------------------------------------------------

WORDS = {1: ("",), 2: ("near", "far"), 3: ("near", "middle", "far")}


def distance_to_right(name: str, n: int) -> int:
    """Return how many steps to the right a neighbour sits: 'near right' is 1, 'near left' n - 1.

    >>> distance_to_right("far left", 7)
    4
    """
    *adjective, side = name.split()
    steps = WORDS[n // 2].index(" ".join(adjective)) + 1
    return steps if side == "right" else n - steps


def printed_weights(table: Mapping[str, int], n: int) -> list[int]:
    """Return a printed table as weights by distance to the right, own tricks counting one."""
    weights = [1] + [0] * (n - 1)
    for name, points in table.items():
        weights[distance_to_right(name, n)] = points
    return weights


def mirrored(weights: Sequence[int]) -> list[int]:
    """Return weights by distance to the right for the table seen in a mirror."""
    n = len(weights)
    return [weights[-k % n] for k in range(n)]


def named_table(weights: Sequence[int]) -> dict[str, int]:
    """Write weights as a table of neighbours, rising."""
    n = len(weights)
    names = [f"{word} {side}".strip() for side in ("left", "right") for word in WORDS[n // 2]]
    rows = {name: weights[distance_to_right(name, n)] for name in names}
    return dict(sorted(rows.items(), key=lambda row: (row[1] == 0, row[1])))


@settles("B070")
def missing_table(claim: Claim, effort: Effort) -> Finding:
    """Settle which table note 8 announces and whether the printed tables determine it."""
    printed = claim.parameters
    seven = printed_weights(printed["table one addendum"], 7)
    two = {3: printed_weights(printed["table two, three players"], 3),
           5: printed_weights(printed["table two, five players"], 5)}
    one_agrees = seven == weights_of(load("G7a"))
    games = {3: "G3", 5: "G5", 7: "G7a"}
    two_mirrors = all(two[n] == mirrored(weights_of(load(games[n]))) for n in two)
    by_mirror = mirrored(seven)
    by_pattern = [1] + [(-k % 7) + 1 for k in range(1, 7)]
    by_pattern[1] = 0  # nothing for the nearest at the right, as in table two
    pattern_fits = all(
        [1, 0, *((-k % n) + 1 for k in range(2, n))] == two[n] for n in two
    )
    engine = weights_of(load("G7a", choose={"E": "left"}))
    table = named_table(by_mirror)
    text = ", ".join(f"{name} {points}" for name, points in table.items())
    return decided(
        one_agrees and two_mirrors and pattern_fits and by_mirror == by_pattern == engine,
        "the table itself is missing, but the printed ones determine it: it is E' for seven, own "
        "1, "
        f"{text}: table two is the mirror of table one for 3 and 5, and mirroring the addendum "
        "for 7 "
        "gives the same as going on with table two",
        details={"table": table, "weights by distance to the right": by_mirror,
                 "addendum agrees with the engine": one_agrees, "table two is "
                 "mirrored": two_mirrors},
        scope="'clockwise' as note 1 uses it: points run to the left",
        method="printed tables against the engine's weights",
    )


# --- B074 ---------------------------------------------------------------------------------------

Totals = "dict[int, int]"


def sessions(variant: Variant, target: int) -> Iterator[tuple[int, dict[int, int], dict[int, int]]]:
    """Yield for each hand the totals reached below the target, and those that end the session.

    Totals are sets of pairs (A, B), B as a bit mask under A; C is what is left of the fixed sum.
    """
    finals = sorted({row.final for row in scored(variant)})
    total = sum(finals[0])
    going = {0: 1}
    hand = 0
    while going:
        hand += 1
        reached: dict[int, int] = {}
        for a, row in going.items():
            for x, y, _ in finals:
                reached[a + x] = reached.get(a + x, 0) | row << y
        below: dict[int, int] = {}
        ended: dict[int, int] = {}
        for a, row in reached.items():
            # Below the target: B under it, and C = total - A - B under it too.
            lowest = max(0, hand * total - a - target + 1)
            window = 0 if a >= target or lowest >= target else (1 << target) - (1 << lowest)
            if row & window:
                below[a] = row & window
            if row & ~window:
                ended[a] = row & ~window
        yield hand, below, ended
        going = below


@settles("B074")
def session_left_open(claim: Claim, effort: Effort) -> Finding:
    """Settle what the seed fixes of a session, and what the rule from outside would."""
    variant = load("G3")
    total = sum(scored(variant)[0].final)
    target = variant.file.match.target
    least = most = 0
    ends = named = same = 0
    match = new_match(variant)
    open_match = new_match(load("G3", choose={"SS": "open"}))
    for hand, _, ended in sessions(variant, target):
        if ended:
            least, most = least or hand, hand
        for a, row in ended.items():
            for b in bits(row):
                totals = (a, b, hand * total - a - b)
                winners = ranked(match._replace(totals=totals))
                ends += 1
                named += len(winners) == 1
                same += winners == ranked(open_match._replace(totals=totals))
    undefined = variant.file.options["SS"].silent and open_match.variant.file.match.ends == "open"
    words = (
        "neither the end nor the winner of a session is fixed by the document itself; by the rule "
        f"known from outside (stop at {target}, middling total wins, of a tie the third) sessions "
        "last "
        f"{least} to {most} hands and {named:,} of {ends:,} end totals name exactly one winner, in "
        f"{same} of them the one with the highest total"
    )
    make = silent if undefined else holds
    return make(
        words,
        readings={
            "the document alone": make("'is left to the reader': no end, no winner"),
            "stop at 100, middling wins": decided(
                named == ends, f"{least} to {most} hands; one winner in {named} of {ends} end "
                "totals"
            ),
        },
        details={"hands": [least, most], "end totals": ends, "one winner": named,
                 "highest total wins too": same},
        scope="three players, 11 tricks, bonus 10, all sequences of splits",
        method="all reachable totals",
    )


# --- K037 ---------------------------------------------------------------------------------------


def leader_matters() -> bool:
    """Return whether with one plain card each, of different suits, the first leader wins."""
    variant = load("K1", 2)
    hands = ((parse_card("2c"),), (parse_card("3d"),))
    takers = []
    for leader in range(2):
        position: Position = start(variant, hands, leader=leader)
        for seat in (leader, 1 - leader):
            position = apply(position, play(hands[seat][0]))
        takers.append(position.taken.index(1))
    return takers == [0, 1]


def known_bids(variant: Variant) -> tuple[int, int]:
    """Return how many bids a seat has, and how many views the last bidder can have in turn."""
    position = deal(variant, 1)
    first = len(legal_actions(position))
    return first, first ** (variant.players - 1)


@settles("K037")
def not_in_the_rules(claim: Claim, effort: Effort) -> Finding:
    """Settle which of four matters the document fixes, and what hangs on them."""
    variant = load("K1")
    options = variant.file.options
    moving = load("K1", choose={"K5": "host"}).file.match.dealer != variant.file.match.dealer
    bids, views = known_bids(variant)
    plain = bid_line(PLAIN, 3, 2, {})
    house = bid_line(PLAIN, 3, 2, {"over": 0})
    rows = {
        "first leader": (options["K5"].silent and leader_matters(),
                         "with one plain card each of different suits the leader wins the trick"),
        "dealer": (options["K5"].silent and moving,
                   "a rotating dealer moves first bid and lead on, a host keeps them"),
        "order of bidding": (not claim.parameters["states"]["order of bidding"] and views > 1,
                             f"{bids} bids a seat; in turn the last of {variant.players} bidders "
                             "has "
                             f"{views} views, at once one"),
        "house scoring": (options["K8"].silent and plain != house,
                          f"an overtrick at 0 instead of 1 makes a bid of 2 with 3 tricks {house} "
                          f"instead of {plain}"),
    }
    stated = claim.parameters["states"]
    missing = [name for name, (matters, _) in rows.items() if matters and not stated[name]]
    text = "; ".join(f"{name}: not fixed ({rows[name][1]})" for name in missing)
    if not missing:
        return holds("the document fixes all four")
    return silent(
        text,
        readings={name: silent(rows[name][1]) for name in missing},
        details={"not fixed": missing, "stated": dict(stated)},
        scope="the document as printed: it says that bids are public and that the winner leads "
        "again",
        method="declared contents of the document; options of the variant; computed differences",
    )


# --- F095 ---------------------------------------------------------------------------------------


def declarations(variant: Variant) -> set[tuple[str, ...]]:
    """Return every course that the declarations can take, as the calls of the seats."""
    courses = set()
    stack = [deal(variant, 1)]
    while stack:
        position = stack.pop()
        if position.phase == "declare":
            stack += [apply(position, action) for action in legal_actions(position)]
        else:
            courses.add(position.calls)
    return courses


def first_leads(turned: str = "2s") -> tuple[int, int]:
    """Return the hands with two or more trumps, and those whose legal first leads depend on L5."""
    variants = [load("L2", choose={"L5": word}) for word in ("any", "highest")]
    up = parse_card(turned)
    view = variants[0].view(up.suit)
    trumps = [c for c in view if view[c].trump and c != up]
    plain = [c for c in view if not view[c].trump]
    hands = [(*pair, c) for pair in combinations(trumps, 2) for c in plain]
    hands += list(combinations(trumps, 3))
    differ = 0
    for hand in hands:
        s = Situation([view[c] for c in hand], [True] * 3, (), number=1)
        differ += len({first_tier(v.lead_tiers, s, hand)[1] for v in variants}) > 1
    return len(hands), differ


def void_duties(turned: str = "2s") -> tuple[int, int]:
    """Return the hands without a club to a club led, and those whose legal cards depend on L4.

    The trump turned up is in no hand (the dealer, who may take it up, apart).
    """
    trump = parse_card(turned).suit
    lows = [Lowered(load("L2", choose={"L4": word}), trump) for word in ("must", "free")]
    led = lows[0].number[parse_card("2c")]
    out = parse_card(turned)
    rest = [i for i, c in enumerate(lows[0].cards) if c.suit != "c" and c != out]
    bounds = [low.bound(led, led) for low in lows]
    hands = differ = 0
    for hand in combinations(rest, 3):
        hands += 1
        held = mask(hand)
        differ += lows[0].follows(held, bounds[0]) != lows[1].follows(held, bounds[1])
    return hands, differ


@settles("F095")
def double_pools(claim: Claim, effort: Effort) -> Finding:
    """Settle what this part of the document fixes about double pools, and what hangs on it."""
    options = load("L2").file.options
    stated: dict[str, Any] = claim.parameters["states"]
    defends, free = (
        declarations(load("L2", 3, choose={"L7": word})) for word in ("defends", "free")
    )
    taken = sum("widow" in calls or "defend" in calls for calls in defends)
    hands, leads = first_leads()
    void, duties = void_duties()
    effects = {
        "order and duty of declaring": (
            defends != free and options["L7"].silent,
            f"three players: {len(defends)} courses if the dealer must play against one, "
            f"{len(free)} if not, {len(defends & free)} of them common",
        ),
        "who may take the widow": (
            taken > 0,
            f"by the custom known from outside the first who asks; it is taken in {taken} of "
            f"{len(defends)} courses",
        ),
        "first lead": (
            leads > 0 and options["L5"].silent,
            f"'any trump' and 'the highest' differ in {leads} of {hands} hands with two trumps",
        ),
        "duty when void": (
            duties > 0 and options["L4"].silent,
            f"'must trump' and 'any card' differ in {duties} of {void} hands void in the suit led",
        ),
    }
    missing = [name for name, (matters, _) in effects.items() if matters and not stated[name]]
    if not missing:
        return holds("this part fixes all four")
    fixed = [name for name, words in stated.items() if words]
    return silent(
        "; ".join(f"{name}: not fixed ({effects[name][1]})" for name in missing),
        readings={name: silent(effects[name][1]) for name in missing},
        details={"not fixed": missing, "fixed": {name: stated[name] for name in fixed}},
        scope="this part ends with the simple pool; for doubles it fixes only the widow's cards, "
        "the "
        "turn-up and the size of the pool",
        method="declared contents of the document; options of the variant; counts of what they "
        "change",
    )
