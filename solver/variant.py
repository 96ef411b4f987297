"""A variant: a validated file plus everything computed from it once.

`load` finds a built-in by name or id, or reads a user's file; `extends`, chosen readings and
settings are merged as plain data before the result is checked, so no code ever comes from a file.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from solver.cards import FOOL, JOKER, SUITS, Card, Pack, card_text, parse_card, parse_cards
from solver.errors import BadInput, VariantError, nearest
from solver.rules.algebra import PLAIN
from solver.rules.order import Order
from solver.rules.scoring import BONUS_LINES, LINES, PARAMETERS, WORDS, Facts, score_lines
from solver.rules.tiers import Tier, parse_tier, stranded
from solver.rules.trick import WINNERS
from solver.variant_checks import (
    cards_named,
    name_of_game,
    needed_sections,
    plain_values,
    plain_words,
    ranks_once,
    small_pack,
)
from solver.variant_file import Section, VariantFile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from solver.rules.algebra import Algebra, Truth
    from solver.rules.order import Seen

FIELD = re.compile(r"([A-Za-z_]\w*(?:\.[^:\s]+)*):")  # that begins a message
BUILT_IN = Path(__file__).parent / "variants"
SEATS = "ABCDEFGHIJKLMNOPQ"
# Words of a tier that mean nothing before a card has been led.
OF_THE_TABLE = (
    "led suit", "same colour", "that head", "trump led", "joker led", "fool led", "be withheld",
)  # fmt: skip
WHOLE = ("extends", "name", "id", "choose", "options", "without")  # no setting changes these
NAMING = ("id", "name", "title", "notes", "source", "without")  # what no file inherits


class Variant:
    """A game ready to play for a number of players.

    `file` is the checked data, `players` the seats, `pack`, `order`, `lead_tiers`,
    `follow_tiers`, `hand_size` (cards dealt to each), `sides` (side of each seat, or ()),
    `digest` (of all that can change play or score), `path` and `settings` with which it was loaded.
    Raises VariantError.
    """

    def __init__(self, file: VariantFile, players: int | None = None) -> None:
        self.file = file
        self.name = file.name
        self.path = ""  # of a user's own file; built-ins are found by name
        self.settings: Mapping[str, Any] = {}
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
        self.lead_tiers = _tiers(file.lead.tiers, "lead.tiers")
        self.follow_tiers = _tiers(file.follow.tiers, "follow.tiers")
        self.always_tiers = _tiers(file.follow.always, "follow.always")
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
        self.winner_rule = _winner_rule(file)
        self._check_words()
        self._check_lines()
        self.digest = self._digest()
        self._equal_parameters: dict[str, str] = {"equal": file.trick.equal}
        if file.trick.winner == "middling":
            self._equal_parameters["jokers"] = file.trick.jokers
        if file.trick.winner == "middling of three":
            self._equal_parameters = {}

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
    def tricks(self) -> int:
        """Tricks of a full deal to which every seat plays (draws from a stock included)."""
        draw = self.file.events.draw
        if draw is None:
            return self.hand_size
        short = draw.short == "play on" and self.undealt % self.players > 0
        return self.hand_size + self.undealt // self.players + short

    # --- construction ---------------------------------------------------------------------

    def _hand_size(self) -> int:
        deal = self.file.deal
        seats = len(self.dealt_seats(0))
        room = len(self.pack) - deal.widow - (1 if deal.turn_up == "next" else 0)
        size = room // seats if deal.hand == "all" else int(deal.hand)
        if size < 1 or size * seats > room:
            raise VariantError(
                f"deal.hand: {seats} hands of {size} cards"
                + (f", a widow of {deal.widow}" if deal.widow else "")
                + (" and a turn-up" if deal.turn_up == "next" else "")
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

    def _check_words(self) -> None:
        for event in ("declare", "take_up"):
            if getattr(self.file.events, event) is not None and self.file.pool is None:
                raise VariantError(f"events.{event}: needs a [pool] section.")
        needs_turn_up = self.file.events.rob or self.file.events.take_up
        if needs_turn_up and self.file.deal.turn_up == "none":
            raise VariantError("deal.turn_up: robbing and taking up need a turned card.")
        draw = self.file.events.draw
        if draw is not None and draw.short == "refuse" and self.undealt % self.players:
            raise VariantError(
                f"events.draw.short: a stock of {self.undealt} does not come out even among "
                f"{self.players} players; choose 'stop' or 'play on'."
            )
        if self.file.trick.winner == "middling" and self.has_trumps:
            raise VariantError("deal.trump: a middling trick rule knows no trumps; use 'none'.")
        if self.file.trick.winner == "middling of three" and self.players != 3:
            raise VariantError(
                f"trick.winner: 'middling of three' is a rule for 3 players, not {self.players}; "
                "use 'middling'."
            )
        for i, text in enumerate(self.file.lead.tiers):
            for word in OF_THE_TABLE:
                if word in text:
                    raise VariantError(
                        f"lead.tiers.{i}: '{text}' speaks of cards on the table ('{word}'), but "
                        "nothing has been led yet."
                    )

    def check_tiers(self) -> None:
        """Raise VariantError for tiers that can leave a seat to play without a legal card.

        Loading does not ask this, so that a faulty rule can be examined and shown at work.
        """
        view = self.view(self.keeps_trump_suit or (self.pack.suits[0] if self.has_trumps else ""))
        cards = list(view.values())
        suits = {seen.suit: [seen] for seen in cards}
        nothing_led: list[list[Seen]] = [[]]
        asked = (
            ("lead", self.lead_tiers, nothing_led),
            ("follow", self.follow_tiers, [*suits.values()]),
        )
        for where, tiers, leads in asked:
            card = stranded(PLAIN, tiers, cards, leads)
            if card is not None:
                name = card_text(self.pack.faces[card.face])
                raise VariantError(
                    f"{where}.tiers: a seat that holds {name} alone could have no legal card; "
                    "let the last tier admit any card ('any')."
                )

    def _check_lines(self) -> None:
        for i, line in enumerate(self.file.score.lines):
            kind = str(line.get("kind"))
            if kind not in LINES:
                raise VariantError(
                    f"score.lines.{i}.kind: '{kind}' is no line of a score; known are "
                    f"{', '.join(LINES)}.{nearest(kind, LINES)}"
                )
            for word, value in line.items():
                self._check_parameter(f"score.lines.{i}.{word}", kind, word, value)
        try:
            n = self.players
            nothing = Facts((0,) * n, (0,) * n, (0,) * n, self.sides, ((),) * n, (0,) * n)
            score_lines(PLAIN, self.file.score.lines, nothing)
        except (TypeError, ValueError, LookupError) as error:
            raise VariantError(f"score.lines: do not fit these players ({error}).") from None

    def _check_parameter(self, where: str, kind: str, word: str, value: object) -> None:
        known = ("kind", *PARAMETERS.get(kind, ()))
        if word not in known:
            raise VariantError(
                f"{where}: unknown field '{word}'; known here are {', '.join(known)}."
                f"{nearest(word, known)}"
            )
        if word == "weights":
            good = value == "rising" or (
                isinstance(value, list | tuple)
                and len(value) == self.players
                and all(type(weight) is int for weight in value)
            )
            expected = f"'rising' or {self.players} numbers (one per seat)"
        elif kind == "middling bonus" and word == "bonus" and isinstance(value, dict):
            good = all(k.isdigit() and type(v) is int for k, v in value.items())
            expected = "numbers by how many play, such as { 3 = 10, 5 = 30 }"
        elif word in WORDS:
            good, expected = value in WORDS[word], " or ".join(f"'{w}'" for w in WORDS[word])
        elif word == "bonus" and isinstance(value, dict):
            good = all(str(n).isdigit() and type(bonus) is int for n, bonus in value.items())
            expected = "numbers by how many play, such as { 3 = 10, 5 = 30 }"
        else:
            good, expected = type(value) is (str if word == "kind" else int), "a number"
        if not good:
            raise VariantError(f"{where}: expected {expected}, found {value!r}.")

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


def _tiers(texts: Sequence[str], where: str) -> tuple[Tier, ...]:
    out = []
    for i, text in enumerate(texts):
        try:
            out.append(parse_tier(text))
        except VariantError as error:
            raise VariantError(f"{where}.{i}: {error}") from None
    return tuple(out)


def build_pack(file: VariantFile) -> Pack:
    """Return the pack of a file; raise VariantError for ranks, suits or cards that do not exist."""
    small_pack(file)
    cards: list[Card] = []
    for number, group in enumerate(file.pack.groups):
        for suit in "".join(group.suits.split()):
            try:
                ranked = [parse_card(rank + suit) for rank in group.ranks.split()]
            except BadInput as error:
                raise VariantError(f"pack.groups.{number}.ranks: {error}") from None
            cards += ranked * group.copies
    cards += parse_cards(file.pack.add)
    for card in parse_cards(file.pack.remove):
        if card not in cards:
            raise VariantError(f"pack.remove: {card_text(card)} is not in the pack.")
        cards.remove(card)
    cards += [JOKER] * file.pack.jokers + [FOOL] * file.pack.fools
    # The pack is kept in the order of the ranks, so that hands sort from high to low.
    ranks = {suit: _ranks(file.order.suits.get(suit, file.order.ranks)) for suit in SUITS}
    cards.sort(
        key=lambda c: (
            list(SUITS).index(c.suit) if c.suit else 99,
            ranks[c.suit].index(c.rank) if c.suit and c.rank in ranks[c.suit] else 99,
        )
    )
    try:
        return Pack(cards)
    except BadInput as error:
        raise VariantError(f"pack: {error}") from None


def _ranks(text: str) -> list[str]:
    return ["T" if rank == "10" else rank for rank in text.split()]


def build_order(file: VariantFile, pack: Pack) -> Order:
    """Return the rank order of a file over its pack, with the points of captured cards."""
    order, score = file.order, file.score
    points: dict[Card, int] = {}
    for card in pack.faces:
        value = score.points.get(card.rank, score.points.get("10", 0) if card.rank == "T" else 0)
        if score.suit_points and card.suit in score.suit_points:
            value += score.suit_points[card.suit]
        points[card] = value
    for text, value in score.card_points.items():
        points[parse_card(text)] = value
    return Order(
        pack,
        _ranks(order.ranks),
        red=_ranks(order.red),
        black=_ranks(order.black),
        by_suit={suit: _ranks(text) for suit, text in order.suits.items()},
        top_trumps=["T" if t == "10" else t for t in order.top_trumps],
        privileged=order.privileged,
        reverse=order.reverse,
        points=points,
    )


def _winner_rule(file: VariantFile) -> Callable[..., list[Truth]]:
    word = file.trick.winner
    if word in WINNERS:
        return WINNERS[word]
    from importlib.metadata import entry_points  # only a user's own component needs it

    for entry in entry_points(group="foolproof.winners"):
        if entry.name == word:
            rule: Callable[..., list[Truth]] = entry.load()
            return rule
    raise VariantError(
        f"trick.winner: '{word}' is no trick rule; known are {', '.join(WINNERS)}, and any "
        f"installed under the entry point group foolproof.winners.{nearest(word, WINNERS)}"
    )


# --- reading files --------------------------------------------------------------------------


def names() -> list[str]:
    """Return the names of the built-in variants, sorted."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


@lru_cache(maxsize=1)
def ids() -> dict[str, str]:
    """Return built-in ids (lower case) with their names."""
    found = {}
    for name in names():
        match = re.search(r'^id = "(.+)"', (BUILT_IN / f"{name}.toml").read_text(), re.M)
        if match:
            found[match[1].lower()] = name
    return found


def find(name: str) -> Path:
    """Return the file of a variant: a path that exists, a built-in's name, or its id."""
    path = Path(name)
    if path.suffix == ".toml" and _is_file(path):
        return path
    word = name.strip().lower()
    if word in names():
        return BUILT_IN / f"{word}.toml"
    if word in ids():
        return BUILT_IN / f"{ids()[word]}.toml"
    raise VariantError(
        f"'{name}' is no variant: expected a built-in (see 'foolproof variants list') or the path "
        f"of a .toml file.{nearest(word, [*names(), *ids()])}"
    )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or with a NUL in it
        return False


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


@lru_cache(maxsize=256)
def _load(
    path: str, stamp: int, players: int | None, choose: tuple[tuple[str, str], ...], settings: str
) -> Variant:
    source = Source(Path(path))
    own = source.path.parent != BUILT_IN
    given = json.loads(settings)
    try:
        data = source.resolved()
        _choose(data, choose)
        data = apply_readings(data)
        for field, value in given.items():
            set_field(data, field, value)
        plain_values(data)
        file = to_file(data)
        name_of_game(file.name, names() if own else (), own=own)
        variant = Variant(file, players)
    except VariantError as error:
        if (players or choose or given) and _loads(path, stamp):
            raise _blamed(error, players, choose, given) from None
        raise source.located(error) from None
    variant.path = path if own else ""
    variant.settings = given
    return variant


def _choose(data: dict[str, Any], choose: Iterable[tuple[str, str]]) -> None:
    chosen = data.get("choose", {})
    if not isinstance(chosen, dict):
        raise VariantError("choose: expected a section of readings, such as [choose] G1 = 'lead'.")
    if choose:
        data["choose"] = {**chosen, **dict(choose)}


def _loads(path: str, stamp: int) -> bool:
    """Whether a file is good by itself, so that a fault must be in what was asked besides."""
    try:
        _load(path, stamp, None, (), "{}")
    except VariantError:
        return False
    return True


def _blamed(
    error: VariantError,
    players: int | None,
    choose: Iterable[tuple[str, str]],
    settings: Mapping[str, Any],
) -> VariantError:
    """Return the error with the option of the command line that brings it about before it."""
    text = str(error)
    match = FIELD.match(text)
    field = match[1] if match else ""
    if field == "players" and players:
        return VariantError(f"--players {players}:{text.partition(':')[2]}")
    for code, _ in choose:
        if field == f"choose.{code}":
            return VariantError(f"--option {code}:{text.partition(':')[2]}")
    for name in settings:
        if f"{field}.".startswith(f"{name}."):
            return VariantError(f"--set {text}")
        if f"{name}.".startswith(f"{field}.") and field:
            return VariantError(f"--set {name}:{text.partition(':')[2]}")
    words = [f"--set {name}" for name in settings] + [f"--option {code}" for code, _ in choose]
    words += [f"--players {players}"] if players else []
    return VariantError(f"{', '.join(words)}: {text}")


class Source:
    """A variant file on disk with the files that it extends; knows the lines of its fields."""

    def __init__(self, path: Path, seen: tuple[Path, ...] = ()) -> None:
        self.path = path
        if path in seen:
            raise VariantError(f"{path}: extends itself by way of {seen[-1]}.")
        try:
            self.text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise VariantError(f"{path}: not UTF-8 text at byte {error.start}.") from None
        except OSError as error:
            raise VariantError(f"{path}: can't be read: {error.strerror}.") from None
        try:
            self.data = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise VariantError(f"{path}: not TOML: {error}.") from None
        except ValueError:  # more digits than Python reads
            raise VariantError(f"{path}: not TOML: a number in it is too large.") from None
        except RecursionError:
            raise VariantError(f"{path}: nested too deeply to be a variant.") from None
        parent = self.data.get("extends", "")
        self.parent = None
        if parent:
            if not isinstance(parent, str):
                raise self.located(VariantError("extends: expected the name of a variant."))
            beside = path.parent / parent
            try:
                where = beside if beside.suffix == ".toml" and beside.is_file() else find(parent)
            except VariantError as error:
                raise self.located(VariantError(f"extends: {error}")) from None
            self.parent = Source(where, (*seen, path))

    def resolved(self) -> dict[str, Any]:
        """Return the data with everything inherited from `extends` filled in."""
        own = {k: v for k, v in self.data.items() if k != "extends"}
        without = own.get("without", [])
        if not isinstance(without, list) or not all(isinstance(w, str) for w in without):
            error = 'without: expected a list of fields, such as ["events.gift"].'
            raise self.located(VariantError(error))
        if self.parent is None:
            if without:
                error = "without: this file extends no other, so there is nothing to leave out."
                raise self.located(VariantError(error))
            return own
        base = self.parent.resolved()
        for word in NAMING:
            base.pop(word, None)
        for number, field in enumerate(without):
            try:
                base = dropped(base, field.split("."))
            except KeyError:
                error = f"without.{number}: '{field}' does not stand in {self.data['extends']}."
                raise self.located(VariantError(error)) from None
        try:
            merged: dict[str, Any] = merge(base, own)
        except VariantError as error:
            raise self.located(error) from None
        merged["extends"] = self.data["extends"]
        merged.setdefault("name", re.sub(r"[\W_]+", "-", self.path.stem).strip("-") or "game")
        merged.setdefault("title", merged["name"])
        return merged

    def line_of(self, field: str) -> int | None:
        """Return the line on which a dotted field stands in this file, or None."""
        parts = field.split(".")
        section: list[str] = []
        best: tuple[int, int] | None = None
        for number, line in enumerate(self.text.splitlines(), 1):
            header = re.match(r"\s*\[+([^\]]+)\]+", line)
            if header:
                section = [p.strip().strip("\"'") for p in header[1].split(".")]
                here = section
            else:
                key = re.match(r"\s*([\w.\"'-]+)\s*=", line)
                if not key:
                    continue
                here = section + [p.strip("\"'") for p in key[1].split(".")]
            depth = _shared(here, parts)
            if depth in (len(here), len(parts)) and (best is None or depth > best[0]):
                best = (depth, number)
        return best[1] if best else None

    def located(self, error: VariantError) -> VariantError:
        """Return the error with file and line put before its field."""
        text = str(error)
        if text.startswith(tuple(str(source.path) for source in self.lineage())):
            return error
        match = FIELD.match(text)
        for source in self.lineage() if match else ():
            line = source.line_of(match[1]) if match else None
            if line and source is self:
                return VariantError(f"{self.path}, line {line}: {text}")
            if line:
                inherited = f"inherited from {source.path.name}, line {line}"
                return VariantError(f"{self.path} ({inherited}): {text}")
        return VariantError(f"{self.path}: {text}")

    def lineage(self) -> Iterator[Source]:
        """Yield this file, then the one that it extends, and so on."""
        yield self
        if self.parent is not None:
            yield from self.parent.lineage()


def _shared(here: Sequence[str], parts: Sequence[str]) -> int:
    count = 0
    for a, b in zip(here, parts, strict=False):
        if a != b:
            break
        count += 1
    return count


def merge(base: Any, patch: Any, field: str = "") -> Any:
    """Return base with patch laid over it: tables merge, everything else is replaced.

    A table of digits laid over a list changes single entries of the list. `field` is where the two
    stand, for messages.
    """
    if isinstance(base, dict) and isinstance(patch, dict):
        out = dict(base)
        for key, value in patch.items():
            inner = f"{field}.{key}".lstrip(".")
            out[key] = merge(base[key], value, inner) if key in base else value
        return out
    if isinstance(base, list) and isinstance(patch, dict) and all(map(_is_place, patch)):
        entries = list(base)
        for key, value in patch.items():
            inner = f"{field}.{key}".lstrip(".")
            if int(key) >= len(entries):
                count = f"{len(entries)} {'entry' if len(entries) == 1 else 'entries'}"
                raise VariantError(
                    f"{inner}: there is no entry {key}: the list has only {count}, counted from 0."
                )
            entries[int(key)] = merge(entries[int(key)], value, inner)
        return entries
    return patch


def _is_place(key: str) -> bool:
    return re.fullmatch(r"[0-9]{1,9}", key) is not None


def dropped(data: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    """Return the data without the field at a path; raise KeyError if there is no such field."""
    first, *rest = path
    if first not in data or (rest and not isinstance(data[first], dict)):
        raise KeyError(first)
    if rest:
        return {**data, first: dropped(data[first], rest)}
    return {key: value for key, value in data.items() if key != first}


def set_field(data: dict[str, Any], field: str, value: Any) -> None:
    """Set one dotted field in place; a number in the path picks an entry of a list."""
    if field.split(".")[0] in WHOLE:
        raise VariantError(
            f"{field}: can't be set from outside the file; write a file that extends this one"
            + (", or choose readings with --option." if "choose" in field else ".")
        )
    patch: Any = value
    for part in reversed(field.split(".")):
        patch = {part: patch}
    merged = merge(data, patch)
    data.clear()
    data.update(merged)


def apply_readings(data: dict[str, Any]) -> dict[str, Any]:
    """Return the data with the patch of every chosen reading (else the first) laid over it."""
    options = data.get("options", {})
    chosen = data.get("choose", {})
    if not isinstance(options, dict) or not isinstance(chosen, dict):
        raise VariantError("options: expected a table of options, [options.CODE].")
    by_code = {code.lower(): code for code in options}
    picked: dict[str, str] = {}
    for code, reading in chosen.items():
        if str(code).lower() not in by_code:
            raise VariantError(
                f"choose.{code}: this variant has no option {code}; it has "
                f"{', '.join(options) or 'none'}.{nearest(str(code), options)}"
            )
        picked[by_code[str(code).lower()]] = str(reading)
    for code, option in options.items():
        readings = option.get("readings", {}) if isinstance(option, dict) else {}
        if not isinstance(readings, dict) or not readings:
            raise VariantError(f"options.{code}.readings: expected at least one named reading.")
        word = picked.get(code, next(iter(readings)))
        by_word = {name.lower(): name for name in readings}
        by_word |= {chr(ord("a") + i): name for i, name in enumerate(readings)}
        if word.lower() not in by_word:
            raise VariantError(
                f"choose.{code}: '{word}' is no reading of {code}; known are "
                f"{', '.join(readings)}.{nearest(word, readings)}"
            )
        name = by_word[word.lower()]
        picked[code] = name
        reading_data = readings[name]
        if isinstance(reading_data, dict):
            patch = reading_data.get("patch", {})
            where = f"options.{code}.readings.{name}.patch"
            if not isinstance(patch, dict):
                raise VariantError(f"{where}: expected a section of fields.")
            try:
                data = merge(data, patch)
            except VariantError as error:
                raise VariantError(f"{where}.{error}") from None
    data["choose"] = picked
    return data


def to_file(data: dict[str, Any]) -> VariantFile:
    """Return the typed file; raise VariantError naming the field, with the nearest known word."""
    try:
        return msgspec.convert(data, VariantFile)
    except msgspec.ValidationError as error:
        raise VariantError(_explain(str(error))) from None


def _explain(text: str) -> str:
    message, _, where = text.partition(" - at `$")
    path = re.sub(r"\[(\d+|\.\.\.)\]", r".\1", where.rstrip("`")).lstrip(".")
    unknown = re.match(r"Object contains unknown field `(.+)`", message)
    here = _type_at(path)
    if unknown:
        known = [f.name for f in msgspec.structs.fields(here)] if here else []
        field = f"{path}.{unknown[1]}".lstrip(".")
        return (
            f"{field}: unknown field '{unknown[1]}'; known here are {', '.join(known)}."
            f"{nearest(unknown[1], known)}"
        )
    bad_word = re.match(r"Invalid enum value '?(.+?)'?$", message)
    if bad_word:
        known = [str(w) for w in _words(here)]
        return f"{path}: '{bad_word[1]}' is not known here; expected {' or '.join(known)}." + (
            nearest(bad_word[1], known)
        )
    missing = re.match(r"Object missing required field `(.+)`", message)
    if missing:
        field = f"{path}.{missing[1]}".lstrip(".")
        return f"{field}: missing; this field is required."
    known = [w for w in _words(here) if isinstance(w, str)]
    return f"{path or 'file'}: {plain_words(message, known)}."


def _type_at(path: str) -> Any:
    """Return the declared type of a dotted field of VariantFile, or None."""
    here: Any = VariantFile
    for part in [p for p in path.split(".") if p]:
        if isinstance(here, type) and issubclass(here, Section):
            known = {f.name: f.type for f in msgspec.structs.fields(here)}
            here = known.get(part)
        else:
            here = next((a for a in get_args(here) if a is not Ellipsis and a is not str), None)
        here = next((a for a in get_args(here) if _is_section(a)), here)
    return here


def _is_section(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Section)


def _words(kind: Any) -> Iterator[Any]:
    if get_origin(kind) is None:
        return
    for arg in get_args(kind):
        if isinstance(arg, str | int):
            yield arg
        else:
            yield from _words(arg)
