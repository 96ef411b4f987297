"""Worked examples of the documents, and random play of every game with the invariants that must hold."""

import random
from typing import Any

import pytest

from . import NAIVE, Game, Gap, count_sequences, hand, minimax
from .deals import SHAPES, random_deal
from .gooseberry import Gooseberry
from .jokers import JokersJewels
from .rams import Rams
from .spoilfive import SpoilFive, trump_order
from .trumpgooseberry import TrumpGooseberry


def play(game: Any, *actions: str) -> Any:
    for action in actions:
        game.do(action)
    return game


def middle_card(trick: str, **options: Any) -> str:
    """The card that wins a Gooseberry trick, seat A leading."""
    cards = hand(trick)
    game = Gooseberry([["2c"]] * len(cards), **options)
    game.trick = list(enumerate(cards))
    return cards[game.trick_winner()]


# --- Gooseberry ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "trick, winner",
    [
        ("Js 9s Qs", "Js"),
        ("Qh Ad 7h", "Ad"),
        ("Jc 9s Kh", "Kh"),
        ("As Jk 7s", "Jk"),
        ("Kh Jh Jh 8h 7h", "8h"),
        ("Ah Th Th 9h 9h", "Ah"),
        ("Kc Jc Jc 8c 7c", "8c"),
        ("Ac Ks 9s 2h 3h", "Ac"),
        ("7d 13d 12d 11d Td Jd Ad", "12d"),
    ],
)
def test_middling_card(trick: str, winner: str) -> None:
    assert middle_card(trick) == winner
    assert middle_card(trick, ace_low=True) == winner


def test_three_equal_cards() -> None:
    assert middle_card("Ah 7h Kh Kh 9c", equal="a") == "9c"  # not in the emergent suit: no question
    with pytest.raises(Gap):
        middle_card("Ks Ks Ks 9s 8s")
    game = Gooseberry([["2c"]] * 5, equal="b")
    game.trick = list(enumerate(hand("Ah Kh Kh Kh 8h")))
    assert game.trick_winner() == 1
    game.equal = "c"
    assert game.trick_winner() == 3
    game.equal = "d"
    with pytest.raises(Gap):
        game.trick_winner()


def test_jokers_of_one_trick() -> None:
    for reading, seat in {"a": 0, "b": 3, "c": 1}.items():
        game = Gooseberry([["2c"]] * 5, jokers=reading)
        game.trick = list(enumerate(hand("Jk 8c 7h Jk 9h")))
        assert game.trick_winner() == seat
    game = Gooseberry([["2c"]] * 5, jokers="d")
    game.trick = list(enumerate(hand("Jk 8c 7h Jk 9h")))
    with pytest.raises(Gap):
        game.trick_winner()


def test_gooseberry_tiers() -> None:
    game = NAIVE["G3"]([hand("Ks Jk"), hand("9s 8h"), hand("7s 9h")])
    assert game.actions() == ["Ks"]
    game = NAIVE["G3"]([hand("Kd 7c"), hand("Jk 8h"), hand("7s 9h")])
    assert play(game, "Kd").actions() == ["Jk"]
    for reading, legal in {"a": ["Jk"], "b": ["Jk"], "c": ["8h"]}.items():
        game = NAIVE["G3"]([hand("Kd 7c"), hand("Jk 8h"), hand("7s 9h")], extended=reading)
        assert play(game, "Kd").actions() == legal
    game = NAIVE["G3"]([hand("Kd 7c"), hand("7s 8h"), hand("9s 9h")], extended="b")
    assert play(game, "Kd").actions() == ["8h"]


def gift_game(reading: str) -> Any:
    game = NAIVE["G3"]([hand("Kd 7c"), hand("Jk 8h"), hand("7s 9d")], gift=reading)
    play(game, "Kd", "Jk", "9d")
    assert game.actions() == ["gift A", "gift B", "gift C"]
    return game


def test_gift_readings() -> None:
    game = play(gift_game("a"), "gift C")
    assert (game.tricks(), game.turn, game.captured()[2]) == ([0, 0, 1], 2, hand("Kd Jk 9d"))
    game = play(gift_game("b"), "gift C")
    assert (game.tricks(), game.turn, game.captured()[1]) == ([0, 1, 0], 2, hand("Kd Jk 9d"))
    game = play(gift_game("c"), "gift C")
    assert (game.tricks(), game.turn, game.captured()[1]) == ([0, 1, 0], 2, hand("Kd 9d"))
    assert game.actions() == ["7s"]
    play(game, "7s", "7c", "8h")  # one black suit each: clubs 1, spades 1, hearts 1 -> the heart
    assert game.over() and game.tricks() == [0, 2, 0]
    game = play(gift_game("c"), "gift B")
    assert game.captured()[1] == hand("Kd Jk 9d") and game.actions() == ["8h"]


def test_last_trick_is_given_away_too() -> None:
    game = NAIVE["G3"]([["Kd"], ["Jk"], ["7s"]])
    play(game, "Kd", "Jk", "7s", "gift A")
    assert game.over() and game.tricks() == [1, 0, 0]


def test_gooseberry_scores() -> None:
    game = Gooseberry([["2c"]] * 3)
    game.won = [5, 4, 2]
    assert game.scores()["raw"] == [5 + 2 * 2, 4 + 2 * 5, 2 + 2 * 4]
    assert game.scores()["final"] == [9, 14, 20]
    mirrored = Gooseberry([["2c"]] * 3, mirrored=True)
    mirrored.won = [5, 4, 2]
    assert mirrored.scores()["raw"] == [5 + 2 * 4, 4 + 2 * 2, 2 + 2 * 5]
    five = Gooseberry([["2c"]] * 5)
    five.won = [1, 0, 0, 0, 0]
    assert five.scores()["raw"] == [1, 2, 3, 4, 0]
    seven = Gooseberry([["2c"]] * 7)
    seven.won = [0, 0, 0, 1, 0, 0, 0]
    assert seven.scores()["raw"] == [5, 6, 0, 1, 2, 3, 4]


def test_mate() -> None:
    hands = [hand("Kd 7c"), hand("9c 8h"), hand("7s 9d")]
    game = NAIVE["G3-40-mate"](hands, turn_up="9s")
    assert game.turn == 1 and game.actions() == ["9c"]
    game = NAIVE["G3-40-mate"](hands, turn_up="2s")
    assert game.turn == 0 and game.actions() == ["7c", "Kd"]


# --- the trump game ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "tricks, points",
    [([8, 6, 3], [8, 6, 6]), ([7, 7, 3], [7, 7, 6]), ([9, 4, 4], [9, 8, 8]), ([17, 0, 0], [17, 0, 0])],
)
def test_round_score(tricks: list[int], points: list[int]) -> None:
    game = TrumpGooseberry([["2c"]] * 3, turn_up="3s")
    game.won = tricks
    assert game.scores()["final"] == points


def test_card_points_total_forty_less_the_turn_up() -> None:
    game = finish(NAIVE["J2"](**random_deal("J2", 1)), 1)
    turned = {"A": 4, "K": 3, "Q": 2, "J": 1}.get(random_deal("J2", 1)["turn_up"][0], 0)
    assert sum(game.scores()["final"]) == 40 - turned


def test_challenge_bids() -> None:
    game = NAIVE["J4"]([hand("As 2h"), hand("3s 4h"), hand("5s 6h")], turn_up="9h")
    assert game.actions() == ["bid 0", "bid 1", "bid 2"]
    play(game, "bid 1", "bid 0", "bid 0", "As", "3s", "5s", "2h", "4h", "6h")
    assert game.tricks() == [1, 0, 1] and game.scores()["final"] == [11, 10, 1]


# --- Jokers & Jewels -------------------------------------------------------------------------------


def test_fool_and_breaking() -> None:
    game = NAIVE["K1"]([hand("5t Fool"), hand("3c 4c"), hand("2c 7t")], leader=0)
    assert game.actions() == ["Fool"]
    game = NAIVE["K1"]([hand("5t Fool"), hand("3c 4c"), hand("2c 7t")], leader=0, fool="b")
    assert game.actions() == ["5t", "Fool"]
    play(game, "Fool")
    assert game.actions() == ["3c", "4c"]
    play(game, "3c")
    assert game.actions() == ["2c"]
    play(game, "2c")
    assert game.tricks() == [0, 1, 0] and not game.broken
    play(game, "4c")
    assert play(game, "7t").broken


def test_fool_then_forced_trump_breaks() -> None:
    game = NAIVE["K1"]([hand("Fool 3c"), hand("4t jester"), hand("JOKER 9c")], leader=0)
    play(game, "Fool")
    assert game.actions() == ["4t", "jester"]
    play(game, "4t")
    assert game.broken and game.actions() == ["JOKER"]
    play(game, "JOKER")
    assert game.tricks() == [0, 0, 1] and game.captured()[2] == ["Fool", "4t", "JOKER"]


def test_fool_is_always_legal() -> None:
    game = NAIVE["K1"]([hand("Ac 3c"), hand("4c Fool"), hand("9c 8c")], leader=0)
    assert play(game, "Ac").actions() == ["4c", "Fool"]


def test_draws_and_bids() -> None:
    hands = [["Ac"], ["3c"], ["4c"]]
    game = NAIVE["K1"](hands, stock=hand("5c 6c 7c 8c"))
    assert game.actions() == ["bid 1", "bid 2"]
    play(game, "bid 1", "bid 1", "bid 1", "Ac", "3c", "4c")
    assert game.hands == [["5c"], ["6c"], ["7c"]]
    play(game, "5c", "6c", "7c")
    assert game.over() and game.stock == ["8c"]
    game = NAIVE["K1"](hands, stock=hand("5c 6c 7c 8c"), uneven="b")
    assert game.actions() == ["bid 1", "bid 2", "bid 3"]
    play(game, "bid 1", "bid 1", "bid 1", "Ac", "3c", "4c", "5c", "6c", "7c")
    assert game.turn == 2 and game.actions() == ["8c"]
    assert play(game, "8c").over()
    with pytest.raises(Gap):
        NAIVE["K1"](hands, stock=["5c"], uneven="c")


def test_jewels_scores() -> None:
    game = JokersJewels([["2c"]] * 3, bids=[3, 2, 4])
    game.won = [3, 4, 1]
    game.taken = [hand("1t 2t 3t JOKER"), hand("4t 5t 8t"), hand("21t 20t Fool jester")]
    assert game.scores()["raw"] == [6, 6, -4]
    assert game.scores()["final"] == [10, 8, -2]
    game.short = "b"
    assert game.scores()["raw"] == [6, 6, -6]
    team = JokersJewels([["2c"]] * 4, mode="nil", bids=[0, 2, 3, 1])
    team.won = [0, 1, 4, 5]
    team.taken = [[], hand("1t JOKER"), hand("Fool 5t"), hand("2t jester")]
    assert team.scores()["raw"] == [7 + 4, 6 + 3, 11, 9]
    assert team.scores()["teams"] == [11, 11]
    team.won = [1, 1, 3, 5]
    assert team.scores()["raw"][0] == 6 + 1


def test_one_nil_a_side() -> None:
    game = NAIVE["K3"](**random_deal("K3", 1))
    play(game, "nil", "bid 1")
    assert "nil" not in game.actions()
    play(game, "bid 1")
    assert "nil" in game.actions()
    assert "nil" not in NAIVE["K2"](**random_deal("K2", 1)).actions()


# --- Spoil Five ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "led, cards, legal",
    [
        ("5s", "Js 9c", "Js"),
        ("Js", "5s 9c", "5s 9c"),
        ("Ah", "Js 9c", "9c Js"),
        ("Ah", "5s 9c", "5s 9c"),
        ("8s", "5s 2s 9c", "2s 5s"),
        ("As", "Ah 9c", "9c Ah"),
        ("9h", "Ah 2h 3c", "2h Ah"),
        ("9h", "Ah 3c", "3c Ah"),
        ("9h", "2h 5s 3c", "2h 5s"),
        ("9h", "5s 3c", "3c 5s"),
        ("Ah", "5s Js 9c", "5s 9c Js"),
        ("Js", "5s Ah 9c", "5s Ah"),
    ],
)
def test_reneging(led: str, cards: str, legal: str) -> None:
    game = SpoilFive([[led], hand(cards)], trump="s", leader=0)
    assert play(game, led).actions() == hand(legal)


def test_reneging_single_card_only() -> None:
    game = SpoilFive([["Ah"], hand("5s Js 9c")], trump="s", leader=0, renege="b")
    assert play(game, "Ah").actions() == ["5s", "Js"]
    game = SpoilFive([["8s"], ["5s"], hand("Js 9c")], trump="s", leader=0)
    assert play(game, "8s", "5s").actions() == ["9c", "Js"]


def test_spoil_five_ranks() -> None:
    assert trump_order("h") == hand("5h Jh Ah Kh Qh Th 9h 8h 7h 6h 4h 3h 2h")
    assert trump_order("d") == hand("5d Jd Ah Ad Kd Qd Td 9d 8d 7d 6d 4d 3d 2d")
    assert trump_order("c") == hand("5c Jc Ah Ac Kc Qc 2c 3c 4c 6c 7c 8c 9c Tc")
    game = SpoilFive([["2c"], ["3c"]], trump="s", leader=0)
    for text in ("Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d 2d Ad", "Kc Qc Jc Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc"):
        cards = hand(text)
        assert all(game.beats(a, b) for a, b in zip(cards, cards[1:], strict=False))


def test_robbing_and_silence() -> None:
    hands = [hand("As 9c 8c 7c 6c"), hand("2s Kh 2h 3h 4h")]
    game = NAIVE["S1"](hands, turn_up="6s")
    assert game.actions() == [
        "6c", "7c", "8c", "9c", "As", "decline", "rob 6c", "rob 7c", "rob 8c", "rob 9c", "rob As",
    ]  # fmt: skip
    robbed = game.copy()
    play(robbed, "rob 9c")
    assert robbed.actions() == hand("6c 6s 7c 8c As")
    declined = game.copy()
    play(declined, "decline", "As", "2s")
    assert declined.tricks() == [1, 0]
    play(game, "As", "2s")
    assert game.tricks() == [0, 1]  # demoted: the deuce beats it


def test_silent_ace_of_hearts_may_not_renege() -> None:
    hands = [hand("4h 9c 8c 7c 6c"), hand("Ah Kd 2d 3d 4d")]
    game = play(NAIVE["S1"](hands, turn_up="6h"), "4h")
    assert [a for a in game.actions() if " " not in a] == ["Ah", "decline"]
    play(game, "decline")
    assert "Kd" in game.actions()


def test_turned_ace_and_king_rob() -> None:
    hands = [hand("4h 9c 8c 7c 6c"), hand("5h Kd 2d 3d 4d")]
    game = NAIVE["S1"](hands, turn_up="Ah")
    assert game.turn == 1 and len(game.actions()) == 6
    play(game, "rob 2d")
    assert game.turn == 0 and game.actions() == hand("4h 6c 7c 8c 9c")
    game = NAIVE["S1"](hands, turn_up="Ah", rob_time="b")
    assert len(play(game, "9c").actions()) == 6
    game = NAIVE["S2b"](hands, turn_up="6d")
    assert len(play(game, "9c").actions()) == 6 + 5
    assert len(play(NAIVE["S2"](hands, turn_up="6d"), "9c").actions()) == 5


def jink_game() -> Any:
    hands = [hand("5s Js Ah As Ks"), hand("2c 3c 4c 5c 6c"), hand("2d 3d 4d 5d 6d")]
    game = NAIVE["S1"](hands, turn_up="7s")
    play(game, "decline", "5s", "2c", "2d", "Js", "3c", "3d", "Ah", "4c", "4d")
    return game


def test_jink() -> None:
    game = jink_game()
    assert game.actions() == ["go", "stop"]
    assert play(game.copy(), "stop").payoff() == {"pool": 0, "payments": [4, 0, 0]}
    play(game, "go", "As", "5c", "5d", "Ks", "6c", "6d")
    assert game.payoff() == {"pool": 0, "payments": [6, -1, -1]}


def test_forty_five() -> None:
    counts = {(5, 0): (10, 25), (4, 1): (5, 15), (3, 2): (5, 5)}
    for (mine, theirs), (first, second) in counts.items():
        for name, value in (("S2", first), ("S2a", second)):
            game = NAIVE[name]([["2c"], ["3c"]], trump="s", leader=0)
            game.won = [mine, theirs]
            assert game.scores()["final"] == [value, 0]


# --- Rams, Rounce, Bierspiel -------------------------------------------------------------------------


@pytest.mark.parametrize("order", ["A", "E"])
def test_must_undertrump(order: str) -> None:
    hands = [["9c"], ["Ac"], ["Kh"], hand("Qh 8d")]
    game = Rams(hands, trump="h", leader=0, order=order)
    assert play(game, "9c", "Ac", "Kh").actions() == ["Qh"]


def test_heading() -> None:
    game = Rams([["9c"], hand("8c Tc Kc")], trump="h", leader=0)
    assert play(game, "9c").actions() == ["Kc", "Tc"]
    game = Rams([["9c"], ["7h"], hand("8c Tc")], trump="h", leader=0)
    assert play(game.copy(), "9c", "7h").actions() == ["8c", "Tc"]
    game.trumped = "b"
    assert play(game, "9c", "7h").actions() == ["Tc"]
    game = Rams([["9c"], ["8h"], hand("7h Th")], trump="h", leader=0)
    assert play(game.copy(), "9c", "8h").actions() == ["Th"]
    game.overtrump = "b"
    assert play(game, "9c", "8h").actions() == ["7h", "Th"]


RAMS_DEAL: dict[str, Any] = {
    "hands": [hand("Kc 9c 8d 7d Td"), hand("Ac 7c 8s 9s 7h"), hand("Ah Kh Qh Jh Th")],
    "widow": hand("Qc Jc Tc 8c Kd"),
    "turn_up": "9h",
}


def test_rams_declarations() -> None:
    simple = NAIVE["R1"](**RAMS_DEAL)
    assert simple.actions() == ["general", "general widow", "play", "widow"]
    game = NAIVE["R1"](**RAMS_DEAL, pool=10)
    assert game.actions() == ["general", "general widow", "pass", "play", "widow"]
    play(game, "pass")
    assert game.actions() == ["general", "general widow", "pay", "play", "widow"]
    paid = play(game.copy(), "pay")
    assert paid.over() and paid.payoff() == {"pool": 10, "payments": [0, -5, 5]}
    play(game, "widow")
    assert game.actions() == ["general", "play"]  # one opponent: the dealer must play
    play(game, "play")
    assert game.turn == 2 and game.actions()[0] == "decline" and len(game.actions()) == 6
    play(game, "decline")
    assert game.turn == 1


def test_general() -> None:
    game = NAIVE["R1"](**RAMS_DEAL, pool=10)
    play(game, "pass", "play", "general")
    assert game.turn == 2  # the dealer may still take the turn-up
    play(game, "take up Th", "Ah")
    assert game.order == [2, 0, 1]
    play(game, "8d", "7h", "Kh", "7d", "7c", "Qh", "9c", "8s", "Jh", "Kc", "9s", "9h", "Td", "Ac")
    assert game.payoff() == {"pool": 0, "payments": [-5, -5, 20]}
    game = NAIVE["R1"](**RAMS_DEAL, pool=10)
    play(game, "general")
    assert game.actions() == ["play", "widow"]
    play(game, "widow", "play", "decline", "Kc", "Tc")
    assert game.turn == 2
    play(game, "Ah")
    assert game.over() and game.payoff() == {"pool": 20, "payments": [-20, 5, 5]}


def test_rams_six() -> None:
    deal = random_deal("R1", 3, players=6)
    game = play(NAIVE["R1"](**deal, pool=10), "pass", "pass", "pass", "pass")
    assert "pay" in game.actions()
    play(game, "play")
    assert game.over() and game.payoff() == {"pool": 0, "payments": [0, 0, 0, 0, 10, 0]}


def test_rounce() -> None:
    game = NAIVE["R2"](**random_deal("R2", 2))
    assert game.actions() == ["pass", "play", "widow"]
    assert len(play(game, "widow").actions()) == 6
    game = NAIVE["R2"]([hand("2h 3c 4c 5c"), hand("6c 7c 8c 9c")], trump="h", leader=0)
    assert game.actions() == ["2h"]  # four cards each: the second trick
    game = NAIVE["R2"]([hand("2h 3c 4c"), hand("6c 7c 8c")], trump="h", leader=0)
    assert game.actions() == hand("2h 3c 4c")


def test_bierspiel_called_trumps() -> None:
    hands = [hand("8c 8s 9c Kc Ks"), hand("7d Ah 8h 9s Ts"), hand("Kd 9d 8d Td Jd")]
    game = NAIVE["R3"](hands, leader=0, trump="h", declarers=3)
    assert game.actions() == ["8c", "8s"]
    play(game, "8c")
    assert game.actions() == hand("7d 8h Ah")
    play(game, "8h")
    assert game.actions() == hand("8d 9d Jd Kd Td")
    play(game, "9d")
    assert game.turn == 1 and game.actions() == ["7d", "Ah"]
    play(game, "Ah", "8d", "8s")
    assert game.actions() == hand("7d 9s Ts")  # two trump leads are enough


def test_bierspiel_face_down_card_that_nobody_trumps() -> None:
    hands = [hand("8c"), hand("Kd"), hand("9c")]
    for reading, winner in (("a", 0), ("b", 2)):
        game = NAIVE["R3"](hands, leader=0, trump="h", declarers=6, face_down=reading)
        play(game, "8c", "Kd", "9c")
        assert game.history[-1][1] == winner


def test_bierspiel_turned_seven() -> None:
    deal = {**RAMS_DEAL, "hands": [hand("Kc 9c 8d Qd Td"), *RAMS_DEAL["hands"][1:]]}
    deal.update(turn_up="7d", stock=["9h", "9d"])
    game = play(NAIVE["R3"](**deal), "play", "pass", "play")
    assert len(game.actions()) == 11 and "take up Jh Th" in game.actions()
    play(game, "take up Jh Th")
    assert sorted(game.hands[2]) == hand("7d 9h Ah Kh Qh")
    game = play(NAIVE["R3"](**deal), "play", "play", "pass")
    assert game.turn == 0 and "take up 8d" in game.actions()
    play(game, "take up 8d")
    assert "9h" in game.hands[0] and game.trump == "h"


def test_ramsed_dealer_puts_up_ten() -> None:
    game = Rams([["9c"], ["8c"], ["7c"]], trump="h", leader=0, pool=5)
    game.won = [3, 2, 0]
    assert game.payoff() == {"pool": 5, "payments": [3, 2, -5]}  # and five more for his deal


# --- Loo -------------------------------------------------------------------------------------------


def test_late_trump() -> None:
    game = NAIVE["L1"]([hand("Kc 9c 2s"), hand("3d 4s 5h"), hand("Ac 2d 6s")], stock=["7d"])
    play(game, "Kc", "3d", "Ac")
    assert game.tricks() == [0, 1, 0] and game.trump == "d"
    play(game, "4s", "6s", "2s")
    assert game.tricks() == [0, 1, 1] and game.actions() == ["2d"]


def test_simple_loo_pool() -> None:
    game = NAIVE["L1"]([hand("Ac Kc Qc"), hand("2c 3c 4c"), hand("5c 6c 7c")])
    play(game, "Ac", "2c", "5c", "Kc", "3c", "6c", "Qc", "4c", "7c")
    assert game.payoff() == {"pool": 6, "payments": [3, -3, -3]} and game.trump is None
    assert NAIVE["L3"]([["2c"]] * 3, pool=9).unlimited


def test_double_loo_declarations() -> None:
    deal = random_deal("L2", 1)
    game = NAIVE["L2"](**deal)
    assert play(game.copy(), "pass", "pass", "pass").payoff() == {"pool": 0, "payments": [0, 0, 0, 6]}
    one = play(game.copy(), "play", "pass", "pass")
    assert one.actions() == ["defend", "play", "widow"]
    widow = play(game.copy(), "widow", "pass", "pass")
    assert widow.actions() == ["pass", "play"]
    assert play(widow, "pass").payoff() == {"pool": 0, "payments": [6, 0, 0, 0]}
    two = play(game.copy(), "play", "pass", "widow")
    assert two.actions() == ["pass", "play"]
    assert play(game.copy(), "play", "play", "pass").actions() == ["pass", "play", "widow"]


def test_double_loo_leads() -> None:
    hands = [hand("Kh 2h 3c"), hand("4c 5c 6c")]
    assert NAIVE["L2"](hands, turn_up="9h", leader=0).actions() == ["2h", "Kh"]
    assert NAIVE["L2"](hands, turn_up="9h", leader=0, first_lead="b").actions() == ["Kh"]
    assert NAIVE["L2"](hands, turn_up="Ah", leader=0).actions() == ["Kh"]
    hands = [hand("2h 3c"), hand("4c 5c")]
    assert NAIVE["L2"](hands, trump="h", leader=0).actions() == ["2h"]


def test_irish_loo() -> None:
    deal = random_deal("L4", 1)
    deal["turn_up"] = "9h"
    game = NAIVE["L4"](**deal)
    assert game.actions() == ["pass", "play"]
    assert len(play(game, "play").actions()) == 8
    first = sorted(deal["hands"][0])[0]
    play(game, f"exchange {first}")
    assert deal["stock"][0] in game.hands[0] and first not in game.hands[0] and game.turn == 1
    deal["turn_up"] = "9c"
    assert NAIVE["L4"](**deal).actions() == ["play"]


def test_pam_and_flush() -> None:
    hands = [hand("Ah 2h 3h 4c 5c"), hand("Jc 9h 6s 7s 8s"), hand("2s 3s 4s 5s Ks")]
    game = NAIVE["L5"](hands, turn_up="7h", stock=[])
    play(game, "play", "exchange", "play", "exchange", "play", "exchange")
    assert game.turn == 2 and game.actions() == ["decline", "show flush"]
    shown = play(game.copy(), "show flush")
    assert shown.payoff() == {"pool": 5, "payments": [-5, 0, 10]}
    play(game, "decline", "Ah")
    assert game.actions() == ["civil", "decline"]
    assert play(game.copy(), "civil").actions() == ["9h"]
    assert play(game, "decline").actions() == ["Jc"]


# --- the other games -------------------------------------------------------------------------------


def test_hearts() -> None:
    hands = [hand("3c Ah 4d"), hand("2c Qs 5d"), hand("Kh Qs 2h"), hand("4c 5h 6d")]
    game = NAIVE["hearts"](hands)
    assert game.turn == 1 and game.actions() == ["2c"]
    play(game, "2c")
    assert game.actions() == hand("2h Kh Qs")  # nothing but point cards
    game = NAIVE["hearts"]([["2h"], ["3h"], ["4h"], ["5h"]], leader=0)
    game.taken = [[r + "h" for r in "23456789TJQKA"] + ["Qs"], [], [], []]
    assert game.scores() == {"raw": [26, 0, 0, 0], "final": [0, 26, 26, 26]}
    assert NAIVE["hearts"]([hand("2h 3c"), hand("3h 4c")], leader=0).actions() == ["3c"]


def test_skat_and_euchre() -> None:
    game = NAIVE["skat-suit"]([hand("Jd 7h"), hand("Jh Ts"), hand("Ah 9c")], kind="h", leader=0)
    play(game, "7h")
    assert game.actions() == ["Jh"]
    play(game, "Jh", "Ah")
    assert game.tricks() == [0, 1, 0]
    game = NAIVE["skat-grand"](**random_deal("skat-grand", 1))
    assert len(game.actions()) == 66
    game = NAIVE["euchre"]([["Js"], ["Ac"], ["Jc"], ["9c"]], leader=0, trump="c", maker=0)
    play(game, "Js", "Ac", "Jc", "9c")
    assert game.tricks() == [0, 0, 1, 0]
    deal = random_deal("euchre", 1)
    game = play(NAIVE["euchre"](**deal), "pass", "pass", "pass", "pass")
    assert len(game.actions()) == 4
    assert play(game.copy(), "pass", "pass", "pass", "pass").over()
    game = play(NAIVE["euchre"](**deal), "pass", "order up")
    assert game.turn == 3 and len(game.actions()) == 6


def test_bids_and_misere() -> None:
    deal = random_deal("oh-hell", 1)
    game = NAIVE["oh-hell"](**deal, hook=True)
    play(game, "bid 1", "bid 1", "bid 0")
    assert game.actions() == ["bid 0", "bid 1", "bid 3", "bid 4"]
    game = NAIVE["spades"]([hand("2s 3c"), hand("4c 5s")], leader=0, bids=[1, 0])
    assert game.actions() == ["3c"]
    assert play(game, "3c", "4c").actions() == ["5s"]
    assert "nil" in NAIVE["spades"](**random_deal("spades", 1)).actions()


# --- counting, solving, random play ------------------------------------------------------------------


def test_count_sequences() -> None:
    game = NAIVE["whist"]([hand("As 2h"), hand("Ks 3h"), hand("Qs 4h"), hand("Js 5h")])
    assert [count_sequences(game, depth) for depth in (0, 1, 4, 8, 20)] == [1, 2, 2, 2, 2]
    game = NAIVE["whist"]([hand("As 2h"), hand("Kc 3d"), hand("Qs 4h"), hand("Js 5h")])
    assert [count_sequences(game, depth) for depth in (1, 2, 8)] == [2, 4, 4]


def test_minimax() -> None:
    # The lead into a tenace: A has the ace and queen of hearts over the king, if B must lead.
    hands = [hand("Ah Qh"), hand("Kh Jh")]
    assert minimax(NAIVE["whist"](hands, leader=1), {0}) == 2
    assert minimax(NAIVE["whist"](hands, leader=0), {0}) == 1
    ending = [hand("Ks 9s"), hand("As 7d"), hand("Js 8s")]
    value = minimax(NAIVE["G3"](ending, leader=0), {0})
    assert value + minimax(NAIVE["G3"](ending, leader=0), {1, 2}) == 2


def finish(game: Any, seed: int) -> Any:
    source = random.Random(seed)
    while not game.over():
        actions = game.actions()
        assert actions and len(set(actions)) == len(actions)
        before = game.copy()
        game.do(source.choice(actions))
        assert before.actions() == actions  # the copy is untouched
    return game


SIZES = {
    "G3": [3], "GN": [3, 5, 7, 9], "S1": range(2, 11), "S2": [2, 4, 6], "R1": [3, 4, 5, 6], "R2": range(3, 10),
    "R3": [3, 4, 5, 6], "L1": [3, 8, 17], "L2": [3, 5, 16], "L4": [3, 8, 16], "L5": [3, 6, 10], "K1": [3, 4, 6, 7],
    "oh-hell": [3, 5, 7],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_random_play(name: str) -> None:
    for seed in range(12):
        for players in SIZES.get(name, [SHAPES[name][1]]):
            deal = random_deal(name, seed, players)
            if name == "G-3P":
                deal["equal"] = "b"
            if name in ("R1", "R2") and seed % 2:
                deal["pool"] = 10
            held = sum(len(cards) for cards in deal["hands"])
            game = finish(NAIVE[name](**deal), seed)
            assert sum(game.tricks()) == len(game.history)
            scores = game.scores()
            assert len(scores["raw"]) == len(scores["final"]) == players
            if name[0] in "GJ":
                assert sum(len(cards) for cards in game.captured()) == held
            result = game.payoff()
            if result is not None and name != "R3":
                assert sum(result["payments"]) + result["pool"] == game.pool


@pytest.mark.parametrize("name", ["G3", "G5-3J"])
def test_random_play_under_the_other_gifts(name: str) -> None:
    for seed in range(12):
        for gift in "bc":
            game = finish(NAIVE[name](**random_deal(name, seed), gift=gift), seed)
            assert sum(game.tricks()) == len(game.history)


def state(game: Game) -> dict[str, Any]:
    """What an ending has to be told besides hands, leader and trump."""
    extra: dict[str, Any] = {}
    for name in ("broken", "demoted", "jinker", "general", "declarers", "kind", "bids", "turn_up", "declarer"):
        if hasattr(game, name):
            extra[name] = getattr(game, name)
    if isinstance(game, SpoilFive):
        extra["won"] = game.won
    if hasattr(game, "stock"):
        extra["stock"] = game.stock
    return extra


@pytest.mark.parametrize("name", sorted(set(SHAPES) - {"L3"}))
def test_an_ending_goes_on_like_the_deal(name: str) -> None:
    for seed in range(30):
        game = NAIVE[name](**random_deal(name, seed), **({"equal": "b"} if name == "G-3P" else {}))
        source = random.Random(seed)
        while not game.over():
            left = max(len(cards) for cards in game.hands)
            if game.phase == "play" and not game.trick and left < min(game.full, 7) and game.done > 0:
                known = state(game)
                if name in ("J1", "J2", "J3", "J4", "J3-points", "oh-hell", "euchre"):
                    known.pop("turn_up", None)
                if name == "R3":
                    known.pop("general")
                if name[0] == "G":
                    known = {"equal": game.equal}
                trump = None if name.startswith("skat") else game.trump
                ending = NAIVE[name](game.hands, leader=game.turn, trump=trump, **known)
                assert ending.done == game.done or name[0] in "GJK" or name == "oh-hell"
                for depth in (1, 2, 3):
                    assert count_sequences(ending, depth) == count_sequences(game, depth)
            game.do(source.choice(game.actions()))


@pytest.mark.parametrize("name", sorted(set(SHAPES) - {"L3", "G-3P"}))
def test_two_sides_share_the_tricks_of_an_ending(name: str) -> None:
    for seed in range(3):
        deal = random_deal(name, seed, each=2)
        extra = {key: deal[key] for key in ("kind",) if key in deal}
        game = NAIVE[name](deal["hands"], leader=0, trump="d", **extra) if name != "L1" else None
        if game is None:
            game = NAIVE[name](deal["hands"], leader=0, stock=deal["stock"])
        rest = set(range(1, game.n))
        mine, theirs = minimax(game, {0}), minimax(game, rest)
        assert mine + theirs == 2
