"""Positions as text, on one line or as a block.

A line has parts separated by ` / `; a block has them on lines of their own:

    gooseberry-3 / A to lead / A: Ks 9s 7h | B: As Jh Tc | C: 8d Qd Jk / B makes 2

The first part is the variant (or the path of its file) with its options (`players=5`, `G1=lead`,
`score.lines.1.bonus=12`), then facts between commas, then the hands, and last a goal, which `read`
returns unread (see `solver.goals`).
Facts: `A to lead`, `B to play`, `A led Ks Qs`, `C to gift` (or another event), `trump h`,
`tricks 1 0 2`, `done 3`, `dealer C`, `stock 3c 4d`, `turn-up 7d`, `widow …`, `dead …`,
`A won Ks Qs`, `broken`, `called`, `demoted Ah`, `bids 3 nil -`, `calls play pass -`, `out B`,
`barred B`, `pool 10`, `over`, `played A C` (whose the cards on the table are, where the hands
don't tell).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from solver.cards import SUITS, SYMBOLS, Card, card_text, hand_text
from solver.errors import BadInput, PositionError, nearest, whole_number
from solver.position import NO_BID, OVER, PLAY, Position, replaced, start
from solver.variant_text import read_variant, variant_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from solver.variant import Variant

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
        game = variant.path or variant.name
        fewer = len(hands) in variant.file.players.allowed
        other = f", and '{game} players={len(hands)}' for {len(hands)} players" if fewer else ""
        raise PositionError(
            f"no hand is given for {', '.join(missing)} ({variant.name} is for {variant.players}; "
            f"write 'B: -' for a seat that holds no card{other})."
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
    return 2 if re.match(r"^(\w+ to (?!lead)|played\b)", fact) else 1


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
            "'A to lead', 'A led Ks', 'A won Ks Qs', or a goal such as 'A makes 2'."
            f"{nearest(word, _FACTS)}"
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


def _played(position: Position, text: str) -> Position:
    seats, cards = [position.variant.seat(word) for word in text.split()], position.trick_cards
    if len(seats) != len(cards) or len(set(seats)) != len(seats):
        raise PositionError(
            f"played {text}: expected the seats of the {len(cards)} cards on the table, in order."
        )
    return position._replace(trick=tuple(zip(seats, cards, strict=True)))


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
    "played": _played,
    "over": lambda p, t: p._replace(phase=OVER),
}


def _dealer(position: Position, seat: int) -> Position:
    first = (seat + 1) % position.players
    return position._replace(dealer=seat, leader=first, turn=first)


def _infer(position: Position, known: set[str]) -> Position:
    """Fill in what a text may leave out: who is in the deal, whose turn it is, tricks done."""
    if position.trick and "played" not in known:
        position = _seat_trick(position)
    playing = {seat for seat, _ in position.trick}
    if "out" not in known and not _stays_in(position):
        active = tuple(bool(h) or i in playing for i, h in enumerate(position.hands))
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
    if position.trick:
        facts.append("played " + " ".join(name(i) for i, _ in position.trick))
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
        return position.active == (_all_in(position) if _stays_in(position) else inferred)
    if fact.startswith("played"):
        stated = position.active if not _implied(position, "out") else _all_in(position)
        return _seat_trick(position._replace(active=stated)).trick == position.trick
    if fact.startswith("done"):
        held = max(len(h) + (i in playing) for i, h in enumerate(position.hands))
        inferred_done = (
            0 if position.variant.file.events.draw else max(0, position.variant.hand_size - held)
        )
        return position.done == max(inferred_done, sum(position.taken))
    return False


def _all_in(position: Position) -> tuple[bool, ...]:
    return (True,) * position.players


def _stays_in(position: Position) -> bool:
    """Whether a seat without cards is in the deal all the same."""
    return position.variant.file.events.draw is not None or not any(position.hands)


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
