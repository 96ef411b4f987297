"""Examples given with numbers or cards: does the engine reproduce each?"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import TYPE_CHECKING, NamedTuple

from proofs.claim import Claim, Finding, by_reading, decided
from proofs.deals import deal_of
from proofs.registry import Effort, settles
from proofs.splits import score
from proofs.trick_types import winners
from proofs.witness import after, replayed
from solver.cards import Card, card_text, hand_text, parse_cards
from solver.match import new_match, stake
from solver.position import Position, play, start
from solver.referee import apply, legal_cards, parse_action
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal
from solver.rulings import misdeal
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.position import Action
    from solver.variant import Variant


@settles("B061")
def middling_examples(claim: Claim, effort: Effort) -> Finding:
    """Play both examples in every suit and every order."""
    variant = load(claim.parameters["variant"])
    found: dict[str, list[str]] = {}
    right = True
    for ranks, expected in claim.parameters["examples"]:
        named = set()
        for suit in variant.pack.suits:
            cards = [Card(suit, rank) for rank in ranks.split()]
            for order in set(permutations(cards)):
                named.add(tuple(order[i].rank for i in winners(variant, order)))
        found[ranks] = [" ".join(ranks) for ranks in sorted(named)]
        right &= named == {(expected,)}
    said = "; ".join(f"{ranks.replace(' ', '-')}: {' or '.join(w)}" for ranks, w in found.items())
    return decided(
        right, f"{said} wins, in every suit and order of play", details={"winners": found}
    )


@settles("J014")
def round_example(claim: Claim, effort: Effort) -> Finding:
    """Score the example by the variant's lines."""
    variant = load(claim.parameters["variant"])
    result = score(variant, tuple(claim.parameters["taken"]))
    seats = "ABC"
    order = sorted(range(3), key=lambda i: -result.final[i])
    ranking = seats[order[0]]
    for before, seat in pairwise(order):
        level = result.final[before] == result.final[seat]
        ranking += (" = " if level else " > ") + seats[seat]
    return decided(
        list(result.final) == claim.parameters["scores"],
        f"{', '.join(map(str, result.taken))} tricks score {', '.join(map(str, result.final))}: "
        "total "
        f"{sum(result.final)}, ranking {ranking}",
        details={"scores": list(result.final), "total": sum(result.final), "ranking": ranking},
    )


# --- reneging -------------------------------------------------------------------------------------


class Case(NamedTuple):
    """A trick of trumps on the table, a lone trump behind it, and whether it may be kept back."""

    table: tuple[str, ...]
    lone: str
    may_refuse: bool


# In the order of the text; ranks are of the trump suit, A♥ is the heart ace.
CASES = (
    Case(("5",), "J", False),
    Case(("5",), "Ah", False),
    Case(("J",), "5", True),
    Case(("Ah",), "J", True),
    Case(("Ah",), "5", True),
    Case(("8", "5"), "J", True),
    Case(("8", "5"), "Ah", True),
)


def trump_card(trump: str, text: str) -> Card:
    """Return a trump by its rank, or the heart ace."""
    return Card("h", "A") if text == "Ah" else Card(trump, text)


def behind(variant: Variant, trump: str, table: Sequence[Card], hand: Sequence[Card]) -> Position:
    """Return a position in which the seat with this hand plays next to the cards on the table."""
    n = variant.players
    seat = len(table)
    used = {*table, *hand}
    spare = iter(c for c in variant.pack.cards if c not in used)
    sizes = [len(hand) - (i < seat) for i in range(n)]
    hands = [tuple(next(spare) for _ in range(size)) for size in sizes]
    hands[seat] = tuple(hand)
    position = start(variant, tuple(hands))
    # A later trick, so that robbing does not come in.
    return position._replace(
        trump=trump, trick=tuple(enumerate(table)), turn=seat, done=variant.hand_size - len(hand),
        taken=(variant.hand_size - len(hand), *(0,) * (n - 1)),
    )  # fmt: skip


@settles("F021")
def reneging_examples(claim: Claim, effort: Effort) -> Finding:
    """Ask the referee for the legal cards of each example, for all trump suits and readings."""
    readings = {}
    tables = {}
    for name, word in zip(claim.readings, ("all", "single"), strict=True):
        variant = load(claim.parameters["variant"], 4, {"S3": word})
        wrong, rows = [], {}
        for trump in variant.pack.suits:
            for case in CASES:
                text, legal, refuses = _ask(variant, trump, case)
                rows[text] = legal
                if refuses != case.may_refuse:
                    wrong.append(text)
        tables[name] = rows
        kept = sum(case.may_refuse for case in CASES)
        readings[name] = decided(
            not wrong,
            f"{len(rows) - len(wrong)} of {len(rows)} examples come out ({len(CASES)} for each "
            "trump "
            f"suit: {kept} may refuse, {len(CASES) - kept} must play)",
            details={"wrong": wrong},
        )
    same = len({tuple(rows.items()) for rows in tables.values()}) == 1
    both = " and ".join(f"'{name}'" for name in claim.readings)
    evidence = readings[claim.readings[0]].evidence + f", alike under {both}" if same else ""
    return by_reading(readings, evidence, details={"legal cards": tables, "readings agree": same})


def _ask(variant: Variant, trump: str, case: Case) -> tuple[str, str, bool]:
    table = [trump_card(trump, text) for text in case.table]
    lone = trump_card(trump, case.lone)
    plain = [c for c in parse_cards("Qh Qd Qc Qs") if c.suit != trump][:2]
    hand = variant.pack.sort([lone, *plain])
    legal = legal_cards(behind(variant, trump, table, hand))
    text = f"{trump} trump, {hand_text(table)} on the table, lone {card_text(lone)}"
    return text, hand_text(legal), set(legal) == set(hand)


# --- Forty-Five, Rams, Loo ------------------------------------------------------------------------


@settles("F041")
def four_tricks(claim: Claim, effort: Effort) -> Finding:
    """Score four tricks of five by the variant's line."""
    variant = load(claim.parameters["variant"], 2)
    tricks = claim.parameters["tricks"]
    result = score(variant, (tricks, variant.tricks - tricks))
    return decided(
        result.final[0] == claim.parameters["counts"],
        f"{tricks} tricks against {variant.tricks - tricks}: 5·{tricks} - "
        f"5·{variant.tricks - tricks} = {result.final[0]}",
        details={"scores": list(result.final)},
    )


@settles("F054")
def queen_under_king(claim: Claim, effort: Effort) -> Finding:
    """Ask what may be played, in a whole deal, on a club that the king of trumps has trumped."""
    results, witnesses = {}, []
    for order in claim.parameters["orders"]:
        first, actions = queen_deal(claim, order)
        here = after(first, actions)
        legal = legal_cards(here)
        results[order] = hand_text(legal)
        forced = f"{here.variant.seat_name(here.turn)} may play {results[order]}"
        witnesses.append(replayed(forced, first, [*actions, play(legal[0])]))
    return decided(
        set(results.values()) == {"Qh"},
        "the only legal card is the Queen of trumps, in both rank orders",
        details={"legal cards": results},
        witness=witnesses[0],
    )


def queen_deal(claim: Claim, order: str) -> tuple[Position, list[Action]]:
    """Return the whole deal of F054 under a rank order, and the actions up to the Queen's turn."""
    hands = [tuple(parse_cards(text)) for text in claim.parameters["hands"]]
    variant = load(claim.parameters["variant"], len(hands), {"R7": order})
    first = here = deal_of(variant, hands, tuple(parse_cards(claim.parameters["turned"])))
    actions = []
    for text in claim.parameters["actions"]:
        actions.append(parse_action(here, text))
        here = apply(here, actions[-1])
    return first, actions


@settles("F058")
def ramsed_and_next_to_deal(claim: Claim, effort: Effort) -> Finding:
    """Settle a deal in which the next dealer takes no trick, and stake the next pool."""
    variant = load(claim.parameters["variant"], 4)
    section = variant.file.pool
    assert section is not None
    match = stake(new_match(variant))
    next_dealer = (match.dealer + 1) % match.players
    taken = [2, 2, 1, 0]
    taken = [taken[(i - next_dealer - 1) % 4] for i in range(4)]
    deal = Deal(match.pool, taken, (True,) * 4, ("play",) * 4, (False,) * 4, match.dealer)
    fine = POOLS[section.rule](PLAIN, deal, {"parts": section.parts, "fine": section.fine})
    rams = fine.paid[next_dealer]
    paid = rams + section.dealer_adds
    return decided(
        paid == claim.parameters["counters"],
        f"{rams} for the rams and {section.dealer_adds} for the deal: {paid}",
        details={"rams": rams, "stake": section.dealer_adds, "sum": paid, "tricks": taken},
    )


@settles("F075")
def exchange_rate(claim: Claim, effort: Effort) -> Finding:
    """Find the rate at which the two numbers agree, and see whether a red divides by three."""
    stated = claim.parameters
    reds = stated["equals"] - stated["reds"]
    rates = [rate for rate in range(1, stated["whites"] + 1) if stated["whites"] == rate * reds]
    section = load(stated["variant"]).file.pool
    assert section is not None
    rate = rates[0] if rates else 0
    return decided(
        rates == [section.whites_per_red] and rate % section.parts == 0,
        f"{stated['whites']} whites are {reds} reds, so {rate} whites to a red, and any number of "
        f"reds divides into {section.parts} equal parts of whites",
        details={"whites to a red": rate, "parts": section.parts},
    )


@settles("F090")
def pool_after_misdeal(claim: Claim, effort: Effort) -> Finding:
    """Stake a fresh pool, enter a misdeal, stake again, and see what the next deal is."""
    variant = load(claim.parameters["variant"], 5)
    section = variant.file.pool
    assert section is not None
    rate = section.whites_per_red
    first = stake(new_match(variant))
    fined = misdeal(first)
    again = stake(fined)
    reds = [m.pool // rate for m in (first, fined, again)]
    return decided(
        first.is_simple and not again.is_simple,
        f"a fresh pool holds {reds[0]} reds, {reds[1]} after the fine and {reds[2]} after the new "
        f"dealer's stake: more than {section.simple_is // rate}, a double",
        details={"reds": reds, "simple before": first.is_simple, "simple after": again.is_simple},
    )
