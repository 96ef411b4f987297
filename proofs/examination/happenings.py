"""Events that can never happen, and readings that change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.examination.asking import trumps_of
from proofs.examination.legality import readings
from proofs.examination.report import note, sound, warning
from solver.cards import FOOL, JOKER, parse_card
from solver.dealing import deal, play_stream
from solver.errors import BadInput, RulesSilent
from solver.events.registry import events
from solver.position import PLAY
from solver.referee import legal_actions, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from proofs.examination.report import Remark
    from solver.position import Position
    from solver.variant import Variant

CHECK = "every event can happen"
DEALS = 60


def happenings(variant: Variant) -> Iterator[Remark]:
    """Examine the events, the top trumps and the options."""
    reasons = {**dict(unheeded(variant)), **dict(impossible(variant))}
    yield from _idle(variant, impossible, "can never happen", "it can")
    yield from _idle(variant, unheeded, "changes nothing", "it does")
    names = [event.name for event in events(variant)]
    seen, silent = _seen(variant)
    missing = [n for n in names if n and n not in seen and n not in reasons]
    if missing:
        listed = ", ".join(missing)
        yield note(CHECK, f"Not met in {DEALS} random deals, but not ruled out: {listed}.")
    if silent:
        yield note(CHECK, f"The rules fall silent in {silent} of {DEALS} deals played at random.",
                   details={"silent": silent, "deals": DEALS})  # fmt: skip
    elif names and not reasons and not silent:
        yield sound(
            CHECK, f"Each was met in play: {', '.join(dict.fromkeys(n for n in names if n))}."
        )
    yield from _top_trumps(variant)
    yield from _options(variant)


def _idle(
    variant: Variant,
    reasons: Callable[[Variant], Iterator[tuple[str, str]]],
    what: str,
    otherwise: str,
) -> Iterator[Remark]:
    for name, reason in dict(reasons(variant)).items():
        woken = [f"{code}={reading}" for code, reading, other in readings(variant)
                 if name not in dict(reasons(other))
                 and getattr(other.file.events, name) is not None]  # fmt: skip
        text = f"The event '{name}' {what}: {reason}"
        if woken:
            yield note(CHECK, f"{text} (but under {woken[0]} {otherwise}).")
        else:
            yield warning(CHECK, f"{text}.")


def unheeded(variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield the events of a file that can happen, but nothing hangs on them, with the reason."""
    section, never = variant.file.events, dict(impossible(variant))
    tiers = [t.text for t in (*variant.lead_tiers, *variant.follow_tiers, *variant.always_tiers)]
    heeded = any("broken" in text for text in tiers)
    if section.breaking and not heeded and "breaking" not in never:
        yield "breaking", "no rule to lead or follow asks whether a suit has been broken"
    if section.pam and not any("not barred" in text for text in tiers):
        yield "pam", "no rule to follow heeds the call"


def impossible(variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield the events of a file that can't happen, with the reason."""
    section, pack = variant.file.events, variant.pack
    if section.gift and JOKER not in pack.index:
        yield "gift", "the pack has no Joker"
    if section.breaking and section.breaking.suit not in ("trumps", *pack.suits):
        yield "breaking", "the pack does not have that suit"
    breaks = section.breaking.suit if section.breaking else ""
    if breaks == "trumps" and not any(
        seen.trump for trump in trumps_of(variant) for seen in variant.view(trump).values()
    ):
        yield "breaking", "there are no trumps"
    if section.draw and variant.stock < (1 if section.draw.short == "play on" else variant.players):
        yield "draw", f"the stock has only {variant.stock} cards for {variant.players} players"
    if section.late_trump and not variant.stock:
        yield "late_trump", "there is no stock from which to turn a trump"
    if section.take_skat and not variant.file.deal.widow:
        yield "take_skat", "there is no widow"
    if section.jink and not 0 < section.jink.at < _last_asked(variant):
        at = section.jink.at
        why = f"nobody has cards left after {at} tricks" if at else "it comes after a trick"
        yield "jink", why
    if section.exchange and not variant.stock:
        yield "exchange", "there is no stock"


def _last_asked(variant: Variant) -> int:
    """Return the number of the first trick after which nobody holds a card."""
    gift = variant.file.events.gift
    return variant.tricks + (gift is not None and gift.gives == "card")


def _seen(variant: Variant) -> tuple[set[str], int]:
    """Play random deals; return what was met, and in how many the rules fell silent."""
    seen: set[str] = set()
    silent = 0
    wanted = {event.name for event in events(variant)}
    for number in range(DEALS):
        if seen >= wanted:
            break
        rng = play_stream(number)
        named = rng.choice(variant.pack.suits) if variant.file.deal.trump == "named" else ""
        pool = 20 if variant.file.pool is not None else None
        try:
            _play(deal(variant, number, trump=named, pool=pool), rng, seen)
        except RulesSilent:
            silent += 1
    return seen, silent


def _play(position: Position, rng: Random, seen: set[str]) -> None:
    while not position.over:
        if position.phase != PLAY:
            seen.add(position.phase)
        before, legal = position, legal_actions(position)
        if not legal:  # a hand without a legal card: another question finds it
            return
        words = {a.word for a in legal if a.word}
        seen |= {"rob"} if position.phase == PLAY and "rob" in words else set()
        position = step(position, rng.choice(legal))
        seen |= _by_itself(before, position)


def _by_itself(before: Position, after: Position) -> set[str]:
    """Return the events that ask nobody and have just happened."""
    found = set()
    if len(after.stock) < len(before.stock) and after.done > before.done:
        found.add("draw")
    if after.trump and not before.trump and before.trick:
        found.add("late_trump")
    if after.broken and not before.broken:
        found.add("breaking")
    return found


def _top_trumps(variant: Variant) -> Iterator[Remark]:
    for entry in variant.file.order.top_trumps:
        try:
            card = parse_card(entry)
        except BadInput:
            continue
        if card not in variant.pack.index:
            yield warning("every rank matters", f"The top trump {entry} is not in the pack.")
    if variant.file.pack.fools and FOOL not in variant.pack.index:
        yield warning("every rank matters", "The Fool is not in the pack.")


def _options(variant: Variant) -> Iterator[Remark]:
    """Remark on options none of whose readings changes a rule."""
    changing = {code for code, _, _ in readings(variant)}
    idle = [
        code
        for code, option in variant.file.options.items()
        if code not in changing and len(option.readings) > 1
    ]
    if idle:
        yield note("every option matters", "No reading of these options changes a rule of play or "
                   f"score for {variant.players} players: {', '.join(idle)}.",
                   details={"options": idle})  # fmt: skip
