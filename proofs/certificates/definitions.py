"""Certificates for the sentences that only say how a game goes: examples and rules as terms."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import calc, case, counted, eq, forall, in_pack, product, shown
from proofs.certificates.make_scores import scores, split_count, taken
from proofs.certificates.rest import played_out
from proofs.certificates.scores import printed
from proofs.certificates.terms import TERMS, at, items, op, seen, var
from proofs.claims.definitions import GOOSEBERRIES, _jewels, _won_by_joker
from proofs.claims.scores_k import bid_score
from proofs.claims.winners_highest import trump_row
from solver.cards import FOOL, Card, card_text
from solver.dealing import deal
from solver.referee import legal_actions, step
from solver.rules.scoring import LINES, Facts
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding


@certifies("B006", "B040")
def eldest(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the first leader for every dealer, and the turns of the first trick."""
    out = []
    for name in GOOSEBERRIES:
        variant = load(name)
        n = variant.players
        if claim.id == "B006":
            for dealer in range(n):
                start = deal(variant, 1, dealer=dealer)
                seat = variant.seat_name((dealer + 1) % n)
                out.append(shown(f"{name}: {variant.seat_name(dealer)} deals, {seat} leads",
                                 [variant], case(start, [], turn=seat, leader=seat)))
            continue
        start = position = deal(variant, 1)
        actions: list[Any] = []
        cases = []
        for k in range(n):
            seat = variant.seat_name((start.turn + k) % n)
            cases.append(case(start, actions, turn=seat))
            actions = [*actions, legal_actions(position)[0]]
            position = step(position, actions[-1])
        out.append(shown(f"{name}: each card is followed by one of the seat at the left", [variant],
                         *cases))
    return out


@certifies("B020")
def names_any(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify whom the winner with the Joker may name, and who leads then."""
    out = []
    for name in ("G3", "G5"):
        for reading in ("trick", "lead", "card"):
            variant = load(name, choose={"G1": reading})
            position = _won_by_joker(name)._replace(variant=variant)
            seats = [variant.seat_name(i) for i in range(variant.players)]
            cases = [case(position, [], turn="B", legal=[f"gift {s}" for s in seats])]
            cases += [case(position, [f"B gift {s}"], leader=s) for s in seats]
            out.append(shown(f"{name}, gift of the {reading}: any seat may be named, and leads",
                             [variant], *cases))
    return out


@certifies("B041")
def weights(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the printed weights for every T."""
    from proofs.registry import claims

    return printed(claims()["B022"], None)


@certifies("J002", "J033")
def japanese(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify turn-up and trumps, and who leads, in deals of every dealer and trump suit."""
    out = []
    variant = load("J1")
    for seed in range(6):
        start = deal(variant, seed, dealer=seed % 3)
        turned = start.turn_up[0]
        left = variant.seat_name((seed % 3 + 1) % 3)
        end = played_out(start, seed)
        if claim.id == "J002":
            out.append(shown(f"{card_text(turned)} turned up: {turned.suit} are trumps, 17 cards "
                             "each, and it is still there at the end", [variant],
                             case(start, [], trump=turned.suit, sizes=[17] * 3,
                                  turn_up=[card_text(turned)]),
                             case(start, end, turn_up=[card_text(turned)], phase="over", done=17)))
            continue
        position, cases = start, [case(start, [], leader=left, turn=left)]
        for k, action in enumerate(end[:9], 1):
            after = step(position, action)
            if after.done > position.done:
                winner = next(i for i in range(3) if after.taken[i] > position.taken[i])
                seat = variant.seat_name(winner)
            else:
                seat = variant.seat_name((position.turn + 1) % 3)
            cases.append(case(start, end[:k], turn=seat))
            position = after
        out.append(shown("the eldest leads, the next is at the left, the winner of a trick leads "
                         f"(three tricks, {variant.seat_name(seed % 3)} dealing)", [variant],
                         *cases))
    return out


# --- Jokers & Jewels --------------------------------------------------------------------------


@certifies("K010")
def partners(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the sides."""
    return [shown(f"{name}: seats A and C are one side, B and D the other", [load(name)],
                  case(deal(load(name), 1), [], sides=[0, 1, 0, 1])) for name in ("K2", "K3")]


@certifies("K031", "K027")
def sums(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that only sums over partners count."""
    variant = load("K2")
    if claim.id == "K027":
        line = next(x for x in variant.file.score.lines if x["kind"] == "books and motley")
        a, b, m, k = var("a"), var("b"), var("m"), var("k")
        seen = Facts(taken=[0] * 4, books=[[a], [0], [b], [0]], motley=[m, 0, k, 0],
                     sides=variant.sides)
        points = LINES["books and motley"](TERMS, seen, [0] * 4, line)
        want = op("if", eq(a + b, 3), 4, op("if", eq(a + b, 2), 2, 0)) + op(
            "if", eq(m + k, 3), 6, 0)
        return [forall("cards of a Book (a + b <= 3) and of the Motley (m + k <= 3) count as if "
                       "one "
                       "partner had captured them", product(a=range(4), b=range(4), m=range(4),
                                                            k=range(4)),
                       TERMS.any([a + b > 3, m + k > 3, TERMS.all([
                           eq(points[0], want), eq(points[2], want)])]), [variant])]
    t, u, b, c = var("t"), var("u"), var("b"), var("c")
    line = next(x for x in variant.file.score.lines if x["kind"] == "jewels bid")
    seen = Facts(taken=[t, 1, u, 1], bids=[b, 1, c, 1], sides=variant.sides)
    team = LINES["jewels bid"](TERMS, seen, [0] * 4, line)
    alone = bid_score(load("K1"), t + u, b + c, TERMS)
    return [forall("a side scores as one player with the sums of tricks (0 to 10 each) and bids (1 "
                   "to 6 each), both partners alike",
                   product(t=range(11), u=range(11), b=range(1, 7), c=range(1, 7)),
                   TERMS.all([eq(team[0], alone), eq(team[2], alone)]), [variant, load("K1")])]


@certifies("K012")
def fool_legal(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that no hand and no trick makes the Fool illegal."""
    return [formulas.always_legal(load("K1", choose={"K4": option}), FOOL, m)
            for option in ("no", "yes") for m in (0, 2)]


@certifies("K016", "K017")
def breaking(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what breaks trump."""
    variant = load("K1", 2)
    five, seven = Card("t", "5"), Card("c", "7")
    rows = {
        "K016": [("a trump led from a hand of trumps breaks trump", ("5t 6t", "7c 8c"), [five],
                  True),
                 ("so does a trump thrown on a plain lead", ("7c 8c", "5t 6t"), [seven, five],
                  True),
                 ("a plain card does not", ("7c 8c", "9c 6t"), [seven, Card("c", "9")], False)],
        "K017": [("the Fool led leaves trump unbroken", ("Fool 5t", "7c 8c"), [FOOL], False),
                 ("so does the Fool thrown on a plain lead", ("7c 8c", "Fool 6t"), [seven, FOOL],
                  False),
                 ("so does a plain card behind it", ("Fool 5t", "7c 8c"), [FOOL, seven], False)],
    }
    return [shown(words, [variant], case(_jewels(*hands), cards, broken=broken))
            for words, hands, cards, broken in rows[claim.id]]


@certifies("K019")
def draws(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify hands and Library after the first trick."""
    out = []
    for n in (2, 3, 4):
        variant = load("K1", n)
        for seed in (1, 2):
            start = deal(variant, seed)
            actions = played_out(start, seed, 1)
            before = start
            for action in actions[:-1]:
                before = step(before, action)
            last = actions[-1]
            after = step(before, last)
            hands = [list(h) for h in before.hands]
            hands[before.turn].remove(last.card)
            for k in range(n):
                hands[(after.leader + k) % n].append(before.stock[k])
            want = [[card_text(c) for c in variant.pack.sort(h)] for h in hands]
            out.append(shown(f"{n} players: the winner has drawn the top card, the others clockwise"
                             " the next", [variant],
                             case(start, actions, hands=want, stock=len(before.stock) - n)))
    return out


# --- Foster's games ---------------------------------------------------------------------------


@certifies("F017")
def unannounced(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the rank of an unannounced ace, and that silence demotes it."""
    variant = load("S1", 2)
    out = []
    for trump in "csdh":
        ace = Card(trump, "A")
        view = variant.view(trump, ace)
        floor = view[ace].strength
        cards = items(view)
        x = seen(at(var("x"), 0))
        out.append(counted(f"{trump}: {{count}} trumps rank below an unannounced ace",
                           {"kind": "subsets", "items": cards, "size": 1},
                           TERMS.all([x.trump, x.strength < floor]), [variant], 0))
        out.append(counted(f"{trump}: it may not renege ({{count}})",
                           {"kind": "subsets", "items": cards, "size": 1},
                           TERMS.all([x.face == view[ace].face, x.privilege]), [variant], 0))
        for demoted in (card_text(ace), ""):
            out.append(shown(f"{trump}: after the holder's card "
                             f"{'in silence' if demoted else 'and his word'} the ace is "
                             f"{'demoted' if demoted else 'not demoted'}", [variant],
                             *_replayed(variant, trump, ace, bool(demoted))))
    return out


def _replayed(variant: Any, trump: str, ace: Card, silent: bool) -> list[dict[str, Any]]:
    for seed in range(5000):
        start = deal(variant, seed)
        fits = start.trump == trump and start.turn_up[0].rank != "A"
        if not fits or ace not in start.hands[start.turn]:
            continue
        actions: list[Any] = []
        if not silent:
            actions.append(next(a for a in legal_actions(start) if a.word == "decline"))
        card = next(a for a in legal_actions(start) if a.is_play)
        actions.append(card)
        return [case(start, actions, demoted=card_text(ace) if silent else "")]
    raise LookupError("no such deal")


@certifies("F039")
def five_and_ten(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the count on every split."""
    out = []
    for n in (2, 4):
        variant = load("S2", n)
        final = scores(variant)
        t = taken(n)
        side = t if n == 2 else [t[0] + t[2], t[1] + t[3]] * 2
        want = [op("if", eq(x, 5), 10, op("if", x >= 3, 5, 0)) for x in side]
        out.append(split_count(f"{n} players: three or four tricks count five, five ten, fewer "
                               "nothing: {count} exceptions among {size} splits", variant,
                               TERMS.any(TERMS.no(eq(a, b))
                                         for a, b in zip(final, want, strict=True)), 0, tricks=5))
    return out


@certifies("F045")
def two_orders(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the trumps fall in strength in both printed orders."""
    out = []
    for reading, order in (("piquet", "A K Q J T 9 8 7"), ("ecarte", "K Q J A T 9 8 7")):
        variant = load("R1", choose={"R7": reading})
        for trump in "csdh":
            view = variant.view(trump)
            falls = [op("+", view[Card(trump, r)].strength, 0) for r in order.split()]
            assert [c.rank for c in trump_row(variant, trump)] == order.split()
            out.append(calc(f"{reading}, {trump} trump: {order} falls in strength",
                            *[op("<", b, a) for a, b in itertools.pairwise(falls)],
                            variants=[variant]))
            out.append(in_pack(f"{reading}, {trump}: these are all {{count}} trumps", variant,
                               lambda c: c.trump, 8, trump))
    return out


@certifies("F066")
def widow(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the taker holds six cards and lays one away at once."""
    out = []
    for n in (3, 6, 9):
        variant = load("R2", n)
        start = deal(variant, 1)
        took = step(start, next(a for a in legal_actions(start) if a.word == "widow"))
        six = [card_text(c) for c in took.hands[start.turn]]
        seat = variant.seat_name(start.turn)
        out.append(shown(f"{n} players: {seat} takes the widow's six cards and must discard one",
                         [variant], case(start, [], widow=6),
                         case(start, [f"{seat} widow"], hand=six, turn=seat,
                              legal=[f"discard {c}" for c in six]),
                         case(start, [f"{seat} widow", f"{seat} discard {six[0]}"], sizes=[5] * n)))
    return out


@certifies("F086")
def no_trump(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify a simple in which all follow three times, and one in which a seat is void."""
    variant = load("L1", 3)
    base = deal(variant, 1)
    clubs = [Card("c", r) for r in "AKQJT9876"]
    rest = tuple(c for c in variant.pack.cards if c not in clubs)
    hands = tuple(tuple(clubs[i::3]) for i in range(3))
    follow = base._replace(hands=hands, stock=rest)
    third = (Card("d", "2"), Card("d", "3"), Card("d", "4"))
    other = (hands[0], hands[1], third)
    left = tuple(c for c in variant.pack.cards if all(c not in hand for hand in other))
    void = base._replace(hands=other, stock=left)
    return [
        shown("all follow in all three tricks: no card is turned, no trump, three tricks",
              [variant], case(follow, played_out(follow, 1), trump="", turn_up=[], phase="over",
                              done=3)),
        shown("a seat is void: the next card is turned and its suit is trump", [variant],
              case(void, played_out(void, 1, 1), trump=left[0].suit,
                   turn_up=[card_text(left[0])])),
    ]
