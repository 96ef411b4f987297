"""Scores of Jokers & Jewels: bids, Books, Motley, nil, and the end of a match."""

from __future__ import annotations

import random
from collections import Counter
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any

import z3

from proofs.algebra import Z3, proved
from proofs.claim import Claim, Finding, decided, fails, holds, silent, when
from proofs.random_play import first_playout, shown
from proofs.registry import Effort, settles
from proofs.splits import splits
from solver.cards import FOOL, Card
from solver.dealing import deal, play_stream
from solver.match import new_match, ranked
from solver.outcome import facts, outcome
from solver.referee import legal_actions, step, winning_cards
from solver.rules.algebra import PLAIN
from solver.rules.scoring import LINES, Facts
from solver.variant import load

if TYPE_CHECKING:
    from solver.position import Action
    from solver.variant import Variant


def bid_score(variant: Variant, tricks: Any, bid: Any, algebra: Any = PLAIN) -> Any:
    """Return the bid line of a free-for-all player, on numbers or on symbolic terms."""
    line = next(x for x in variant.file.score.lines if x["kind"] == "jewels bid")
    return LINES["jewels bid"](algebra, Facts(taken=[tricks], bids=[bid]), [0], line)[0]


def both_readings() -> tuple[Variant, Variant]:
    """Return the game with tricks of a missed bid counted, and with the loss only."""
    return load("K1"), load("K1", choose={"K3": "missed only"})


@settles("K008")
def no_tricks(claim: Claim, effort: Effort) -> Finding:
    """Bound the round score of a player without a trick."""
    bid = z3.Int("b")
    proofs = [
        proved(bid_score(variant, z3.IntVal(0), bid, Z3) == -2 * bid, bid >= 1)
        for variant in both_readings()
    ]
    variant = load(claim.parameters["variant"])
    captures = LINES["books and motley"](
        PLAIN, Facts(taken=[0], books=[[0] * len(variant.books)], motley=[0]), [0], {}
    )[0]
    table = {b: bid_score(variant, 0, b) for b in range(1, claim.parameters["tricks"] + 1)}
    return decided(
        all(proofs) and captures == 0 and max(table.values()) == -2,
        "-2b under both readings: at best -2 (bid 1); the text sets no greatest bid, so it sets no "
        "lower bound: -2T if bids stop at the T tricks there are; no cards, no Books",
        scope="every bid b from 1 on",
        method="z3 with b symbolic",
        details={"highest": -2, "lowest": "-2b", "lowest if bids stop at T": "-2T",
                 "by bid": {str(b): s for b, s in table.items()}},
    )


@settles("K022")
def missed_bids(claim: Claim, effort: Effort) -> Finding:
    """Compare the two readings of a bid that is missed."""
    counted, only = both_readings()
    tricks, bid = z3.Ints("t b")
    a, b = bid_score(counted, tricks, bid, Z3), bid_score(only, tricks, bid, Z3)
    valid = z3.And(tricks >= 0, bid >= 0)
    same_if_made = proved(a == b, valid, tricks >= bid)
    difference = proved(a - b == 2 * tricks, valid, tricks < bid)
    pairs = [(t, x) for x in range(0, 21) for t in range(0, 21)]
    differ = [(t, x) for t, x in pairs if bid_score(counted, t, x) != bid_score(only, t, x)]
    t, x = min(differ, key=lambda pair: (sum(pair), pair))
    values = (bid_score(counted, t, x), bid_score(only, t, x))
    return silent(
        f"the readings first differ for {t} trick of a bid of {x}: {values[0]} or {values[1]}; "
        "for t < b "
        "they differ by 2t, for t >= b "
        f"{'they are the same' if same_if_made else 'they differ too'}",
        scope="every t and b",
        method="z3 with t and b symbolic",
        mend="say whether the tricks of a missed bid still count two each",
        details={"smallest": {"t": t, "b": x, "tricks and missed": values[0],
                 "missed only": values[1]},
                 "same for t >= b": same_if_made, "difference 2t for 0 < t < b": difference},
    )  # fmt: skip


@settles("K023")
def best_bid(claim: Claim, effort: Effort) -> Finding:
    """Find the best bid for known tricks, and for a distribution of them."""
    variant = load(claim.parameters["variant"])
    tricks, bid = z3.Ints("t b")
    here, above = bid_score(variant, tricks, bid, Z3), bid_score(variant, tricks, bid + 1, Z3)
    # One bid higher gains a point if it can still be made, else costs two.
    step_proved = proved(above - here == z3.If(tricks >= bid + 1, 1, -2), tricks >= 0, bid >= 0)
    at_best = proved(bid_score(variant, tricks, tricks, Z3) == 2 * tricks, tricks >= 0)
    most = claim.parameters["tricks"]
    known = all(
        max(range(most + 1), key=lambda b: bid_score(variant, t, b)) == t for t in range(most + 1)
    )
    rule = _third_rule_holds(variant, effort.seed)
    section = variant.file.events.bid
    least = section.least if section else 0
    none = bid_score(variant, 0, least)
    return decided(
        step_proved and at_best and known and rule,
        "known t: bid t for 2t; one too few costs 1, one too many 2; uncertain t: the smallest "
        f"bid b with P(t <= b) >= 1/3; where bids start at {least} (everybody for himself) no bid "
        f"below it: for no trick {least} is best, for {none}",
        scope="every t and b (reading 'tricks and missed')",
        method="z3: one bid more gains 1 if t > b, else loses 2: worth it while P(t <= b) < 1/3",
        details={"best": f"b = t, but at least {least}", "score": "2t",
                 "one too few": -1, "one too many": -2,
                 "uncertain": "smallest b with P(t<=b) >= 1/3",
                 "checked on random distributions": rule},
    )  # fmt: skip


def _third_rule_holds(variant: Variant, seed: int) -> bool:
    rng = random.Random(seed)
    for _ in range(200):
        weights = [rng.randrange(10) for _ in range(8)]
        if not sum(weights):
            continue
        value = [sum(w * bid_score(variant, t, b) for t, w in enumerate(weights)) for b in range(9)]
        below = (b for b in range(9) if 3 * sum(weights[: b + 1]) >= sum(weights))
        if value[next(below)] != max(value):
            return False
    return True


# --- Books and Motley -----------------------------------------------------------------------------


def book_points(variant: Variant, captured: tuple[int, ...]) -> list[int]:
    """Return the points of each side for one Book of which they captured so many cards."""
    line = next(x for x in variant.file.score.lines if x["kind"] == "books and motley")
    none = [0] * len(captured)
    seen = Facts(taken=none, books=[[c] for c in captured], motley=none)
    return LINES["books and motley"](PLAIN, seen, [0] * len(captured), line)


@settles("K024")
def who_controls(claim: Claim, effort: Effort) -> Finding:
    """List every way in which sides can share the three cards of a Book."""
    variant = load(claim.parameters["variant"])
    most = 0
    uncontrolled = {}
    for sides in range(2, claim.parameters["sides"] + 1):
        shares = list(splits(sides, 3))
        controls = [sum(1 for c in share if c >= 2) for share in shares]
        points = all(
            sum(p > 0 for p in book_points(variant, share)) == c
            for share, c in zip(shares, controls, strict=True)
        )
        most = max(most, *controls) if points else 99
        uncontrolled[sides] = sum(c == 0 for c in controls)
    always = [sides for sides, count in uncontrolled.items() if not count]
    return when(
        f"there are {' or '.join(map(str, always))} sides and all three cards are captured",
        f"never more than {most} side controls a Book; with 2 sides one always does, with 3 or "
        "more the "
        f"cards can lie 1-1-1 (a card left uncaptured can also leave a Book 1-1)",
        scope=f"2 to {claim.parameters['sides']} sides, all three cards captured; in general "
        "two of three cards leave one",
        details={"most sides in control": most, "always controlled with sides": always,
                 "shares without control by sides": {str(k): c for k, c in uncontrolled.items()}},
    )  # fmt: skip


@settles("K025")
def points_of_books(claim: Claim, effort: Effort) -> Finding:
    """Find the points of a Book, and the range of their sum over sides."""
    variant = load(claim.parameters["variant"])
    books = claim.parameters["books"]
    per_side = {p for share in splits(2, 3) for p in book_points(variant, share)}
    sums = {}
    for sides in (2, 3, 4):
        one = {sum(book_points(variant, share)) for share in splits(sides, 3)}
        every = {0}
        for _ in range(books):
            every = {x + y for x in every for y in one}
        sums[sides] = sorted(every)
    two, more = sums[2], sums[3]
    return holds(
        f"a Book is worth {', '.join(map(str, sorted(per_side)))} to a side; all {books} together "
        f"{two[0]} to {two[-1]} with two sides, {more[0]} to {more[-1]} with three or more (even "
        "numbers)",
        scope="all cards captured",
        details={"per Book and side": sorted(per_side), "two sides": two, "three sides": more,
                 "four sides": sums[4], "complete Book counts": max(per_side)},
    )  # fmt: skip


def _joker_always_wins(variant: Variant, size: int) -> tuple[bool, bool]:
    """Look at tricks of every kind: the JOKER wins when present, the Fool never does."""
    view = variant.view("t")
    faces = [Card("t", "JOKER"), Card("t", "jester"), Card("t", "7"), FOOL]
    faces += [c for c in variant.pack.faces if c.suit in ("c", "h") and c.rank in ("A", "9")]
    always, never = True, True
    for cards in product(faces, repeat=size):
        if len(set(cards)) < size:
            continue
        (place,) = winning_cards(variant, tuple(view[c] for c in cards)) or (-1,)
        always &= Card("t", "JOKER") not in cards or cards[place] == Card("t", "JOKER")
        never &= cards[place] != FOOL
    return always, never


@settles("K026")
def whole_motley(claim: Claim, effort: Effort) -> Finding:
    """Settle which seats can capture JOKER, jester and Fool, by who plays them."""
    variant = load(claim.parameters["variant"])
    wins = [_joker_always_wins(variant, size) for size in (2, 3, 4)]
    if not all(a and b for a, b in wins):
        return fails("the JOKER does not always win, or the Fool does")
    possible: Counter[str] = Counter()
    for together in (
        "three tricks",
        "JOKER and jester",
        "JOKER and Fool",
        "jester and Fool",
        "one trick",
    ):
        for joker, jester, fool in product(range(3), repeat=3):
            seat = _motley_seat(together, joker, jester, fool)
            if seat is None:
                continue
            own = "jester his own" if jester == seat else "jester another's"
            possible[f"{own}, Fool {'his own' if fool == seat else 'another’s'} ({together})"] += 1
    found = first_playout(variant, lambda p: max(facts(p.end).motley) == 3, 300)
    example = None
    if found is not None:
        seat = facts(found.end).motley.index(3)
        text = f"seat {variant.seat_name(seat)} captures JOKER, jester and Fool"
        example = shown(found.start, found.actions, text)
    fool_own = [key for key in possible if "Fool his own" in key]
    fallen = all(
        "JOKER and jester" in k or "one trick" in k for k in possible if "another's, Fool" in k
    )
    return when(
        "he plays the JOKER, another seat plays the Fool to a trick that he wins, and the jester "
        "is his "
        "own or falls to his JOKER",
        "the JOKER wins every trick it is in and the Fool none: nobody who plays both can have the "
        "Motley, and the player of the Fool never can",
        scope="everybody for himself, every n and N",
        method="all kinds of tricks of 2 to 4 cards; all ways to play the three cards",
        details={"ways that give it": dict(possible), "with the Fool his own": len(fool_own),
                 "another's jester only under the JOKER": fallen},
        witness=example,
    )  # fmt: skip


def _motley_seat(together: str, joker: int, jester: int, fool: int) -> int | None:
    """Return the seat that can capture all three, given who plays them and which fall together.

    The JOKER's player captures the JOKER; the jester's player captures it unless the JOKER is in
    the trick; the Fool goes to another seat than its player's, to the trick's winner.
    """
    same = {
        "three tricks": (), "JOKER and jester": ((joker, jester),),
        "JOKER and Fool": ((joker, fool),),
        "jester and Fool": ((jester, fool),),
        "one trick": ((joker, jester), (joker, fool), (jester, fool)),
    }[together]  # fmt: skip
    if any(a == b for a, b in same):
        return None  # nobody plays two cards to a trick
    with_joker = together in ("JOKER and jester", "one trick")
    jester_to = joker if with_joker else jester
    if together in ("JOKER and Fool", "one trick"):
        fool_to = joker
    elif together == "jester and Fool":
        fool_to = jester
    else:
        fool_to = joker if joker != fool else -1  # any other seat may win it: best for the JOKER
    return joker if joker == jester_to == fool_to else None


# --- nil ------------------------------------------------------------------------------------------


def team_line(variant: Variant, partner: int, bid: int, nil: int) -> int:
    """Return the bid line of a side whose other partner bid nil and took so many tricks."""
    line = next(x for x in variant.file.score.lines if x["kind"] == "jewels bid")
    seen = Facts(taken=[nil, 0, partner, 0], bids=[0, 1, bid, 1], sides=variant.sides)
    return int(LINES["jewels bid"](PLAIN, seen, [0] * 4, line)[0])


@settles("nil line")
def nil_is_total(claim: Claim, effort: Effort) -> Finding:
    """Evaluate the side's line for every bid and all tricks, and the nil bidder's part of it."""
    most = claim.parameters["tricks"]
    rows = _nil_rows(load(claim.parameters["variant"]), most)
    own = [line - ordinary for _, _, _, line, ordinary in rows]
    as_said = all(line - ordinary == (nil if nil else t) for t, _, nil, line, ordinary in rows)
    evidence = {
        "K028": "a made nil adds the partner's tricks once more: t for his t tricks",
        "K029": "one trick of the nil bidder replaces that by 1 for each of his own tricks",
        "K030": "the nil bidder's tricks count 1 each and nothing toward the bid",
    }[claim.id]
    return decided(
        as_said and min(own) >= 0,
        f"{evidence}; the line is defined for every bid and all tricks, and the nil bidder's "
        "part is "
        "never negative (a broken nil is worth more than a made one if its tricks outnumber the "
        "partner's)",
        scope=f"every bid and all tricks up to {most}, linear in both",
        details={
            "cases": len(rows),
            "least part of the nil bidder": min(own),
            "as stated": as_said,
        },
    )


@lru_cache(maxsize=4)
def _nil_rows(variant: Variant, most: int) -> list[tuple[int, int, int, int, int]]:
    """Return (partner's tricks, his bid, nil tricks, the side's line, the ordinary line)."""
    alone = load("K1")
    return [
        (t, b, nil, team_line(variant, t, b, nil), bid_score(alone, t, b))
        for b in range(1, most + 1)
        for t in range(most + 1)
        for nil in range(most + 1 - t)
    ]


# --- matches --------------------------------------------------------------------------------------


@settles("K035")
def somebody_leads(claim: Claim, effort: Effort) -> Finding:
    """Prove that the set of leaders is never empty."""
    most = claim.parameters["players"]
    proofs = []
    for n in range(1, most + 1):
        scores = [z3.Int(f"s{i}") for i in range(n)]
        leads = [z3.And(*(s >= other for other in scores)) for s in scores]
        proofs.append(proved(z3.Or(*leads)))
    match = new_match(load(claim.parameters["variant"]))
    shared = ranked(match._replace(totals=(7, 7, 7, 7)))
    return decided(
        all(proofs) and len(shared) == 4,
        "of finitely many totals one is the highest; all who have it share the victory",
        scope=f"every n; by z3 up to {most}",
        details={"proved up to": most, "all level": list(shared)},
    )


@settles("K036")
def target_need_not_be_reached(claim: Claim, effort: Effort) -> Finding:
    """Look for a legal round after which nobody has gained; repeated, it never ends a match."""
    variant = load(claim.parameters["variant"])
    target = claim.parameters["target"]
    found = _hopeless_round(variant)
    if found is None:
        return fails("no round without a gain was found", details={"target": target})
    start, actions, totals = found
    text = f"everybody bids {variant.tricks}: scores {', '.join(map(str, totals))}, nobody gains"
    return fails(
        f"a round can leave every player at or below 0 ({', '.join(map(str, totals))}); repeated "
        "for ever "
        "it reaches no target",
        scope="every positive target",
        mend="add a greatest number of rounds",
        details={"scores": list(totals), "target": target},
        witness=shown(start, actions, text),
    )


def _hopeless_round(variant: Variant) -> tuple[Any, list[Action], tuple[int, ...]] | None:
    for seed in range(20):
        rng = play_stream(seed)
        start = position = deal(variant, seed)
        actions = []
        while not position.over:
            choice = legal_actions(position)
            bids = [a for a in choice if a.word == "bid"]
            action = max(bids, key=lambda a: a.value) if bids else rng.choice(choice)
            actions.append(action)
            position = step(position, action)
        totals = outcome(position).final
        if max(totals) <= 0:
            return start, actions, totals
    return None
