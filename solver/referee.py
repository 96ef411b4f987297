"""The executable rulebook: legal actions and their effect.

Everything here is a function of a position. The meanings of the rules live in `solver.rules` and
`solver.events`; the referee only asks them in the order in which a deal runs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from solver.cards import SUITS, Card, card_text, parse_card
from solver.errors import IllegalAction, RulesSilent
from solver.events.base import award
from solver.events.declare import announcer
from solver.events.registry import event_of, events
from solver.position import OVER, PLAY, Action, Position, play, replaced, without
from solver.rules.algebra import PLAIN
from solver.rules.order import Seen
from solver.rules.tiers import Situation, Tier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.events.base import Event
    from solver.variant import Variant

FACE_DOWN_SUIT = 95  # a card led face down is of no suit that anybody could follow


# --- beginning ------------------------------------------------------------------------------


def begin(position: Position) -> Position:
    """Return the freshly dealt position at its first decision."""
    return _before_play(position._replace(phase=PLAY), 0)


def _before_play(position: Position, first: int) -> Position:
    """Ask the events from number `first` on; then fix the first leader."""
    for event in events(position.variant)[first:]:
        asked = event.before_play(position)
        if asked is None:
            continue
        position = asked
        if position.phase != PLAY:
            return position
    leader = first_leader(position)
    return _before_card(position._replace(leader=leader, turn=leader, phase=PLAY))


def require_end(position: Position) -> None:
    """Raise RulesSilent where the rules let a deal go on for ever, so that nothing settles it."""
    if position.variant.endless and not position.over:
        raise RulesSilent(
            f"{position.variant.name}: a deal need never end, for the last card, a Joker, can win "
            "trick after trick and be given away each time; set events.draw.short = 'stop', or let "
            "events.gift.gives be 'trick' or 'lead'."
        )


def first_leader(position: Position) -> int:
    """Return the seat that leads to the first trick."""
    lead = position.variant.file.lead
    general = announcer(position)
    if general is not None:
        return general
    if lead.first == "declarer":
        return position.variant.file.players.declarer
    if lead.first == "holder":
        card = opening_card(position)
        for seat, hand in enumerate(position.hands):
            if card in hand and position.active[seat]:
                return seat
    return next(seat for seat in position.around(position.eldest) if position.active[seat])


def opening_card(position: Position) -> Card | None:
    """Return the card that must open the deal, if the rules name one that a hand holds."""
    wanted = position.variant.file.lead.opening
    if not wanted:
        return None
    if wanted != "mate":
        return position.variant.pack.parse(wanted)
    if len(position.turn_up) != 1 or not position.turn_up[0].suit:
        return None
    turned = position.turn_up[0]
    mates = [
        card
        for card in position.variant.pack.faces
        if card.rank == turned.rank and card.colour == turned.colour and card != turned
    ]
    unique = len(mates) == 1 and position.variant.pack.count[mates[0]] == 1
    return mates[0] if unique else None


# --- legal actions --------------------------------------------------------------------------


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every legal action of the seat to act, in a fixed order; () when the deal is over.

    Raises RulesSilent where the rules leave a seat that must act without any.
    """
    actions = possible_actions(position)
    if not actions and position.phase != OVER:
        raise RulesSilent(
            f"{position.variant.name}: the rules leave {position.variant.seat_name(position.turn)} "
            "without a legal card; let the last tier of [lead] and [follow] admit any card ('any')."
        )
    return actions


def possible_actions(position: Position) -> tuple[Action, ...]:
    """Return what `legal_actions` does, but () where faulty rules leave the seat without any."""
    if position.phase == OVER:
        return ()
    if position.phase != PLAY:
        return tuple(event_of(position).actions(position))
    extra = [a for event in events(position.variant) for a in event.at_turn(position)]
    return (*extra, *(play(card) for card in legal_cards(position)))


def legal_cards(position: Position) -> tuple[Card, ...]:
    """Return the faces that the seat to act may play, in the order of the pack."""
    hand = tuple(dict.fromkeys(position.hands[position.turn]))
    if not hand:
        return ()
    _, allowed = binding_tier(position)
    return tuple(card for card in hand if card in allowed)


def binding_tier(position: Position) -> tuple[str, frozenset[Card]]:
    """Return the text of the tier that binds the seat to play, and the cards it allows."""
    for event in events(position.variant):
        position = event.binding(position)
    hand = tuple(dict.fromkeys(position.hands[position.turn]))
    s = situation(position, hand)
    variant = position.variant
    leading = not s.trick or (len(s.trick) == 1 and s.trick[0].fool)
    tiers = variant.lead_tiers if leading else variant.follow_tiers
    text, allowed = first_tier(tiers, s, hand)
    if s.trick and variant.always_tiers:
        for tier in variant.always_tiers:
            extra = admitted(tier, s, hand)
            allowed = allowed | extra
    return text, allowed


def first_tier(
    tiers: Sequence[Tier], s: Situation, hand: Sequence[Card]
) -> tuple[str, frozenset[Card]]:
    """Return the first tier that the hand meets (see `rules.tiers.legal` for the statement)."""
    for tier in tiers:
        cards = admitted(tier, s, hand)
        if cards:
            return tier.text, cards
    return "nothing", frozenset()


def admitted(tier: Tier, s: Situation, hand: Sequence[Card]) -> frozenset[Card]:
    """Return the cards of the hand that a tier admits."""
    if not tier.open(PLAIN, s):
        return frozenset()
    return frozenset(
        card for card, seen in zip(hand, s.hand, strict=True) if tier.admits(PLAIN, seen, s)
    )


def situation(position: Position, hand: Sequence[Card]) -> Situation:
    """Return what binds the seat to act, in the terms of `rules.tiers`."""
    view = position.view()
    file = position.variant.file
    opening = opening_card(position) if position.done == 0 and file.lead.opening else None
    return Situation(
        hand=[view[card] for card in hand],
        held=[True] * len(hand),
        trick=seen_trick(position, following=True),
        broken=position.broken,
        number=position.done + 1,
        trump_known=bool(position.trump),
        trump_leads=trump_leads(position),
        opening=view[opening].face if opening in view else -1,
        called=position.called,
        barred=_barred_face(position),
        ace_turned=bool(position.turn_up) and position.turn_up[-1].rank == "A",
        withhold_only_alone=file.follow.withhold_only_alone,
    )


def trump_leads(position: Position) -> int:
    """Return how many tricks, the first ones of the deal, must be opened with a trump."""
    return sum(position.active) - 1 if position.variant.most_trump_leads else 0


def laid_face_down(position: Position, card: Card) -> bool:
    """Whether a card led now is laid face down: no trump, where a trump is due."""
    if position.variant.face_down == "no" or position.done >= trump_leads(position):
        return False
    return not position.view()[card].trump


def _barred_face(position: Position) -> int:
    """Return the face of the card that has been called civil for this trick, or -1."""
    pam = position.variant.file.events.pam
    if pam is None or not position.called:
        return -1
    return position.variant.pack.index[parse_card(pam.card)]


def seen_trick(position: Position, *, following: bool = False) -> list[Seen]:
    """Return the trick on the table as the rules see it; a face-down lead is of no suit."""
    view = position.view()
    cards = [view[card] for card in position.trick_cards]
    own_suit = position.variant.face_down == "as its suit" and not following
    called = bool(cards) and position.called
    if called and not own_suit and laid_face_down(position, position.trick_cards[0]):
        cards[0] = cards[0]._replace(suit=FACE_DOWN_SUIT)
    return cards


# --- applying -------------------------------------------------------------------------------


def apply(position: Position, action: Action) -> Position:
    """Return the position after a legal action; raise IllegalAction with the rule it breaks."""
    if action not in legal_actions(position):
        raise IllegalAction(why_illegal(position, action))
    return step(position, action)


def step(position: Position, action: Action) -> Position:
    """Return the position after an action that is known to be legal."""
    if action.is_play and position.phase == PLAY:
        return _play_card(position, action.card)
    if position.phase == PLAY:  # an action at a seat's turn to play (robbing)
        event = next(e for e in events(position.variant) if action in e.at_turn(position))
        return event.act(position, action)
    event = event_of(position)
    decided = event.act(position, action)
    return _after_decision(position, event, decided)


def _after_decision(before: Position, event: Event, after: Position) -> Position:
    """Go on where the event had interrupted the deal."""
    if after.phase != PLAY:
        return after
    number = events(before.variant).index(event) + 1
    if after.done > before.done:  # a decision about a complete trick: it has been awarded
        return _after_trick(after, 0)
    if before.trick:  # a decision in mid-trick
        return after
    if before.done:
        return _after_trick(after, number)
    return _before_play(after, number)


def _before_card(position: Position) -> Position:
    for event in events(position.variant):
        asked = event.before_card(position)
        if asked is not None:
            return asked
    return position


def _play_card(position: Position, card: Card) -> Position:
    seat = position.turn
    called = position.called
    if not position.trick:
        called = laid_face_down(position, card)
    after = position._replace(
        hands=replaced(position.hands, seat, without(position.hands[seat], card)),
        trick=(*position.trick, (seat, card)),
        called=called,
    )
    for event in events(position.variant):
        after = event.on_card(position, card, after)
    for event in events(position.variant):
        asked = event.after_card(after)
        if asked is not None:
            return asked
    return _next_in_trick(after)


def _next_in_trick(position: Position) -> Position:
    """Pass the turn to the next seat that holds cards, or complete the trick."""
    seat = next_to_play(position)
    if seat is None:
        return _complete_trick(position)
    return _before_card(position._replace(turn=seat))


def next_to_play(position: Position) -> int | None:
    """Return the seat that must play next to the trick on the table, None if it is complete.

    Seats without cards are passed over.
    """
    played = {seat for seat, _ in position.trick}
    for seat in position.around(position.leader):
        if seat not in played and position.active[seat] and position.hands[seat]:
            return seat
    return None


def _complete_trick(position: Position) -> Position:
    for event in events(position.variant):
        position = event.before_winner(position)
    winner = trick_winner(position)
    for event in events(position.variant):
        asked = event.before_award(position, winner)
        if asked is not None:
            return asked
    return _after_trick(award(position, winner, winner), 0)


def trick_winner(position: Position) -> int:
    """Return the seat that wins the trick on the table; raise RulesSilent if there is not one."""
    wins = winning_cards(position.variant, tuple(seen_trick(position)))
    if len(wins) != 1:
        cards = " ".join(card_text(card) for card in position.trick_cards)
        raise RulesSilent(
            f"{position.variant.name}: the rules name "
            f"{'no card' if not wins else f'{len(wins)} cards'} as winner of the trick {cards}; to "
            f"fill the gap {position.variant.gap_filler}."
        )
    return position.trick[wins[0]][0]


@lru_cache(maxsize=1 << 18)
def winning_cards(variant: Variant, trick: tuple[Seen, ...]) -> tuple[int, ...]:
    """Return the places in the trick (in the order played) that the rules name as winners."""
    return tuple(i for i, wins in enumerate(variant.wins(PLAIN, trick)) if wins)


def _after_trick(position: Position, first: int) -> Position:
    for event in events(position.variant)[first:]:
        asked = event.after_trick(position)
        if asked is None:
            continue
        position = asked
        if position.phase != PLAY:
            return position
    return _next_trick(position)


def _next_trick(position: Position) -> Position:
    """Let the leader lead, or end the deal when there can be no further trick."""
    holding = [
        i for i in position.around(position.leader) if position.active[i] and position.hands[i]
    ]
    draw = position.variant.file.events.draw
    play_on = draw is not None and draw.short == "play on"
    if not holding or (len(holding) < sum(position.active) and not play_on):
        return position._replace(phase=OVER)
    return _before_card(position._replace(leader=holding[0], turn=holding[0]))


def why_illegal(position: Position, action: Action) -> str:
    """Say which rule an action breaks, and what would be legal."""
    variant = position.variant
    seat = variant.seat_name(position.turn)
    legal = ", ".join(action_text(variant, a) for a in legal_actions(position)) or "nothing"
    ply = len(position.trick) + 1
    where = f"trick {position.done + 1}, card {ply}, seat {seat}"
    tried = action_text(variant, action)
    if position.over:
        return f"{where}: {tried} is illegal: the deal is over."
    if action.is_play and action.card not in position.hands[position.turn]:
        return f"{where}: {tried} is not in {seat}'s hand; legal are {legal}."
    if action.is_play and position.phase == PLAY:
        rule, _ = binding_tier(position)
        return f"{where}: {tried} breaks the rule '{rule}'; legal are {legal}."
    return f"{where}: {tried} is no legal action now ({position.phase}); legal are {legal}."


def action_text(variant: Variant, action: Action) -> str:
    """Write an action as `docs/actions.md` does."""
    if action.word == "gift":
        return f"gift {variant.seat_name(action.value)}"
    if action.word == "bid":
        return f"bid {action.value}"
    if action.word == "name":
        return f"name {list(SUITS)[action.value]}"
    return " ".join([*([action.word] if action.word else []), *map(card_text, action.cards)])


def parse_action(position: Position, text: str) -> Action:
    """Read an action as written by `action_text`; raise IllegalAction if no such is legal."""
    wanted = " ".join(text.split()).lower()
    variant = position.variant
    legal = legal_actions(position)
    for action in legal:
        if action_text(variant, action).lower() == wanted:
            return action
    try:
        card = variant.pack.parse(text)
    except Exception as error:
        listed = ", ".join(action_text(variant, a) for a in legal)
        raise IllegalAction(f"'{text}' is no legal action; legal are {listed}.") from error
    if play(card) in legal:
        return play(card)
    raise IllegalAction(why_illegal(position, play(card)))
