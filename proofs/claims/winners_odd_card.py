"""The odd card: whether it matters that it lies face up."""

from __future__ import annotations

from proofs.claim import Claim, Finding, decided
from proofs.encode.obligations import refuted
from proofs.never_stuck import legal_set, situation
from proofs.registry import Effort, settles
from solver.dealing import deal, play_stream
from solver.encode.cnf import Cnf
from solver.outcome import outcome
from solver.referee import legal_actions, step
from solver.variant import Variant, load


@settles("B050")
def odd_card(claim: Claim, effort: Effort) -> Finding:
    """Settle that turning the odd card up or down changes no legal set, winner or score."""
    down, up = (load("G3-40", choose={"G5": word}) for word in ("face down", "face up"))
    same_rules = (
        [t.text for t in down.lead_tiers] == [t.text for t in up.lead_tiers]
        and [t.text for t in down.follow_tiers] == [t.text for t in up.follow_tiers]
        and down.file.score == up.file.score
        and down.file.trick == up.file.trick
        and down.file.events == up.file.events
    )
    blind = all(_turn_up_unread(claim.id, up, leading) for leading in (True, False))
    deals = 20
    states = sum(_played_alike(down, up, effort.seed * 1000 + i) for i in range(deals))
    mate = load("G3-40", choose={"G5": "mate"})
    moved = sum(deal(mate, i).leader != deal(down, i).leader for i in range(deals))
    return decided(
        same_rules and blind and states > 0,
        "no: no tier, trick rule or score line reads the undealt card (refuted for every hand), "
        "and "
        f"{deals} deals played both ways agree at all {states} decisions; it changes only what the "
        f"players know (and, with the rule of the mate, the first leader: {moved} of {deals} "
        "deals)",
        scope="40 cards, n=3, one card over; the same for any pack and n",
        method="SAT over all hands; the same deals and plays under both readings",
        details={"decisions compared": states, "deals": deals, "first leader with the mate": moved},
    )


def _turn_up_unread(claim: str, variant: Variant, leading: bool) -> bool:
    """Refute that the turned card (an ace or not, a mate or none) changes a legal set."""
    view = variant.view("")
    a = Cnf()
    trick = [] if leading else a.trick(view, variant.pack.count, 1)
    s = situation(a, variant, list(view.values()), trick)
    other = s._replace(ace_turned=a.truth(), opening=a.unknown(range(len(view))))
    pairs = zip(
        legal_set(a, variant, s, leading=leading),
        legal_set(a, variant, other, leading=leading),
        strict=True,
    )
    a.require(a.any(a.no(a.same(x, y)) for x, y in pairs))
    return refuted(claim, f"the turned card matters {'leading' if leading else 'following'}", a)


def _played_alike(down: Variant, up: Variant, seed: int) -> int:
    """Play a deal in both variants alike; return the decisions, or 0 if they ever differ."""
    one, two = deal(down, seed), deal(up, seed)
    rng = play_stream(seed)
    decisions = 0
    while not one.over:
        legal = legal_actions(one)
        if legal != legal_actions(two) or one.turn != two.turn:
            return 0
        action = rng.choice(legal)
        one, two = step(one, action), step(two, action)
        decisions += 1
    same = outcome(one) == outcome(two) and two.over
    return decisions if same else 0
