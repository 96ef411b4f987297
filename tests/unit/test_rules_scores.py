"""Every line of scores and every pool rule on tables of deals worked out by hand.

The tables stand on both sides of each number that a rule names, so that a rule with another number
or another comparison fails in some row.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver.cards import parse_card
from solver.dealing import deal
from solver.outcome import outcome
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal, general_lost, general_made
from solver.rules.scoring import BONUS_LINES, LINES, Facts, score_lines
from solver.variant import load


def added(kind: str, so_far: tuple[int, ...] = (), line: Any = (), **facts: Any) -> list[int]:
    """Return what a line adds for every seat."""
    given = Facts(**facts)
    totals = so_far or (0,) * len(given.taken)
    return [int(x) for x in LINES[kind](PLAIN, given, totals, dict(line))]


# --- for the tricks ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "sides", "line", "scores"),
    [
        ((3, 5, 1), (), {}, [3, 5, 1]),
        ((3, 5, 1), (), {"each": 2}, [6, 10, 2]),
        ((3, 5, 1, 4), (0, 1, 0, 1), {}, [4, 9, 4, 9]),
        ((3, 5, 1, 4), (0, 0, 1, 1), {"each": 3}, [24, 24, 15, 15]),
    ],
)
def test_tricks(taken: Any, sides: Any, line: Any, scores: list[int]) -> None:
    """One point a trick unless the line says how many, for the side where there are sides."""
    assert added("tricks", line=line, taken=taken, sides=sides) == scores
    points = added("card points", line=line, taken=(0,) * len(taken), points=taken, sides=sides)
    assert points == scores


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        # A has 1 trick, B 10, C 100: own ×1, the right neighbour's ×2, the left's ×0.
        ({}, [1 + 200, 10 + 2, 100 + 20]),
        ({"toward": "left"}, [1 + 20, 10 + 200, 100 + 2]),
        ({"weights": "rising", "toward": "right"}, [201, 12, 120]),
        ({"weights": [5, 0, 7]}, [5 + 70, 50 + 700, 500 + 7]),
    ],
)
def test_weighted_tricks(line: Any, scores: list[int]) -> None:
    """Weights count by distance to the right, or to the left in the mirrored score."""
    assert added("weighted tricks", line=line, taken=(1, 10, 100)) == scores


@pytest.mark.parametrize(
    ("so_far", "line", "bonus"),
    [
        ((5, 9, 7), {"bonus": 10}, [0, 0, 10]),
        ((5, 5, 7), {"bonus": 10}, [10, 10, 0]),
        ((5, 7, 7), {"bonus": 10}, [0, 10, 10]),
        ((7, 7, 7), {"bonus": 10}, [10, 10, 10]),
        ((1, 2, 3, 4, 5), {"bonus": {"3": 10, "5": 30}}, [0, 0, 30, 0, 0]),
        ((5, 1, 2, 2, 3), {"bonus": 30}, [0, 0, 30, 30, 0]),
        ((1, 2, 3), {"bonus": {"5": 30}}, [0, 0, 0]),
        ((1, 2, 3), {}, [0, 0, 0]),
        ((1, 2, 3, 4), {"bonus": 9}, [0, 0, 0, 0]),
        ((1, 2, 2, 4), {"bonus": 9}, [0, 9, 9, 0]),
        ((5, 5, 7), {"bonus": 10, "tied": "each"}, [10, 10, 0]),
        ((5, 5, 7), {"bonus": 10, "tied": "nobody"}, [0, 0, 0]),
        ((5, 9, 7), {"bonus": 10, "tied": "nobody"}, [0, 0, 10]),
        ((1, 1, 2, 3, 3), {"bonus": 30, "tied": "nobody"}, [0, 0, 30, 0, 0]),
        ((7, 7, 7), {"bonus": 10, "tied": "nobody"}, [0, 0, 0]),
    ],
)
def test_middling_bonus(so_far: Any, line: Any, bonus: list[int]) -> None:
    """The bonus is for the middle of the sorted scores; those level with it all get it, or none."""
    assert added("middling bonus", so_far, line, taken=so_far) == bonus


@pytest.mark.parametrize(
    ("taken", "scores"),
    [((8, 6, 3), [0, 0, 3]), ((7, 5, 5), [0, 5, 5]), ((4, 4, 4), [4, 4, 4]), ((9, 8, 0), [0] * 3)],
)
def test_fewest_again(taken: Any, scores: list[int]) -> None:
    """Whoever has fewest counts them again."""
    assert added("fewest again", taken=taken) == scores


def test_shooting() -> None:
    """A seat with every point scores none, and everybody else all of them; else nothing changes."""
    points = (26, 0, 0, 0)
    facts: dict[str, Any] = {"taken": (13, 0, 0, 0), "points": points, "total_points": 26}
    assert added("shooting", points, **facts) == [-26, 26, 26, 26]
    # Whatever else a line before has given, the totals become those of the moon.
    assert added("shooting", (26, 5, 0, 0), **facts) == [-26, 21, 26, 26]
    facts["points"] = (25, 1, 0, 0)
    assert added("shooting", (25, 1, 0, 0), **facts) == [0, 0, 0, 0]
    assert added("shooting", (3, 1, 0, 0), taken=(3,) * 4, points=(0,) * 4) == [0, 0, 0, 0]
    one: dict[str, Any] = {"taken": (1, 1, 1, 1), "points": (0, 0, 1, 0), "total_points": 1}
    assert added("shooting", (0, 0, 1, 0), **one) == [1, 1, -1, 1]


@pytest.mark.parametrize(
    ("taken", "score"), [(0, 0), (5, 0), (6, 0), (7, 1), (9, 3), (13, 7)]
)
def test_over_book(taken: int, score: int) -> None:
    """A side's tricks count from the seventh on."""
    facts: dict[str, Any] = {"taken": (taken, 13 - taken, 0, 0), "sides": (0, 1, 0, 1)}
    other = max(0, 7 - taken)
    assert added("over book", **facts) == [score, other, score, other]
    assert added("over book", line={"book": 5}, **facts)[0] == max(0, taken - 5)


@pytest.mark.parametrize(
    ("taken", "odd", "net"),
    [(0, 0, 0), (2, 0, 0), (3, 5, 5), (4, 5, 15), (5, 10, 25)],
)
def test_forty_five(taken: int, odd: int, net: int) -> None:
    """Five for three or four tricks and ten for all; or five a trick less the others' tricks."""
    facts: dict[str, Any] = {"taken": (taken - 1 if taken else 0, 5 - taken, min(taken, 1), 0)}
    facts["sides"] = (0, 1, 0, 1)
    assert added("odd trick", **facts)[::2] == [odd, odd]
    assert added("trick difference", **facts)[::2] == [net, net]
    alone = {"taken": (taken, 5 - taken)}
    assert (added("odd trick", **alone)[0], added("trick difference", **alone)[0]) == (odd, net)


def test_turned_honour() -> None:
    """The bonus is for the dealer's side, and only if an honour was turned."""
    seats: dict[str, Any] = {"taken": (0,) * 4, "dealer": 1}
    assert added("turned honour", turned=True, sides=(0, 1, 0, 1), **seats) == [0, 5, 0, 5]
    assert added("turned honour", turned=True, **seats) == [0, 5, 0, 0]
    assert added("turned honour", turned=False, **seats) == [0, 0, 0, 0]
    assert added("turned honour", line={"bonus": 7}, turned=True, **seats) == [0, 7, 0, 0]


# --- for bids ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("taken", "bid", "challenge", "hell"),
    [(0, 0, 10, 10), (1, 0, 0, 0), (3, 3, 10, 13), (2, 3, 0, 0), (4, 3, 0, 0)],
)
def test_exact_bids(taken: int, bid: int, challenge: int, hell: int) -> None:
    """Ten for an exact bid; at oh hell ten and the tricks."""
    facts: dict[str, Any] = {"taken": (taken, 1), "bids": (bid, 1)}
    assert added("exact bid", **facts) == [challenge, 10]
    assert added("exact bid", line={"bonus": 4}, **facts) == [4 if challenge else 0, 4]
    assert added("tricks if exact", **facts) == [hell, 11]


@pytest.mark.parametrize(
    ("taken", "bid", "line", "score"),
    [
        (3, 3, {}, 6),
        (5, 3, {}, 8),
        (2, 3, {}, 2),
        (0, 3, {}, -6),
        (2, 3, {"short": "missed only"}, -2),
        (3, 3, {"short": "missed only"}, 6),
        (5, 3, {"each": 10, "over": 4}, 38),
        (1, 3, {"each": 10, "missed": 7}, 10 - 14),
    ],
)
def test_bid_at_jewels(taken: int, bid: int, line: Any, score: int) -> None:
    """Two a trick within the bid, one beyond it, two lost for each that is missed."""
    assert added("jewels bid", line=line, taken=(taken, 0), bids=(bid, 1))[0] == score


@pytest.mark.parametrize(
    ("taken", "bids", "scores"),
    [
        # two ordinary partners pool bids and tricks
        ((3, 2, 2, 3), (2, 3, 2, 3), [9, 8, 9, 8]),
        # A's nil is kept: one for each of C's tricks
        ((0, 5, 4, 1), (0, 3, 3, 3), [7 + 4, 12, 7 + 4, 12]),
        # A's nil is broken: its tricks count one each, and not toward C's bid
        ((2, 5, 4, 1), (0, 3, 3, 3), [7 + 2, 12, 7 + 2, 12]),
        ((2, 5, 1, 1), (0, 3, 3, 3), [2 - 4 + 2, 12, 2 - 4 + 2, 12]),
        # B's nil, D the bidder
        ((3, 0, 3, 4), (3, 0, 3, 2), [12, 4 + 2 + 4, 12, 4 + 2 + 4]),
    ],
)
def test_sides_at_jewels(taken: Any, bids: Any, scores: list[int]) -> None:
    """Pooled bids of a side; a nil kept or broken."""
    assert added("jewels bid", taken=taken, bids=bids, sides=(0, 1, 0, 1)) == scores


@pytest.mark.parametrize(
    ("books", "motley", "score"),
    [((0,), 0, 0), ((1,), 1, 0), ((2,), 2, 2), ((3,), 0, 4), ((3, 2, 1), 3, 12), ((0,), 3, 6)],
)
def test_books_and_motley(books: Any, motley: int, score: int) -> None:
    """Two for two cards of a Book, four for all three, six for the whole Motley."""
    rest = tuple(0 for _ in books)
    facts: dict[str, Any] = {"taken": (1, 1), "books": (books, rest), "motley": (motley, 0)}
    assert added("books and motley", **facts) == [score, 0]
    line = {"two": 20, "three": 50, "motley": 100}
    wanted = sum({2: 20, 3: 50}.get(c, 0) for c in books) + (100 if motley == 3 else 0)
    assert added("books and motley", line=line, **facts) == [wanted, 0]


def test_partners_put_books_together() -> None:
    """What partners capture counts together; opponents' cards do not."""
    books, motley = ((1, 2), (1, 1), (1, 1), (0, 1)), (2, 0, 1, 0)
    facts: dict[str, Any] = {"taken": (0,) * 4, "books": books, "motley": motley}
    scores = added("books and motley", sides=(0, 1, 0, 1), **facts)
    assert scores == [2 + 4 + 6, 2, 2 + 4 + 6, 2]


@pytest.mark.parametrize(
    ("makers", "mine", "theirs"),
    [(5, 2, 0), (4, 1, 0), (3, 1, 0), (2, 0, 2), (0, 0, 2)],
)
def test_makers(makers: int, mine: int, theirs: int) -> None:
    """At euchre one for three or four tricks, two for all; two for the others if they fail."""
    taken = (makers, 5 - makers, 0, 0)
    facts: dict[str, Any] = {"taken": taken, "sides": (0, 1, 0, 1)}
    assert added("makers", declarer=0, **facts) == [mine, theirs, mine, theirs]
    assert added("makers", declarer=-1, **facts) == [0, 0, 0, 0]
    swapped: dict[str, Any] = {"taken": (*taken[1::-1], 0, 0), "sides": (0, 1, 0, 1)}
    assert added("makers", declarer=1, **swapped) == [theirs, mine, theirs, mine]


@pytest.mark.parametrize(
    ("taken", "bids", "score"),
    [
        ((4, 3), (4, 3), 70),
        ((5, 4), (4, 3), 72),
        ((2, 4), (4, 3), -70),
        ((0, 5), (0, 4), 100 + 41),  # nil kept, a bag for the partner
        ((2, 5), (0, 5), -100 + 50 + 2),  # nil lost, and its tricks are bags
        ((5, 0), (5, 0), 50 + 100),
        ((0, 3), (0, 4), 100 - 40),
        ((3, 4), (0, 5), -100 - 50 + 3),  # bags of a lost nil count where the bid fails too
        ((0, 0), (0, 0), 200),
        ((1, 2), (1, 0), 10 - 100 + 2),
        ((1, 0), (0, 0), 1),  # one nil lost, one kept, and a bag
        ((0, 3), (2, 0), -100 - 20 + 3),
    ],
)
def test_spades(taken: Any, bids: Any, score: int) -> None:
    """Ten a trick bid and one a bag, ten lost for each if it fails; nil wins or loses 100."""
    other = (6, 2)
    facts: dict[str, Any] = {
        "taken": (taken[0], other[0], taken[1], other[1]),
        "bids": (bids[0], 5, bids[1], 2),
        "sides": (0, 1, 0, 1),
    }
    assert added("spades bid", **facts) == [score, 71, score, 71]


def test_lines_build_on_each_other() -> None:
    """Each line sees the totals of those before it, in the order of the file."""
    file = load("gooseberry-3").file
    lines = score_lines(PLAIN, file.score.lines, Facts(taken=(5, 4, 2)))
    assert lines == [
        ("weighted tricks", [9, 14, 10]),
        ("middling bonus", [0, 0, 10]),
    ]
    assert {kind for kind, _ in lines} & BONUS_LINES == {"middling bonus"}
    tricks = {"kind": "tricks"}
    both = score_lines(PLAIN, [tricks, tricks, {"kind": "middling bonus", "bonus": 1}],
                       Facts(taken=(2, 0, 1)))
    assert both[2][1] == [0, 0, 1]


WHOLE: dict[str, list[tuple[dict[str, Any], list[int]]]] = {
    "whist": [({"taken": (4, 2, 5, 2)}, [3, 0, 3, 0])],
    "whist-notrump": [({"taken": (1, 4, 3, 5)}, [0, 3, 0, 3])],
    "bridge": [({"taken": (4, 2, 5, 2)}, [9, 4, 9, 4])],
    "preferans-misere": [({"taken": (1, 4, 5)}, [1, 9, 9])],
    "hearts": [
        ({"points": (26, 0, 0, 0), "total_points": 26}, [0, 26, 26, 26]),
        ({"points": (20, 1, 5, 0), "total_points": 26}, [20, 1, 5, 0]),
    ],
    "skat-grand": [({"points": (61, 40, 19), "sides": (0, 1, 1)}, [61, 59, 59])],
    "skat-suit": [({"points": (30, 70, 20), "sides": (0, 1, 1)}, [30, 90, 90])],
    "skat-null": [({"taken": (1, 4, 5), "sides": (0, 1, 1)}, [1, 9, 9])],
    "euchre": [({"taken": (2, 1, 1, 1), "declarer": 0}, [1, 0, 1, 0])],
    "spades": [({"taken": (4, 2, 4, 3), "bids": (4, 3, 3, 3)}, [71, -60, 71, -60])],
    "oh-hell": [({"taken": (2, 0, 1, 2), "bids": (2, 0, 2, 1)}, [12, 10, 0, 0])],
    "trump-fool": [({"taken": (8, 6, 3)}, [8, 6, 6])],
    "trump-fool-points": [({"points": (20, 10, 9)}, [20, 10, 9])],
    "trump-fool-notrump": [({"taken": (7, 5, 5)}, [7, 10, 10])],
    "trump-fool-challenge": [({"taken": (8, 6, 3), "bids": (8, 5, 3)}, [18, 6, 16])],
    "gooseberry-3": [({"taken": (5, 4, 2)}, [9, 14, 20])],
    "gooseberry-5": [({"taken": (9, 0, 0, 0, 0)}, [9, 48, 27, 36, 0])],
    "gooseberry-3-40-mate": [({"taken": (6, 4, 3)}, [22, 16, 11])],
    "gooseberry-even": [({"taken": (5, 4, 2, 1)}, [13, 17, 25, 17])],
    "gooseberry-7-64": [({"taken": (1, 0, 0, 0, 0, 0, 8)}, [17, 26, 35, 44, 53, 6, 8])],
    "forty-five": [({"taken": (1, 1, 2, 1)}, [5, 0, 5, 0])],
    "forty-five-king": [({"taken": (5, 0)}, [10, 0])],
    "forty-five-difference": [({"taken": (4, 1)}, [15, 0])],
    "forty-five-turned": [({"taken": (1, 4), "turned": True, "dealer": 0}, [5, 5])],
    "jewels": [
        ({"taken": (3, 1), "bids": (2, 2), "books": ((3, 2), (0, 1)), "motley": (3, 0)},
         [5 + 4 + 2 + 6, 0]),
    ],
    "jewels-teams": [
        ({"taken": (3, 1, 0, 1), "bids": (2, 2, 1, 1), "books": ((1,), (0,), (1,), (0,)),
          "motley": (0, 0, 0, 0)}, [8, 2, 8, 2]),
    ],
    "jewels-nil": [
        ({"taken": (0, 1, 3, 1), "bids": (0, 2, 2, 1), "books": ((0,), (3,), (0,), (0,)),
          "motley": (1, 0, 2, 0)}, [5 + 3 + 6, 2 + 4, 5 + 3 + 6, 2 + 4]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_whole_scores(name: str) -> None:
    """All lines of a game's score together, on deals whose score is known."""
    for facts, final in WHOLE[name]:
        players = len(facts.get("taken") or facts["points"])
        variant = load(name, players)
        given = {"taken": (0,) * players, "sides": variant.sides} | facts
        lines = score_lines(PLAIN, variant.file.score.lines, Facts(**given))
        assert [sum(column) for column in zip(*(added for _, added in lines), strict=True)] == final


@pytest.mark.parametrize(
    ("name", "values", "total"),
    [
        ("hearts", "Qs 13 Ah 1 2h 1 As 0", 26),
        ("skat-grand", "Ac 11 Ts 10 Kh 4 Qd 3 Jc 2 9c 0", 120),
        ("skat-suit", "Ac 11 Ts 10 Kh 4 Qd 3 Jc 2 9c 0", 120),
        ("trump-fool-points", "Ac 4 Ks 3 Qh 2 Jd 1 Tc 0", 40),
        ("trump-fool", "Ac 0", 0),
    ],
)
def test_values_of_captured_cards(name: str, values: str, total: int) -> None:
    variant = load(name)
    words = values.split()
    for text, value in zip(words[::2], words[1::2], strict=True):
        assert variant.order.points.get(parse_card(text), 0) == int(value)
    assert sum(variant.order.points.get(card, 0) for card in variant.pack) == total


@pytest.mark.parametrize("name", ["skat-grand", "skat-suit", "hearts"])
def test_every_point_of_the_pack_is_captured(name: str) -> None:
    """Whoever plays what: what lies in the skat counts for the declarer."""
    variant = load(name)
    rng = random.Random(name)
    for seed in range(4):
        position = deal(variant, seed, trump="h" if name == "skat-suit" else "")
        while not position.over:
            position = step(position, rng.choice(legal_actions(position)))
        skat = sum(variant.order.points.get(card, 0) for card in position.dead)
        points = outcome(position).points
        assert sum(points) == sum(variant.order.points.get(card, 0) for card in variant.pack)
        declarer = variant.file.players.declarer
        won = sum(variant.order.points.get(card, 0) for card in position.won[declarer])
        assert points[declarer] == won + skat


# --- pools ------------------------------------------------------------------------------------


def settled(rule: str, taken: Any, **more: Any) -> tuple[int, list[int], bool]:
    """Return what a pool of 12 comes to: what is left, what each seat pays, whether it was won."""
    n = len(taken)
    given: dict[str, Any] = {
        "pool": 12,
        "active": (True,) * n,
        "calls": ("play",) * n,
        "barred": (False,) * n,
        "dealer": n - 1,
    }
    line = {"parts": 3, "fine": 3} | more.pop("line", {})
    done = POOLS[rule](PLAIN, Deal(taken=taken, **(given | more)), line)
    return int(done.pool), [int(x) for x in done.paid], bool(done.won)


@pytest.mark.parametrize(
    ("taken", "calls", "barred", "result"),
    [
        ((3, 1, 1), "---", "---", (0, [-12, 0, 0], True)),
        ((2, 2, 1), "---", "---", (12, [0, 0, 0], False)),
        ((4, 1, 0), "---", "---", (0, [-12, 0, 0], True)),
        ((5, 0, 0), "---", "---", (0, [-14, 1, 1], True)),
        ((0, 0, 5), "--g", "---", (0, [1, 1, -14], True)),
        ((4, 1, 0), "g--", "---", (12, [0, 0, 0], False)),
        ((3, 1, 1), "-g-", "---", (0, [-12, 0, 0], True)),
        ((3, 1, 1), "---", "x--", (12, [0, 0, 0], False)),
        ((5, 0, 0), "---", "x--", (12, [0, 0, 0], False)),
        ((3, 1, 1), "---", "-x-", (0, [-12, 0, 0], True)),
    ],
)
def test_pool_of_spoil_five(taken: Any, calls: str, barred: str, result: Any) -> None:
    """Three tricks win it, five a counter from each besides; going on asks for five; the barred."""
    words = tuple("go" if c == "g" else "" for c in calls)
    shut = tuple(c == "x" for c in barred)
    assert settled("spoil five", taken, calls=words, barred=shut) == result


@pytest.mark.parametrize(
    ("taken", "more", "result"),
    [
        ((1, 1, 1), {}, (0, [-4, -4, -4], True)),
        ((2, 1, 0), {}, (3, [-8, -4, 3], True)),
        ((3, 0, 0), {"line": {"fine": "pool"}}, (24, [-12, 12, 12], True)),
        ((2, 1, 0), {"active": (True, True, False)}, (0, [-8, -4, 0], True)),
        ((2, 0, 1), {"barred": (True, False, False)}, (12 - 4 + 3, [0, 3, -4], True)),
        ((0, 2, 1), {"barred": (True, False, False)}, (3, [3, -8, -4], True)),
        ((2, 1, 0), {"calls": ("play", "defend", "defend")}, (4, [-8, 0, 0], True)),
        ((2, 1, 0), {"pool": 13}, (4, [-8, -4, 3], True)),
        ((3, 2, 0), {"line": {"parts": 5, "fine": 5}}, (12 - 10 + 5, [-6, -4, 5], True)),
    ],
)
def test_shares(taken: Any, more: Any, result: Any) -> None:
    """A share a trick; a fine for none; the barred and the pool's defenders draw nothing."""
    assert settled("shares", taken, **more) == result


def test_crosses() -> None:
    """A mark rubbed out for each trick; a new cross, five marks, for a declarer without one."""
    active = (True, True, True, False)
    assert settled("crosses", (3, 2, 0, 0), active=active, line={"fine": 5}) == (
        0, [-3, -2, 5, 0], True
    )
    deal = Deal(0, (1, 0), (True, True), ("", ""), (False, False), 0)
    assert list(POOLS["crosses"](PLAIN, deal, {}).paid) == [-1, 5]


def test_general_rams() -> None:
    """Made, it takes the pool and five from each adversary; lost, it doubles the pool."""
    active = (True, False, True, True)
    deal = Deal(10, (5, 0, 0, 0), active, ("",) * 4, (False,) * 4, 3)
    made, lost = general_made(PLAIN, deal, 0, 5), general_lost(PLAIN, deal, 0, 5)
    assert (made.pool, list(made.paid), made.won) == (0, [-20, 0, 5, 5], True)
    assert (lost.pool, list(lost.paid), lost.won) == (20, [20, 0, -5, -5], False)
    assert made.note != lost.note
