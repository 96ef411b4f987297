"""Parlett's session: hands are added up until somebody has a hundred; the middling total wins."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from shlex import quote
from typing import NamedTuple

from proofs.claim import Claim, Finding, Witness, decided, fails, holds
from proofs.registry import Effort, settles
from proofs.splits import Split, scored
from solver.match import new_match, ranked
from solver.transcript import read_deals
from solver.variant import Variant, load

Totals = tuple[int, ...]


class Session(NamedTuple):
    """All sessions: totals reachable while play goes on, by hand; end states, by hand."""

    running: tuple[dict[Totals, Totals], ...]  # totals, and totals one hand before
    ended: tuple[dict[Totals, Totals], ...]
    hands: dict[Totals, Split]  # a split for every final score of a hand


@lru_cache(maxsize=8)
def sessions(variant: Variant) -> Session:
    """Follow every sequence of splits until somebody has reached the target."""
    target = variant.file.match.target
    hands = {row.final: row.taken for row in scored(variant)}
    running: list[dict[Totals, Totals]] = [{(0,) * variant.players: ()}]
    ended: list[dict[Totals, Totals]] = [{}]
    while running[-1]:
        going: dict[Totals, Totals] = {}
        done: dict[Totals, Totals] = {}
        for before in running[-1]:
            a, b, c = before
            for x, y, z in hands:
                after = (a + x, b + y, c + z)
                (done if max(after) >= target else going)[after] = before
        running.append(going)
        ended.append(done)
    return Session(tuple(running), tuple(ended), hands)


def path(session: Session, number: int, end: Totals) -> list[Split]:
    """Return splits, hand by hand, that lead to an end state."""
    before = session.ended[number][end]
    chain = [end, before]
    for k in range(number - 1, 0, -1):
        before = session.running[k][before]
        chain.append(before)
    steps = zip(chain[1:], chain, strict=False)
    found = [session.hands[tuple(y - x for x, y in zip(a, b, strict=True))] for a, b in steps]
    return found[::-1]


def shown_session(claim: Claim, session: Session, number: int, end: Totals, text: str) -> Witness:
    """Write a session as a witness: the tricks of every hand, and the deals that bring them.

    The deals are data, replayed here by the referee: the deal passes on, and each hand must end
    with the split wanted. Where they don't, the text says that it is a list of splits only.
    """
    wanted = path(session, number, end)
    hands = "; ".join("-".join(map(str, split)) for split in wanted)
    whole = f"{text}: tricks by hand {hands}; totals {', '.join(map(str, end))}"
    deals = claim.parameters.get("deals", [])
    lines = [f"{d['position']}\n\nactions\n{d['actions']}" for d in deals]
    ends = [next(iter(read_deals(line))) for line in lines]
    leaders = [deal.start.leader for deal in ends]
    n = len(end)
    if [d.end.taken for d in ends] != wanted or leaders != [k % n for k in range(number)]:
        return Witness(f"{whole} (a list of splits; the deals that bring them are not shown)")
    words = [word for line in lines for word in (*line.split("\n"), "")]
    command = "printf '%s\\n' " + " ".join(quote(word) for word in words) + " | foolproof replay -"
    last = deals[-1]
    return Witness(
        f"{whole}; the command replays a deal and play for each hand, the deal passing on, below "
        "the last hand",
        command,
        last["position"],
        tuple(last["actions"].split(" | ")),
    )


@settles("P02")
def number_of_hands(claim: Claim, effort: Effort) -> Finding:
    """Find the least and the greatest number of hands of a session."""
    variant = load(claim.parameters["variant"])
    session = sessions(variant)
    target = variant.file.match.target
    lengths = [k for k, states in enumerate(session.ended) if states]
    most = max(max(final) for final in session.hands)
    total = {sum(final) for final in session.hands}
    counts = {str(k): len(session.ended[k]) for k in lengths}
    return holds(
        f"every session ends: {lengths[0]} to {lengths[-1]} hands until somebody has {target}: a "
        "hand brings at most "
        f"{most}, "
        f"and {' or '.join(map(str, total))} in all",
        scope="every sequence of splits",
        details={"least": lengths[0], "greatest": lengths[-1], "most points in a hand": most,
                 "end states by number of hands": counts},
        witness=shown_session(
            claim, session, lengths[0], next(iter(session.ended[lengths[0]])), f"{lengths[0]} hands"
        ),
    )  # fmt: skip


def _ends(session: Session) -> list[tuple[int, Totals]]:
    return [(k, end) for k, states in enumerate(session.ended) for end in states]


@settles("P03")
def how_many_reach(claim: Claim, effort: Effort) -> Finding:
    """Count the players at the target when play stops."""
    variant = load(claim.parameters["variant"])
    session = sessions(variant)
    target = variant.file.match.target
    counted: Counter[int] = Counter()
    example: dict[int, tuple[int, Totals]] = {}
    for number, end in _ends(session):
        there = sum(points >= target for points in end)
        counted[there] += 1
        example.setdefault(there, (number, end))
    stated = claim.parameters["stated"]
    beyond = [k for k in counted if k not in stated]
    listed = ", ".join(f"{k}: {counted[k]:,}" for k in sorted(counted))
    evidence = f"end states by number of players who have {target}: {listed}"
    details = {"end states": {str(k): counted[k] for k in sorted(counted)}}
    if not beyond:
        return decided(True, evidence, scope="every sequence of splits", details=details)
    number, end = example[beyond[0]]
    text = f"{beyond[0]} players have {target} after {number} hands"
    return fails(
        f"{evidence}; for example {', '.join(map(str, end))} after {number} hands",
        scope="every sequence of splits",
        mend="say 'one or more players'",
        details=details,
        witness=shown_session(claim, session, number, end, text),
    )


@settles("P04")
def one_winner(claim: Claim, effort: Effort) -> Finding:
    """Ask the rule of the match for the winner of every end state."""
    variant = load(claim.parameters["variant"])
    session = sessions(variant)
    types: Counter[str] = Counter()
    unnamed: list[Totals] = []
    match = new_match(variant)
    for _, end in _ends(session):
        types[_type(end)] += 1
        if len(ranked(match._replace(totals=end))) != 1:
            unnamed.append(end)
    listed = ", ".join(f"{name}: {count:,}" for name, count in types.most_common())
    return decided(
        not unnamed,
        f"one player is named in each of {sum(types.values()):,} end states ({listed}); "
        f"{'all three are never level' if not types['all level'] else 'all three can be level'}",
        scope="every sequence of splits",
        details={"end states by type": dict(types), "without a winner": len(unnamed)},
    )


def _type(end: Totals) -> str:
    low, middle, high = sorted(end)
    if low == middle == high:
        return "all level"
    if middle == high:
        return "two level at the top"
    return "two level at the bottom" if low == middle else "all different"
