"""A variant: a validated file plus everything computed from it once.

`load` finds a built-in by name or id, or reads a user's file; `extends`, chosen readings and
settings are merged as plain data before the result is checked, so no code ever comes from a file.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from solver.cards import JOKER, SUITS, Card, card_text, parse_cards
from solver.errors import BadInput, VariantError
from solver.rules.scoring import BONUS_LINES
from solver.variant_checks import (
    cards_named,
    name_of_game,
    needed_sections,
    plain_values,
    ranks_once,
)
from solver.variant_file import SEATS
from solver.variant_fit import lines_known, parts_fit
from solver.variant_merge import apply_readings, set_field
from solver.variant_parts import build_order, build_pack, build_tiers, winner_rule
from solver.variant_source import FIELD, NAMING, Source, find, names
from solver.variant_typed import to_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from solver.rules.algebra import Algebra, Truth
    from solver.rules.order import Seen
    from solver.variant_file import VariantFile


class Variant:
    """A game ready to play for a number of players.

    `file` is the checked data, `players` the seats, `pack`, `order`, `lead_tiers`,
    `follow_tiers`, `hand_size` (cards dealt to each), `sides` (side of each seat, or ()),
    `most_trump_leads` (tricks that must be opened with a trump, if all play), `face_down` (what a
    card counts for that is laid face down there; 'no' where none ever is),
    `digest` (of all that can change play or score), `path` and `settings` with which it was loaded,
    `based_on` (the built-in game that it is or extends).
    Raises VariantError.
    """

    def __init__(self, file: VariantFile, players: int | None = None) -> None:
        self.file = file
        self.name = file.name
        self.path = ""  # of a user's own file; built-ins are found by name
        self.settings: Mapping[str, Any] = {}
        self.based_on = file.name
        self.players = players or file.players.seats
        if file.players.allowed and self.players not in file.players.allowed:
            allowed = ", ".join(map(str, file.players.allowed))
            raise VariantError(
                f"players: {self.name} is for {allowed} players, not {self.players}."
            )
        cards_named(file)
        ranks_once(file)
        needed_sections(file)
        self.pack = build_pack(file)
        self.order = build_order(file, self.pack)
        self.lead_tiers = build_tiers(file.lead.tiers, "lead.tiers")
        self.follow_tiers = build_tiers(file.follow.tiers, "follow.tiers")
        self.always_tiers = build_tiers(file.follow.always, "follow.always")
        self.hand_size = self._hand_size()
        self.sides = self._sides()
        self.books = tuple(tuple(self._cards(book, "score.books")) for book in file.score.books)
        self.motley = tuple(self._cards(file.score.motley, "score.motley"))
        self.counting = self._counting_cards()
        self.book_cards = frozenset(c for book in self.books for c in book) | set(self.motley)
        self.has_copies = len(self.pack.faces) < len(self.pack)
        lead_words = " ".join(file.lead.tiers)
        # A card that a rule singles out by its printed rank has no equivalent.
        self.names_ranks = "smallest" in lead_words
        self.names_cards_at_first = (
            "master trump" in lead_words or file.lead.opening != "" or file.events.rob is not None
        )
        due = file.lead.trump_leads == "declarers less one"
        self.most_trump_leads = self.players - 1 if due else 0
        # A card is laid face down only where a trump lead is due.
        self.face_down = file.lead.face_down if due else "no"
        self.winner_rule = winner_rule(file)
        parts_fit(self)
        lines_known(self)
        self.digest = self._digest()
        self._equal_parameters: dict[str, str] = {"equal": file.trick.equal}
        if file.trick.winner == "middling":
            self._equal_parameters["jokers"] = file.trick.jokers
        if file.trick.winner == "middling of three":
            self._equal_parameters = {}

    @property
    def gap_filler(self) -> str:
        """Say how a trick without one winner gets it: by a reading, or in the user's own file."""
        patches = [r.patch for o in self.file.options.values() for r in o.readings.values()]
        if any("trick" in patch or "draw" in patch.get("events", {}) for patch in patches):
            shown = self.path or self.name
            return f"choose a reading ('foolproof variants show {shown}' lists them)"
        return f"say in {self.path or 'a file that extends it'} what then holds"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Variant) and (self.name, self.digest) == (other.name, other.digest)

    def __hash__(self) -> int:
        return hash(self.digest)

    # --- what the file says, in a form that play can use -------------------------------------

    def seat_name(self, seat: int) -> str:
        """Return the letter of a seat, or its own name (N E S W) where the file gives one."""
        names = self.file.players.names
        return names[seat] if len(names) == self.players else SEATS[seat]

    def seat(self, text: str) -> int:
        """Read a seat's letter or name; raise VariantError for any other word."""
        names = [self.seat_name(i) for i in range(self.players)]
        for i in range(self.players):
            if text.strip().upper() in (names[i].upper(), SEATS[i]):
                return i
        raise VariantError(f"'{text}' is no seat: expected one of {', '.join(names)}.")

    def view(self, trump: str, demoted: Card | None = None) -> dict[Card, Seen]:
        """Return how each card of the pack is seen under a trump suit and a demoted card."""
        return self.order.view(trump, demoted)

    def wins(self, a: Algebra, trick: Sequence[Seen]) -> list[Truth]:
        """State for each card of a trick, in the order played, that it wins."""
        return self.winner_rule(a, trick, **self._equal_parameters)

    @property
    def keeps_trump_suit(self) -> str:
        """The suit that is trump in every deal ('' if it differs from deal to deal)."""
        trump = self.file.deal.trump
        return trump if trump in SUITS else ""

    @property
    def has_trumps(self) -> bool:
        """Whether a deal of this variant can have a trump suit."""
        return self.file.deal.trump != "none"

    @property
    def bidding(self) -> bool:
        """Whether every seat bids a number of tricks before play."""
        return self.file.events.bid is not None

    def dealt_seats(self, dealer: int) -> list[int]:
        """Return the seats that get cards, in the order of dealing."""
        seats = [(dealer + 1 + i) % self.players for i in range(self.players)]
        if self.file.deal.dealer_sits_out_at == self.players:
            seats.remove(dealer)
        return seats

    @property
    def undealt(self) -> int:
        """Cards of the pack that are in no hand and no widow after the deal."""
        hands = len(self.dealt_seats(0)) * self.hand_size
        return len(self.pack) - hands - self.file.deal.widow

    @property
    def stock(self) -> int:
        """Cards from which seats can draw after the deal; a card turned up is none of them."""
        deal = self.file.deal
        return self.undealt - (deal.turn_up == "next") if deal.stock else 0

    @property
    def tricks(self) -> int:
        """Tricks of a full deal to which every seat plays (draws from a stock included)."""
        draw = self.file.events.draw
        if draw is None:
            return self.hand_size
        short = draw.short == "play on" and self.stock % self.players > 0
        return self.hand_size + self.stock // self.players + short

    @property
    def gives_cards(self) -> bool:
        """Whether who wins a trick by Joker may give the Joker away, to be played once more."""
        gift = self.file.events.gift
        return gift is not None and gift.gives == "card" and JOKER in self.pack.index

    @property
    def endless(self) -> bool:
        """Whether a deal need never end.

        Where play goes on with fewer hands, a Joker that is the last card in play wins trick after
        trick by itself and can be given to another seat each time.
        """
        draw = self.file.events.draw
        return self.gives_cards and draw is not None and draw.short == "play on"

    # --- construction ---------------------------------------------------------------------

    def _hand_size(self) -> int:
        deal = self.file.deal
        seats = len(self.dealt_seats(0))
        turned = 1 + bool(deal.second_turn_up) if deal.turn_up == "next" else 0
        room = len(self.pack) - deal.widow - turned
        size = room // seats if deal.hand == "all" else int(deal.hand)
        if size < 1 or size * seats > room:
            raise VariantError(
                f"deal.hand: {seats} hands of {size} cards"
                + (f", a widow of {deal.widow}" if deal.widow else "")
                + ("", " and a turn-up", " and two cards to turn up")[turned]
                + f" don't come out of a pack of {len(self.pack)}; "
                "make hand smaller, allow fewer players or enlarge the pack."
            )
        if any(packet < 1 for packet in deal.packets):
            raise VariantError("deal.packets: every packet has at least one card.")
        if deal.packets and sum(deal.packets) != size:
            fixed = "; give packets a fixed hand" if deal.hand == "all" else ""
            raise VariantError(
                f"deal.packets: {list(deal.packets)} add up to {sum(deal.packets)}, "
                f"but deal.hand is {size}{fixed}."
            )
        return size

    def _sides(self) -> tuple[int, ...]:
        kind = self.file.players.sides
        if kind == "alternate":
            return tuple(i % 2 for i in range(self.players))
        if kind == "declarer":
            return tuple(int(i != self.file.players.declarer) for i in range(self.players))
        return ()

    def _cards(self, text: str, where: str) -> list[Card]:
        try:
            return [self.pack.parse(card_text(card)) for card in parse_cards(text)]
        except BadInput as error:
            raise VariantError(f"{where}: {error}") from None

    def _counting_cards(self) -> frozenset[Card]:
        counted = {card for card in self.pack.faces if self.order.points.get(card)}
        counted.update(card for book in self.books for card in book)
        counted.update(self.motley)
        return frozenset(counted)

    def _digest(self) -> str:
        data = msgspec.to_builtins(self.file)
        for word in (*NAMING, "outside", "options", "extends", "choose"):
            data.pop(word, None)
        data["seated"] = self.players
        text = json.dumps(data, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def bonus_kinds(self) -> frozenset[str]:
        """The kinds of score lines that come after the raw score."""
        return BONUS_LINES


# --- loading ----------------------------------------------------------------------------------


def load(
    name: str,
    players: int | None = None,
    choose: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Variant:
    """Load a variant by name, id or path; `choose` names readings, `settings` overrides fields.

    Settings are dotted paths with TOML values, such as {'score.lines.1.bonus': 12}. Equal
    arguments give the same object. Raises VariantError.
    """
    chosen = tuple(sorted((choose or {}).items()))
    fixed = json.dumps(settings or {}, sort_keys=True)
    path = find(name)
    return _load(str(path), path.stat().st_mtime_ns, players, chosen, fixed)


class _Asked(NamedTuple):
    """What is asked for besides a file: players, readings, settings (as JSON)."""

    players: int | None
    choose: tuple[tuple[str, str], ...]
    settings: str

    def without_each(self) -> Iterator[tuple[str, _Asked]]:
        """Yield every option of the command line, and what is left without it."""
        given = json.loads(self.settings)
        for name in given:
            rest = {other: value for other, value in given.items() if other != name}
            yield f"--set {name}", self._replace(settings=json.dumps(rest, sort_keys=True))
        for pair in self.choose:
            others = tuple(other for other in self.choose if other != pair)
            yield f"--option {pair[0]}", self._replace(choose=others)
        if self.players:
            yield f"--players {self.players}", self._replace(players=None)


NOTHING = _Asked(None, (), "{}")


@lru_cache(maxsize=256)
def _load(
    path: str, stamp: int, players: int | None, choose: tuple[tuple[str, str], ...], settings: str
) -> Variant:
    source, asked = Source(Path(path)), _Asked(players, choose, settings)
    try:
        return _built(source, asked)
    except VariantError as error:
        if asked != NOTHING and _can_build(source, NOTHING):
            raise _blamed(error, source, asked) from None
        raise source.located(error) from None


def _built(source: Source, asked: _Asked) -> Variant:
    data = source.resolved()
    _choose(data, asked.choose)
    data = apply_readings(data)
    given = json.loads(asked.settings)
    for field, value in given.items():
        set_field(data, field, value)
    plain_values(data)
    file = to_file(data)
    name_of_game(file.name, names() if source.own else (), own=source.own)
    variant = Variant(file, asked.players)
    variant.path = str(source.path) if source.own else ""
    variant.settings = given
    variant.based_on = next((s.path.stem for s in source.lineage() if not s.own), file.name)
    return variant


def _can_build(source: Source, asked: _Asked) -> bool:
    try:
        _built(source, asked)
    except VariantError:
        return False
    return True


def _choose(data: dict[str, Any], choose: Iterable[tuple[str, str]]) -> None:
    chosen = data.get("choose", {})
    if not isinstance(chosen, dict):
        raise VariantError("choose: expected a section of readings, such as [choose] G1 = 'lead'.")
    if choose:
        data["choose"] = {**chosen, **dict(choose)}


def _blamed(error: VariantError, source: Source, asked: _Asked) -> VariantError:
    """Return the error with the options of the command line that bring it about before it."""
    text = str(error)
    match = FIELD.match(text)
    field = match[1] if match else ""
    if field == "players" and asked.players:
        return VariantError(f"--players {asked.players}:{text.partition(':')[2]}")
    for code, _ in asked.choose:
        if field == f"choose.{code}":
            return VariantError(f"--option {code}:{text.partition(':')[2]}")
    for name in json.loads(asked.settings):
        if f"{field}.".startswith(f"{name}."):
            return VariantError(f"--set {text}")
        if f"{name}.".startswith(f"{field}.") and field:
            return VariantError(f"--set {name}:{text.partition(':')[2]}")
    every = dict(asked.without_each())
    guilty = [word for word, less in every.items() if _can_build(source, less)]
    return VariantError(f"{', '.join(guilty or every)}: {text}")
