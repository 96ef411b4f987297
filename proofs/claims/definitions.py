"""Group 'definitions': sentences that only say how the game goes; the engine must honour them.

Each is a list of named checks, asked of the referee, of a variant or of a rule.
"""

from __future__ import annotations

from itertools import product

import proofs.claims.definitions_foster  # noqa: F401
from proofs.claim import Claim, Finding
from proofs.encode.obligations import refuted
from proofs.never_stuck import legal_set, situation
from proofs.random_play import play_on
from proofs.registry import Effort, settles
from proofs.units import unit
from proofs.witness import ending
from solver.cards import FOOL, JOKER, Card, parse_cards
from solver.dealing import deal, play_stream
from solver.encode.cnf import Cnf
from solver.position import Position, play
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.scoring import Facts, score_lines
from solver.variant import Variant, load

GOOSEBERRIES = ("G3", "G5", "G5-3J", "G5-2P", "G7a", "G7b", "G7c", "G3-40", "G3-48")


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


# --- Barber -----------------------------------------------------------------------------------


@settles("B006")
def eldest_leads(claim: Claim, effort: Effort) -> Finding:
    """Check the first leader for every dealer."""
    checks = {}
    for name in GOOSEBERRIES:
        n = load(name).players
        leaders = [deal(load(name), 1, dealer=d).leader for d in range(n)]
        checks[name] = leaders == [(d + 1) % n for d in range(n)]
    return unit(checks, "with every dealer the seat at his left leads to the first trick")


def _won_by_joker(name: str) -> Position:
    variant = load(name)
    naturals = [c for c in variant.pack.faces if c.suit]
    n = variant.players
    hands = [(naturals[i], naturals[n + i]) for i in range(n)]
    hands[1] = (JOKER, naturals[n + 1])
    suit = naturals[0].suit
    other = next(c for c in reversed(naturals) if c.suit != suit)
    hands[1] = (JOKER, other)
    position = ending(variant, hands)
    for i in range(n):
        position = step(position, play(JOKER if i == 1 else hands[i][0]))
    return position


@settles("B020")
def names_any_seat(claim: Claim, effort: Effort) -> Finding:
    """Check whom the winner with the Joker may name, and who leads then."""
    checks = {}
    for name in ("G3", "G5"):
        for reading in ("trick", "lead", "card"):
            variant = load(name, choose={"G1": reading})
            position = _won_by_joker(name)._replace(variant=variant)
            actions = legal_actions(position)
            named = sorted(action.value for action in actions) == list(range(variant.players))
            leads = all(step(position, action).leader == action.value for action in actions)
            checks[f"{name}, {reading}: any seat"] = named and position.turn == 1
            checks[f"{name}, {reading}: leads next"] = leads
    return unit(
        checks, "the winner with the Joker names any seat, himself included, and it leads next"
    )


@settles("B040")
def clockwise_is_left(claim: Claim, effort: Effort) -> Finding:
    """Check the direction of dealing and of play."""
    checks = {}
    for name in GOOSEBERRIES:
        variant = load(name)
        n = variant.players
        position = deal(variant, effort.seed)
        turns = []
        for _ in range(n):
            turns.append(position.turn)
            position = step(position, legal_actions(position)[0])
        checks[f"{name}: play"] = turns == [(turns[0] + i) % n for i in range(n)]
        checks[f"{name}: dealing"] = variant.dealt_seats(0) == [(1 + i) % n for i in range(n)]
    return unit(checks, "deal and play run from each seat to the seat at its left")


@settles("B041")
def weights_rise(claim: Claim, effort: Effort) -> Finding:
    """Check rule E on single tricks."""
    checks = {}
    for name, n in (("G3", 3), ("G5", 5), ("G7a", 7)):
        variant = load(name)
        lines = variant.file.score.lines[:1]
        for k in range(n):
            owner = -k % n  # k steps to the right of seat 0
            taken = tuple(int(i == owner) for i in range(n))
            points = score_lines(PLAIN, lines, Facts(taken=taken))[0][1][0]
            checks[f"n={n}, {k} steps right"] = points == (k + 1 if k < n - 1 else 0)
    return unit(
        checks, "a trick counts one more per step to the right, and nothing at the near left"
    )


# --- the Japanese game ------------------------------------------------------------------------


@settles("J002")
def turned_card(claim: Claim, effort: Effort) -> Finding:
    """Check that the turned card makes trumps and is in no hand."""
    checks = {"trump suit": True, "in no hand": True, "17 each": True, "never played": True}
    for seed in range(20):
        position = deal(load("J1"), seed)
        turned = position.turn_up[0]
        played = play_on(position, play_stream(seed))
        checks["trump suit"] &= position.trump == turned.suit
        checks["in no hand"] &= all(turned not in hand for hand in position.hands)
        checks["17 each"] &= {len(hand) for hand in position.hands} == {17}
        checks["never played"] &= all(a.card != turned for a in played.actions)
    return unit(checks, "the card left over fixes the trump suit and is never played")


@settles("J033")
def who_leads(claim: Claim, effort: Effort) -> Finding:
    """Check leads and turns through whole deals."""
    checks = {"eldest first": True, "clockwise": True, "the winner leads": True}
    for seed in range(10):
        position = deal(load("J1"), seed, dealer=seed % 3)
        rng = play_stream(seed)
        checks["eldest first"] &= position.leader == (seed + 1) % 3
        while not position.over:
            before = position
            position = step(position, rng.choice(legal_actions(position)))
            if position.done == before.done:
                checks["clockwise"] &= position.turn == (before.turn + 1) % 3
            else:
                winner = next(i for i in range(3) if position.taken[i] > before.taken[i])
                checks["the winner leads"] &= position.over or position.turn == winner
    return unit(
        checks, "the eldest leads first, play goes clockwise, the winner of a trick leads next"
    )


# --- Jokers & Jewels --------------------------------------------------------------------------


@settles("K010")
def partners(claim: Claim, effort: Effort) -> Finding:
    """Check the seats of partners."""
    checks = {name: load(name).sides == (0, 1, 0, 1) for name in ("K2", "K3")}
    return unit(checks, "seats A and C play against B and D")


def _team_score(variant: Variant, facts: Facts, kind: str) -> list[int]:
    return next(x for k, x in score_lines(PLAIN, variant.file.score.lines, facts) if k == kind)


def _facts(
    taken: tuple[int, ...],
    bids: tuple[int, ...],
    books: list[list[int]] | None = None,
    motley: tuple[int, ...] = (0, 0, 0, 0),
) -> Facts:
    return Facts(
        taken=taken,
        points=(0,) * 4,
        bids=bids,
        sides=(0, 1, 0, 1),
        books=books or [[0]] * 4,
        motley=motley,
    )


@settles("K031")
def pooled(claim: Claim, effort: Effort) -> Finding:
    """Check that only the sums of two partners' bids and tricks count."""
    variant = load("K2")
    sums: dict[tuple[int, int], set[int]] = {}
    equal = True
    for t, u in product(range(5), repeat=2):
        for b, c in product(range(1, 5), repeat=2):
            line = _team_score(variant, _facts((t, 1, u, 1), (b, 1, c, 1)), "jewels bid")
            sums.setdefault((t + u, b + c), set()).add(line[0])
            equal = equal and line[0] == line[2]
    alone = {s: _one_score(*s) for s in sums}
    checks = {
        "both partners score alike": equal,
        "only the sums count": all(len(v) == 1 for v in sums.values()),
        "as one player with the sums": all(v == {alone[s]} for s, v in sums.items()),
    }
    return unit(checks, f"a team scores as one player with the sums ({len(sums)} pairs of sums)")


def _one_score(tricks: int, bid: int) -> int:
    facts = Facts(taken=(tricks, 0), bids=(bid, 1), points=(0, 0), books=[[0], [0]], motley=(0, 0))
    return int(_team_score(load("K1", 2), facts, "jewels bid")[0])


@settles("K027")
def combined(claim: Claim, effort: Effort) -> Finding:
    """Check Books and Motley that partners capture between them."""
    variant = load("K2")

    def score(mine: int, his: int, motley: tuple[int, int] = (0, 0)) -> int:
        facts = _facts((0,) * 4, (1,) * 4, [[mine], [0], [his], [0]], (motley[0], 0, motley[1], 0))
        return int(_team_score(variant, facts, "books and motley")[0])

    checks = {
        f"Book {a} + {b}": score(a, b) == {0: 0, 1: 0, 2: 2, 3: 4}[a + b]
        for a in range(4)
        for b in range(4 - a)
    }
    checks |= {
        f"Motley {a} + {b}": score(0, 0, (a, b)) == (6 if a + b == 3 else 0)
        for a in range(4)
        for b in range(4 - a)
    }
    return unit(checks, "what partners capture between them counts as if one had captured it")


@settles("K012")
def fool_is_legal(claim: Claim, effort: Effort) -> Finding:
    """Refute that the Fool is held and not legal."""
    checks = {}
    for reading in ("no", "yes"):
        variant = load("K1", choose={"K4": reading})
        view = variant.view("t")
        for leading in (True, False):
            a = Cnf()
            trick = [] if leading else a.trick(view, variant.pack.count, 2)
            s = situation(a, variant, list(view.values()), trick)
            lawful = legal_set(a, variant, s, leading=leading)
            i = variant.pack.index[FOOL]
            a.require(a.all([s.held[i], a.no(lawful[i])]))
            word = "lead" if leading else "follow"
            checks[f"{word}, K4 {reading}"] = refuted(claim.id, f"{word} {reading}", a)
    return unit(checks, "no hand and no trick makes a held Fool illegal, leading or following")


def _jewels(first: str, second: str) -> Position:
    position = ending(load("K1", 2), [_cards(first), _cards(second)])
    return position._replace(bids=(1, 1), done=30)


@settles("K016")
def forced_opening(claim: Claim, effort: Effort) -> Finding:
    """Check that a trump led by force breaks trump."""
    forced = step(_jewels("5t 6t", "7c 8c"), play(Card("t", "5")))
    off_suit = step(step(_jewels("7c 8c", "5t 6t"), play(Card("c", "7"))), play(Card("t", "5")))
    plain = step(step(_jewels("7c 8c", "9c 6t"), play(Card("c", "7"))), play(Card("c", "9")))
    checks = {
        "a forced lead": forced.broken,
        "an off-suit trump": off_suit.broken,
        "not by a plain card": not plain.broken,
    }
    return unit(checks, "a trump led from a hand of trumps breaks trump, as an off-suit trump does")


@settles("K017")
def fool_breaks_nothing(claim: Claim, effort: Effort) -> Finding:
    """Check that the Fool breaks nothing."""
    led = step(_jewels("Fool 5t", "7c 8c"), play(FOOL))
    off_suit = step(step(_jewels("7c 8c", "Fool 6t"), play(Card("c", "7"))), play(FOOL))
    behind = step(step(_jewels("Fool 5t", "7c 8c"), play(FOOL)), play(Card("c", "7")))
    checks = {
        "led": not led.broken,
        "played off suit": not off_suit.broken,
        "led before a plain card": not behind.broken,
    }
    return unit(checks, "the Fool, led or thrown off suit, leaves trump unbroken")


@settles("K019")
def draws(claim: Claim, effort: Effort) -> Finding:
    """Check the order of drawing after a trick."""
    checks = {}
    for n in (2, 3, 4):
        for seed in range(5):
            position = deal(load("K1", n), seed)
            rng = play_stream(seed)
            while not position.done:
                before = position
                position = step(position, rng.choice(legal_actions(position)))
            order = [(position.leader + i) % n for i in range(n)]
            drawn = before.stock[:n]
            got = all(c in position.hands[s] for s, c in zip(order, drawn, strict=True))
            checks[f"n={n}, seed {seed}"] = got and position.stock == before.stock[n:]
    return unit(checks, "after a trick the winner draws the top card, then the others clockwise")
