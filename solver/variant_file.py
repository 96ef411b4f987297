"""The format of a variant file: its sections and fields, as typed records.

The sections stand in the order in which a rulebook is read. `msgspec` checks types and names;
`solver.variant` adds what a type can't say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

SEATS = "ABCDEFGHIJKLMNOPQ"  # the letters of the seats
Count = Annotated[int, Meta(ge=0)]


class Section(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A section whose unknown fields are errors."""


class Players(Section, frozen=True, kw_only=True):
    """How many may play (`seats` is the usual number) and who plays with whom."""

    seats: Annotated[int, Meta(ge=2, le=17)]
    allowed: tuple[int, ...] = ()
    sides: Literal["none", "alternate", "declarer"] = "none"
    declarer: Count = 0
    names: tuple[str, ...] = ()


class Group(Section, frozen=True, kw_only=True):
    """A packet of cards that goes into the pack: every rank in every suit, so many copies."""

    suits: str = "csdh"
    ranks: str
    copies: Annotated[int, Meta(ge=1, le=4)] = 1


class PackSection(Section, frozen=True, kw_only=True):
    """The pack: packets, Jokers and Fools, single cards added or removed."""

    groups: tuple[Group, ...]
    jokers: Count = 0
    fools: Count = 0
    add: str = ""
    remove: str = ""


class Deal(Section, frozen=True, kw_only=True):
    """How the pack is dealt out; a `hand` of 'all' means as many each as the pack allows."""

    hand: int | Literal["all"]
    packets: tuple[int, ...] = ()
    turn_up: Literal["none", "next", "dealer's last"] = "none"
    trump: Literal["none", "turn-up", "named", "late", "c", "d", "h", "s", "t", "x"] = "none"
    widow: Count = 0
    widow_to: Literal["widow", "declarer"] = "widow"
    stock: bool = False
    undealt: Literal["none", "face down", "face up"] = "face down"
    dealer_sits_out_at: Count = 0
    second_turn_up: str = ""
    must_name: bool = False


class OrderSection(Section, frozen=True, kw_only=True):
    """Ranks, best first, with blanks between: `A K Q J 10` (see `solver.rules.order.Order`)."""

    ranks: str
    red: str = ""
    black: str = ""
    suits: dict[str, str] = field(default_factory=dict)
    top_trumps: tuple[str, ...] = ()
    privileged: tuple[str, ...] = ()
    reverse: bool = False


class Lead(Section, frozen=True, kw_only=True):
    """Who leads first and which cards may be led (`tiers`, see `solver.rules.tiers`)."""

    first: Literal["eldest", "eldest declarer", "holder", "declarer"] = "eldest"
    opening: str = ""
    tiers: tuple[str, ...] = ("any",)
    trump_leads: Literal["none", "declarers less one"] = "none"
    face_down: Literal["no", "wins if no trump", "as its suit"] = "no"


class Follow(Section, frozen=True, kw_only=True):
    """Which cards may follow (`tiers`); `always` are legal besides."""

    tiers: tuple[str, ...]
    always: tuple[str, ...] = ()
    withhold_only_alone: bool = False


class Trick(Section, frozen=True, kw_only=True):
    """Who wins (see `solver.rules.trick`): the rule, and what it does with equal cards."""

    winner: str = "highest"
    equal: Literal[
        "first", "last", "pairs, first", "pairs, last", "all", "refuse", "none"
    ] = "first"
    jokers: Literal["first", "last", "cancel", "refuse"] = "first"


class Gift(Section, frozen=True, kw_only=True):
    """The winner by Joker names a seat: what passes to it."""

    gives: Literal["trick", "lead", "card"] = "trick"


class Bid(Section, frozen=True, kw_only=True):
    """Everyone bids a number of tricks before play."""

    least: Count = 0
    nil: Literal["no", "yes", "one a side"] = "no"
    hook: bool = False
    order: Literal["in turn", "at once"] = "in turn"


class Declare(Section, frozen=True, kw_only=True):
    """Everyone declares to play or to pass, or takes the widow."""

    family: Literal["rams", "loo", "irish"]
    general: bool = False
    nobody_passes_at: int = -1
    eldest_must_play: bool = False
    refusal: Count = 5
    widow_discard: Count = 0
    sole_stander: Literal["dealer defends", "dealer free"] = "dealer defends"
    club_law: bool = False


class TakeUp(Section, frozen=True, kw_only=True):
    """A playing dealer may exchange a card for the turn-up; in Bierspiel both turned cards."""

    both: bool = False
    else_eldest: bool = False


class Rob(Section, frozen=True, kw_only=True):
    """The holder of the ace of trumps may exchange a card for the turn-up."""

    dealer_time: Literal["before the lead", "at his play"] = "before the lead"
    king: bool = False


class Jink(Section, frozen=True, kw_only=True):
    """A seat that has won so many tricks may stop, or go on for all of them."""

    at: Count = 3


class Draw(Section, frozen=True, kw_only=True):
    """After every trick each seat draws a card, the winner first."""

    short: Literal["stop", "play on", "refuse"] = "stop"


class LateTrump(Section, frozen=True, kw_only=True):
    """The top card is turned for trump after the first trick in which a seat does not follow."""


class Exchange(Section, frozen=True, kw_only=True):
    """A seat that stays may replace any of its cards from the stock, once."""


class Flush(Section, frozen=True, kw_only=True):
    """Five cards of a suit, or four and Pam, shown after the declarations, win the pool.

    Of several the one with Pam wins, then one in trumps, then the one with the highest cards.
    """

    pam: str = "Jc"


class Pam(Section, frozen=True, kw_only=True):
    """The leader of the ace of trumps may bar the top trump ('Pam, be civil')."""

    card: str = "Jc"


class Break(Section, frozen=True, kw_only=True):
    """Cards of a suit can't be led until one has been played off suit or by force."""

    suit: Literal["trumps", "c", "d", "h", "s"] = "trumps"


class MakeTrump(Section, frozen=True, kw_only=True):
    """Euchre: the turn-up is ordered up, or another suit named."""


class TakeSkat(Section, frozen=True, kw_only=True):
    """The declarer takes the skat and lays away as many cards."""

    hand_game: bool = False


class Events(Section, frozen=True, kw_only=True):
    """Everything that happens or is decided besides leading and following."""

    bid: Bid | None = None
    declare: Declare | None = None
    exchange: Exchange | None = None
    flush: Flush | None = None
    pam: Pam | None = None
    make_trump: MakeTrump | None = None
    take_skat: TakeSkat | None = None
    take_up: TakeUp | None = None
    rob: Rob | None = None
    late_trump: LateTrump | None = None
    gift: Gift | None = None
    jink: Jink | None = None
    draw: Draw | None = None
    breaking: Break | None = None


class Score(Section, frozen=True, kw_only=True):
    """The lines of the score (see `solver.rules.scoring`) and what captured cards are worth.

    `undealt` says what becomes of the points of cards that were never dealt; `turned` lists ranks
    that score for the dealer's side when turned up.
    """

    lines: tuple[dict[str, Any], ...] = ()
    points: dict[str, int] = field(default_factory=dict)
    suit_points: dict[str, int] = field(default_factory=dict)
    card_points: dict[str, int] = field(default_factory=dict)
    books: tuple[str, ...] = ()
    motley: str = ""
    turned: tuple[str, ...] = ()
    undealt: Literal["lost", "last trick"] = "lost"
    skat_counts: bool = False


class PoolSection(Section, frozen=True, kw_only=True):
    """The pool: its rule, what is put up when, and how it is counted.

    `carried` is what lies in the pool from an earlier deal when a deal is set up by itself.
    """

    rule: Literal["spoil five", "shares", "crosses"]
    parts: Annotated[int, Meta(ge=1)] = 5
    fine: int | Literal["pool"] = 5
    dealer_adds: Count = 0
    dealer_adds_per_player: bool = False
    everyone_starts: Count = 0
    carried: Count = 0
    first_dealer_adds: bool = True
    general_fine: Count = 5
    misdeal: Count = 0
    misdealer_may_redeal: bool = False
    simple_is: Count = 0
    simple_by: Literal["money", "count"] = "money"
    simple_form: str = ""
    double_form: str = ""
    whites_per_red: Annotated[int, Meta(ge=1)] = 1
    marks: Count = 0
    offence: Literal["none", "barred until won", "fine"] = "none"
    offence_fine: Count = 0


class Match(Section, frozen=True, kw_only=True):
    """How deals make a match: until when, who wins.

    `cap` ends any match after so many deals (0: never). With `gross_each` every trick counts so
    much as it falls, so that a side can reach the target in the middle of a deal.
    """

    ends: Literal["open", "deals", "reached", "one deal"] = "open"
    deals: Count = 0
    target: int = 0
    winner: Literal["highest", "lowest", "middling"] = "highest"
    ties: Literal["shared", "undefined", "the untied"] = "shared"
    cap: Count = 0
    gross_each: Count = 0
    dealer: Literal["moves on", "stays"] = "moves on"


class Reading(Section, frozen=True, kw_only=True):
    """A named reading of an open question: what it means, and what it changes in the file."""

    meaning: str
    patch: dict[str, Any] = field(default_factory=dict)


class Option(Section, frozen=True, kw_only=True):
    """A question the documents leave open, with named readings, the default first."""

    question: str
    source: str = ""
    readings: dict[str, Reading]
    silent: bool = False
    free: bool = False


class VariantFile(Section, frozen=True, kw_only=True):
    """A whole variant file after `extends` and the chosen readings have been applied.

    `without` names fields of the extended file that this one does not inherit.
    """

    name: str
    id: str = ""
    title: str
    source: str = ""
    outside: bool = False
    extends: str = ""
    without: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    players: Players
    pack: PackSection
    deal: Deal
    order: OrderSection
    lead: Lead = Lead()
    follow: Follow
    trick: Trick = Trick()
    events: Events = Events()
    score: Score = Score()
    pool: PoolSection | None = None
    match: Match = Match()
    options: dict[str, Option] = field(default_factory=dict)
    choose: dict[str, str] = field(default_factory=dict)
