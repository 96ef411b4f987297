"""Certificates about next leaders, Jokers, the odd card, double and triple packs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from proofs.certificates import formulas, tricks
from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    case,
    details,
    eq,
    forall,
    forced,
    interval,
    product,
    readings,
    sampled,
    shown,
    walked,
    witnessed,
)
from proofs.certificates.terms import TERMS, op, var
from proofs.claims.playability_joker import tiny_deals
from proofs.claims.winners_mirror import mirrored
from proofs.claims.winners_packs import TEXT, _triple
from proofs.clauses import paired_off_first
from proofs.trick_types import trick_types, winners
from proofs.witness import ending
from solver.cards import JOKER, Card
from solver.dealing import deal
from solver.position import start
from solver.referee import legal_actions, step
from solver.rules.order import NO_SUIT
from solver.rules.trick import emergent_suit, middling
from solver.variant import load

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding
    from solver.rules.order import Seen

@certifies("B011")
def next_leader(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for every pack on how many types no single winner is named."""
    out = []
    for name, (variant_id, settings) in TEXT.items():
        variant = load(variant_id, settings=settings)
        n = variant.players
        failing = sum(len(winners(variant, k.cards)) != 1 for k in trick_types(variant.pack, n))
        stated = details(finding, name, "without one winner")
        out.append(replace(tricks.unique_by_types(variant, n, failing), agrees=stated))
    for variant_id in ("G7b",):
        out.append(tricks.unique_by_types(load(variant_id), load(variant_id).players))
    for g in ("G3", "G5"):
        variant = load(g)
        n = variant.players
        cards = [JOKER, *[c for c in variant.pack.faces if c.suit][: n - 1]]
        names = [f"gift {variant.seat_name(i)}" for i in range(n)]
        out.append(shown(f"{n} players: the winner by Joker may name any seat", [variant],
                         case(start(variant, tuple((c,) for c in cards)), cards, legal=names)))
    return out


@certifies("B012")
def joker_wins(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify how many cards C1 names by the number of Jokers."""
    out = []
    for k in (1, 2, 3):
        variant = load("G3", settings={"pack.jokers": k, "trick.jokers": "refuse"})
        out.append(tricks.over_types(
            f"{k} Jokers in the pack: on {{count}} of {{size}} types the number of cards named is "
            "not the number of Jokers (one if there is none)", variant, 3,
            lambda t, variant=variant: TERMS.no(eq(
                TERMS.count(variant.wins(TERMS, t)),
                op("max", 1, TERMS.count(c.joker for c in t)))), 0))
    out.append(witnessed("two void seats must both play a Joker: two winners are named",
                         [load("G3", settings={"pack.jokers": 2, "trick.jokers": "refuse"})],
                         finding, named=2))
    return out


@certifies("B021")
def the_gift(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the one-trick example and the cards left over in all tiny deals."""
    base = ending(load("G3"), ((JOKER,), (Card("c", "7"),), (Card("s", "7"),)))
    rows = {"trick": [0, 1, 2], "lead": [1, 2, 0], "card": [1, 2, 0]}
    gifts = {}
    for word in rows:
        variant = load("G3", choose={"G1": word})
        position = base._replace(variant=variant)
        acts = [JOKER, Card("c", "7"), Card("s", "7"), "A gift B"]
        gifts[word] = case(position, acts, raw=rows[word], sizes=None)
    question = load("G3").file.options["G1"].question
    both = [load("G3", choose={"G1": w}) for w in rows]
    out = [
        readings("one trick won by A's Joker, given to B: the scores differ", question, both,
                 (["raw"], gifts["trick"], gifts["lead"]),
                 (["raw"], gifts["trick"], gifts["card"])),
    ]
    two = "gooseberry-3{} / A to lead / A: Jk 7c | B: 7s 8s | C: 7d 8d"
    ends = []
    for word, extra in (("lead", " G1=lead"), ("card", " G1=card")):
        del word
        position, acts = _after_gift(two.format(extra))
        ends.append(case(position, acts, sizes=None, leader=None))
    out.append(readings("given to B after the first of two tricks, the Joker is in B's hand or not",
                        question, both[1:], (["sizes"], *ends)))
    for word in ("trick", "lead", "card"):
        variant = load("G3", choose={"G1": word})
        starts = [start(variant, hands) for hands in tiny_deals(1, 2)]
        only = (lambda row: row[0] == 0) if word != "card" else None
        out.append(walked(f"gift of the {word}: cards left over at the end of all plays of the "
                          f"{len(starts)} deals of a Joker and five cards", [variant], starts,
                          "over", ["left over"], only))
    return out


def _after_gift(text: str) -> tuple[Any, list[Any]]:
    """Return a position and play up to the Joker's gift to seat B."""
    from solver.notation import read

    position, _ = read(text)
    acts: list[Any] = []

    def go(here: Any, done: list[Any]) -> list[Any] | None:
        if here.phase == "gift":
            named = next((a for a in legal_actions(here) if a.value == 1), None)
            return [*done, named] if named and here.turn != 1 else None
        if here.over:
            return None
        for action in legal_actions(here):
            found = go(step(here, action), [*done, action])
            if found:
                return found
        return None

    acts = go(position, []) or []
    return position, acts


@certifies("B043")
def mirror_game(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what each seat can force in the deal and in its mirror image."""
    right, left = load("G3"), load("G3", choose={"E": "left"})
    hands = ((JOKER, Card("s", "7")), (Card("c", "7"), Card("h", "7")),
             (Card("c", "8"), Card("h", "8")))
    out = []
    for seat, value in enumerate((2, 1, 1)):
        out.append(forced(f"under E seat {'ABC'[seat]} can make {value} points",
                          start(right, hands), seat, "most", value, measure="raw",
                          variants=[right]))
    for seat, value in enumerate((2, 0, 2)):
        out.append(forced(f"under E' in the mirrored deal seat {'ABC'[seat]} can make {value}",
                          start(left, mirrored(hands)), seat, "most", value, measure="raw",
                          variants=[left]))
    return out


@certifies("B050")
def odd_card(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that the turned card is read by no legal set, and deals played both ways."""
    down, up = (load("G3-40", choose={"G5": word}) for word in ("face down", "face up"))
    out = [formulas.turn_up_unread(up, m) for m in (0, 1)]
    out += [formulas.alike(f"face up or down the legal cards are the same ({m} on the table)",
                           down, up, "", m) for m in (0, 1, 2)]
    for seed in (1, 2, 3):
        cases = []
        position, acts = deal(down, seed), []
        while not position.over:
            acts.append(legal_actions(position)[-1])
            position = step(position, acts[-1])
        for variant in (down, up):
            cases.append(case(deal(variant, seed), acts, taken=list(position.taken), raw=None,
                              final=None, phase="over"))
        out.append(shown("the same deal and play, face down and face up: the same tricks and "
                         "scores", [down, up], *cases))
    return out


@certifies("B054")
def three_jokers(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the winners named, what each reading names, and a sample."""
    refuse = load("G5-3J", settings={"trick.jokers": "refuse"})
    out = [tricks.over_types(
        "on {count} of {size} types the number of cards named is not the number of Jokers (one if "
        "there is none)", refuse, 5, lambda t: TERMS.no(eq(
            TERMS.count(refuse.wins(TERMS, t)), op("max", 1, TERMS.count(c.joker for c in t)))), 0)]
    words = ("first", "last", "cancel")
    both = [load("G5-3J", choose={"G7": w}) for w in words]
    out += [tricks.unique_by_types(v, 5) for v in both]
    cards = [JOKER, JOKER, *[Card("c", r) for r in "789"]]
    ends = [case(ending(v, [(c,) for c in cards]), cards, turn=None, taken=None, phase=None)
            for v in both]
    pairs = [(["turn"] if i + j < 2 else ["phase"], ends[i], ends[j])
             for i, j in ((0, 1), (0, 2), (1, 2))]
    out.append(readings("two Jokers and three clubs: each reading has another winner",
                        load("G5-3J").file.options["G7"].question, both, *pairs))
    out.append(sampled("in {deals} deals dealt and played at random, {hits} of {of} tricks hold two"
                       " Jokers or more (the finding's own sample is larger)", both[0],
                       "gooseberry-5-3j", "two Jokers in a trick", 60))
    out.append(interval("two Jokers or more in a trick: {hits} of {of} tricks of the finding's "
                        "sample give the interval {low} to {high} millionths", [both[0]],
                        details(finding, "two or more")))
    return out


@certifies("B060")
def double_pack(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify uniqueness, and that it does not matter when equal cards go."""
    from proofs.claims.winners_packs import _double

    out = []
    for n in (3, 5, 7):
        variant = load("GN", n, settings=_double() | {"trick.equal": "pairs, first"})
        out.append(tricks.unique_by_types(variant, n))
        if n < 7:
            out.append(tricks.over_types(
                f"{n} cards: striking equal cards out before the suit is chosen changes the winner "
                "on {count} of {size} types", variant, n,
                lambda t, v=variant: TERMS.any(TERMS.no(eq(x, y)) for x, y in zip(
                    middling(TERMS, paired_off_first(TERMS, t), equal="none"),
                    v.wins(TERMS, t), strict=True)), 0))
    out.append(tricks.unique_by_sat(load("G5-2P"), 5))
    m, p = var("m"), var("p")
    out.append(forall("taking out p pairs leaves the parity of m, and an odd m keeps a card "
                      "(m to 13)", product(m=range(14), p=range(7)),
                      TERMS.any([m - 2 * p < 0, TERMS.all([
                          (m - 2 * p) % 2 == m % 2,
                          TERMS.any([m % 2 == 0, m - 2 * p >= 1])])]), [load("G5-2P")]))
    return out


@certifies("B064")
def triple_pack(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify where no winner is named, and which additions mend it."""
    out = []
    for equal in ("pairs, first", "pairs, last", "all", "none"):
        for n in (3, 5):
            variant = _triple(n, equal)
            stated = {"all": {3: 4, 5: 48}, "none": {3: 12, 5: 120}}.get(equal, {3: 0, 5: 0})
            out.append(tricks.unique_by_types(variant, n, stated[n]))
    variant = _triple(5, "refuse")

    def tripled(t: list[Seen]) -> Any:
        emergent = emergent_suit(TERMS, t)
        return TERMS.any(TERMS.all([c.suit == emergent, emergent != NO_SUIT, TERMS.count(
            o.face == c.face for o in t) >= 3]) for c in t)

    out.append(tricks.over_types("no winner just where three equal cards lie in the emergent suit:"
                                 " {count} exceptions among {size} types", variant, 5,
                                 lambda t: TERMS.no(eq(tripled(t), TERMS.no(
                                     tricks.one_winner(variant)(t)))), 0))
    seven = Card("c", "7")
    seats = [ending(_triple(3, w), ((seven,),) * 3) for w in ("pairs, first", "pairs, last")]
    pair = [case(p, [seven] * 3, taken=None) for p in seats]
    out.append(readings("three sevens of clubs: of three equal cards the first, or the last, wins",
                        "Which of three equal cards stays?", [p.variant for p in seats],
                        (["taken"], *pair)))
    out.append(witnessed("three sevens of clubs: the rules name no winner", [_triple(3, "refuse")],
                         finding, named=0))
    return out
