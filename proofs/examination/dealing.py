"""The deal for each number of players: does it come out, how many tricks, what is left over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.claim import Witness
from proofs.examination.legality import readings
from proofs.examination.reach import dealt_so
from proofs.examination.report import error, note, sound, warning
from solver.dealing import deal
from solver.errors import BadInput, FoolproofError
from solver.problems import problems
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from proofs.examination.report import Remark
    from solver.variant import Variant

CHECK = "the deal"


def deals(variant: Variant, numbers: Sequence[int]) -> Iterator[Remark]:
    """Examine the deal for each number of players."""
    rows: list[dict[str, Any]] = []
    for players in numbers:
        other = dealt_so(variant, {}, players)
        if other is None:
            yield error(CHECK, f"{players} players: {_why(variant, players)}")
            continue
        rows.append(row(other))
        yield from _problems(other)
    if rows:
        text = "; ".join(_row_text(r) for r in rows)
        yield sound(CHECK, f"The pack of {len(variant.pack)} suffices. {text}.",
                    details={"by players": rows})  # fmt: skip


def _why(variant: Variant, players: int) -> str:
    try:
        load(variant.path or variant.name, players, dict(variant.file.choose), variant.settings)
    except BadInput as reason:
        return str(reason).removeprefix(f"--players {players}: ")
    return "no deal."


def row(variant: Variant) -> dict[str, Any]:
    """Return the numbers of a deal."""
    deal_ = variant.file.deal
    turned = variant.undealt if deal_.undealt == "face up" else int(deal_.turn_up == "next")
    return {
        "players": variant.players,
        "hands": len(variant.dealt_seats(0)),
        "cards each": variant.hand_size,
        "widow": deal_.widow,
        "turned up": turned,
        "stock": variant.stock,
        "left over": variant.undealt - turned - variant.stock,
        "tricks": variant.tricks,
    }


def _row_text(r: dict[str, Any]) -> str:
    words = [f"{r['players']} players: {r['cards each']} each"]
    if r["hands"] != r["players"]:
        words.append(f"{r['hands']} hands")
    for what in ("widow", "turned up", "stock", "left over"):
        if r[what]:
            words.append(f"{what} {r[what]}")
    if r["tricks"] != r["cards each"]:
        words.append(f"{r['tricks']} tricks")
    return ", ".join(words)


def _problems(variant: Variant) -> Iterator[Remark]:
    n = variant.players
    named = variant.pack.suits[0] if variant.file.deal.trump == "named" else ""
    try:
        position = deal(variant, 1, trump=named)
    except FoolproofError as reason:
        yield error(CHECK, f"{n} players: {reason}")
        return
    found = problems(position)
    if found:
        command = f"foolproof deal {variant.path or variant.name} --players {n} --seed 1"
        text = f"{n} players: the first position of a deal has a defect: {found[0].text}."
        yield error(CHECK, text, witness=Witness("a deal by seed 1", command))
    draw = variant.file.events.draw
    over = variant.stock % n if draw is not None else 0
    if draw is None or not over:
        return
    if draw.short == "stop":
        text = f"the last {over} cards of the stock are never drawn, and score for nobody"
    else:
        text = (
            f"the last round of draws gives a card to {over} seats only; they play one trick more"
        )
    yield note("uneven draws", f"{n} players: {text}.", details={"players": n, "over": over})


def unequal(variant: Variant) -> Iterator[Remark]:
    """Remark on cards that nobody can play, where the file does not say what becomes of them."""
    if variant.file.deal.hand == "all" and variant.undealt and not variant.file.deal.stock:
        words = "card is" if variant.undealt == 1 else "cards are"
        yield note(CHECK, f"{variant.undealt} {words} left undealt of {len(variant.pack)}.")
    points = variant.order.points
    if variant.undealt and any(points.values()) and variant.file.score.undealt == "lost":
        kept = [f"{code}={reading}" for code, reading, other in readings(variant)
                if other.file.score.undealt != "lost"]  # fmt: skip
        text = "Undealt cards can hold points, which are lost"
        if kept:
            yield note(CHECK, f"{text} (but not under {kept[0]}).")
        else:
            yield warning(CHECK, f"{text}.")
