"""Themes: what a solution is about, one small predicate each, from a closed vocabulary.

A predicate looks at the main line; where it speaks of a play of the side, something else would
have been wrong there. Themes of the play of one kind of game are in `themes_games`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles import themes_games as games
from puzzles.story import Story
from solver.goals import HELP
from solver.position import play
from solver.referee import step

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzles.solution import Choice, Solution
    from puzzles.story import Ply
    from solver.cards import Card


def unblock(story: Story) -> bool:
    """A high card is thrown under the partner's winner where a lower one of the suit would fail."""
    return any(
        story.taken(trick) and trick.taker != ply.seat and _higher_than_wrong(ply)
        for ply in story.decisions
        if ply.before.trick and (trick := story.trick_of(ply)) is not None
    )


def overtaking(story: Story) -> bool:
    """The partner's winning card is beaten where a lower card of the suit would fail."""
    return any(
        (trick := story.trick_of(ply)) is not None
        and trick.taker == ply.seat
        and _partner_wins(story, ply)
        and _higher_than_wrong(ply)
        for ply in story.decisions
        if ply.before.trick
    )


def _higher_than_wrong(ply: Ply) -> bool:
    mine = ply.seen(ply.action.card)
    wrong = [ply.seen(action.card) for action in ply.wrong if action.is_play]
    return any(w.suit == mine.suit and w.strength < mine.strength for w in wrong)


def _partner_wins(story: Story, ply: Ply) -> bool:
    """Whether a partner's card is the best on the table."""
    if story.variant.file.trick.winner != "highest":
        return False
    best = ply.before.trick[0]
    for seat, card in ply.before.trick[1:]:
        a, b = ply.seen(card), ply.seen(best[1])
        if (a.trump and not b.trump) or (a.suit == b.suit and a.strength > b.strength):
            best = (seat, card)
    return best[0] in story.side and best[0] != ply.seat


def duck(story: Story) -> bool:
    """A trick is let go, following, that another card would have won."""
    return any(
        ply.before.trick
        and story.lost(story.trick_of(ply))
        and any(story.taker_after(ply.before, a) == ply.seat for a in ply.wrong)
        for ply in story.decisions
    )


def lead_surrender(story: Story) -> bool:
    """A lead gives a trick away that another lead would have won."""
    return any(
        not ply.before.trick
        and story.lost(story.trick_of(ply))
        and any(story.taker_after(ply.before, a) in story.side for a in ply.wrong)
        for ply in story.decisions
    )


def underplay(story: Story) -> bool:
    """A low card is led, or played, from a suit whose higher card would win the trick."""
    for ply in story.decisions:
        mine = ply.seen(ply.action.card)
        above = [
            a
            for a in ply.wrong
            if a.is_play
            and ply.seen(a.card).suit == mine.suit
            and ply.seen(a.card).strength > mine.strength
        ]
        trick = story.trick_of(ply)
        if (trick is None or trick.taker != ply.seat) and any(
            story.taker_after(ply.before, a) == ply.seat for a in above
        ):
            return True
    return False


def throw_in(story: Story) -> bool:
    """An opponent is given the lead, and any lead of his costs what he would keep otherwise."""
    if story.goal.stance == HELP:  # nobody is an opponent
        return False
    for before, trick in zip(story.tricks, story.tricks[1:], strict=False):
        ply = trick.plies[0]
        given = any(p.critical for p in before.plies)
        if not given or ply.seat in story.side or before.taker != ply.seat or ply.before.trick:
            continue
        if len(ply.node.choices) < 2:
            continue
        ours = [seat for seat in sorted(story.side) if ply.before.hands[seat]]
        if ours and not any(
            story.holds(ply.before._replace(leader=seat, turn=seat)) for seat in ours
        ):
            return True
    return False


def squeeze(story: Story) -> bool:
    """An opponent who can't follow must throw a card that he can't spare.

    Tested by giving him a card of no use to throw instead: the goal can't be forced any more.
    """
    if story.variant.file.trick.winner != "highest" or story.goal.stance == HELP:
        return False
    return any(
        ply.seat not in story.side and _discards(ply) and _costs(story, ply) for ply in story.plies
    )


def _discards(ply: Ply) -> bool:
    if not (ply.before.trick and ply.action.is_play and len(ply.node.choices) > 1):
        return False
    led, card = ply.seen(ply.before.trick[0][1]), ply.seen(ply.action.card)
    return bool(card.suit != led.suit and not card.trump)


def _costs(story: Story, ply: Ply) -> bool:
    idle = _idle_card(ply)
    if idle is None or story.judge.secured(ply.before):
        return False
    hand = story.variant.pack.sort((*ply.before.hands[ply.seat], idle))
    return not story.holds(step(ply.before.with_hand(ply.seat, hand), play(idle)))


def _idle_card(ply: Ply) -> Card | None:
    """Return a card out of play that is neither trump nor of the suit led."""
    position = ply.before
    view, led = position.view(), ply.seen(position.trick[0][1])
    live = {card for hand in position.hands for card in hand} | set(position.trick_cards)
    spare = [c for c in position.variant.pack.faces if c.suit and c not in live]
    return next((c for c in spare if view[c].suit != led.suit and not view[c].trump), None)


def safety(story: Story) -> bool:
    """The key forgoes what a wrong card would reach if the others erred."""
    root = story.solved.root
    if not root.wrong or not root.right or story.goal.measure != "tricks":
        return False
    return max(map(_dreams(story), root.wrong)) > max(map(_dreams(story), root.right))


def _dreams(story: Story) -> Callable[[Choice], int]:
    """Return what a first choice comes to with everybody's help, the greater the better."""
    from solver.search import value

    sign = -1 if story.goal.minimises else 1
    wish = story.goal._replace(
        stance="help", relation="least" if story.goal.minimises else "most", amount=None
    )

    def dream(choice: Choice) -> int:
        found = value(step(story.solved.root.position, choice.action), wish)
        return sign * (found or 0)

    return dream


def void_creation(story: Story) -> bool:
    """The last card of a suit is led, and a later trick in that suit is met with another."""
    for ply in story.decisions:
        suit = ply.seen(ply.action.card).suit
        left = [card for card in ply.after.hands[ply.seat] if ply.seen(card).suit == suit]
        if ply.before.trick or left:
            continue
        later = [p for p in story.plies if p.before.done > ply.before.done and p.before.trick]
        if any(p.seat == ply.seat and p.seen(p.before.trick[0][1]).suit == suit for p in later):
            return True
    return False


THEMES: dict[str, Callable[[Story], bool]] = {
    "unblock": unblock,
    "duck": duck,
    "throw-in": throw_in,
    "squeeze": squeeze,
    "safety": safety,
    "overtaking": overtaking,
    "underplay": underplay,
    "void creation": void_creation,
    "lead surrender": lead_surrender,
    "parity switch": games.parity_switch,
    "sandwich": games.sandwich,
    "Joker gift": games.joker_gift,
    "Joker extraction": games.joker_extraction,
    "emptying the emergent suit": games.emptying,
    "holding up the Five": games.holding_up_the_five,
    "reneging": games.reneging,
    "forced heading": games.forced_heading,
    "breaking trump": games.breaking_trump,
    "Fool escape": games.fool_escape,
}


def themed(solved: Solution) -> tuple[str, ...]:
    """Return the themes of a solved puzzle, in the order of the vocabulary."""
    if not solved.makeable or not solved.root.choices:
        return ()
    story = Story(solved)
    return tuple(name for name, shows in THEMES.items() if shows(story))
