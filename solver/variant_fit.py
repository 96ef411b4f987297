"""Whether the parts of a variant fit each other, its pack and its players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from solver.cards import JOKER, Card, card_text
from solver.errors import BadInput, VariantError, nearest
from solver.rules.algebra import PLAIN
from solver.rules.scoring import LINES, PARAMETERS, WORDS, Facts, score_lines
from solver.rules.tiers import stranded
from solver.variant_file import SEATS
from solver.variant_source import find

if TYPE_CHECKING:
    from solver.rules.order import Seen
    from solver.variant import Variant

# Words of a tier that mean nothing before a card has been led.
OF_THE_TABLE = (
    "led suit", "same colour", "that head", "trump led", "joker led", "fool led", "be withheld",
)  # fmt: skip


def parts_fit(variant: Variant) -> None:
    """Raise VariantError for rules that contradict each other, the pack or the players."""
    for check in (_players, _deal, _dealer, _trump, _events, _pool, _leads, _match):
        check(variant)


def _match(variant: Variant) -> None:
    match = variant.file.match
    if match.ends == "reached" and match.target < 1:
        raise VariantError(
            "match.target: the match ends when somebody reaches a target, but none above 0 is "
            "stated; write, for example, target = 100."
        )
    if match.ends == "deals" and match.deals < 1:
        raise VariantError(
            "match.deals: the match ends after a number of deals, but none above 0 is stated; "
            "write, for example, deals = 9."
        )


def _players(variant: Variant) -> None:
    players = variant.file.players
    numbers = players.allowed or (players.seats,)
    names = [name.upper() for name in players.names]
    if names and len(names) not in numbers:
        raise VariantError(f"players.names: expected {players.seats} names, found {len(names)}.")
    for seat, name in enumerate(names):
        if not re.fullmatch(r"[^\W_]+", name) or names.index(name) != seat:
            raise VariantError(
                f"players.names.{seat}: '{name}' can't be the name of a seat; each is one word, "
                "different from the others."
            )
        if name in SEATS[: len(names)] and SEATS.index(name) != seat:
            raise VariantError(
                f"players.names.{seat}: '{name}' is the letter of another seat; choose another."
            )
    if players.declarer >= variant.players:
        raise VariantError(
            f"players.declarer: {players.declarer} is no seat of {variant.players}; expected 0 to "
            f"{variant.players - 1}."
        )
    if players.sides == "declarer" and variant.file.deal.dealer_sits_out_at == variant.players:
        raise VariantError("deal.dealer_sits_out_at: the declarer may be the dealer; leave it out.")
    if variant.file.lead.first == "declarer" and players.sides != "declarer":
        raise VariantError("lead.first: there is no declarer; set players.sides = 'declarer'.")
    if variant.file.lead.first == "holder" and not variant.file.lead.opening:
        raise VariantError(
            "lead.first: no card is named for its holder to open with; set lead.opening to one, "
            "such as '2c', or 'mate'."
        )
    if variant.file.trick.winner == "middling of three" and variant.players != 3:
        raise VariantError(
            f"trick.winner: 'middling of three' is a rule for 3 players, not {variant.players}; "
            "use 'middling'."
        )


def _deal(variant: Variant) -> None:
    if JOKER in variant.pack.index and Card("t", "JOKER") in variant.pack.index:
        raise VariantError("pack.jokers: a Joker can't be told from the JOKER of suit t; use one.")
    deal, declare = variant.file.deal, variant.file.events.declare
    if deal.undealt == "face up" and (deal.turn_up == "next" or deal.stock):
        raise VariantError(
            "deal.undealt: 'face up' turns all that is left; it goes neither with a turn-up nor "
            "with a stock."
        )
    if declare is not None and declare.family != "irish" and deal.widow:
        hand = deal.widow - declare.widow_discard
        if hand != variant.hand_size:
            raise VariantError(
                f"deal.widow: whoever takes the widow would play {hand} cards, the others "
                f"{variant.hand_size}; change deal.widow or events.declare.widow_discard."
            )
    if variant.file.score.skat_counts and variant.file.score.undealt == "last trick":
        raise VariantError(
            "score.undealt: 'last trick' would count twice the cards laid aside, which "
            "score.skat_counts gives to the declarer; use 'lost', or leave skat_counts out."
        )
    if variant.file.score.skat_counts and variant.undealt:
        raise VariantError(
            f"score.skat_counts: {variant.undealt} cards that are never dealt would count with the "
            "skat; make the pack smaller, or the hands or the widow larger."
        )
    draw = variant.file.events.draw
    if draw is not None and draw.short == "refuse" and variant.stock % variant.players:
        raise VariantError(
            f"events.draw.short: a stock of {variant.stock} does not come out even among "
            f"{variant.players} players; choose 'stop' or 'play on'."
        )


def _dealer(variant: Variant) -> None:
    deal = variant.file.deal
    if deal.dealer_sits_out_at != variant.players:
        return
    if deal.turn_up == "dealer's last":
        raise VariantError(
            f"deal.turn_up: the dealer sits out at {variant.players} players and has no last card; "
            "use 'next', or leave deal.dealer_sits_out_at out."
        )
    if variant.file.events.bid is not None:
        raise VariantError(
            "deal.dealer_sits_out_at: every seat bids, the dealer too; leave it or events.bid out."
        )


def _trump(variant: Variant) -> None:
    deal, events = variant.file.deal, variant.file.events
    if variant.file.trick.winner == "middling" and variant.has_trumps:
        raise VariantError("deal.trump: a middling trick rule knows no trumps; use 'none'.")
    fixed = deal.trump not in ("none", "turn-up", "named", "late")
    if fixed and deal.trump not in variant.pack.suits:
        known = ", ".join(variant.pack.suits)
        raise VariantError(f"deal.trump: '{deal.trump}' is no suit of the pack; it has {known}.")
    if deal.trump == "turn-up" and deal.turn_up == "none":
        raise VariantError("deal.turn_up: the trump is turned up; use 'next' or 'dealer\'s last'.")
    if deal.must_name and deal.trump != "named":
        raise VariantError("deal.must_name: no suit is named; set deal.trump = 'named'.")
    if (deal.trump == "late") != (events.late_trump is not None):
        raise VariantError(
            "deal.trump: 'late' and the section [events.late_trump] go together; "
            "give both or neither."
        )
    if events.make_trump and (deal.turn_up != "next" or deal.trump != "named"):
        field = "turn_up" if deal.turn_up != "next" else "trump"
        raise VariantError(
            f"deal.{field}: a turn-up is ordered up or another suit named; "
            "set deal.turn_up = 'next' and deal.trump = 'named'."
        )
    if (events.rob or events.take_up) and deal.turn_up == "none":
        raise VariantError("deal.turn_up: robbing and taking up need a turned card.")


def _events(variant: Variant) -> None:
    events, lead = variant.file.events, variant.file.lead
    bid = events.bid
    if bid is not None and bid.nil == "one a side" and not variant.sides:
        raise VariantError(
            "events.bid.nil: 'one a side' is for partners; use 'yes', or give players.sides."
        )
    if bid is not None and bid.least > variant.tricks:
        raise VariantError(
            f"events.bid.least: nobody can bid {bid.least}, for a deal has {variant.tricks} "
            f"trick{'s' if variant.tricks > 1 else ''}; make it smaller or deal.hand larger."
        )
    if events.pam and lead.face_down != "no":
        raise VariantError(
            "lead.face_down: a trick can be called for trumps or Pam called civil, not both in "
            "one game; use 'no' or leave events.pam out."
        )
    if lead.opening not in ("", "mate"):
        _one_card(variant, "lead.opening", lead.opening)
    for name, section in (("pam.card", events.pam), ("flush.pam", events.flush)):
        if section is not None:
            _one_card(variant, f"events.{name}", getattr(section, name.partition(".")[2]))


def _one_card(variant: Variant, field: str, text: str) -> None:
    try:
        variant.pack.parse(text)
    except BadInput as error:
        raise VariantError(f"{field}: {error}") from None


def _pool(variant: Variant) -> None:
    pool = variant.file.pool
    for event in ("declare", "take_up"):
        if getattr(variant.file.events, event) is not None and pool is None:
            raise VariantError(f"events.{event}: needs a [pool] section.")
    if pool is None:
        return
    for field in ("simple_form", "double_form"):
        form = getattr(pool, field)
        try:
            if form:
                find(form)
        except VariantError as error:
            raise VariantError(f"pool.{field}: {error}") from None


def _leads(variant: Variant) -> None:
    for field in ("lead", "follow"):
        if not getattr(variant.file, field).tiers:
            raise VariantError(f"{field}.tiers: there is no tier; one of 'any' admits any card.")
    for i, text in enumerate(variant.file.lead.tiers):
        for word in OF_THE_TABLE:
            if word in text:
                raise VariantError(
                    f"lead.tiers.{i}: '{text}' speaks of cards on the table ('{word}'), but "
                    "nothing has been led yet."
                )


def play_comes_out(variant: Variant) -> None:
    """Raise VariantError for rules that can leave a seat without a legal card, or a pool short.

    Loading does not ask this, so that a faulty rule can be examined and shown at work.
    """
    _tiers_leave_a_card(variant)
    pool = variant.file.pool
    if pool is not None and pool.rule == "shares" and pool.parts < variant.tricks:
        raise VariantError(
            f"pool.parts: a deal has {variant.tricks} tricks, so the pool needs as many parts, "
            f"not {pool.parts}."
        )


def _tiers_leave_a_card(variant: Variant) -> None:
    a_suit = variant.pack.suits[0] if variant.has_trumps else ""
    view = variant.view(variant.keeps_trump_suit or a_suit)
    cards = list(view.values())
    suits = {seen.suit: [seen] for seen in cards}
    nothing_led: list[list[Seen]] = [[]]
    asked = (
        ("lead", variant.lead_tiers, nothing_led),
        ("follow", variant.follow_tiers, [*suits.values()]),
    )
    for where, tiers, leads in asked:
        card = stranded(PLAIN, tiers, cards, leads)
        if card is not None:
            name = card_text(variant.pack.faces[card.face])
            raise VariantError(
                f"{where}.tiers: a seat that holds {name} alone could have no legal card; "
                "let the last tier admit any card ('any')."
            )


def lines_known(variant: Variant) -> None:
    """Raise VariantError for lines of the score that are not known or don't fit the players."""
    for i, line in enumerate(variant.file.score.lines):
        kind = str(line.get("kind"))
        if kind not in LINES:
            raise VariantError(
                f"score.lines.{i}.kind: '{kind}' is no line of a score; known are "
                f"{', '.join(LINES)}.{nearest(kind, LINES)}"
            )
        for word, value in line.items():
            _parameter(variant, f"score.lines.{i}.{word}", kind, word, value)
    try:
        n = variant.players
        nothing = Facts((0,) * n, (0,) * n, (0,) * n, variant.sides, ((),) * n, (0,) * n)
        score_lines(PLAIN, variant.file.score.lines, nothing)
    except (TypeError, ValueError, LookupError) as error:
        raise VariantError(f"score.lines: do not fit these players ({error}).") from None


def _parameter(variant: Variant, where: str, kind: str, word: str, value: object) -> None:
    known = ("kind", *PARAMETERS.get(kind, ()))
    if word not in known:
        raise VariantError(
            f"{where}: unknown field '{word}'; known here are {', '.join(known)}."
            f"{nearest(word, known)}"
        )
    if word == "weights":
        good = value == "rising" or (
            isinstance(value, list | tuple)
            and len(value) == variant.players
            and all(type(weight) is int for weight in value)
        )
        expected = f"'rising' or {variant.players} numbers (one per seat)"
    elif kind == "middling bonus" and word == "bonus" and isinstance(value, dict):
        good = all(re.fullmatch("[0-9]+", n) and type(v) is int for n, v in value.items())
        expected = "numbers by how many play, such as { 3 = 10, 5 = 30 }"
    elif word in WORDS:
        good, expected = value in WORDS[word], " or ".join(f"'{w}'" for w in WORDS[word])
    else:
        good, expected = type(value) is (str if word == "kind" else int), "a number"
    if not good:
        raise VariantError(f"{where}: expected {expected}, found {value!r}.")
