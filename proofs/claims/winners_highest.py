"""Trick rules by rank: the Japanese game, Jokers & Jewels, Spoil Five, Bierspiel, Loo."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, Witness, decided, when
from proofs.clauses import unique_winner_formula
from proofs.encode.cases import Cases
from proofs.encode.obligations import refuted
from proofs.never_stuck import stuck, trumps_of
from proofs.random_play import playouts
from proofs.registry import Effort, settles
from proofs.trick_types import winners
from proofs.witness import ending, replayed
from solver.cards import Card, card_pretty
from solver.dealing import deal
from solver.encode.cnf import Cnf
from solver.outcome import outcome
from solver.position import play
from solver.referee import step
from solver.rules.algebra import PLAIN
from solver.rules.order import Seen
from solver.rules.tiers import Situation, legal
from solver.rules.trick import beats
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def ranked_totally(view: Mapping[Card, Seen]) -> bool:
    """Whether of any two cards of one suit (or two trumps) exactly one beats the other.

    Ranks are compared as numbers, so that this makes every suit a strict order; then of the cards
    that can win a trick of any size exactly one is the highest.
    """
    cards = list(view.values())
    a = Cases(cards, 2)
    x, y = a.trick
    rivals = a.all([a.no(x.face == y.face), a.any([x.suit == y.suit, a.all([x.trump, y.trump])])])
    rivals = a.all([rivals, a.no(x.fool), a.no(y.fool), a.no(x.joker), a.no(y.joker)])
    one = a.exactly_one([beats(a, x, y), beats(a, y, x)])
    return a.size_of(a.all([rivals, a.no(one)])) == 0


class Winners(NamedTuple):
    """How the winner was looked for: orders found total, and tricks tried with one winner."""

    orders: int
    total: int
    tricks: int
    single: int

    @property
    def unique(self) -> bool:
        """Whether there is always one winner."""
        return self.orders == self.total and self.tricks == self.single and self.orders > 0


def one_winner(views: Sequence[Mapping[Card, Seen]], variant: Variant, size: int = 3) -> Winners:
    """Look for one winner: the order lemma, and all tricks of `size` different cards at once."""
    total = tricks = single = 0
    for view in views:
        total += ranked_totally(view)
        a = Cases(list(view.values()), size)
        distinct = a.distinct()
        tricks += a.size_of(distinct)
        single += a.size_of(a.all([distinct, a.exactly_one(variant.wins(a, a.trick))]))
    return Winners(len(views), total, tricks, single)


def _views(variant: Variant, *, demoted: bool = False) -> list[Mapping[Card, Seen]]:
    found: list[Mapping[Card, Seen]] = []
    for trump in trumps_of(variant):
        found.append(variant.view(trump))
        if demoted:
            found.append(variant.view(trump, Card(trump, "A")))
    return found


# --- the Japanese game ------------------------------------------------------------------------


@settles("J004")
def highest_wins(claim: Claim, effort: Effort) -> Finding:
    """Settle that the highest trump, else the highest card of the suit led, is one card."""
    found = one_winner(_views(load("J1")), load("J1"))
    return decided(
        found.unique,
        f"one winner on all {found.tricks} ordered triples of 52 cards under the four trump suits; "
        "each "
        "suit is strictly ordered and the led card can win, so there is one for any number of "
        "players",
        scope="52 cards, every trump suit; n=3 exhaustively, any n by the order",
        method="all ordered triples at once; all pairs of cards",
        details=found._asdict(),
    )


@settles("J030")
def without_trump(claim: Claim, effort: Effort) -> Finding:
    """Settle the game without trump, and what is known of the total of the points."""
    variant = load("J3", choose={"JP": "points"})
    found = one_winner(_views(variant), variant)
    free = stuck(claim.id, variant)
    points = variant.order.points
    whole = sum(points[card] for card in variant.pack.cards)
    totals = Counter(whole - points[card] for card in variant.pack.cards)
    mean = Fraction(sum(t * c for t, c in totals.items()), len(variant.pack))
    counting = sum(points[card] > 0 for card in variant.pack.cards)
    plain = len(variant.pack) - counting
    sure = Fraction(comb(plain, variant.hand_size - counting), comb(52, variant.hand_size))
    text = ", ".join(f"{t}: {c} in 52" for t, c in sorted(totals.items()))
    return decided(
        found.unique and free.never,
        f"a card is always legal and one card wins ({found.tricks} ordered triples); with points "
        "the "
        f"seats share {min(totals)} to {max(totals)} ({text}; mean {float(mean):.2f}), and the "
        "face-down "
        "card hides which until all cards that it can still be count alike: for one who has seen "
        f"or holds all {counting} counting cards it is {whole} from then on, for everybody it is "
        f"certain at the latest with the last trick; before play only a holder of all {counting} "
        f"knows ({float(sure):.1e} of hands)",
        scope="52 cards, n=3, no trump",
        method="all ordered triples; SAT over all hands; every card face down",
        details={
            "winner": found._asdict(),
            "legal": free._asdict(),
            "totals": dict(sorted(totals.items())),
            "mean": str(mean),
        },
    )


@settles("J032")
def same_game(claim: Claim, effort: Effort) -> Finding:
    """Compare the Japanese game with Parlett's, component by component."""
    ours, theirs = load("G3"), load("J1")
    trick = [Card("c", rank) for rank in "789"]
    won = [card_pretty(trick[winners(v, tuple(trick))[0]]) for v in (ours, theirs)]
    split = (1, 0, 0)
    scores = [_scored(v, split) for v in (ours, theirs)]
    rows = {
        "players": (ours.players, theirs.players),
        "pack": (len(ours.pack), len(theirs.pack)),
        "Jokers": (ours.file.pack.jokers, theirs.file.pack.jokers),
        "cards each": (ours.hand_size, theirs.hand_size),
        "cards over": (ours.undealt, theirs.undealt),
        "trump": (ours.file.deal.trump, theirs.file.deal.trump),
        "first lead": (ours.file.lead.first, theirs.file.lead.first),
        "lead": (_tier_words(ours.lead_tiers), _tier_words(theirs.lead_tiers)),
        "follow": (_tier_words(ours.follow_tiers), _tier_words(theirs.follow_tiers)),
        "trick winner": (ours.file.trick.winner, theirs.file.trick.winner),
        "7♣ 8♣ 9♣ won by": (won[0], won[1]),
        "gift of the Joker": (
            ours.file.events.gift is not None,
            theirs.file.events.gift is not None,
        ),
        "score of one trick to A": (scores[0], scores[1]),
    }
    same = [name for name, (a, b) in rows.items() if a == b]
    other = [name for name, (a, b) in rows.items() if a != b]
    witness = replayed(
        f"in Parlett's game {won[0]} wins, in the Japanese one {won[1]}",
        ending(ours, [(card,) for card in trick]),
        [play(card) for card in trick],
    )
    return decided(
        not other,
        f"not the same game: alike in {', '.join(same)}, different in "
        + ", ".join(f"{name} ({rows[name][0]} / {rows[name][1]})" for name in other),
        scope="three players, both games as documented",
        method="the two variant files, one trick and one split",
        witness=witness,
        details={name: list(map(str, pair)) for name, pair in rows.items()},
    )


def _tier_words(tiers: Sequence[object]) -> str:
    return " > ".join(getattr(tier, "text", "") for tier in tiers)


def _scored(variant: Variant, split: tuple[int, ...]) -> tuple[int, ...]:
    position = ending(variant, [(card,) for card in variant.pack.faces[:3]])
    return outcome(position._replace(taken=split)).final


# --- Jokers & Jewels --------------------------------------------------------------------------


@settles("K013")
def fool_never_wins(claim: Claim, effort: Effort) -> Finding:
    """Settle that the Fool wins no trick, for all numbers of players and packs."""
    never = asked = 0
    packs = {}
    for reading in ("four", "three", "five"):
        variant = load("K1", choose={"K1": reading})
        view = variant.view("t")
        packs[reading] = len(variant.pack)
        for n in range(1, 6):
            a = Cnf()
            trick = [a.card(list(view.values())) for _ in range(n)]
            wins = variant.wins(a, trick)
            a.require(a.any(a.all([c.fool, w]) for c, w in zip(trick, wins, strict=True)))
            asked += 1
            never += refuted(claim.id, f"{len(variant.pack)} cards, {n} players: the Fool wins", a)
    jewels = load("K1")
    pairs = unique_winner_formula(jewels, 2, "t")
    single = refuted(claim.id, "2 cards: not one winner", pairs)
    single = single and unique_winner_formula(jewels, 3, "t").solve() is None
    ordered = ranked_totally(jewels.view("t"))
    alone = [
        f"{size} cards, n={n}" for size in packs.values() for n in range(2, 10) if size % n == 1
    ]
    lone = len(winners(load("K1"), (Card("", "Fool"),), "t"))
    return decided(
        never == asked and single and ordered,
        f"refuted that it wins, for {asked} pairs of pack ({', '.join(map(str, packs.values()))}) "
        "and "
        "number of cards in the trick (1 to 5); every trick of two or more cards has one other "
        "winner; "
        "only where uneven hands are played out (option K6) can the Fool be alone in a last trick ("
        f"{'; '.join(alone)}), which then has {lone or 'no'} winner",
        scope="packs of 66, 80, 94; 1 to 5 cards in a trick; any n as the rule excludes the Fool",
        method="SAT over all tricks of one to five cards; all pairs of cards",
        mend="say who wins a trick in which the Fool is alone",
        details={
            "formulas": asked,
            "refuted": never,
            "every suit is strictly ordered": ordered,
            "the Fool alone can arise with": alone,
        },
    )


# --- Spoil Five -------------------------------------------------------------------------------


def trump_row(variant: Variant, trump: str, demoted: Card | None = None) -> list[Card]:
    """Return the trumps, best first."""
    view = variant.view(trump, demoted)
    return sorted((c for c, s in view.items() if s.trump), key=lambda c: -view[c].strength)


@settles("F002")
def third_best(claim: Claim, effort: Effort) -> Finding:
    """Settle the place of the ace of hearts among the trumps in every state."""
    variant = load("S1", 2)
    ace = Card("h", "A")
    places = {}
    for trump in "csdh":
        for demoted in (None, Card(trump, "A")):
            word = "otherwise" if demoted is None else "ace of trumps played past in silence"
            places[f"{trump}, {word}"] = trump_row(variant, trump, demoted).index(ace) + 1
    wrong = {state: place for state, place in places.items() if place != 3}
    witness, last = _silent_holder(variant)
    agree, states = silence_decides(round(150 * effort.factor), effort.seed)
    if list(wrong) != ["h, ace of trumps played past in silence"] or agree < states:
        return decided(not wrong, f"places {places}, {agree} of {states} states", details=places)
    return when(
        "hearts are not trump, or nobody to whom the ace of hearts was dealt has played to the "
        "first trick without announcing it",
        f"third of the trumps in {len(places) - len(wrong)} of {len(places)} states; the "
        "exception: hearts are trump and its holder plays in silence, when it is the last of "
        f"{last} trumps; it is third before his turn, once announced, undealt, and turned up even "
        "if the dealer takes it "
        f"({agree} of {states} states of random play agree)",
        scope="every trump suit; ace of trumps announced or not",
        method="the trump row of every state; every state of random deals; a deal that reaches the "
        "exception",
        mend="'always, unless it is the ace of trumps and has not been announced'",
        witness=witness,
        details={**places, "states of random play that agree": [agree, states]},
    )


def silence_decides(sample: int, seed: int) -> tuple[int, int]:
    """Count the states of random play that silence alone explains, and all of them.

    The ace of hearts is last if, hearts being trump, its holder's first act was a card; else third.
    """
    agree = states = 0
    variant, ace = load("S1", 5), Card("h", "A")
    for played in playouts(variant, sample, seed):
        position, first = played.start, None
        holders = [seat for seat, hand in enumerate(position.hands) if ace in hand]
        for action in played.actions:
            first = first or (action if position.turn in holders else None)
            position = step(position, action)
            row = trump_row(variant, position.trump, position.demoted)
            silence = position.trump == "h" and first is not None and first.is_play
            agree += row.index(ace) == (len(row) - 1 if silence else 2)
            states += 1
    return agree, states


def _silent_holder(variant: Variant) -> tuple[Witness, int]:
    """Return a deal in which the holder of the ace of hearts, hearts being trump, stays silent."""
    ace = Card("h", "A")
    for seed in range(5000):
        position = deal(variant, seed)
        if position.trump == "h" and position.turn_up[0].rank != "A" and ace in position.hands[0]:
            card = next(c for c in position.hands[0] if c != ace)
            after = step(position, play(card))
            row = trump_row(variant, "h", after.demoted)
            text = "hearts are trump and A leads without announcing his ace: it ranks last"
            return replayed(text, position, [play(card)]), row.index(ace) + 1
    raise LookupError("no such deal")


@settles("F003")
def plain_rows(claim: Claim, effort: Effort) -> Finding:
    """Generate the plain rows from 'highest in red, lowest in black' and compare with print."""
    printed = {suit: str(row).split() for suit, row in claim.parameters["printed"].items()}
    variant = load("S1")
    ours, made = {}, {}
    for suit in "hdcs":
        other = next(t for t in "csdh" if t != suit)
        view = variant.view(other)
        row = [c for c, s in view.items() if c.suit == suit and not s.trump]
        row.sort(key=lambda c: -view[c].strength)
        ours[suit] = ["10" if c.rank == "T" else c.rank for c in row]
        spots = [c.rank for c in row if c.rank not in "KQJ"]
        worth = {r: 1 if r == "A" else 10 if r == "T" else int(r) for r in spots}
        spots.sort(key=worth.__getitem__, reverse=row[0].colour == "red")
        made[suit] = ["K", "Q", "J", *("10" if r == "T" else r for r in spots)]
    equal = [suit for suit in printed if printed[suit] == made[suit] == ours[suit]]
    return decided(
        len(equal) == 4,
        f"K Q J, then the spots by the phrase with the ace as one, give {len(equal)} of the 4 "
        "printed rows "
        "(red ones end in the ace, black ones have it after the Jack; hearts lack it, being always "
        "a trump)",
        scope="four plain suits",
        method="rows made from the phrase, rows of the variant, rows as printed",
        details={"printed": printed, "from the phrase": made, "in the variant": ours},
    )


@settles("F019")
def trumps_win_all(claim: Claim, effort: Effort) -> Finding:
    """Settle that Spoil Five names one winner, with every trump and demotion."""
    variant = load("S1")
    found = one_winner(_views(variant, demoted=True), variant)
    return decided(
        found.unique,
        f"one winner on all {found.tricks} ordered triples of 52 cards (four trump suits, ace of "
        "trumps "
        "demoted or not); every suit and the trumps are strictly ordered and the led card can win, "
        "so "
        "there is one for any number of players",
        scope="every trump suit, demotion or none; n=3 exhaustively, n=2..10 by the order",
        method="all ordered triples at once; all pairs of cards",
        details=found._asdict(),
    )


@settles("F020")
def ace_of_hearts_and_hearts(claim: Claim, effort: Effort) -> Finding:
    """Settle that the ace of hearts neither must nor can follow a plain heart lead."""
    ace = Card("h", "A")
    proved = asked = 0
    trump_always = True
    for trump in "csd":
        variant = load("S1")
        view = variant.view(trump)
        trump_always = (
            trump_always and bool(view[ace].trump) and view[ace].suit != view[Card("h", "K")].suit
        )
        others = [card for card in view if card != ace]
        hearts = [view[card] for card in others if card.suit == "h"]
        a = Cnf()
        led = a.card(hearts)
        held = [a.truth() for _ in others]
        cards = [view[card] for card in others]
        without = legal(a, variant.follow_tiers, Situation(cards, held, [led]))
        with_it = legal(
            a, variant.follow_tiers, Situation([*cards, view[ace]], [*held, True], [led])
        )
        a.require(a.any(a.no(a.same(x, y)) for x, y in zip(without, with_it[:-1], strict=True)))
        asked += 1
        proved += refuted(claim.id, f"trump {trump}: the ace binds its holder", a)
    lone = _lone_ace()
    return decided(
        proved == asked and trump_always and lone == 2,
        "never: with clubs, spades or diamonds as trumps it is itself a trump, so that holding it "
        "changes "
        f"the legality of no other card after a heart lead ({proved} of {asked} formulas refuted) "
        "and a "
        "hand with no other heart may play anything; it may be played, but as a trump, and wins",
        scope="trump clubs, spades, diamonds; every hand; every heart led",
        method="SAT over all hands at once; example",
        details={"refuted": proved, "legal cards of A♥ 2♣ when K♥ is led": lone},
    )


def _lone_ace() -> int:
    view = load("S1").view("s")
    hand = [view[Card("h", "A")], view[Card("c", "2")]]
    s = Situation(hand, [True, True], [view[Card("h", "K")]])
    return sum(legal(PLAIN, load("S1").follow_tiers, s))
