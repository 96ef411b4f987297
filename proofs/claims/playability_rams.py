"""Playability of Rams, Rounce and Bierspiel: declarations, the dealer's duties, heading."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, decided, silent, when
from proofs.encode.cases import Table
from proofs.encode.obligations import refuted
from proofs.never_stuck import legal_set, situation
from proofs.registry import Effort, settles
from proofs.witness import replayed
from solver.cards import Card
from solver.dealing import deal
from solver.encode.cnf import Cnf
from solver.events.declare import PLAYS, TOOK_WIDOW, announcer, declared
from solver.position import Action, Position, play, start
from solver.referee import action_text, legal_actions, step
from solver.rules.tiers import Situation, heads, led_suit, legal
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.rules.algebra import Truth

SEATS = (3, 4, 5, 6)


class Declared(NamedTuple):
    """A sequence of declarations as the referee allows it, and the position after it."""

    words: tuple[str, ...]
    end: Position

    @property
    def widows(self) -> int:
        """How many seats took the widow."""
        return sum(word in TOOK_WIDOW for word in self.words)

    @property
    def general(self) -> bool:
        """Whether a general was announced."""
        return announcer(self.end) is not None

    @property
    def alone(self) -> bool:
        """Whether one seat has declared and nobody plays against it."""
        return self.end.result == "walk"


@lru_cache(maxsize=32)
def declarations(name: str, players: int, pool: int) -> tuple[Declared, ...]:
    """Return every sequence of declarations that the referee allows after one deal."""
    variant = load(name, players)
    first = deal(variant, 1, pool=pool)

    def go(position: Position, words: tuple[str, ...]) -> Iterator[Declared]:
        if position.phase != "declare":
            yield Declared(words, position)
            return
        for action in legal_actions(position):
            text = action_text(variant, action)
            yield from go(step(position, action), (*words, text))

    return tuple(go(first, ()))


def _witness_of(found: Declared, name: str, players: int, pool: int, text: str) -> object:
    first = deal(load(name, players), 1, pool=pool)
    return replayed(text, first, [Action(word) for word in found.words])


@settles("F047")
def duties(claim: Claim, effort: Effort) -> Finding:
    """Settle for each number of players whether pone and dealer can do what the text names."""
    rows = {}
    for n in SEATS:
        ends = declarations("R1", n, 10)
        dealer = n - 1
        opposed = [
            d for d in ends if not d.general and [s for s in declared(d.end) if s != dealer] != []
        ]
        one = [d for d in opposed if sum(s != dealer for s in declared(d.end)) == 1]
        pone = [d for d in one if n - 2 in declared(d.end)]
        rows[n] = {
            "the pone plays against the dealer": all(dealer in declared(d.end) for d in pone),
            "the dealer plays against one": all(dealer in declared(d.end) for d in one),
            "the dealer may take the turn-up": any(
                d.end.phase == "take_up" and d.end.turn == dealer for d in ends
            ),
            "the dealer's cards": len(ends[0].end.hands[dealer]),
        }
    fine = [n for n, row in rows.items() if all(row.values())]
    failing = [n for n in SEATS if n not in fine]
    lone = next((d for n in failing for d in declarations("R1", n, 10) if d.alone), None)
    witness = None
    if lone is not None:
        witness = _witness_of(
            lone, "R1", failing[0], 10, "six players: one declares, nobody opposes"
        )
    return when(
        f"{_numbers(fine)} play",
        f"with {_numbers(fine)} players every duty and right can be carried out; with "
        f"{_numbers(failing)} the dealer has no cards: the pone cannot play against him, he cannot "
        "oppose a single player, and he cannot take the turn-up",
        scope="n=3..6",
        method="every sequence of declarations, asked of the referee",
        mend="with six let the pone (or the last seat with cards) stand in for the dealer",
        witness=witness,
        details={str(n): row for n, row in rows.items()},
    )


def _numbers(values: list[int]) -> str:
    words = [str(v) for v in values]
    return (
        words[0]
        if len(words) == 1
        else ", ".join(words[:-1]) + " or " + words[-1]
        if words
        else "no"
    )


@settles("F051")
def one_widow(claim: Claim, effort: Effort) -> Finding:
    """Settle that at most one seat takes the widow."""
    counts = {}
    most = 0
    for name in ("R1", "R1a", "R2", "R3"):
        for n in load(name).file.players.allowed:
            if n > 6:
                continue
            for pool in (5, 10):
                ends = declarations(name, n, pool)
                counts[f"{name}, n={n}, pool {pool}"] = len(ends)
                most = max(most, *(d.widows for d in ends))
    return decided(
        most <= 1,
        f"{sum(counts.values())} sequences of declarations (Rams, eldest obliged, Rounce, "
        "Bierspiel; "
        f"n=3..6; simple and double pools; generals included): at most {most} seat takes the widow",
        scope="n=3..6; any n, because one who has taken it leaves none",
        method="every sequence of declarations, asked of the referee",
        details={"sequences": counts, "most": most},
    )


@settles("F052")
def continuations(claim: Claim, effort: Effort) -> Finding:
    """Settle whether play can go on after every sequence of play, pass and widow."""
    rows: dict[int, dict[str, int]] = {}
    first_gap = None
    for n in SEATS:
        ends = [d for d in declarations("R1", n, 10) if not d.general]
        gaps = [d for d in ends if d.alone]
        rows[n] = {
            "sequences": len(ends),
            "the pone pays": sum("pay" in d.words for d in ends),
            "one seat without an opponent": len(gaps),
        }
        if gaps and first_gap is None:
            first_gap = (n, min(gaps, key=lambda d: d.words.count("widow")))
    fine = [n for n, row in rows.items() if row["one seat without an opponent"] == 0]
    if first_gap is None:
        return decided(True, "every sequence has a continuation", details={"by n": rows})
    n, gap = first_gap
    text = f"{n} players: {', '.join(gap.words)}: the dealer, who must oppose, has no cards"
    return when(
        f"{_numbers(fine)} play",
        "; ".join(
            f"n={n}: {row['sequences']} sequences, {row['one seat without an opponent']} without a "
            "defined continuation"
            for n, row in rows.items()
        )
        + " (a lone declarer, whom only the dealer could oppose)",
        scope="n=3..6, double pool; pass, play, widow, and the pone's payment",
        method="every sequence of declarations, asked of the referee",
        mend="say that a lone declarer of six takes the pool (option R1), or name his opponent",
        witness=_witness_of(gap, "R1", n, 10, text),
        details={str(n): row for n, row in rows.items()},
    )


@settles("F062")
def general_rams(claim: Claim, effort: Effort) -> Finding:
    """Settle whether all at the table can play when a general is announced."""
    rows = {}
    for n in SEATS:
        ends = [d for pool in (5, 10) for d in declarations("R1", n, pool) if d.general]
        able = sum(all(len(hand) == 5 for hand in d.end.hands) for d in ends)
        rows[n] = (len(ends), able)
    fine = [n for n, (total, able) in rows.items() if total == able]
    return when(
        f"{_numbers(fine)} play",
        "; ".join(
            f"n={n}: all hold five cards in {able} of {total} sequences with a general"
            for n, (total, able) in rows.items()
        )
        + "; with six the dealer has no hand to take up",
        scope="n=3..6, simple and double pools",
        method="every sequence of declarations, asked of the referee",
        mend="say 'all who hold cards'",
        details={str(n): {"generals": t, "all can play": able} for n, (t, able) in rows.items()},
    )


@settles("F072")
def trump_leads(claim: Claim, effort: Effort) -> Finding:
    """Settle for which numbers of declarers the number of trump leads is named."""
    named = {int(k): v for k, v in claim.parameters["named"].items()}
    can = {}
    for n in SEATS:
        ends = declarations("R3", n, 0)
        playing = [d for d in ends if "pay" not in d.words]
        can[n] = sorted({sum(word in PLAYS for word in d.words) for d in playing})
    gaps = {n: [k for k in ks if k not in named] for n, ks in can.items()}
    missing = sorted({k for ks in gaps.values() for k in ks})
    return when(
        f"{_numbers(sorted(named))} players declare",
        "declarers that can occur: "
        + "; ".join(f"n={n}: {', '.join(map(str, ks))}" for n, ks in can.items())
        + f"; no number of trump leads is named for {_numbers(missing)}",
        scope="n=3..6",
        method="every sequence of declarations, asked of the referee",
        mend="say 'one trump lead fewer than players' (option B4), and what a lone declarer does",
        details={"named": named, "can occur": can, "not named": gaps},
    )


# --- heading and trumping ---------------------------------------------------------------------


@settles("F053")
def heading(claim: Claim, effort: Effort) -> Finding:
    """Settle that of several cards that head the trick any may be played."""
    proved = 0
    asked = 0
    for order in ("piquet", "ecarte"):
        variant = load("R1", choose={"R7": order})
        for trump in variant.pack.suits:
            view = variant.view(trump)
            for on_table in (1, 2):
                a = Cnf()
                trick = a.trick(view, variant.pack.count, on_table)
                s = situation(a, variant, list(view.values()), trick)
                lawful = legal_set(a, variant, s, leading=False)
                head = [
                    a.all([h, led_suit(a, c, s), heads(a, c, s)])
                    for h, c in zip(s.held, s.hand, strict=True)
                ]
                a.require(a.any(head))
                a.require(a.any(a.no(a.same(x, y)) for x, y in zip(lawful, head, strict=True)))
                asked += 1
                proved += refuted(claim.id, f"{order} {trump} {on_table}", a)
    variant = load("R1", 3)
    position = _example()
    shown = [action_text(variant, x) for x in legal_actions(step(position, play(Card("c", "9"))))]
    return decided(
        proved == asked,
        "for every hand able to follow with a higher card the legal set is exactly the cards of "
        "the "
        f"suit that head ({proved} of {asked} formulas refuted); 9♣ led, K J 7 of clubs in hand: "
        f"{' or '.join(shown)}",
        scope="every hand, every trump suit, both rank orders, second and third card of a trick",
        method="SAT over all hands at once; worked example",
        details={"formulas": asked, "example": shown},
    )


def _example() -> Position:
    variant = load("R1", 3)
    hands = (
        (Card("c", "9"), Card("d", "7"), Card("d", "8")),
        (Card("c", "K"), Card("c", "J"), Card("c", "7")),
        (Card("h", "7"), Card("h", "8"), Card("h", "9")),
    )
    base = start(variant, hands)._replace(done=2, trump="h", pool=10, taken=(1, 1, 0))
    return base._replace(calls=("play",) * 3)


class Choices(NamedTuple):
    """How often two readings differ: per best card and cards held; in whole hands of five."""

    states: int
    hands: int
    of_states: int
    of_hands: int


def _choices(option: str, values: tuple[str, str], *, void: bool) -> Choices:
    """Compare two readings for a seat whose concern is one suit on a trick that is trumped.

    The concern is the trump suit for a void seat, else the suit led.
    """
    lawful = []
    table: Table | None = None
    valid: Truth = True
    for value in values:
        variant = load("R1", choose={option: value})
        view = variant.view("h")
        of_suit = [view[c] for c in view if c.suit == ("h" if void else "c")]
        off = view[Card("d", "7")]
        table = a = Table([*[2] * len(of_suit), 2, len(of_suit)])
        held: list[Truth] = [a.truth(i) for i in range(len(of_suit))]
        best = a.card(of_suit, len(of_suit) + 1)
        trick = [view[Card("c", "7")], best] if void else [best, view[Card("h", "7")]]
        s = Situation([*of_suit, off], [*held, a.truth(len(of_suit))], trick)
        lawful.append(legal(a, variant.follow_tiers, s))
        absent = [a.no(a.all([h, c.face == best.face])) for h, c in zip(held, of_suit, strict=True)]
        number = a.count(held)
        valid = a.all([*absent, number >= 1, number <= 5])
    assert table is not None
    a = table
    differ = a.all([valid, a.any(a.no(a.same(x, y)) for x, y in zip(*lawful, strict=True))])
    # Whole hands: the void seat has the rest from two suits, the other from all but the trump
    # that lies on the trick.
    others = 16 if void else 23
    return Choices(*_counted(a, differ, others), *_counted(a, valid, others))


def _counted(a: Table, term: Truth, others: int) -> tuple[int, int]:
    """Count (best card, cards held of the suit), and (best card, whole hands of five)."""
    suits = [case for case in a.members(term) if case[-2] == 0]
    return len(suits), sum(comb(others, 5 - sum(case[:-2])) for case in suits)


@settles("F055", "F056")
def trumped_trick(claim: Claim, effort: Effort) -> Finding:
    """Count where the readings of heading a trumped trick differ."""
    void = claim.id == "F055"
    option, values = ("R3", ("must", "free")) if void else ("R4", ("nothing", "best of suit"))
    found = _choices(option, values, void=void)
    what = "trumps held" if void else "cards held of the led suit"
    cause = (
        "a higher and a lower trump than the best on the trick"
        if void
        else "a card above and one below the best of the led suit on the trick"
    )
    says = (
        "the general sentence bids each player head the trick, the sentence on trumping only that "
        "he "
        "trump if he can"
        if void
        else "no card of the suit can 'head the trick', but one can be 'a higher card'"
    )
    return silent(
        f"the readings differ on {found.states} of {found.of_states} pairs (best card, {what}, at "
        "most "
        f"five), namely with {cause}; on {found.hands} of {found.of_hands} (best card, hand of "
        "five) "
        f"for each of the 12 pairs of trump and led suit; the text does not decide: {says}",
        scope="32 cards, every trump and led suit (alike), either rank order",
        method="all subsets of the suit against all best cards, both readings at once",
        mend="say whether a player who trumps must overtrump"
        if void
        else "say that one who follows a trumped trick is free",
        details={
            "pairs": found.states,
            "of pairs": found.of_states,
            "hands of five per trump and led suit": found.hands,
            "of hands": found.of_hands,
            "hands of five, all suits": 12 * found.hands,
        },
        readings=_reading_findings(claim, found),
    )


def _reading_findings(claim: Claim, found: Choices) -> dict[str, Finding]:
    wide, narrow = found.of_states, found.of_states - found.states
    strict_first = claim.id == "F055"
    texts = {
        True: f"narrows the choice on {found.states} pairs",
        False: f"leaves the choice free; same as the other on {narrow} of {wide} pairs",
    }
    return {
        name: decided(True, texts[strict_first == (i == 0)])
        for i, name in enumerate(claim.readings)
    }
