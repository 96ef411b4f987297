"""Playability of Spoil Five and Jokers & Jewels: reneging, holding up, robbing, the Fool."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.claim import Claim, Finding, Witness, by_reading, decided, holds, silent
from proofs.encode.cases import Table
from proofs.registry import Effort, settles
from proofs.witness import replayed
from solver.cards import Card
from solver.dealing import deal
from solver.notation import write
from solver.position import Position, play, start, without
from solver.referee import action_text, legal_actions
from solver.rules.tiers import Situation, legal
from solver.variant import load

if TYPE_CHECKING:
    from solver.rules.algebra import Truth
    from solver.rules.order import Seen

READINGS = {"all privileged": "all", "only alone": "single"}


class TrumpLed(NamedTuple):
    """All hands against all trumps led: bit sets over subsets of the trumps and the card led."""

    table: Table
    trumps: list[Seen]
    names: list[Card]
    held: list[Truth]
    plain: Truth
    led: Seen
    lawful: list[Truth]

    def can(self, *, least: int = 1, most: int = 14) -> Truth:
        """State that the led trump is not in the hand and the number of trumps is as given."""
        a = self.table
        absent = a.all(
            a.no(a.all([h, c.face == self.led.face]))
            for h, c in zip(self.held, self.trumps, strict=True)
        )
        number = a.count(self.held)
        return a.all([absent, number >= least, number <= most])

    @property
    def refuses(self) -> Truth:
        """State that a plain card is legal."""
        return self.lawful[-1]


def trump_led(trump: str, reading: str = "all privileged") -> TrumpLed:
    """Return all hands (any trumps, with or without a plain card) under all trump leads."""
    variant = load("S1", choose={"S3": READINGS[reading]})
    view = variant.view(trump)
    names = [card for card, seen in view.items() if seen.trump]
    trumps = [view[card] for card in names]
    a = Table([*[2] * len(trumps), 2, len(trumps)])
    held: list[Truth] = [a.truth(i) for i in range(len(trumps))]
    plain = a.truth(len(trumps))
    led = a.card(trumps, len(trumps) + 1)
    other = next(seen for seen in view.values() if not seen.trump)
    s = Situation(
        [*trumps, other],
        [*held, plain],
        [led],
        withhold_only_alone=variant.file.follow.withhold_only_alone,
    )
    return TrumpLed(a, trumps, names, held, plain, led, legal(a, variant.follow_tiers, s))


def _differing(trump: str) -> tuple[int, int, int]:
    """Count pairs (1-4 trumps held, trump led) that differ: with a plain card, without, of all."""
    first, second = (trump_led(trump, reading) for reading in READINGS)
    a = first.table
    pairs = first.can(most=4)
    differ = a.any(a.no(a.same(x, y)) for x, y in zip(first.lawful, second.lawful, strict=True))
    both = a.all([pairs, differ])
    return (
        a.size_of(a.all([both, first.plain])),
        a.size_of(a.all([both, a.no(first.plain)])),
        a.size_of(a.all([pairs, first.plain])),
    )


@settles("F022")
def reneging(claim: Claim, effort: Effort) -> Finding:
    """Count where the two readings of 'having no smaller trump with them' differ."""
    counts = {suit: _differing(suit) for suit in "csdh"}
    total = sum(c[0] for c in counts.values())
    per = ", ".join(f"{suit} {c[0]} of {c[2]}" for suit, c in counts.items())
    return silent(
        f"the readings differ on {total} pairs (set of 1-4 trumps held, trump led) with a plain "
        "card "
        f"in hand: {per}; in each two or three of Five, Jack and ace of hearts, all above the "
        "lead, "
        "are held alone: reading a lets them all be withheld, reading b none; with no plain card "
        "in "
        "the hand the legal sets are the same",
        scope="every trump suit, every set of 1-4 trumps, every trump led that is not in the hand",
        method="all subsets of the trumps against all leads, both readings, at once",
        mend="say 'and no other trump' or 'no trump but such as may be withheld'",
        details={
            "differ": {suit: c[0] for suit, c in counts.items()},
            "differ without a plain card": {suit: c[1] for suit, c in counts.items()},
            "pairs": {suit: c[2] for suit, c in counts.items()},
            "total": total,
        },
        readings={
            name: holds(f"{_refusals(name)} of all pairs let the holder refuse")
            for name in READINGS
        },
    )


def _refusals(reading: str) -> str:
    numbers = []
    for suit in "csdh":
        t = trump_led(suit, reading)
        numbers.append(t.table.size_of(t.table.all([t.can(most=4), t.plain, t.refuses])))
    return " + ".join(map(str, numbers))


@settles("F023", "F024", "F025")
def privileges(claim: Claim, effort: Effort) -> Finding:
    """Settle the sentences on reneging over all hands and trump leads, both readings."""
    counts: dict[str, dict[str, tuple[int, int]]] = {}
    for reading in READINGS:
        for suit in "csdh":
            t = trump_led(suit, reading)
            concerned, broken = _sentence(claim.id, t, suit)
            counts.setdefault(reading, {})[suit] = (
                t.table.size_of(concerned),
                t.table.size_of(t.table.all([concerned, broken])),
            )
    bad = {r: sum(c[1] for c in row.values()) for r, row in counts.items()}
    seen = {r: sum(c[0] for c in row.values()) for r, row in counts.items()}
    texts = {
        "F023": "the Five led and a trump held",
        "F024": "a trump led above one of Jack and ace of hearts that is held",
        "F025": "a trump led and trumps held",
    }
    return by_reading(
        {
            r: decided(
                bad[r] == 0,
                f"{seen[r]} states ({texts[claim.id]}, a plain card held or not), "
                f"{bad[r]} against the rule",
                details={suit: c[0] for suit, c in counts[r].items()},
            )
            for r in READINGS
        },
        scope="every trump suit, every set of trumps (any number), every trump led",
        method="all subsets of the trumps against all leads at once",
        details={"states": seen, "against": bad},
    )


def _sentence(claim: str, t: TrumpLed, suit: str) -> tuple[Truth, Truth]:
    """Return the states that a sentence speaks of, and in which the rules go against it."""
    a = t.table
    five = t.trumps[t.names.index(Card(suit, "5"))]
    if claim == "F023":
        return a.all([t.can(), t.led.face == five.face]), t.refuses
    if claim == "F024":
        below = a.any(
            a.all([h, c.privilege, c.strength < t.led.strength])
            for h, c in zip(t.held, t.trumps, strict=True)
        )
        return a.all([t.can(), below]), t.refuses
    lower = a.any(a.all([h, not c.privilege]) for h, c in zip(t.held, t.trumps, strict=True))
    return t.can(), a.all([t.refuses, lower])


@settles("F030")
def holding_up(claim: Claim, effort: Effort) -> Finding:
    """Settle whether the Five (or the Jack) can be the only legal card of a larger hand."""
    counts = {(suit, rank): found for suit in "csdh" for rank, found in _forced(suit).items()}
    fives = sum(counts[s, "5"][0] for s in "csdh")
    jacks = sum(counts[s, "J"][0] for s in "csdh")
    by_five = all(counts[s, "J"][1] for s in "csdh")
    witness = _forced_jack()
    return decided(
        fives == 0,
        f"no state forces the Five while another card is held ({fives} of all hands and leads): it "
        f"can always be held up; the Jack is forced in {jacks // 4} kinds of hand per trump suit"
        + (", each time by the Five led to a hand with no other trump" if by_five else ""),
        scope="every trump suit, every set of trumps with or without cards of the led suit and of "
        "another plain suit, every lead; both readings of F022",
        method="all hands against all leads at once",
        witness=witness,
        details={
            "states forcing the Five": fives,
            "states forcing the Jack, per trump suit": {s: counts[s, "J"][0] for s in "csdh"},
            "each of them by the Five led": by_five,
        },
    )


def _forced(trump: str) -> dict[str, tuple[int, bool]]:
    """Count states in which the Five, or the Jack, is the only legal card of several.

    The truth says whether all of them come from the Five led.
    """
    total, by_five = {"5": 0, "J": 0}, {"5": True, "J": True}
    for reading in READINGS.values():
        variant = load("S1", choose={"S3": reading})
        view = variant.view(trump)
        names = [card for card, seen in view.items() if seen.trump]
        plain = [card for card, seen in view.items() if not seen.trump]
        of_suit = [card for card in plain if card.suit == plain[0].suit]
        off = next(card for card in plain if card.suit != plain[0].suit)
        leads = [*names, of_suit[0]]
        hand = [*names, of_suit[1], off]
        a = Table([*[2] * len(hand), len(leads)])
        held: list[Truth] = [a.truth(i) for i in range(len(hand))]
        led = a.card([view[card] for card in leads], len(hand))
        s = Situation(
            [view[card] for card in hand],
            held,
            [led],
            withhold_only_alone=variant.file.follow.withhold_only_alone,
        )
        lawful = legal(a, variant.follow_tiers, s)
        absent = a.all(
            a.no(a.all([h, view[c].face == led.face])) for h, c in zip(held, hand, strict=True)
        )
        choice = a.all([a.count(lawful) == 1, a.count(held) >= 2, absent])
        five = view[Card(trump, "5")].face
        for rank in total:
            only = a.all([lawful[hand.index(Card(trump, rank))], choice])
            total[rank] += a.size_of(only)
            other_lead = a.all([only, a.no(led.face == five)])
            by_five[rank] = by_five[rank] and a.size_of(other_lead) == 0
    return {rank: (total[rank] // len(READINGS), by_five[rank]) for rank in total}


def _forced_jack() -> Witness:
    variant = load("S1", 2)
    position = start(variant, ((Card("s", "5"), Card("c", "2")), (Card("s", "J"), Card("c", "3"))))
    position = position._replace(trump="s", done=3, taken=(2, 1))
    actions = [play(Card("s", "5")), play(Card("s", "J"))]
    return replayed(
        "the Five of trumps is led: B's Jack, his only trump, must fall", position, actions
    )


# --- robbing with the king ------------------------------------------------------------------


class View(NamedTuple):
    """All that a seat sees of a deal when it is to play."""

    hand: tuple[Card, ...]
    turned: tuple[Card, ...]
    table: tuple[Any, ...]
    calls: tuple[str, ...]


def seen_by(position: Position) -> View:
    """Return what the seat to play can see."""
    return View(position.hands[position.turn], position.turn_up, position.trick, position.calls)


def _king_deals(players: int, seed: int, holder: int) -> tuple[Position, Position] | None:
    """Return two positions that look the same to the holder of the king: ace undealt, or held."""
    variant = load("S2b", players)
    base = deal(variant, seed)
    trump = base.trump
    ace, king = Card(trump, "A"), Card(trump, "K")
    rest = [c for c in variant.pack.cards if c not in (*base.turn_up, ace, king)]
    if base.turn_up[0] in (ace, king):
        return None
    hands = [rest[i * 5 : i * 5 + 5] for i in range(players)]
    hands[holder][0] = king
    dealt = {c for hand in hands for c in hand} | {*base.turn_up}
    dead = tuple(c for c in variant.pack.cards if c not in dealt)
    sort = variant.pack.sort
    out = base._replace(hands=tuple(map(sort, hands)), dead=sort(dead))
    other = (holder + 1) % players
    swapped = hands[other][-1]
    held = out.with_hand(other, sort((*without(out.hands[other], swapped), ace)))
    held = held._replace(dead=sort((*without(dead, ace), swapped)))
    return out, held


@settles("F044")
def robbing_with_the_king(claim: Claim, effort: Effort) -> Finding:
    """Settle whether the holder of the king can see that the ace is not in play."""
    pairs = {}
    for players in (2, 4, 6):
        found = next(p for seed in range(99) if (p := _king_deals(players, seed, 0)) is not None)
        unheld, held = found
        same = seen_by(unheld) == seen_by(held)
        words = [
            {action_text(p.variant, a).split()[0] for a in legal_actions(p)} & {"rob"}
            for p in found
        ]
        pairs[players] = same and words[0] == {"rob"} and words[1] == set()
    chances = {n: f"{5 * (n - 1)}/46" for n in pairs}
    two = next(p for seed in range(99) if (p := _king_deals(2, seed, 0)) is not None)
    witness = Witness(
        "the same hand, turn-up and table: with the ace undealt A may rob, with the ace at B not",
        command=f"foolproof play '{write(two[0])}'; foolproof play '{write(two[1])}'",
        position=write(two[0]),
        actions=(),
    )
    return decided(
        not all(pairs.values()),
        "the holder of the king can't see it: two deals with the same hand, turn-up and table "
        "differ "
        "in whether the ace lies in a hand (no robbing) or undealt (robbing); the eldest hand sees "
        "46 "
        "unknown cards, the ace being in another hand with chance "
        + ", ".join(f"{c} (n={n})" for n, c in chances.items()),
        scope="2, 4 and 6 players",
        method="two positions with equal views, legal actions of each",
        mend="let the king rob unless the ace has been announced, or let its holder speak first",
        witness=witness,
        details={"pairs with equal views": pairs, "ace in another hand": chances},
    )
