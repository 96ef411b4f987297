"""Themes that one kind of game has: middling tricks, Spoil Five, Loo and Rams, Jokers & Jewels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.cards import FOOL, JOKER
from solver.referee import binding_tier, legal_cards
from solver.rules.algebra import PLAIN
from solver.rules.trick import emergent_suit

if TYPE_CHECKING:
    from puzzles.story import Ply, Story, Trick
    from solver.cards import Card


def _middling(story: Story) -> bool:
    return story.variant.file.trick.winner.startswith("middling")


def _emergent(trick: Trick, instead: dict[Card, Card] | None = None) -> int:
    """Return the emergent suit of a trick, with cards replaced."""
    view = trick.plies[0].before.view()
    cards = [view[(instead or {}).get(card, card)] for _, card in trick.cards]
    return int(emergent_suit(PLAIN, cards))


def parity_switch(story: Story) -> bool:
    """The side's card makes another suit emerge than a wrong card would have."""
    if not _middling(story):
        return False
    for ply in story.decisions:
        trick = story.trick_of(ply)
        if trick is None or not ply.before.trick or any(c == JOKER for _, c in trick.cards):
            continue
        wrong = [a.card for a in ply.wrong if a.is_play and a.card != JOKER]
        if any(_emergent(trick, {ply.action.card: c}) != _emergent(trick) for c in wrong):
            return True
    return False


def sandwich(story: Story) -> bool:
    """The side takes a trick with the card between a higher and a lower one of its suit."""
    if not _middling(story):
        return False
    for ply in story.decisions:
        trick = story.trick_of(ply)
        if trick is None or trick.taker != ply.seat or any(c == JOKER for _, c in trick.cards):
            continue
        mine = ply.seen(ply.action.card)
        same = [ply.seen(c).strength for _, c in trick.cards if ply.seen(c).suit == mine.suit]
        if min(same) < mine.strength < max(same):
            return True
    return False


def joker_gift(story: Story) -> bool:
    """The winner by Joker gives away what he won to another seat, and not just to any."""
    return any(
        ply.action.word == "gift"
        and ply.action.value != ply.seat
        and len({choice.value for choice in ply.node.choices}) > 1
        for ply in story.plies
    )


def joker_extraction(story: Story) -> bool:
    """An opponent must play the Joker to a lead of the side, with more tricks to come."""
    return any(
        ply.seat not in story.side
        and ply.action.is_play
        and ply.action.card == JOKER
        and len(ply.before.hands[ply.seat]) > 1
        and legal_cards(ply.before) == (JOKER,)
        and ply.before.leader in story.side
        for ply in story.plies
    )


def emptying(story: Story) -> bool:
    """The side takes a trick with a card that stands alone, its suit emptied from other hands."""
    if not _middling(story):
        return False
    return any(_alone(story, trick) for trick in story.tricks)


def _alone(story: Story, trick: Trick) -> bool:
    card = next((c for seat, c in trick.cards if seat == trick.taker), None)
    if trick.taker not in story.side or card is None or card == JOKER:
        return False
    first, now = story.solved.root.position, trick.plies[0].before
    others = [seat for seat in range(first.players) if seat not in story.side]

    def held(position_hands: tuple[tuple[Card, ...], ...]) -> bool:
        return any(c.suit == card.suit for seat in others for c in position_hands[seat])

    return _emergent(trick) == now.view()[card].suit and held(first.hands) and not held(now.hands)


# --- Spoil Five -----------------------------------------------------------------------------


def holding_up_the_five(story: Story) -> bool:
    """The Five of trumps could be played and must not be."""
    if "5" not in story.variant.file.order.top_trumps:
        return False
    return any(
        action.is_play and action.card.rank == "5" and action.card.suit == ply.before.trump
        for ply in story.decisions
        for action in ply.wrong
    )


def reneging(story: Story) -> bool:
    """A privileged trump is withheld from a lower trump led."""
    return any(_withholds(ply) for ply in story.decisions if ply.before.trick)


def _withholds(ply: Ply) -> bool:
    led, mine = ply.seen(ply.before.trick[0][1]), ply.seen(ply.action.card)
    if not led.trump or mine.trump:
        return False
    return any(a.is_play and ply.seen(a.card).privilege for a in ply.wrong)


# --- Loo and Rams ---------------------------------------------------------------------------


def forced_heading(story: Story) -> bool:
    """An opponent must head the trick of the side's lead, though a lower card is in his hand."""
    return any(
        ply.seat not in story.side and ply.before.leader in story.side and _must_head(ply)
        for ply in story.plies
        if ply.before.trick and ply.action.is_play and ply.before.phase == "play"
    )


def _must_head(ply: Ply) -> bool:
    text, allowed = binding_tier(ply.before)
    if "head" not in text:
        return False
    mine = ply.seen(ply.action.card)
    return any(
        card not in allowed
        and ply.seen(card).suit == mine.suit
        and ply.seen(card).strength < mine.strength
        for card in ply.before.hands[ply.seat]
    )


# --- Jokers & Jewels ------------------------------------------------------------------------


def breaking_trump(story: Story) -> bool:
    """The side breaks trumps, because it must."""
    return any(ply.after.broken and not ply.before.broken for ply in story.decisions)


def fool_escape(story: Story) -> bool:
    """The Fool is played to a trick that any other card would have spoilt."""
    return any(ply.before.trick and ply.action.card == FOOL for ply in story.decisions)
