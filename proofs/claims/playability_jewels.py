"""Playability of Jokers & Jewels: trump leads, the led Fool, bids of nil."""

from __future__ import annotations

from proofs.claim import Claim, Finding, by_reading, decided, fails, silent
from proofs.registry import Effort, settles
from solver.cards import FOOL, Card
from solver.dealing import deal
from solver.position import Action, Position, play, start
from solver.referee import legal_actions, step
from solver.rules.algebra import PLAIN
from solver.rules.order import NO_SUIT
from solver.rules.tiers import Situation, legal
from solver.rules.trick import led_card
from solver.variant import Variant, load

KINDS = {"plain": Card("c", "7"), "trump": Card("t", "5"), "Fool": FOOL}
K4 = {"the Fool is a non-trump card": "no", "the Fool is neither": "yes"}


def _hand_types() -> list[tuple[str, ...]]:
    names = list(KINDS)
    return [
        tuple(n for i, n in enumerate(names) if mask >> i & 1) for mask in range(1, 2 ** len(names))
    ]


def _leads(variant: Variant, kinds: tuple[str, ...], broken: bool) -> tuple[str, ...]:
    view = variant.view("t")
    s = Situation([view[KINDS[k]] for k in kinds], [True] * len(kinds), [], broken=broken)
    lawful = legal(PLAIN, variant.lead_tiers, s)
    return tuple(k for k, yes in zip(kinds, lawful, strict=True) if yes)


@settles("K015")
def leading_trump(claim: Claim, effort: Effort) -> Finding:
    """Settle the lead set of every type of hand while trump is unbroken, both readings."""
    sets = {
        name: {k: _leads(load("K1", choose={"K4": option}), k, False) for k in _hand_types()}
        for name, option in K4.items()
    }
    first, second = sets.values()
    differ = [k for k in first if first[k] != second[k]]
    how = "; ".join(
        f"{' + '.join(k)}: {' or '.join(first[k])} against {' or '.join(second[k])}" for k in differ
    )
    findings = {
        name: decided(
            all(row.values()),
            f"a lead for each of {len(row)} types of hand",
            details={" + ".join(k): list(v) for k, v in row.items()},
        )
        for name, row in sets.items()
    }
    return by_reading(
        findings,
        f"a lead exists for all {len(first)} types of hand under both readings; they differ on "
        f"{len(differ)} type: {how}",
        scope="every hand (only whether plain cards, trumps and the Fool are held matters)",
        method="every type of hand, trump unbroken",
        details={"types": len(first), "differ": [" + ".join(k) for k in differ], "how": how},
    )


@settles("K014")
def after_the_fool(claim: Claim, effort: Effort) -> Finding:
    """Settle the second seat's cards after a led Fool, and the suit that is then led."""
    bad = rows = 0
    for option in K4.values():
        variant = load("K1", choose={"K4": option})
        view = variant.view("t")
        for kinds in _hand_types():
            if "Fool" in kinds:
                continue  # the one Fool has been led
            for broken in (False, True):
                rows += 1
                lawful = _leads(variant, kinds, broken)
                suits = [led_card(PLAIN, [view[FOOL], view[KINDS[k]]]).suit for k in lawful]
                bad += not lawful or NO_SUIT in suits
    breaks = _second_card_breaks()
    return decided(
        bad == 0 and load("K1").file.pack.fools == 1,
        f"{rows} cases (hand of plain cards, trumps or both; trump broken or not; two readings): "
        "the "
        "second seat always has a card, never the Fool, so that its card always has a suit"
        + ("; a trump forced so breaks trump" if breaks else ""),
        scope="a pack with one Fool, n>=2, the second seat holding a card",
        method="every type of hand, trump broken or not",
        details={"cases": rows, "without a card or a suit": bad, "forced trump breaks": breaks},
    )


def _second_card_breaks() -> bool:
    variant = load("K1", 2)
    hands = ((FOOL, Card("c", "7")), (Card("t", "5"), Card("t", "6")))
    position = start(variant, hands)._replace(done=30, bids=(1, 1))
    position = step(position, play(FOOL))
    return step(position, play(Card("t", "5"))).broken


@settles("K009")
def one_nil_per_team(claim: Claim, effort: Effort) -> Finding:
    """List the legal pairs of bids of a team, and what the text says of a bid of nought."""
    variant = load("K3")
    first = deal(variant, effort.seed)
    pairs = [(mine, his) for mine in legal_actions(first) for his in _partners_bids(first, mine)]
    each = len(legal_actions(first))
    nils = sum(1 for a, b in pairs if a.word == b.word == "nil")
    zeros = sum(1 for a in legal_actions(first) if a.value == 0)
    if nils or len(pairs) != each * each - 1:
        return fails("a team may bid nil twice", details={"pairs": len(pairs), "twice nil": nils})
    return silent(
        f"{len(pairs)} of {each * each} pairs are legal: all but nil with nil (bids 1 to "
        f"{each - 1} and nil, {variant.tricks} tricks); that a bid of 0 is nil, or is allowed at "
        "all "
        "in partnerships, the text does not say",
        scope=f"four players, {len(variant.pack)} cards",
        method="every bid of both partners, asked of the referee",
        mend="say that nil is the bid of no trick, and that other bids begin at 1",
        details={"pairs": each * each, "legal": len(pairs), "bids of 0 apart from nil": zeros},
    )


def _partners_bids(position: Position, action: Action) -> tuple[Action, ...]:
    after_both = step(step(position, action), Action("bid", (), 1))
    return legal_actions(after_both)
