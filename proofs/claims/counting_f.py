"""Counting in the games of Foster's: suits and trumps, deals that fit, cuts, robbing."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from proofs.algebra import proved
from proofs.claim import Claim, Finding, by_reading, decided, fails, holds, when
from proofs.registry import Effort, settles
from solver.cards import Card, card_text, parse_card, parse_cards
from solver.dealing import deal
from solver.errors import VariantError
from solver.referee import legal_actions, step
from solver.rules.pool import POOLS, Deal
from solver.variant import load

if TYPE_CHECKING:
    from solver.position import Position
    from solver.variant import Variant


def trumps_of(variant: Variant, suit: str) -> list[Card]:
    """Return the trumps for a trump suit, best first."""
    view = variant.view(suit)
    return sorted((c for c in variant.pack if view[c].trump), key=lambda c: -view[c].strength)


@settles("F001", "F005")
def sizes_of_suits(claim: Claim, effort: Effort) -> Finding:
    """Count trumps and plain suits for each trump suit, the ace of hearts among the trumps."""
    variant = load(claim.parameters["variant"])
    sizes = {}
    for suit in variant.pack.suits:
        view = variant.view(suit)
        counted = Counter("trumps" if view[c].trump else c.suit for c in variant.pack)
        sizes[suit] = dict(sorted(counted.items(), key=lambda pair: pair[0] != "trumps"))
    whole = all(
        sum(s.values()) == len(variant.pack) == claim.parameters["cards"] for s in sizes.values()
    )
    ace = all(variant.view(suit)[Card("h", "A")].trump for suit in sizes)
    hearts, other = sizes["h"], sizes["s"]
    plain = {n for suit, n in hearts.items() if suit != "trumps"}
    return decided(
        whole and ace,
        f"hearts trump: {hearts['trumps']} trumps and three suits of "
        f"{'/'.join(map(str, plain))}; any "
        f"other trump: {other['trumps']} trumps, {other['h']} hearts and two suits of "
        f"{other['d']}; "
        f"sum {len(variant.pack)}",
        details={"sizes by trump suit": sizes, "ace of hearts always trump": ace},
    )


@settles("F006")
def printed_rows(claim: Claim, effort: Effort) -> Finding:
    """Compare every printed trump row with the trumps of that suit."""
    variant = load(claim.parameters["variant"])
    wrong = {}
    repaired = True
    for suit, text in claim.parameters["rows"].items():
        row = parse_cards(text)
        trumps = trumps_of(variant, suit)
        count = Counter(row)
        wrong[suit] = {
            "twice": [card_text(c) for c, k in count.items() if k > 1],
            "missing": [card_text(c) for c in trumps if c not in count],
            "foreign": [card_text(c) for c in count if c not in trumps],
        }
        repaired &= list(dict.fromkeys(row)) == trumps
    faulty = [suit for suit, found in wrong.items() if any(found.values())]
    twice = sorted({c for found in wrong.values() for c in found["twice"]})
    evidence = (
        f"{len(faulty)} of {len(wrong)} rows are faulty: they list the Five twice "
        f"({', '.join(twice)}); nothing is missing or foreign"
        if not any(w["missing"] or w["foreign"] for w in wrong.values())
        else f"{len(faulty)} of {len(wrong)} rows are faulty"
    )
    if not faulty:
        return holds("every row lists every trump exactly once", details={"rows": wrong})
    return fails(
        evidence,
        mend="strike the second 5 of each row"
        + (": then it is right, order and all" if repaired else ""),
        details={"rows": wrong, "right once repeats are struck": repaired},
    )


@settles("F007")
def best_trumps(claim: Claim, effort: Effort) -> Finding:
    """Count the different cards among Five, Jack and ace of trumps and the ace of hearts."""
    stated = claim.parameters
    variant = load(stated["variant"])
    numbers = {}
    for suit in variant.pack.suits:
        named = {Card(suit, rank) for rank in stated["best"]} | {parse_card(stated["always"])}
        on_top = set(trumps_of(variant, suit)[: len(named)]) == named
        numbers[suit] = len(named) if on_top else -1
    short = [suit for suit, number in numbers.items() if number != stated["stated"]]
    if not short:
        return holds("four different cards whatever is trump", details={"cards": numbers})
    return when(
        "hearts are not trump" if short == ["h"] else "trump is none of " + ", ".join(short),
        f"with hearts trump the two aces are one card: {numbers['h']} best trumps, otherwise "
        f"{numbers['s']}",
        details={"cards by trump suit": numbers},
    )


# --- deals that fit -------------------------------------------------------------------------------


def need(variant: Variant) -> int:
    """Return the cards that a deal needs: hands, widow, and a card to turn."""
    file = variant.file.deal
    hands = len(variant.dealt_seats(0)) * variant.hand_size
    turned = 1 if file.turn_up == "next" or file.trump == "late" else 0
    return hands + file.widow + turned


def fits(name: str, players: int) -> bool:
    """Return whether the deal comes out of the pack for so many players, allowed or not."""
    try:
        variant = load(name, players, settings={"players.allowed": []})
    except VariantError:
        return False
    return need(variant) <= len(variant.pack)


def numbers_that_fit(name: str, most: int = 30) -> list[int]:
    """Return the numbers of players for which the deal comes out of the pack."""
    return [n for n in range(2, min(most, 17) + 1) if fits(name, n)]


@settles("F008", "F037", "F065")
def deal_fits(claim: Claim, effort: Effort) -> Finding:
    """Compare the stated numbers of players with those for which the cards suffice."""
    stated = claim.parameters["players"]
    name = claim.parameters["variant"]
    possible = numbers_that_fit(name)
    missing = [n for n in stated if n not in possible]
    if missing:
        listed = ", ".join(map(str, missing))
        return fails(f"the cards do not suffice for {listed} players", details={"not for": missing})
    needs = {n: need(load(name, n)) for n in stated}
    size = len(load(name, stated[0]).pack)
    most = max(possible)
    some = load(name, stated[0])
    per, fixed = some.hand_size, need(some) - stated[0] * some.hand_size
    return holds(
        f"{per}n + {fixed} <= {size} exactly for n <= {most}; {max(stated)} players need "
        f"{needs[max(stated)]}",
        details={"cards needed": {str(n): k for n, k in needs.items()}, "largest n": most,
                 "cards": size, "stated numbers are exactly those": stated[-1] == most},
    )  # fmt: skip


@settles("F046")
def rams_fits(claim: Claim, effort: Effort) -> Finding:
    """Look at Rams with and without the exception that six players' dealer sits out."""
    name, stated = claim.parameters["variant"], claim.parameters["players"]
    needs = {n: need(load(name, n)) for n in stated}
    size = len(load(name).pack)
    six = stated[-1]
    enough = all(cards <= size for cards in needs.values())
    without = {n: fits_without_exception(name, n) for n in stated}
    full = load(name).hand_size * six + load(name).file.deal.widow + 1
    listed = ", ".join(f"{n}: {cards}" for n, cards in needs.items())
    return decided(
        enough,
        f"cards needed of {size}: {listed}; if the sixth had cards it would be {full}",
        details={"cards needed": {str(n): c for n, c in needs.items()}, "enough": enough,
                 "needed": not without[six],
                 "fits without the exception": {str(n): f for n, f in without.items()}},
    )  # fmt: skip


def fits_without_exception(name: str, players: int) -> bool:
    """Return whether the deal fits if the dealer always takes cards."""
    try:
        variant = load(name, players, settings={"deal.dealer_sits_out_at": 0})
    except VariantError:
        return False
    return need(variant) <= len(variant.pack)


@settles("F077")
def loo_fits(claim: Claim, effort: Effort) -> Finding:
    """Look at Loo: one simple, one double, and a deal after a simple."""
    low, high = claim.parameters["players"]
    simple, double = claim.parameters["simple"], claim.parameters["double"]
    counts = range(low, high + 1)
    in_simple = [n for n in counts if fits(simple, n)]
    in_double = [n for n in counts if fits(double, n)]
    always = [n for n in counts if next_is_double(simple, n)]
    both = [n for n in in_simple if n in in_double or n not in always]
    size = len(load(simple).pack)
    needs = (need(load(simple, in_simple[-1])), _double_need(double, high))
    readings = {
        "a simple": decided(
            in_simple == list(counts),
            f"3n + 1 <= {size} for every n up to {in_simple[-1]} ({needs[0]} cards)",
        ),
        "a double": _up_to(
            in_double, counts, f"3n + 3 + 1 <= {size}; {high} players would need {needs[1]}"
        ),
        "two successive deals": _up_to(
            both,
            counts,
            f"with n >= {always[0]} a simple always leaves somebody without a trick, so that the "
            "next "
            "pool is a double",
        ),
    }
    return by_reading(
        readings,
        details={"simple": in_simple, "double": in_double, "two deals": both,
                 "next pool always a double": always},
    )  # fmt: skip


def _up_to(found: list[int], counts: range, evidence: str) -> Finding:
    if found == list(counts):
        return holds(evidence)
    return when(f"n <= {max(found)}", evidence)


def _double_need(name: str, players: int) -> int:
    variant = load(name)
    return variant.hand_size * players + variant.file.deal.widow + 1


def next_is_double(name: str, players: int) -> bool:
    """Prove that every split of a simple's tricks leaves more in the pool than the next stake."""
    import z3

    variant = load(name)
    section = variant.file.pool
    assert section is not None
    from proofs.algebra import Z3, symbolic_split

    taken, is_split = symbolic_split(players, variant.hand_size)
    facts = Deal(
        section.dealer_adds, taken, (True,) * players, ("",) * players, (False,) * players, 0
    )
    left = POOLS[section.rule](Z3, facts, {"parts": section.parts, "fine": section.fine}).pool
    return proved(left > 0, z3.And(is_split))


# --- first deal, cut, packets ---------------------------------------------------------------------


@settles("F010")
def first_jack(claim: Claim, effort: Effort) -> Finding:
    """Count how long it can take until the first Jack falls."""
    rank = claim.parameters["rank"]
    found = {}
    for name in claim.parameters["variants"]:
        pack = load(name).pack
        jacks = sum(1 for card in pack if card.rank == rank)
        found[name] = {
            "cards": len(pack), "Jacks": jacks, "at most": len(pack) - jacks + 1,
            "on average": str(Fraction(len(pack) + 1, jacks + 1)),
        }  # fmt: skip
    first, _, rams = found.values()
    return decided(
        all(f["Jacks"] for f in found.values()),
        f"{first['Jacks']} Jacks in {first['cards']} cards: after at most {first['at most']} cards "
        f"(on average {float(Fraction(str(first['on average']))):g}); the same at Loo, "
        f"{rams['at most']} at Rams",
        details=found,
    )


@settles("F014")
def cut_is_possible(claim: Claim, effort: Effort) -> Finding:
    """Count the places at which the pack can be cut."""
    size = len(load(claim.parameters["variant"]).pack)
    stated = claim.parameters["players"]
    places = {n: sum(1 for left in range(size + 1) if min(left, size - left) >= n) for n in stated}
    exactly = [n for n in range(1, size) if 2 * n == size]
    most = max(n for n in range(1, size) if 2 * n <= size)
    return decided(
        all(places.values()),
        f"at least n cards in each packet: possible for n <= {most}; {places[stated[-1]]} places "
        "to cut "
        f"for {stated[-1]} players, {places[stated[0]]} for {stated[0]}",
        details={"places to cut": {str(n): k for n, k in places.items()}, "largest n": most,
                 "exactly n in each packet": exactly},
    )  # fmt: skip


@settles("F015")
def five_in_packets(claim: Claim, effort: Effort) -> Finding:
    """Add up the packets, and deal them."""
    hand = claim.parameters["hand"]
    name = claim.parameters["variant"]
    sizes = {}
    for packets in claim.parameters["packets"]:
        variant = load(name, settings={"deal.packets": packets})
        dealt = deal(variant, 1)
        sizes["+".join(map(str, packets))] = {len(h) for h in dealt.hands}
    return decided(
        all(found == {hand} for found in sizes.values()),
        "; ".join(f"{text} = {hand}" for text in sizes),
        details={text: sorted(found) for text, found in sizes.items()},
    )


# --- robbing --------------------------------------------------------------------------------------


@settles("F016")
def who_may_rob(claim: Claim, effort: Effort) -> Finding:
    """Ask the referee in every deal type who may take the turn-up; count how often anybody may."""
    name, stated = claim.parameters["variant"], claim.parameters["players"]
    most = 0
    shares = {}
    looked_at = 0
    for n in stated:
        variant = load(name, n)
        size = len(variant.pack)
        weight = Fraction(0)
        for turned in variant.pack:
            for place, chance in _places_of_ace(variant, turned):
                robbers = _robbers(_arranged(variant, turned, place))
                looked_at += 1
                most = max(most, len(robbers))
                weight += Fraction(1, size) * chance * bool(robbers)
        shares[n] = weight
    formula = all(p == Fraction(17 + 20 * n, 221) for n, p in shares.items())
    listed = ", ".join(f"n = {n}: {float(shares[n]):.1%}" for n in (2, 5, 6, 10) if n in shares)
    return decided(
        most == 1,
        f"never more than one seat; P(some seat may rob) = "
        f"{'(17 + 20n)/221' if formula else 'as listed'}: {listed}",
        scope=f"n = {stated[0]} to {stated[-1]}",
        details={"most entitled seats": most, "deal types": looked_at,
                 "probability": {str(n): str(p) for n, p in shares.items()},
                 "formula (17+20n)/221 fits": formula},
    )  # fmt: skip


def _places_of_ace(variant: Variant, turned: Card) -> list[tuple[int, Fraction]]:
    """Return where the ace of trumps can be (seat, -1 the rest of the pack), with its chance."""
    n, hand, size = variant.players, variant.hand_size, len(variant.pack)
    if turned.rank == "A":
        return [(-1, Fraction(1))]
    rest = size - 1 - n * hand
    return [*((s, Fraction(hand, size - 1)) for s in range(n)), (-1, Fraction(rest, size - 1))]


def _arranged(variant: Variant, turned: Card, place: int) -> Position:
    """Return a deal with this turn-up and the ace of trumps in this seat's hand (or nowhere)."""
    ace = Card(turned.suit, "A")
    hands = variant.players * variant.hand_size
    others = [c for c in variant.pack.cards if c not in (turned, ace)]
    order = [*others[:hands], turned, *others[hands:]]
    if turned == ace:
        return deal(variant, order=order)
    if place < 0:
        return deal(variant, order=[*order, ace])
    # The first card of every packet round goes to the eldest hand first.
    at = place * variant.file.deal.packets[0]
    order = [*order[:at], ace, *order[at:]]
    order.remove(turned)
    order.insert(hands, turned)
    return deal(variant, order=order)


def _robbers(position: Position) -> set[int]:
    """Return the seats to which the referee offers the turn-up in the first trick."""
    found = set()
    while not position.over and position.done == 0:
        actions = legal_actions(position)
        if any(a.word == "rob" for a in actions):
            found.add(position.turn)
            decline = next(a for a in actions if a.word == "decline")
            position = step(position, decline)
            continue
        position = step(position, actions[0])
    return found
