"""A table at which deals are played one after another, shown and recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from solver.dealing import play_stream
from solver.display import line_texts, per_seat, show_outcome, show_position
from solver.errors import BadInput
from solver.goals import goal_text, measured
from solver.match import counted_out, finish, new_match, next_deal
from solver.outcome import outcome
from solver.position_json import to_json
from solver.referee import action_text, legal_actions
from solver.session import Played, play_by_choice, play_by_hand
from solver.transcript import write_deal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from solver.display import Screen
    from solver.goals import Goal
    from solver.match import Match
    from solver.position import Action, Position
    from solver.variant import Variant


class Table:
    """Where deals are played; `seed` fixes shuffles and chance, `out` is None to show nothing."""

    def __init__(self, seed: int, out: Screen | None, *, at_random: bool) -> None:
        self.seed = seed
        self.out = out
        self.at_random = at_random
        self.transcript: str | None = None
        self.chance = play_stream(seed)

    def record_in(self, path: str) -> None:
        """Begin a transcript in a file; raise BadInput if it can't be written."""
        self.transcript = path
        self._write("w", "")

    def play_match(
        self, variant: Variant, deals: int, dealer: int | None = None, trump: str = ""
    ) -> list[dict[str, Any]]:
        """Play so many deals, fewer if the match ends or the player stops; return them as data."""
        match = new_match(variant, dealer)
        played = []
        for number in range(deals):
            if match.over:
                break
            match, done = self._play_deal(match, number, trump)
            played.append(deal_data(*done[:3]))
            if done.quit:
                break
        if deals > 1 and self.out is not None:
            if match.over and len(played) < deals:
                self.out.line(f"the match ended after {len(played)} of the {deals} deals asked for")
            show_match(self.out, match)
        return played

    def _play_deal(self, match: Match, number: int, trump: str) -> tuple[Match, Played]:
        seed = self.seed + number
        dealt, start = next_deal(match, seed, trump)
        note = f"deal {number + 1}, seed {seed}, dealer {start.variant.seat_name(dealt.dealer)}"

        def ends(position: Position) -> bool:
            return position.over or counted_out(dealt, position) is not None

        done = self._play(start, note, ends)
        return (match if done.quit else finish(dealt, done.end)), done

    def play_position(self, start: Position, goal: Goal) -> dict[str, Any]:
        """Play a deal on from a position and tell what became of its goal; return it as data."""
        asked = goal_text(goal, start.variant)
        done = self._play(start, f"from a position, {asked}", lambda position: position.over)
        data = {**deal_data(*done[:3]), "goal": asked}
        if not done.end.over:
            return data
        value = measured(done.end, goal)
        data |= {"value": value, "made": goal.met(value)}
        if self.out is not None and goal.amount is not None:
            tell = self.out.good if goal.met(value) else self.out.bad
            tell(f"{asked}: {'made' if goal.met(value) else 'not made'} (it came to {value})")
        return data

    def _play(self, start: Position, note: str, ends: Callable[[Position], bool]) -> Played:
        """Play on from a position, shown and recorded."""
        if self.out is not None:
            self.out.title(f"{start.variant.file.title}: {note}")
        if self.at_random or self.out is None:
            done = play_by_choice(start, lambda p: self.chance.choice(legal_actions(p)), ends)
        else:
            done = play_by_hand(self.out, start, ends)
        self._write("a", write_deal(start, done.actions, note) + "\n")
        if self.out is not None:
            if self.at_random:
                show_deal(self.out, start, done.actions, done.end)
            else:
                show_end(self.out, done.end, stopped=done.quit)
            self.out.line()
        return done

    def _write(self, mode: str, text: str) -> None:
        if self.transcript is None:
            return
        try:
            with open(self.transcript, mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            reason = f"{self.transcript}: can't be written: {error.strerror}."
            raise BadInput(reason) from None


def show_deal(out: Screen, start: Position, actions: Sequence[Action], end: Position) -> None:
    """Write a deal: where it began, trick by trick, what it came to."""
    show_position(out, start)
    out.line()
    for text in line_texts(out, start, actions):
        out.line(text)
    out.line()
    show_end(out, end)


def show_end(out: Screen, end: Position, *, stopped: bool = False) -> None:
    """Write what a deal came to, or that it is not finished."""
    if end.over:
        show_outcome(out, end)
    else:
        seat = end.variant.seat_name(end.turn)
        out.line(f"{'stopped' if stopped else 'unfinished'}: {seat} would be next")


def show_match(out: Screen, match: Match) -> None:
    """Write the totals of a match, and who wins once it is over."""
    variant = match.variant
    out.title(f"after {match.deals} {'deal' if match.deals == 1 else 'deals'}")
    if variant.file.score.lines:
        out.line("totals " + per_seat(variant, match.totals))
    if variant.file.pool is not None and variant.file.pool.rule != "crosses":
        out.line("counters " + per_seat(variant, match.balances) + f", pool {match.pool}")
    if any(match.marks):
        out.line("marks " + per_seat(variant, match.marks))
    if match.winners is not None:
        names = ", ".join(variant.seat_name(seat) for seat in match.winners)
        out.good(f"won by {names or 'nobody: the rules name no winner'}")


def deal_data(start: Position, actions: Sequence[Action], end: Position) -> dict[str, Any]:
    """Return a deal as plain data: its start, its actions, its outcome once it is over."""
    data: dict[str, Any] = {
        "start": to_json(start),
        "actions": [action_text(start.variant, action) for action in actions],
        "over": end.over,
    }
    if end.over:
        result = outcome(end)
        data |= {
            "tricks": list(result.taken),
            "points": list(result.points),
            "lines": [{"kind": kind, "added": list(added)} for kind, added in result.lines],
            "raw": list(result.raw),
            "score": list(result.final),
        }
        if result.settlement is not None:
            data["pool"] = result.settlement.pool
            data["paid"] = list(result.settlement.paid)
    return data
