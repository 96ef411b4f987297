"""Positions as text (one line or a block) and as JSON.

A line has parts separated by ` / `; a block has them on lines of their own:

    gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2

The first part is the variant (or the path of its file) with its options (`players=5`, `G1=lead`,
`score.lines.1.bonus=12`), then facts between commas, then the hands, and last a goal, which `read`
returns unread (see `solver.goals`).
Facts: `A to lead`, `B to play`, `A led Ks Qs`, `C to gift` (or another event), `trump h`,
`tricks 1 0 2`, `done 3`, `dealer C`, `stock 3c 4d`, `turn-up 7d`, `widow …`, `dead …`,
`A won Ks Qs`, `broken`, `called`, `demoted Ah`, `bids 3 nil -`, `calls play pass -`, `out B`,
`barred B`, `pool 10`, `over`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from solver.cards import SUITS, SYMBOLS, Card, card_text, hand_text
from solver.errors import BadInput, PositionError, VariantError, nearest, whole_number
from solver.position import NO_BID, OVER, PLAY, Position, replaced, start
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_GOAL = re.compile(
    r"\b(makes?|takes?|scores?|avoids?|keeps?|wins?|ends?|loses?|as many|as few|maximi[sz]e|"
    r"minimi[sz]e|spoils?)\b",
    re.I,
)
_HAND = re.compile(r"^\s*(\w+)\s*:\s*(.*)$")
_COMMENT = re.compile(r"(^|\s)#.*")
_SLASH = re.compile(r"(?:^|\s)/(?=\s|$)")  # the slashes of a file's path are no separators


def read(
    text: str, variant: Variant | None = None, settings: Mapping[str, Any] | None = None
) -> tuple[Position, str]:
    """Read a position and the text of its goal ('' if it has none).

    Raises PositionError (with the offending words) and whatever the variant's loading raises.
    A variant given as argument is used when the text names none.
    """
    parts = _parts(text)
    if not parts:
        raise PositionError("an empty position: expected 'variant / A to lead / A: … | B: …'.")
    if _HAND.match(parts[0]) is None and not _is_fact(parts[0]):
        variant = read_variant(parts.pop(0), settings)
    if variant is None:
        raise PositionError(
            f"the position begins with '{parts[0]}': expected the name of a variant first."
        )
    goal = ""
    hands: dict[int, str] = {}
    facts: list[str] = []
    for part in parts:
        if _HAND.match(part):
            _read_hands(variant, part, hands)
        elif _GOAL.search(part) and hands:
            if goal:
                raise PositionError(f"two goals: '{goal}' and '{part}'; a position takes one.")
            goal = part
        else:
            facts += [fact.strip() for fact in re.split(r"[,;]", part) if fact.strip()]
    return _build(variant, hands, facts), goal


def _parts(text: str) -> list[str]:
    lines = [_COMMENT.sub("", line) for line in text.splitlines()]
    parts = [part.strip() for line in lines for part in _SLASH.split(line)]
    return [part for part in parts if part]


def _is_fact(part: str) -> bool:
    return bool(re.match(r"^\w+ (to|led) ", part)) or part.split()[0] in _FACTS


def read_variant(text: str, settings: Mapping[str, Any] | None = None) -> Variant:
    """Read a variant with its options, such as `spoil-five players=4 S3=alone deal.widow=0`."""
    name, *words = re.findall(r'"[^"]+"|[^\s="]+="[^"]*"|\S+', text) or [""]
    name = name.strip('"')
    players: int | None = None
    choose: dict[str, str] = {}
    fixed: dict[str, Any] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if "." in key:
            fixed[key.lstrip(".")] = _setting(value)
            continue
        value = value.strip('"')
        if not equals:
            raise PositionError(
                f"'{word}' after the variant: expected an option such as players=4 or G1=lead."
            )
        if key == "players":
            players = whole_number(value)
            if players is None or players < 1:
                raise PositionError(f"players={value}: expected a number.")
        else:
            choose[key] = value.replace("_", " ")
    try:
        return load(name, players, choose, {**fixed, **(settings or {})})
    except VariantError as error:
        if settings:
            raise
        # The same words stand in a position without the dashes of the command line.
        text = str(error).replace("--players ", "players=")
        raise VariantError(re.sub(r"--(set|option) ", "", text)) from None


def _setting(text: str) -> Any:
    """Read the value of a setting; what is not JSON is a text."""
    if re.fullmatch(r"-?[0-9]{19,}", text):
        return 10**18  # refused as too large, without writing it out
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _setting_text(value: Any) -> str:
    """Write the value of a setting so that it holds no blank."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace(" ", "\\u0020").replace('\\"', "\\u0022").replace("#", "\\u0023")


def _read_hands(variant: Variant, part: str, hands: dict[int, str]) -> None:
    for piece in part.split("|"):
        match = _HAND.match(piece)
        if match is None:
            raise PositionError(f"'{piece.strip()}': expected a hand such as 'A: Ks 9s 7h'.")
        seat = variant.seat(match[1])
        if seat in hands:
            raise PositionError(f"seat {variant.seat_name(seat)} has two hands.")
        hands[seat] = match[2].strip()


def _build(variant: Variant, hands: dict[int, str], facts: list[str]) -> Position:
    missing = [variant.seat_name(i) for i in range(variant.players) if i not in hands]
    if missing:
        raise PositionError(
            f"no hand is given for {', '.join(missing)} ({variant.name} is for {variant.players}; "
            "write 'B: -' for a seat that holds no card)."
        )
    dealt = [_cards(variant, hands[i], f"hand {variant.seat_name(i)}") for i in sorted(hands)]
    position = start(variant, tuple(tuple(hand) for hand in dealt))
    known: set[str] = set()
    for fact in sorted(facts, key=_fact_order):
        position = _read_fact(position, fact, known)
    return _infer(position, known)


def _cards(variant: Variant, text: str, where: str) -> list[Card]:
    if text in ("", "-"):
        return []
    try:
        return variant.pack.parse_all(text)
    except BadInput as error:
        raise PositionError(f"{where}: {error}") from None


def _fact_order(fact: str) -> int:
    """Dealer and leader come first, because other facts count from them."""
    if fact.startswith("dealer"):
        return 0
    return 2 if re.match(r"^\w+ to (?!lead)", fact) else 1


def _read_fact(position: Position, fact: str, known: set[str]) -> Position:
    variant = position.variant
    seat_fact = re.match(r"^(\w+) (to|led|won) ?(.*)$", fact)
    if seat_fact:
        seat, verb, rest = variant.seat(seat_fact[1]), seat_fact[2], seat_fact[3].strip()
        _once(f"{seat} won" if verb == "won" else verb, fact, known)
        return _SEAT_FACTS[verb](position, seat, rest, known)
    word, _, rest = fact.partition(" ")
    if word.lower() not in _FACTS:
        raise PositionError(
            f"'{fact}' is no fact of a position; expected {', '.join(_FACTS)}, "
            f"'A to lead', 'A led Ks' or 'A won Ks Qs'.{nearest(word, _FACTS)}"
        )
    if rest.strip() and word.lower() in _BARE_FACTS:
        raise PositionError(f"'{fact}': '{word}' stands alone, without '{rest.strip()}'.")
    _once({"trumps": "trump", "notrump": "trump"}.get(word.lower(), word.lower()), fact, known)
    try:
        return _FACTS[word.lower()](position, rest.strip())
    except ValueError as error:
        raise PositionError(f"'{fact}': {error}.") from None


def _once(what: str, fact: str, known: set[str]) -> None:
    """Note that a fact has been stated; raise PositionError if it had been already."""
    if what in known:
        raise PositionError(f"'{fact}': this has been stated before in the same position.")
    known.add(what)


def _to(position: Position, seat: int, rest: str, known: set[str]) -> Position:
    known.add("turn")
    if rest == "lead":
        return position._replace(leader=seat, turn=seat)
    if rest in ("play", "act", "move"):
        if not position.trick:
            return position._replace(leader=seat, turn=seat)
        return position._replace(turn=seat)
    return position._replace(phase=rest.replace(" ", "_").replace("-", "_"), turn=seat)


def _led(position: Position, seat: int, rest: str, known: set[str]) -> Position:
    cards = _cards(position.variant, rest, "the trick")
    known.add("trick")
    if len(cards) > position.players:
        raise PositionError(f"{len(cards)} cards in a trick of {position.players} players.")
    out = position._replace(leader=seat, turn=seat)
    # Seats without cards in an ending are passed over, unless they have just played their last.
    return out._replace(trick=tuple((-1, card) for card in cards))


def _won(position: Position, seat: int, rest: str, known: set[str]) -> Position:
    pile = position.variant.pack.sort(_cards(position.variant, rest, "cards won"))
    return position._replace(won=replaced(position.won, seat, pile))


_BARE_FACTS = ("notrump", "broken", "called", "over")
_SEAT_FACTS: dict[str, Callable[[Position, int, str, set[str]], Position]] = {
    "to": _to,
    "led": _led,
    "won": _won,
}


def read_suit(text: str) -> str:
    """Read a suit's letter, symbol or name; '' for no trump. Raises PositionError."""
    word = text.strip().lower()
    if word in ("", "-", "none", "nt", "no", "notrump", "no trump"):
        return ""
    if word in SYMBOLS:
        return SYMBOLS[word]
    for letter, suit in SUITS.items():
        if word in (letter, suit.name, suit.name[:-1]):
            return letter
    raise PositionError(f"'{text}' is no suit; expected c, d, h, s, or none.")


def _numbers(position: Position, text: str, blank: Mapping[str, int]) -> tuple[int, ...]:
    words = text.split()
    if len(words) != position.players:
        raise PositionError(
            f"'{text}': expected {position.players} numbers, one per seat, found {len(words)}."
        )
    out = []
    for word in words:
        out.append(blank[word.lower()] if word.lower() in blank else _number(word))
    return tuple(out)


def _seats(position: Position, text: str) -> tuple[bool, ...]:
    seats = {position.variant.seat(word) for word in text.split()}
    return tuple(i in seats for i in range(position.players))


def _number(text: str) -> int:
    number = whole_number(text)
    if number is None:
        if re.fullmatch(r"-?[0-9]+", text):
            raise PositionError(f"'{text}': the number is too large.")
        raise PositionError(f"'{text}': expected a number.")
    return number


def _pile(field: str) -> Callable[[Position, str], Position]:
    def read_pile(position: Position, text: str) -> Position:
        cards = tuple(_cards(position.variant, text, field))
        if field == "widow":
            cards = position.variant.pack.sort(cards)
        piles: dict[str, Any] = {field: cards}
        return position._replace(**piles)

    return read_pile


def _calls(position: Position, text: str) -> Position:
    words = text.split()
    if len(words) != position.players:
        raise PositionError(f"calls: expected {position.players} words, found {len(words)}.")
    return position._replace(calls=tuple("" if w == "-" else w.replace("_", " ") for w in words))


def _demoted(position: Position, text: str) -> Position:
    cards = _cards(position.variant, text, "demoted")
    return position._replace(demoted=cards[0] if cards else None)


_FACTS: dict[str, Callable[[Position, str], Position]] = {
    "trump": lambda p, t: p._replace(trump=read_suit(t)),
    "trumps": lambda p, t: p._replace(trump=read_suit(t)),
    "notrump": lambda p, t: p._replace(trump=""),
    "tricks": lambda p, t: p._replace(taken=_numbers(p, t, {})),
    "done": lambda p, t: p._replace(done=_number(t)),
    "dealer": lambda p, t: _dealer(p, p.variant.seat(t)),
    "leader": lambda p, t: p._replace(leader=p.variant.seat(t)),
    "stock": _pile("stock"),
    "turn-up": _pile("turn_up"),
    "widow": _pile("widow"),
    "dead": _pile("dead"),
    "broken": lambda p, t: p._replace(broken=True),
    "called": lambda p, t: p._replace(called=True),
    "demoted": _demoted,
    "bids": lambda p, t: p._replace(bids=_numbers(p, t, {"-": NO_BID, "nil": 0})),
    "calls": _calls,
    "out": lambda p, t: p._replace(active=tuple(not out for out in _seats(p, t))),
    "barred": lambda p, t: p._replace(barred=_seats(p, t)),
    "pool": lambda p, t: p._replace(pool=_number(t)),
    "result": lambda p, t: p._replace(result=t.replace("_", " ")),
    "over": lambda p, t: p._replace(phase=OVER),
}


def _dealer(position: Position, seat: int) -> Position:
    first = (seat + 1) % position.players
    return position._replace(dealer=seat, leader=first, turn=first)


def _infer(position: Position, known: set[str]) -> Position:
    """Fill in what a text may leave out: who is in the deal, whose turn it is, tricks done."""
    if position.trick:
        position = _seat_trick(position)
    playing = {seat for seat, _ in position.trick}
    if "out" not in known and any(position.hands):
        active = tuple(bool(h) or i in playing for i, h in enumerate(position.hands))
        if position.variant.file.events.draw is None:
            position = position._replace(active=active)
    if position.trick and "turn" not in known:
        position = _next_turn(position, playing)
    if "done" not in known:
        held = max(len(h) + (i in playing) for i, h in enumerate(position.hands))
        dealt = position.variant.hand_size
        inferred = 0 if position.variant.file.events.draw else max(0, dealt - held)
        position = position._replace(done=max(inferred, sum(position.taken)))
    if position.variant.keeps_trump_suit:
        position = position._replace(trump=position.variant.keeps_trump_suit)
    return position


def _seat_trick(position: Position) -> Position:
    """Give each card on the table its seat: clockwise, without passed-over seats."""
    cards = position.trick_cards
    in_play = zip(position.hands, position.active, strict=True)
    fullest = max((len(hand) for hand, active in in_play if active), default=0)
    seats = [
        seat
        for seat in position.around(position.leader)
        if position.active[seat] and (position.hands[seat] or fullest <= 1)
    ]
    return position._replace(trick=tuple(zip(seats, cards, strict=False)))


def _next_turn(position: Position, playing: set[int]) -> Position:
    for seat in position.around(position.leader):
        if seat not in playing and position.active[seat] and position.hands[seat]:
            return position._replace(turn=seat)
    return position


# --- writing --------------------------------------------------------------------------------


def variant_text(variant: Variant) -> str:
    """Write a variant as `read_variant` reads it, with every reading that is not the default."""
    name = variant.path or variant.name
    words = [f'"{name}"' if " " in name else name]
    if variant.players != variant.file.players.seats:
        words.append(f"players={variant.players}")
    for code, option in variant.file.options.items():
        chosen = variant.file.choose.get(code)
        if chosen and chosen != next(iter(option.readings)):
            words.append(f"{code}={chosen.replace(' ', '_')}")
    for field, value in variant.settings.items():
        words.append(f"{'' if '.' in field else '.'}{field}={_setting_text(value)}")
    return " ".join(words)


def write(position: Position, goal: str = "", *, block: bool = False, pretty: bool = False) -> str:
    """Write a position that `read` reads back to an equal one (on one line, or as a block)."""
    variant = position.variant
    hands = [
        f"{variant.seat_name(i)}: {hand_text(hand, pretty=pretty) or '-'}"
        for i, hand in enumerate(position.hands)
    ]
    facts = _facts_text(position)
    if block:
        return "\n".join([variant_text(variant), *facts, *hands, *([goal] if goal else [])]) + "\n"
    parts = [variant_text(variant), ", ".join(facts), " | ".join(hands), *([goal] if goal else [])]
    return " / ".join(part for part in parts if part)


def _facts_text(position: Position) -> list[str]:
    name = position.variant.seat_name
    seats = range(position.players)
    facts = [_turn_text(position)]
    if position.dealer != position.players - 1:
        facts.append(f"dealer {name(position.dealer)}")
    deciding = position.phase not in (PLAY, OVER) and not position.trick
    if deciding and position.leader != position.eldest:
        facts.append(f"leader {name(position.leader)}")
    if position.trump and not position.variant.keeps_trump_suit:
        facts.append(f"trump {position.trump}")
    if any(position.taken):
        facts.append("tricks " + " ".join(map(str, position.taken)))
    facts.append(f"done {position.done}")
    for word, pile in (
        ("turn-up", position.turn_up),
        ("widow", position.widow),
        ("stock", position.stock),
        ("dead", position.dead),
    ):
        if pile:
            facts.append(f"{word} {hand_text(pile)}")
    facts += [f"{name(i)} won {hand_text(position.won[i])}" for i in seats if position.won[i]]
    facts += [word for word in ("broken", "called") if getattr(position, word)]
    if position.demoted:
        facts.append(f"demoted {card_text(position.demoted)}")
    if any(bid != NO_BID for bid in position.bids):
        facts.append("bids " + " ".join("-" if b == NO_BID else str(b) for b in position.bids))
    if any(position.calls):
        facts.append("calls " + " ".join(c.replace(" ", "_") or "-" for c in position.calls))
    facts.append("out " + " ".join(name(i) for i in seats if not position.active[i]))
    if any(position.barred):
        facts.append("barred " + " ".join(name(i) for i in seats if position.barred[i]))
    if position.pool:
        facts.append(f"pool {position.pool}")
    if position.result:
        facts.append("result " + position.result.replace(" ", "_"))
    return [fact.strip() for fact in facts if fact and not _implied(position, fact)]


def _implied(position: Position, fact: str) -> bool:
    """Whether `read` infers the fact by itself."""
    playing = {seat for seat, _ in position.trick}
    if fact.startswith("out"):
        inferred = tuple(bool(h) or i in playing for i, h in enumerate(position.hands))
        drawing = position.variant.file.events.draw is not None or not any(position.hands)
        return position.active == ((True,) * position.players if drawing else inferred)
    if fact.startswith("done"):
        held = max(len(h) + (i in playing) for i, h in enumerate(position.hands))
        inferred_done = (
            0 if position.variant.file.events.draw else max(0, position.variant.hand_size - held)
        )
        return position.done == max(inferred_done, sum(position.taken))
    return False


def _turn_text(position: Position) -> str:
    name = position.variant.seat_name
    led = ""
    if position.trick:
        led = f"{name(position.leader)} led {hand_text(position.trick_cards)}, "
    if position.phase == OVER:
        return f"{name(position.leader)} to lead, over"
    if position.phase != PLAY:
        return f"{led}{name(position.turn)} to {position.phase.replace('_', '-')}"
    return f"{led}{name(position.turn)} to {'play' if position.trick else 'lead'}"


# --- JSON -------------------------------------------------------------------------------------


def to_json(position: Position) -> dict[str, Any]:
    """Return a position as plain data; cards as text, seats as numbers from 0."""
    data: dict[str, Any] = {"variant": variant_text(position.variant)}
    for field, value in position._asdict().items():
        if field == "trick":
            data[field] = [[seat, card_text(card)] for seat, card in value]
        elif field in ("hands", "won"):
            data[field] = [[card_text(card) for card in pile] for pile in value]
        elif field in ("stock", "turn_up", "widow", "dead"):
            data[field] = [card_text(card) for card in value]
        elif field == "demoted":
            data[field] = card_text(value) if value else None
        elif field != "variant":
            data[field] = list(value) if isinstance(value, tuple) else value
    return data


def from_json(data: Any) -> Position:
    """Read a position from the data that `to_json` returns; raise PositionError."""
    if not isinstance(data, dict) or not isinstance(data.get("variant"), str):
        raise PositionError("JSON position: expected an object with 'variant' and 'hands'.")
    variant = read_variant(data["variant"])
    if "hands" not in data:
        raise PositionError("JSON position: field 'hands' is missing.")
    hands = _piles(variant, "hands", data["hands"])
    position = start(variant, tuple(hands))
    for field, value in data.items():
        if field not in ("variant", "hands"):
            position = position._replace(**{field: _json_field(variant, field, value)})
    return position if "turn" in data else position._replace(turn=position.leader)


def _unexpected(field: str, expected: str, value: Any) -> PositionError:
    """Return the error for a field that holds something else than it should."""
    kinds = {
        "dict": "an object", "list": "a list", "str": f"the text {value!r}", "int": "a number",
        "float": "a decimal number", "bool": str(value).lower(), "NoneType": "null",
    }  # fmt: skip
    shown = kinds[type(value).__name__]
    if isinstance(value, str) and len(value) > 40:
        shown = "a text"
    return PositionError(f"JSON position: {field}: expected {expected}, found {shown}.")


def _list(field: str, value: Any, expected: str, length: int = 0) -> list[Any]:
    if not isinstance(value, list):
        raise _unexpected(field, expected, value)
    if length and len(value) != length:
        raise PositionError(
            f"JSON position: expected {length} {field}, one per seat, not {len(value)}."
        )
    return value


def _piles(variant: Variant, field: str, value: Any) -> list[tuple[Card, ...]]:
    piles = _list(field, value, "a list with a list of cards per seat", variant.players)
    return [tuple(_json_cards(variant, f"{field}, entry {i}", p)) for i, p in enumerate(piles)]


def _json_card(variant: Variant, field: str, value: Any) -> Card:
    if not isinstance(value, str):
        raise _unexpected(field, "a card such as 'Ks'", value)
    try:
        return variant.pack.parse(value)
    except BadInput as error:
        raise PositionError(f"JSON position: {field}: {error}") from None


def _json_cards(variant: Variant, field: str, value: Any) -> list[Card]:
    if not isinstance(value, list | str):
        raise _unexpected(field, "a list of cards such as ['Ks', '9s']", value)
    words = value.split() if isinstance(value, str) else value
    return [_json_card(variant, field, word) for word in words]


def _json_number(field: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise _unexpected(field, "a whole number", value)
    if abs(value) >= 10**9:
        raise PositionError(f"JSON position: {field}: the number is too large.")
    return value


def _json_seat(variant: Variant, field: str, value: Any) -> int:
    seat = _json_number(field, value)
    if not 0 <= seat < variant.players:
        last = variant.players - 1
        raise PositionError(
            f"JSON position: {field}: expected a seat from 0 to {last}, found {seat}."
        )
    return seat


def _json_text(field: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _unexpected(field, "a text", value)
    return value


def _json_truth(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _unexpected(field, "true or false", value)
    return value


_PER_SEAT: dict[str, Callable[[str, Any], Any]] = {
    "taken": _json_number,
    "bids": _json_number,
    "calls": _json_text,
    "active": _json_truth,
    "barred": _json_truth,
}
_SINGLE: dict[str, Callable[[str, Any], Any]] = {
    "done": _json_number,
    "pool": _json_number,
    "phase": _json_text,
    "result": _json_text,
    "broken": _json_truth,
    "called": _json_truth,
}


def _json_field(variant: Variant, field: str, value: Any) -> Any:
    if field not in Position._fields:
        raise PositionError(
            f"JSON position: unknown field '{field}'.{nearest(field, Position._fields)}"
        )
    if field == "trick":
        return tuple(_json_played(variant, entry) for entry in _list(field, value, _PLAYED))
    if field == "won":
        return tuple(variant.pack.sort(pile) for pile in _piles(variant, field, value))
    if field in ("stock", "turn_up", "widow", "dead"):
        return tuple(_json_cards(variant, field, value))
    if field == "demoted":
        return None if value is None or value == "" else _json_card(variant, field, value)
    if field in _PER_SEAT:
        values = _list(field, value, "a list with an entry per seat", variant.players)
        return tuple(_PER_SEAT[field](f"{field}, entry {i}", v) for i, v in enumerate(values))
    if field in ("leader", "turn", "dealer"):
        return _json_seat(variant, field, value)
    if field == "trump":
        return read_suit(_json_text(field, value))
    return _SINGLE[field](field, value)


_PLAYED = "a list of seats with their cards, such as [[0, 'Ks']]"


def _json_played(variant: Variant, entry: Any) -> tuple[int, Card]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise _unexpected("trick", _PLAYED, entry)
    return _json_seat(variant, "trick", entry[0]), _json_card(variant, "trick", entry[1])
