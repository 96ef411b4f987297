"""The worked examples of the documents, and what their rules must say in single situations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from solver.cards import card_text, parse_cards
from solver.dealing import deal, shuffled
from solver.errors import RulesSilent
from solver.outcome import outcome
from solver.position import OVER, Position, start
from solver.referee import (
    action_text,
    apply,
    begin,
    legal_actions,
    legal_cards,
    parse_action,
    trick_winner,
)
from solver.rules.algebra import PLAIN
from solver.rules.pool import Deal, general_lost, general_made
from solver.rules.scoring import Facts, score_lines
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from solver.cards import Hand


def table(variant: Variant, trick: str = "", hand: str = "", trump: str = "") -> Position:
    """Return a position in which seat A led and the next seat is to play from a hand."""
    cards = variant.pack.parse_all(trick)
    hands: list[Hand] = [()] * variant.players
    turn = len(cards) % variant.players
    hands[turn] = tuple(variant.pack.parse_all(hand))
    position = start(variant, tuple(hands), leader=0)
    return position._replace(
        trick=tuple(enumerate(cards)), turn=turn, trump=trump or position.trump
    )


def winner(variant: Variant, trick: str, trump: str = "") -> str:
    """Return the card that wins a whole trick."""
    position = table(variant, trick, trump=trump)
    return card_text(position.trick_cards[trick_winner(position)])


def legal(variant: Variant, trick: str, hand: str, trump: str = "", **fields: Any) -> str:
    """Return the legal cards of the seat that plays after the trick's cards."""
    position = table(variant, trick, hand, trump)._replace(**fields)
    return " ".join(card_text(card) for card in legal_cards(position))


def words(position: Position) -> list[str]:
    """Return the legal actions that are not cards."""
    return [action_text(position.variant, a) for a in legal_actions(position) if not a.is_play]


def do(position: Position, *texts: str) -> Position:
    """Return the position after some actions."""
    for text in texts:
        position = apply(position, parse_action(position, text))
    return position


def finals(variant: Variant, **facts: Any) -> list[int]:
    """Return the final scores of a deal with the given facts."""
    lines = score_lines(PLAIN, variant.file.score.lines, Facts(**facts))
    return [sum(column) for column in zip(*(added for _, added in lines), strict=True)]


# --- Gooseberry Fool --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "card"),
    [
        ("Js 9s Qs", "Js"),
        ("Qh Ad 7h", "Ad"),
        ("Jc 9s Kh", "Kh"),
        ("As Jk 7s", "Jk"),
    ],
)
@pytest.mark.parametrize("choose", [{}, {"Alow": "ace low"}])
def test_middling_of_three(trick: str, card: str, choose: Mapping[str, str]) -> None:
    """Parlett's three examples, and the Joker; which end is high does not matter."""
    assert winner(load("gooseberry-3", None, choose), trick) == card


@pytest.mark.parametrize(
    ("trick", "card"),
    [("Ks Js Js 8s 7s", "8s"), ("As Ts Ts 9s 9s", "As"), ("Ks Ks 8h 7h Jh", "8h")],
)
def test_equal_cards_are_ignored(trick: str, card: str) -> None:
    """Barber's two examples of note 7, and a pair in a suit that does not emerge."""
    assert winner(load("gooseberry-5-65"), trick) == card


def test_three_equal_cards() -> None:
    """Note 7 has no rule for three equal cards; each other reading picks one or leaves none."""
    trick = "Js Js Js Ks 9s"
    with pytest.raises(RulesSilent):
        winner(load("gooseberry-triple"), trick)
    for reading, seat in (("first left", 0), ("last left", 2)):
        variant = load("gooseberry-triple", None, {"G4b": reading})
        assert trick_winner(table(variant, trick)) == seat
    with pytest.raises(RulesSilent):
        winner(load("gooseberry-triple", None, {"G4b": "all go"}), trick)
    two = "7d 8d 8d 8d 9d 9d 9d"
    with pytest.raises(RulesSilent):
        winner(load("gooseberry-triple", 7), two)
    assert winner(load("gooseberry-triple", 7, {"G4b": "all go"}), two) == "7d"


@pytest.mark.parametrize(("reading", "seat"), [("first", 1), ("last", 3), ("cancel", 4)])
def test_two_jokers(reading: str, seat: int) -> None:
    """Readings of note 6; when two Jokers cancel, the three naturals decide."""
    variant = load("gooseberry-5-3j", None, {"G7": reading})
    assert trick_winner(table(variant, "Ks Jk 9h Jk Qs")) == (2 if reading == "cancel" else seat)


def test_even_numbers() -> None:
    """With four players a suit emerges only if the blacks (and so the reds) are odd in number."""
    variant = load("gooseberry-even")
    assert winner(variant, "Ks Qs 9s 8h") == "Qs"
    with pytest.raises(RulesSilent):
        winner(variant, "Ks Qs 9h 8h")


def test_following_and_leading() -> None:
    """The suit led, else the Joker, else anything; a Joker is led only if nothing else is held."""
    variant = load("gooseberry-3")
    assert legal(variant, "Ks", "9s 7h Jk") == "9s"
    assert legal(variant, "Ks", "9h 7h Jk") == "Jk"
    assert legal(variant, "Ks", "9h 7c") == "7c 9h"
    assert legal(variant, "Jk", "9h 7c") == "7c 9h"
    assert legal(variant, "", "9h Jk") == "9h"
    assert legal(variant, "", "Jk") == "Jk"


def test_lost_rule_of_colours() -> None:
    """Two ways to put the colour led into the rule of following."""
    joker_first = load("gooseberry-3", None, {"G9": "joker first"})
    colour_first = load("gooseberry-3", None, {"G9": "colour first"})
    assert legal(joker_first, "Ks", "9c 7h Jk") == "Jk"
    assert legal(joker_first, "Ks", "9c 7h") == "9c"
    assert legal(colour_first, "Ks", "9c 7h Jk") == "9c"
    assert legal(colour_first, "Ks", "7h Jk") == "Jk"


@pytest.mark.parametrize(
    ("reading", "taken", "hand"),
    [("trick", (0, 0, 1), 0), ("lead", (1, 0, 0), 0), ("card", (1, 0, 0), 1)],
)
def test_gift(reading: str, taken: tuple[int, ...], hand: int) -> None:
    """What the winner by Joker gives away is the trick, the lead or the card."""
    variant = load("gooseberry-3", None, {"G1": reading})
    hands = tuple(tuple(parse_cards(text)) for text in ("Jk 9h", "Ks 7h", "8s Ad"))
    position = do(start(variant, hands, leader=1), "Ks", "8s", "Jk", "gift C")
    assert (position.taken, position.turn) == (taken, 2)
    assert len(position.hands[2]) == 1 + hand


def test_gooseberry_scores() -> None:
    """Tricks score by distance to the right; the middling score earns the bonus once."""
    assert finals(load("gooseberry-3"), taken=[5, 4, 2]) == [9, 14, 20]
    assert sum(finals(load("gooseberry-5"), taken=[3, 2, 2, 1, 1])) == 90 + 30
    assert finals(load("gooseberry-3", None, {"E": "left"}), taken=[5, 4, 2]) == [13, 8, 22]
    assert sum(finals(load("gooseberry-7-77"), taken=[5, 4, 2, 0, 0, 0, 0])) == 11 * 21
    assert sum(finals(load("gooseberry-n", 3), taken=[5, 6, 6])) == 17 * 3 + 10


def test_mate_of_the_turned_card() -> None:
    """The holder of the card of the same rank and colour opens with it."""
    variant = load("gooseberry-3-40-mate")
    for seed in range(5):
        position = deal(variant, seed)
        turned = position.turn_up[0]
        mate = legal_cards(position)
        assert len(mate) == 1
        assert (mate[0].rank, mate[0].colour) == (turned.rank, turned.colour)


# --- the Japanese trump game ------------------------------------------------------------------


def test_fewest_count_again() -> None:
    """The page's example, and two seats with fewest."""
    assert finals(load("trump-fool"), taken=[8, 6, 3]) == [8, 6, 6]
    assert finals(load("trump-fool"), taken=[9, 4, 4]) == [9, 8, 8]
    assert finals(load("trump-fool-challenge"), taken=[8, 6, 3], bids=[8, 7, 3]) == [18, 6, 16]


def test_points_of_the_undealt_card() -> None:
    """They are lost, or go to the winner of the last trick."""
    ends = []
    for reading in ("lost", "last trick"):
        position = start(load("trump-fool-points", None, {"J3": reading}), ((), (), ()), leader=1)
        position = position._replace(turn_up=tuple(parse_cards("Kh")), trump="h", phase=OVER)
        ends.append(outcome(position).points)
    assert ends == [(0, 0, 0), (0, 3, 0)]


# --- Jokers & Jewels --------------------------------------------------------------------------


def test_fool_and_breaking() -> None:
    """The Fool is always legal and never wins; trumps are not led before they are broken."""
    variant = load("jewels")
    assert legal(variant, "Kc", "Qc Ah 5t Fool") == "Qc Fool"
    assert legal(variant, "", "Qc 5t Fool") == "Qc Fool"
    assert legal(variant, "", "5t Fool") == "Fool"
    assert legal(load("jewels", None, {"K4": "yes"}), "", "5t Fool") == "5t Fool"
    assert legal(variant, "", "5t 2t") == "5t 2t"
    assert legal(variant, "", "Qc 5t", broken=True) == "Qc 5t"
    assert legal(variant, "Fool", "Qc 5t") == "Qc"
    assert legal(variant, "Fool Kc", "Qc 5t") == "Qc"
    assert winner(variant, "Fool 2c Ac Kh") == "Ac"
    assert winner(variant, "Ac 1t 21t jester") == "jester"
    assert winner(variant, "jester JOKER 21t Fool") == "JOKER"


def test_hands_sort_from_high_to_low() -> None:
    """Trumps stand in their own order, the numbers that plain cards have too."""
    assert legal(load("jewels"), "", "5t 2t JOKER Tt 21t", broken=True) == "JOKER 21t 10t 5t 2t"


def test_jewels_scores() -> None:
    """Made, exceeded and missed bids; nil kept and broken."""
    base: dict[str, Any] = {"books": [[]] * 4, "motley": [0] * 4}
    teams = {"sides": (0, 1, 0, 1), **base}
    alone = finals(load("jewels"), taken=[5, 7, 4, 4], bids=[5, 5, 6, 1], **base)
    assert alone == [10, 12, 4, 5]
    short = load("jewels", None, {"K3": "missed only"})
    assert finals(short, taken=[4, 0, 0, 0], bids=[6, 1, 1, 1], **base)[0] == -4
    pooled = finals(load("jewels-teams"), taken=[5, 7, 4, 4], bids=[3, 5, 5, 6], **teams)
    assert pooled == [17, 22, 17, 22]
    nil = load("jewels-nil")
    kept = finals(nil, taken=[6, 7, 0, 7], bids=[5, 5, 0, 6], **teams)
    broken = finals(nil, taken=[6, 7, 2, 5], bids=[5, 5, 0, 6], **teams)
    assert (kept[0], broken[0]) == (11 + 6, 11 + 2)
    jewels = finals(
        load("jewels"),
        taken=[0] * 4,
        bids=[0] * 4,
        books=[[3, 2, 1], [0, 1, 2], [0, 0, 0], [0, 0, 0]],
        motley=[2, 0, 3, 0],
    )
    assert jewels == [6, 2, 6, 0]


def test_only_one_partner_may_bid_nil() -> None:
    """The partner of a nil bidder must bid a number."""
    position = deal(load("jewels-nil"), 3)
    assert "nil" in words(position)
    position = do(position, "nil")
    assert "nil" in words(position)
    assert "nil" not in words(do(position, "bid 4"))


# --- Spoil Five and Forty-Five ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("trick", "hand", "allowed"),
    [
        ("5s", "Js Kd", "Js"),
        ("Js", "5s Kd", "5s Kd"),
        ("Ah", "Js Kd", "Js Kd"),
        ("Ah", "5s Kd", "5s Kd"),
        ("8s 5s", "Js Kd", "Js Kd"),
        ("8s", "5s 2s Kd", "5s 2s"),
        ("8s", "5s Js Kd", "5s Js Kd"),
        ("Kc", "2c 3s Kd", "2c 3s"),
        ("Kc", "3s Kd", "3s Kd"),
        ("Kh", "Ah 2h Kd", "Ah 2h"),
        ("Kh", "Ah Kd", "Ah Kd"),
    ],
)
def test_reneging(trick: str, hand: str, allowed: str) -> None:
    """Spades are trump: what may be withheld depends on the card led, not on the best one."""
    found = legal(load("spoil-five"), trick, hand, "s")
    assert sorted(found.split()) == sorted(allowed.split())


def test_two_privileged_trumps() -> None:
    """Under the stricter reading only a single one may be withheld."""
    strict = load("spoil-five", None, {"S3": "single"})
    assert sorted(legal(strict, "8s", "5s Js Kd", "s").split()) == ["5s", "Js"]
    assert sorted(legal(strict, "8s", "5s Kd", "s").split()) == ["5s", "Kd"]


def best_first(trump: str, cards: str) -> bool:
    """Return whether each card beats all later ones, whichever is led."""
    view = load("spoil-five").view(trump)
    seen = [view[card] for card in parse_cards(cards)]
    strengths = [card.strength for card in seen]
    return strengths == sorted(strengths, reverse=True) and len({card.suit for card in seen}) == 1


def test_spoil_five_ranks() -> None:
    """High in red, low in black; the four best trumps, the ace of hearts always third."""
    assert best_first("s", "Kh Qh Jh Th 9h 8h 7h 6h 5h 4h 3h 2h")
    assert best_first("s", "Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d Ad")
    assert best_first("s", "Kc Qc Jc Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc")
    assert best_first("s", "5s Js Ah As Ks Qs 2s 3s 4s 6s 7s 8s 9s Ts")
    assert best_first("d", "5d Jd Ah Ad Kd Qd Td 9d 8d 7d 6d 4d 3d 2d")
    assert best_first("h", "5h Jh Ah Kh Qh Th 9h 8h 7h 6h 4h 3h 2h")


def spoil_five_deal(
    turned: str, wanted: str, name: str = "spoil-five", **choose: str
) -> Position:
    """Return a deal for five in which seat C holds the wanted cards and a card is turned."""
    variant = load(name, 5 if name.startswith("spoil") else 4, choose)
    mine = parse_cards(wanted)
    up = parse_cards(turned)[0]
    rest = [c for c in shuffled(variant, 1) if c not in (*mine, up) and c.rank not in "AK"]
    high = [c for c in variant.pack if c not in (*mine, up, *rest)]
    n = variant.players
    slots = [rest.pop() for _ in range(5 * n)]
    for card, place in zip(mine, (4, 5, 2 * n + 6, 2 * n + 7, 2 * n + 8), strict=False):
        rest.append(slots[place])
        slots[place] = card
    return deal(variant, order=[*slots, up, *rest, *high], dealer=n - 1)


def test_silence_demotes_the_ace() -> None:
    """Playing without announcing makes the ace the lowest trump; announcing keeps it."""
    position = spoil_five_deal("7s", "As 2s")
    for _ in range(2):
        position = apply(position, next(a for a in legal_actions(position) if a.is_play))
    assert len(words(position)) == 6
    silent = apply(position, next(a for a in legal_actions(position) if a.is_play))
    assert silent.demoted == parse_cards("As")[0]
    seen = silent.view()
    assert seen[parse_cards("As")[0]].strength < seen[parse_cards("Ts")[0]].strength
    robbed = do(position, words(position)[0])
    assert (robbed.turn, robbed.demoted) == (2, None)
    assert parse_cards("7s")[0] in robbed.hands[2]
    assert not words(robbed)


def test_an_ace_turned_is_the_dealers() -> None:
    """Asked before the lead, or at his own play."""
    early = spoil_five_deal("Ad", "2d")
    assert (early.turn, early.phase) == (4, "rob")
    assert len(words(early)) == 6
    late = spoil_five_deal("Ad", "2d", S4="at his play")
    assert (late.turn, late.phase) == (0, "play")


def test_king_robs_only_without_the_ace() -> None:
    """Neither turned nor dealt; silence costs the king nothing."""
    position = spoil_five_deal("7s", "Ks 2s", "forty-five-king")
    for _ in range(2):
        assert not words(position)
        position = apply(position, legal_actions(position)[0])
    assert words(position)[-1] == "decline"
    silent = apply(position, next(a for a in legal_actions(position) if a.is_play))
    assert silent.demoted is None


def test_a_robbed_honour_still_counts() -> None:
    """The five for a king or ace turned up do not depend on who has it."""
    position = spoil_five_deal("Ad", "2d", "forty-five-turned")
    robbed = do(position, words(position)[0])
    lines = dict(outcome(robbed).lines)
    assert robbed.turn_up == ()
    assert lines["turned honour"] == (0, 5, 0, 5)


@pytest.mark.parametrize(
    ("taken", "odd", "net"),
    [
        ([3, 2, 0, 0], [5, 0], [5, 0]),
        ([2, 1, 2, 0], [5, 0], [15, 0]),
        ([0, 2, 0, 3], [0, 10], [0, 25]),
    ],
)
def test_forty_five_scores(taken: list[int], odd: list[int], net: list[int]) -> None:
    """Five for the odd trick and ten for all; or five a trick, the fewer deducted."""
    sides = (0, 1, 0, 1)
    assert finals(load("forty-five"), taken=taken, sides=sides)[:2] == odd
    assert finals(load("forty-five-difference"), taken=taken, sides=sides)[:2] == net


# --- Rams, Rounce, Bierspiel ------------------------------------------------------------------


def test_heading_and_undertrumping() -> None:
    """Hearts are trump: a King trumps the club, and the Queen must be thrown under it."""
    variant = load("rams")
    assert legal(variant, "9c Tc Kh", "Qh 8d As", "h") == "Qh"
    assert legal(variant, "9c Tc 8h", "Qh 7h As", "h") == "Qh"
    assert legal(load("rams", None, {"R3": "free"}), "9c Tc 8h", "Qh 7h As", "h") == "Qh 7h"
    assert legal(variant, "9c", "Ac Kc 7c", "h") == "Ac Kc"
    assert legal(variant, "9c 7h", "Ac 7c 8h", "h") == "Ac 7c"
    assert legal(load("rams", None, {"R4": "best of suit"}), "9c 7h", "Ac 7c 8h", "h") == "Ac"


def test_declaring_at_rams() -> None:
    """A simple pool compels; else the pone alone must play or pay, the dealer meet a single foe."""
    variant = load("rams", 3)
    assert "pass" not in words(deal(variant, 1, pool=5))
    position = do(deal(variant, 1, pool=10), "pass")
    assert words(position)[0] == "pay" and "pass" not in words(position)
    paid = outcome(do(position, "pay")).settlement
    assert paid is not None and (paid.pool, list(paid.paid)) == (10, [0, 5, -5])
    assert "pass" not in words(do(position, "play"))
    both = do(deal(variant, 1, pool=10), "play", "widow")
    assert words(both) == ["pass", "play", "general"]
    assert "pass" not in words(deal(load("rams-eldest", 3), 1, pool=10))


def test_general() -> None:
    """Everybody plays, the announcer leads; five from or to each adversary at the table."""
    variant = load("rams", 4)
    position = do(deal(variant, 1, pool=10), "pass", "general")
    assert words(position) == ["play", "widow"]
    position = do(position, "widow", "play", "decline")
    assert (position.leader, position.active) == (1, (True,) * 4)
    six = Deal(10, [0] * 6, [True] * 5 + [False], [""] * 6, [False] * 6, 5)
    assert list(general_made(PLAIN, six, 0, 5).paid) == [-30, 5, 5, 5, 5, 0]
    lost = general_lost(PLAIN, six, 0, 5)
    assert (lost.pool, list(lost.paid)) == (20, [30, -5, -5, -5, -5, 0])


def test_rounce() -> None:
    """No duty to head or to trump; the second trick is opened with a trump if there is one."""
    variant = load("rounce")
    assert legal(variant, "9c", "Ac 7c Kh", "h") == "Ac 7c"
    assert legal(variant, "9c", "Kh 7s", "h") == "7s Kh"
    assert legal(variant, "", "Kh 7s", "h", done=1) == "Kh"
    assert legal(variant, "", "Kh 7s", "h", done=2) == "7s Kh"


def test_seven_of_diamonds() -> None:
    """Second best trump in every suit, and no diamond to follow with."""
    variant = load("bierspiel")
    assert winner(variant, "Kh 7d Ts Js", "h") == "7d"
    assert winner(variant, "Kh 7d Ah Js", "h") == "Ah"
    assert winner(variant, "Kd Td 7d Qd", "d") == "7d"
    assert legal(variant, "9d", "7d Kd 8c", "h") == "Kd"
    assert legal(variant, "9h", "7d Kd 8c", "h") == "7d"


@pytest.mark.parametrize("name", ["rams", "bierspiel", "loo-simple", "loo-double", "five-card-loo"])
def test_trumping_when_void(name: str) -> None:
    """Void of the suit led, a trump must head those on the table, else any must be played."""
    variant = load(name)
    assert legal(variant, "9s Th", "Ah 7h 8c", "h", done=1) == "Ah"
    assert legal(variant, "9s Kh", "Qh 8h 8c", "h", done=1) == "Qh 8h"
    assert legal(variant, "9s Kh", "Ad 8c", "h", done=1) == "8c Ad"
    assert legal(variant, "9s", "7h 8c", "h", done=1) == "7h"


def test_calling_for_trumps() -> None:
    """One trump lead less than there are players; without a trump the smallest card calls."""
    variant = load("bierspiel", 3)
    assert legal(variant, "", "Kh As 8c", "h") == "Kh"
    assert legal(variant, "", "As 8c 8s", "h") == "8c 8s"
    assert legal(variant, "", "As 8c 8s", "h", done=2) == "8c As 8s"
    assert legal(variant, "8c", "Ac Kh 7h", "h", called=True) == "Kh 7h"
    assert legal(variant, "8c", "Ac Ks", "h", called=True) == "Ac Ks"
    for reading, seat in (("no trump", 0), ("own suit", 1)):
        of = table(load("bierspiel", 3, {"B3": reading}), "8c Ac Ks", trump="h")
        assert trick_winner(of._replace(called=True)) == seat


# --- Loo --------------------------------------------------------------------------------------


def test_late_trump_counts_for_its_trick() -> None:
    """A discard wins when its suit is turned afterwards."""
    variant = load("loo-simple", 3)
    hands = tuple(tuple(parse_cards(text)) for text in ("9c 2s", "Kc 3s", "4d 5s"))
    position = start(variant, hands)._replace(stock=tuple(parse_cards("Qd 2h")))
    position = do(position, "9c", "Kc", "4d")
    assert (position.trump, position.taken, position.turn) == ("d", (0, 0, 1), 2)


def test_simple_loo() -> None:
    """Heading is a duty before there is a trump, leading and playing trumps after."""
    variant = load("loo-simple")
    assert legal(variant, "9c", "Kc 2c Ah") == "Kc"
    assert legal(variant, "9c", "Ah Ks") == "Ks Ah"
    assert legal(variant, "9c 3h", "Ah 2h Ks", "h") == "Ah"
    assert legal(load("loo-simple", None, {"L4": "free"}), "9c", "Ah Ks", "h") == "Ks Ah"
    assert legal(variant, "", "2h Ks", "h", done=1) == "2h"


def test_first_lead_at_loo() -> None:
    """The ace of trumps, or the king when the ace is turned; else one of two or more trumps."""
    variant = load("loo-double")
    ace = {"turn_up": tuple(parse_cards("Ah"))}
    assert legal(variant, "", "Ah 2h Ks", "h") == "Ah"
    assert legal(variant, "", "Kh 2h Ks", "h", **ace) == "Kh"
    assert legal(variant, "", "Kh 2h Ks", "h") == "Kh 2h"
    assert legal(load("loo-double", None, {"L5": "highest"}), "", "Kh 2h Ks", "h") == "Kh"
    assert legal(variant, "", "2h Ks As", "h") == "As Ks 2h"


def test_declaring_at_loo() -> None:
    """The dealer takes an unopposed pool, and must meet a single stander."""
    position = deal(load("loo-double", 3), 1)
    walk = do(position, "pass", "pass")
    settlement = outcome(walk).settlement
    assert walk.result == "walk" and settlement is not None
    assert list(settlement.paid) == [0, 0, -18]
    assert words(do(position, "pass", "play")) == ["play", "widow", "defend"]
    assert words(do(position, "widow", "pass")) == ["pass", "play"]
    free = deal(load("loo-double", 3, {"L7": "free"}), 1)
    assert words(do(free, "pass", "play")) == ["pass", "play", "widow"]


def test_pam() -> None:
    """The best trump, unless it has been called civil and another trump is held."""
    variant = load("five-card-loo")
    assert winner(variant, "Ah Jc 2h Kh Qh", "h") == "Jc"
    assert legal(variant, "Ah", "Jc 2h Ks", "h") == "Jc"
    assert legal(variant, "Ah", "Jc 2h Ks", "h", called=True) == "2h"
    assert legal(variant, "Ah", "Jc 3s Ks", "h", called=True) == "Jc"


def test_best_flush_wins() -> None:
    """Of several flushes shown one in trumps beats a plain one; holders are not looed."""
    texts = ("Ac Kc Qc 9c 2c", "2h 3h 4h 5h 6h", "As Ad 2s 2d 3d")
    hands = tuple(tuple(parse_cards(text)) for text in texts)
    position = start(load("five-card-loo", 3), hands)._replace(
        trump="h", turn_up=tuple(parse_cards("9h")), stock=tuple(parse_cards("9d")), pool=10
    )
    position = do(begin(position), *["play", "exchange"] * 3)
    assert position.phase == "flush"
    settlement = outcome(do(position, "show flush", "show flush")).settlement
    assert settlement is not None
    assert list(settlement.paid) == [0, -10, 5]
