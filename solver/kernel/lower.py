"""Lowering: a variant under one trump becomes tables, a position and a goal become numbers.

Everything is taken from the rules that the referee reads: `Variant.view` for suits and strengths,
the texts of the tiers, the sections of the file. What has no counterpart in the compiled search
raises NotLowerable, and the reference solver answers instead.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from solver.cards import SUITS, Card, parse_card
from solver.goals import OWN
from solver.kernel import kernel, words
from solver.kernel.goals import lower_goal, lower_own
from solver.kernel.refused import NotLowerable
from solver.referee import opening_card
from solver.rules.order import COLOURS, SUIT_INDEX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.goals import Goal
    from solver.position import Position
    from solver.rules.tiers import Tier
    from solver.variant import Variant

NO_PRINTED_SUIT = 7


class Lowered(NamedTuple):
    """What the compiled search takes, and what must be added to its value."""

    tables: Any
    root: Any
    goal: Any
    past: int
    own: Any = None  # where each seat plays for itself


class Look(NamedTuple):
    """What fixes how cards look: trump, demoted card, whether an ace was turned up."""

    trump: str
    demoted: Card | None
    ace_turned: bool


def lower(position: Position, goal: Goal) -> Lowered:
    """Return tables, root and goal for the compiled search; raise NotLowerable."""
    looks = _looks(position)
    tables = lower_variant(position.variant, looks)
    if goal.stance == OWN:
        lowered, own, past = lower_own(position, goal)
        return Lowered(tables, lower_position(position), lowered, past, own)
    lowered, past = lower_goal(position, goal)
    return Lowered(tables, lower_position(position), lowered, past)


def _looks(position: Position) -> tuple[Look, ...]:
    turned = position.turn_up[-1].rank == "A" if position.turn_up else False
    first = Look(position.trump, position.demoted, turned)
    if _turns_late(position):
        card = position.stock[0]
        if not card.suit:
            raise NotLowerable("a card without a suit would be turned for trump")
        return first, Look(card.suit, position.demoted, card.rank == "A")
    if robbing(position) == 1:
        return first, Look(position.trump, Card(position.trump, "A"), turned)
    return (first,)


def _turns_late(position: Position) -> bool:
    late = position.variant.file.events.late_trump is not None
    return late and not position.trump and bool(position.stock)


def robbing(position: Position) -> int:
    """Return how the turn-up can still be robbed: 1 by the ace's holder, 2 by the dealer late."""
    section = position.variant.file.events.rob
    if section is None or position.done or not position.turn_up:
        return 0
    if position.turn_up[0].rank != "A":
        return 1
    open_question = position.calls[position.dealer] == ""
    return 2 if section.dealer_time == "at his play" and open_question else 0


# --- the rules ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def lower_variant(variant: Variant, looks: tuple[Look, ...]) -> Any:
    """Return the tables of a variant under one or two looks; raise NotLowerable."""
    module = kernel()
    assert module is not None
    file = variant.file
    tables = module.Tables()
    tables.players = variant.players
    _put_faces(tables, variant)
    tables.views = [_face_view(module, variant, look) for look in looks]
    for name, tiers in (
        ("lead", variant.lead_tiers),
        ("follow", variant.follow_tiers),
        ("always", variant.always_tiers),
    ):
        setattr(tables, name, [_tier(module, tier) for tier in tiers])
    if file.trick.winner not in words.WINNERS:
        raise NotLowerable(f"the trick rule '{file.trick.winner}' is not compiled")
    tables.winner = words.WINNERS[file.trick.winner]
    tables.equal = words.EQUAL[file.trick.equal]
    tables.jokers = words.JOKERS[file.trick.jokers]
    tables.trump_leads = bool(variant.most_trump_leads)
    tables.face_down = words.FACE_DOWN[variant.face_down]
    tables.withhold_alone = file.follow.withhold_only_alone
    _put_events(tables, variant, looks)
    _put_symmetries(tables, variant)
    return tables


def _put_faces(tables: Any, variant: Variant) -> None:
    faces = variant.pack.faces
    view = variant.view("", None)
    tables.colour = [COLOURS[card.colour] for card in faces]
    tables.printed = [SUIT_INDEX[c.suit] if c.suit else NO_PRINTED_SUIT for c in faces]
    tables.joker = [int(view[card].joker) for card in faces]
    tables.fool = [int(view[card].fool) for card in faces]
    tables.points = [int(view[card].points) for card in faces]
    tables.height = [int(view[card].height) for card in faces]


def _face_view(module: Any, variant: Variant, look: Look) -> Any:
    faces = variant.pack.faces
    view = variant.view(look.trump, look.demoted)
    seen = [view[card] for card in faces]
    places = {(s.suit, s.strength) for s in seen}
    if len(places) < len(faces):
        raise NotLowerable("two different cards of a suit have the same strength")
    out = module.FaceView()
    out.slot = [words.slot(s.suit) if not s.fool else words.NO_SUIT_SLOT for s in seen]
    out.strength = [int(s.strength) for s in seen]
    out.trump = [int(s.trump) for s in seen]
    out.privilege = [int(s.privilege) for s in seen]
    master = 12 if look.ace_turned else 13
    out.master = [i for i, s in enumerate(seen) if s.trump and s.height == master]
    out.trump_known = bool(look.trump)
    return out


def _tier(module: Any, tier: Tier) -> Any:
    kinds, _, conditions = tier.text.partition(" while ")
    out = module.Tier()
    out.kinds = [_kind(word.strip()) for word in kinds.split(" or ")]
    out.conditions = (
        [_condition(w.strip()) for w in conditions.split(" and ")] if conditions else []
    )
    return out


def _kind(word: str) -> int:
    for ending, code in words.ENDINGS.items():
        if word.endswith(ending):
            return _kind(word.removesuffix(ending)) | code
    if word not in words.KINDS:
        raise NotLowerable(f"the kind of cards '{word}' is not compiled")
    return words.KINDS[word]


def _condition(word: str) -> int:
    if word.startswith("not "):
        return _condition(word[4:]) ^ 1
    if word not in words.CONDITIONS:
        raise NotLowerable(f"the condition '{word}' is not compiled")
    return words.CONDITIONS[word]


def _put_events(tables: Any, variant: Variant, looks: tuple[Look, ...]) -> None:
    events, index = variant.file.events, variant.pack.index
    trump = looks[0].trump
    if events.gift is not None:
        tables.gift = words.GIFTS[events.gift.gives]
    if events.breaking is not None:
        suit = events.breaking.suit
        tables.breaks = 99 if suit == "trumps" else SUIT_INDEX[suit]
    if events.pam is not None:
        tables.pam_ace = index.get(Card(looks[-1].trump, "A"), -1)  # where trumps are known
        tables.pam = index.get(parse_card(events.pam.card), -1)
    if events.rob is not None:
        tables.rob_king = events.rob.king
        tables.rob_ace = index.get(Card(trump, "A"), -1)
        tables.rob_king_face = index.get(Card(trump, "K"), -1)
    if events.jink is not None:
        tables.jink = events.jink.at
    if events.draw is not None:
        tables.draw = True
        tables.draw_on = events.draw.short == "play on"
    tables.late_trump = events.late_trump is not None


def _put_symmetries(tables: Any, variant: Variant) -> None:
    """Declare what the rules tell apart, so that the search may treat the rest alike."""
    file = variant.file
    tiers = [t.text for t in (*variant.lead_tiers, *variant.follow_tiers, *variant.always_tiers)]
    text = " | ".join(tiers)
    middling = file.trick.winner != "highest"
    by_rank = any(word in text for word in ("head", "smallest", "highest", "master"))
    tables.names_ranks = variant.names_ranks
    tables.names_cards_at_first = variant.names_cards_at_first
    tables.needs_number = variant.face_down != "no" or any(
        word in text for word in words.COUNTING_CONDITIONS
    )
    tables.reversible = middling and not by_rank
    tables.colour_matters = middling or "same colour" in text
    named = [SUIT_INDEX[s] for s in "cdhs" if SUITS[s].name in text]
    if file.events.breaking is not None and file.events.breaking.suit != "trumps":
        named.append(SUIT_INDEX[file.events.breaking.suit])
    tables.named = named
    coloured = all(SUITS[s].colour for s in variant.pack.suits)
    tables.colours_swap = tables.colour_matters and coloured and not named
    tables.pointless_matters = any(
        "pointless" in tier and not (variant.names_cards_at_first and "first trick" in tier)
        for tier in tiers
    )
    lasting = any("master trump" in tier and "first trick" not in tier for tier in tiers)
    if lasting:
        tables.names_ranks = True


# --- the position ---------------------------------------------------------------------------------


def lower_position(position: Position) -> Any:
    """Return the position as face numbers; raise NotLowerable for decisions before play."""
    if position.phase not in words.PHASES or (position.phase == "rob" and not position.trick):
        raise NotLowerable(f"the decision '{position.phase}' comes before play")
    module = kernel()
    assert module is not None
    index = position.variant.pack.index
    root = module.Root()
    root.hands = [[index[card] for card in hand] for hand in position.hands]
    root.trick_seats = [seat for seat, _ in position.trick]
    root.trick_faces = [index[card] for _, card in position.trick]
    root.leader, root.turn = position.leader, position.turn
    root.phase = words.PHASES[position.phase]
    root.done, root.dealer = position.done, position.dealer
    root.taken = position.taken
    root.active = [int(a) for a in position.active]
    root.broken, root.called = position.broken, position.called
    root.asked = [int(call != "") for call in position.calls]
    root.go = [int(call == "go") for call in position.calls]
    _put_stock(root, position, index)
    for seat, call in enumerate(position.calls):
        if call.startswith("general"):
            root.general = seat
    if position.done == 0 and position.variant.file.lead.opening:
        opening = opening_card(position)
        root.opening = [] if opening is None else [index[opening]]
    return root


def _put_stock(root: Any, position: Position, index: dict[Card, int]) -> None:
    events = position.variant.file.events
    if events.draw is not None:
        root.stock = [index[card] for card in position.stock]
    elif _turns_late(position):
        root.stock = [index[position.stock[0]]]
    root.robbing = robbing(position)
    if root.robbing:
        root.turn_up = [index[card] for card in position.turn_up]
    elif events.rob is not None and not position.turn_up:
        root.robbed = True


def faces(cards: Sequence[Card], variant: Variant) -> list[int]:
    """Return the face numbers of cards."""
    return [variant.pack.index[card] for card in cards]
