"""Certificates for the claims about stock and draws, worked examples, and silences."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas, tricks
from proofs.certificates.counting import fits
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    details,
    eq,
    forall,
    interval,
    product,
    readings,
    sampled,
    shown,
    witness_draft,
)
from proofs.certificates.make_scores import fixed, identity, linear, scores
from proofs.certificates.terms import TERMS, op, var
from proofs.claims.counting_k import jewels
from proofs.claims.examples import CASES, behind, queen_deal, trump_card
from proofs.claims.silences_colours import GAME as LOST
from proofs.claims.silences_colours import readings as lost_readings
from proofs.claims.silences_colours import three_jokers_on_lead
from proofs.claims.stock import MOMENTS, _stuck_leader, moment_deal
from solver.cards import Card, card_text, parse_cards
from solver.dealing import deal, play_stream
from solver.position import Position
from solver.referee import legal_actions, step
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding
    from solver.position import Action


def played_out(position: Position, seed: int, until: int = 0) -> list[Action]:
    """Return random legal play to the end, or to so many tricks."""
    rng = play_stream(seed)
    actions = []
    while not position.over and not (until and position.done == until and not position.trick):
        actions.append(rng.choice(legal_actions(position)))
        position = step(position, actions[-1])
    return actions


# --- stock ------------------------------------------------------------------------------------


def _games() -> list[Any]:
    return [jewels(suits, n) for suits in (3, 4, 5) for n in jewels(suits).file.players.allowed]


@certifies("K018", "K021")
def drawing(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the arithmetic of draws, and a full deal of every game."""
    size, n = var("N"), var("n")
    domain = product(N=[66, 80, 94], n=range(2, 10))
    played = (size - 10 * n) // n + 10
    out = [
        forall("with 10n <= N the Library N - 10n leaves N mod n cards when all have drawn as often"
               " as they can, none just if n divides N", domain,
               TERMS.any([10 * n > size, TERMS.all([
                   eq((size - 10 * n) % n, size % n),
                   eq((size - 10 * n) % n == 0, size % n == 0)])]), _games()[:1]),
        forall("ten tricks and as many as there are rounds of drawing are floor(N/n)", domain,
               TERMS.any([10 * n > size, eq(played, size // n)]), _games()[:1]),
    ]
    for variant in _games():
        n_, cards = variant.players, len(variant.pack)
        start = deal(variant, 1)
        out.append(shown(f"{cards} cards, {n_} players: a legal deal has {cards // n_} tricks and "
                         f"leaves {cards % n_} cards", [variant],
                         case(start, played_out(start, 1), done=cards // n_, stock=cards % n_,
                              sizes=[0] * n_, phase="over")))
    return out


@certifies("K020", "K034")
def played_to_the_end(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify hand sizes when the Library is empty, a stuck leader, and where the cards are."""
    out = []
    for variant in _games():
        n, cards = variant.players, len(variant.pack)
        start = deal(variant, 2)
        if claim.id == "K034":
            whole = played_out(start, 2, 4)
            some = [a for a in whole[:-1]]
            out.append(shown(f"{cards} cards, {n} players: after four tricks no card is elsewhere "
                             "than captured, in a hand or in the Library", [variant],
                             case(start, whole, elsewhere=0, done=4)))
            out.append(shown(f"{cards} cards, {n} players: a card before that {n - 1} are on the "
                             "table", [variant], case(start, some, elsewhere=n - 1, done=3)))
        elif cards % n == 0:
            rounds = (cards - 10 * n) // n
            out.append(shown(f"{cards} cards, {n} players: after {rounds} tricks the Library is "
                             "empty and all hold ten", [variant],
                             case(start, played_out(start, 2, rounds) if rounds else
                                  played_out(start, 2)[:n], stock=0,
                                  sizes=[10] * n)))
    if claim.id == "K020":
        size, n_ = var("N"), var("n")
        out.append(forall("drawing on, N mod n seats hold a card more (none just if n divides N)",
                          product(N=[66, 80, 94], n=range(2, 10)),
                          eq(size % n_ == 0, eq(size - (size // n_) * n_, 0)), _games()[:1]))
        found = _stuck_leader([3, 4, 5])
        out.append(witness_draft("drawing on to the last card, the winner of the last full trick "
                                 "has none to lead while another hand has",
                                 [jewels(3, 4, K6="play on")], found, done=16,
                                 sizes=None, leader=None))
    return out


@certifies("F083")
def when_turned(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify a deal for every moment, the frequencies of the sample, and a sample of its own."""
    out = []
    for n in (3, 8):
        variant = load("L1", n)
        for which in (1, 2, 3, 4):
            start, actions = moment_deal(variant, which)
            turned = which < 4
            out.append(shown(f"{n} players: the trump is turned {MOMENTS[which - 1]}", [variant],
                             case(start, actions, turn_up=None, phase="over",
                                  trump=None if turned else "")))
            if turned:
                upto = actions[: which * n]
                out.append(shown(f"{n} players: it is so right after trick {which}", [variant],
                                 case(start, upto, trump=None, done=which),
                                 case(start, upto[:-1], trump="", done=which - 1)))
        for word in MOMENTS:
            row = details(finding, "shares", str(n), word)
            out.append(interval(f"{n} players, {word}: {{hits}} of the finding's {{of}} deals give "
                                "the interval {low} to {high} millionths", [variant], row))
        out.append(sampled(f"{n} players: in {{hits}} of {{of}} deals dealt and played at random "
                           "the trump is turned after trick 1", variant,
                           f"loo-simple players={n}", "trump turned after trick 1", 100))
    return out


# --- examples ---------------------------------------------------------------------------------


@certifies("B061")
def middling(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify both examples in every suit and order."""
    variant = load(claim.parameters["variant"])
    out = []
    for ranks, winner in claim.parameters["examples"]:
        listed = []
        places = []
        for suit in variant.pack.suits:
            for order in sorted(set(permutations([Card(suit, r) for r in ranks.split()]))):
                listed.append(order)
                places.append([c.rank for c in order].index(winner))
        for place in sorted(set(places)):
            mine = [t for t, p in zip(listed, places, strict=True) if p == place]
            out.append(tricks.over_tricks(
                f"{ranks}: with the {winner} played as card {place + 1} it alone wins in all "
                "{size} orders and suits but {count}", variant, mine,
                lambda t, place=place: TERMS.no(TERMS.all([
                    variant.wins(TERMS, t)[place],
                    TERMS.count(variant.wins(TERMS, t)) == 1])), 0))
    return out


@certifies("J014")
def round_example(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the scores of 8, 6, 3."""
    variant = load("J1")
    final = scores(variant, tricks=[fixed(8), fixed(6), fixed(3)])
    return [calc("8, 6, 3 tricks score 8, 6, 6, in all 20", *[
        eq(x, y) for x, y in zip(final, (8, 6, 6), strict=True)], eq(op("+", *final), 20),
        variants=[variant])]


@certifies("F021")
def reneging(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the legal cards of all examples under both readings."""
    out = []
    for word in ("all", "single"):
        variant = load("S1", 4, {"S3": word})
        for trump in variant.pack.suits:
            for example in CASES:
                table = [trump_card(trump, text) for text in example.table]
                lone = trump_card(trump, example.lone)
                plain = [c for c in parse_cards("Qh Qd Qc Qs") if c.suit != trump][:2]
                hand = variant.pack.sort([lone, *plain])
                legal = [card_text(c) for c in hand] if example.may_refuse else [card_text(lone)]
                out.append(shown(
                    f"reading '{word}', {trump} trump, {' '.join(map(card_text, table))} on the "
                    f"table: a lone {card_text(lone)} "
                    f"{'may be kept' if example.may_refuse else 'must be played'}",
                    [variant], case(behind(variant, trump, table, hand), [], legal=legal)))
    return out


@certifies("F054")
def queen(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the one legal card in both orders."""
    out = []
    for order in claim.parameters["orders"]:
        first, actions = queen_deal(claim, order)
        out.append(shown(f"{order}: on clubs trumped by the king only the Queen of trumps is legal",
                         [first.variant], case(first, actions, legal=["Qh"])))
    return out


# --- silences ---------------------------------------------------------------------------------


@certifies("B046")
def lost_extension(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what the readings change in a hand, that none leaves a hand stuck, and a deal."""
    out = []
    words = ("off", "joker first", "colour first")
    text = "gooseberry-5-3j G9={} / A to lead / A: 7c 9c | B: {} | C: 8d 9d | D: Td Jd | E: Qd Kd"
    pairs = []
    for one, other, hand in (("off", "joker first", "8s 9h"), ("off", "colour first", "Jk 8s"),
                             ("joker first", "colour first", "Jk 8s")):
        ends = [case(text.format(w.replace(" ", "_"), hand), ["A 7c"], legal=None)
                for w in (one, other)]
        pairs.append((["legal"], *ends))
    out.append(readings("behind a club led, a void hand may play other cards under each pair of "
                        "readings", load(LOST).file.options["G9"].question,
                        [load(LOST, choose={"G9": w}) for w in words], *pairs))
    for name, variant in lost_readings(LOST).items():
        out += formulas.never_stuck(variant)
        out.append(formulas.joker_needs_jokers(variant))
        position, actions = three_jokers_on_lead(variant)
        out.append(shown(f"{name}: legal play leads to A on lead with three Jokers, then two",
                         [variant], case(position, actions[:40], only_Jokers_on_lead=True,
                                         sizes=[3] * 5),
                         case(position, actions[:46], only_Jokers_on_lead=True, sizes=[2] * 5)))
        out.append(interval(f"{name}: {{hits}} of the finding's {{of}} deals have an all-Joker lead"
                            ": interval {low} to {high} millionths", [variant],
                            details(finding, name, "B056 deals")))
    return out


@certifies("B070")
def missing_table(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the seven weights that the printed tables determine."""
    variant = load("G7a", choose={"E": "left"})
    weights = [1, 0, 6, 5, 4, 3, 2]  # by distance to the right
    out = []
    for i in range(7):
        row = [0] * 7
        for k, w in enumerate(weights):
            row[(i - k) % 7] = w
        out.append(identity(f"E' for seven, seat {i}: own tricks 1, near right 0, middle right 6, "
                            "far right 5, far left 4, middle left 3, near left 2", [variant],
                            linear(variant), [int(j == i) for j in range(7)], [0, *row]))
    for n, name, table in ((3, "G3", [1, 0, 2]), (5, "G5", [1, 0, 4, 3, 2])):
        mirror = [table[-k % n] for k in range(n)]
        out.append(calc(f"{n} players: table two {table} is the mirror of table one {mirror}",
                        *[eq(op("+", table[k], 0), mirror[-k % n]) for k in range(n)],
                        *[eq(op("+", mirror[k], 0), (k + 1) % n) for k in range(n)],
                        variants=[load(name)]))
    return out


@certifies("K037")
def not_in_rules(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what hangs on leader, order of bidding and house scoring."""
    two = load("K1", 2)
    out = []
    text = "jewels players=2 / {} to lead, done 39, bids 1 1 / A: 2c | B: 3d"
    ends = [case(text.format(seat), [f"{a} {x}", f"{b} {y}"], taken=taken)
            for seat, a, x, b, y, taken in (("A", "A", "2c", "B", "3d", [1, 0]),
                                            ("B", "B", "3d", "A", "2c", [0, 1]))]
    out.append(shown("with one plain card each the first leader wins the trick, A or B", [two],
                     *ends))
    start = deal(load("K1"), 1)
    bids = [f"bid {i}" for i in range(1, 21)]
    out.append(shown("in turn the last bidder has heard three of 20 bids: 8000 views",
                     [load("K1")], case(start, [], legal=bids),
                     case(start, ["A bid 1", "B bid 20", "C bid 7"], legal=bids)))
    over = "jewels players=2{} / A to lead, done 39, bids 2 1, tricks 2 37, broken / A: As | B: 2c"
    pair = [case(over.format(w), ["A As", "B 2c"], raw=None)
            for w in ("", " score.lines.0.over=0")]
    house = load("K1", 2, settings={"score.lines.0.over": 0})
    out.append(readings("an overtrick at 0 instead of 1 changes the score of a bid of two with "
                        "three tricks", load("K1").file.options["K8"].question, [two, house],
                        (["raw"], *pair)))
    stays = load("K1", 2, {"K5": "host"})
    out.append(calc("a rotating dealer leaves the seat, a host keeps it: two settings of the "
                    "variant", TERMS.no(eq(op("+", int(two.file.match.dealer == "moves on"), 0),
                                           int(stays.file.match.dealer == "moves on"))),
                    variants=[two, stays]))
    return out


@certifies("F095")
def double_pools(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what hangs on each matter that this part leaves open."""
    options = load("L2").file.options
    out = [fits(load("L2", 3))]
    void = ("loo-double players=3 L4={} / A to lead, trump s, done 1, tricks 1 0 0, calls play play"
            " play, pool 18 / A: 2c 3c | B: 4s 5d | C: 6d 7d")
    pair = [case(void.format(w), ["A 2c"], legal=None) for w in ("must", "free")]
    out.append(readings("void in clubs with a trump: it must be played, or need not",
                        options["L4"].question, [load("L2", 3, {"L4": w})
                                                 for w in ("must", "free")], (["legal"], *pair)))
    lead = ("loo-double players=3 L5={} / A to lead, trump s, calls play play play, pool 18, "
            "turn-up 2s / A: 4s 5s 2c | B: 4c 5d 6d | C: 7d 8d 9d")
    pair = [case(lead.format(w), [], legal=None) for w in ("any", "highest")]
    out.append(readings("two trumps on the first lead: either, or the higher", options["L5"]
                        .question, [load("L2", 3, {"L5": w}) for w in ("any", "highest")],
                        (["legal"], *pair)))
    return out[1:]
