"""Spoil Five (S1) and Forty-Five (S2)."""

from collections.abc import Iterable
from typing import Any

from .base import Game, Scores
from .cards import printed_rank, printed_suit

RED_PLAIN = ["K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2", "A"]
BLACK_PLAIN = ["K", "Q", "J", "A", "2", "3", "4", "5", "6", "7", "8", "9", "T"]
RED_SMALL = ["K", "Q", "T", "9", "8", "7", "6", "4", "3", "2"]
BLACK_SMALL = ["K", "Q", "2", "3", "4", "6", "7", "8", "9", "T"]


def trump_order(trump: str) -> list[str]:
    """All trumps, best first."""
    cards = ["5" + trump, "J" + trump, "Ah"]
    if trump != "h":
        cards.append("A" + trump)
    small = RED_SMALL if trump in "dh" else BLACK_SMALL
    return cards + [rank + trump for rank in small]


class SpoilFive(Game):
    """Readings: renege = S3, rob_time = S4; king_rob = S2b. `demoted`: the ace of trumps has been demoted."""

    full = 5
    jink_rule = True

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        dealer: int | None = None,
        pool: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        trump: str | None = None,
        renege: str = "a",
        rob_time: str = "a",
        king_rob: bool = False,
        demoted: bool = False,
        won: list[int] | None = None,
        jinker: int | None = None,
        barred: Iterable[int] = (),
    ) -> None:
        super().__init__(hands, dealer)
        self.turn_up = turn_up
        self.pool = self.n + 1 if pool is None else pool
        self.renege = renege
        self.demoted = demoted
        self.barred: list[int] = list(barred)
        self.jinker = jinker
        self.stopper: int | None = None
        self.robber: int | None = None  # who may still rob
        self.rob_kind = ""
        if won:
            self.won = list(won)
        trump = trump or (printed_suit(turn_up) if turn_up else None)
        assert trump is not None
        self.trump = trump
        self.ace = "A" + trump
        if leader is not None:
            self.start_ending(leader, trick)
            return
        self.find_robber(king_rob)
        if self.rob_kind == "turned ace" and rob_time == "a":
            self.phase = "rob"
            self.turn = self.dealer
        else:
            self.start_trick(self.eldest)

    # --- robbing -----------------------------------------------------------------------------------

    def find_robber(self, king_rob: bool) -> None:
        if self.turn_up is None:
            return
        if printed_rank(self.turn_up) == "A":
            self.robber = self.dealer
            self.rob_kind = "turned ace"
            return
        for seat in range(self.n):
            if self.ace in self.hands[seat]:
                self.robber = seat
                self.rob_kind = "ace"
                return
        if king_rob:
            for seat in range(self.n):
                if "K" + str(self.trump) in self.hands[seat]:
                    self.robber = seat
                    self.rob_kind = "king"

    def rob_choices(self) -> list[str]:
        return ["rob " + card for card in self.hands[self.turn]] + ["decline"]

    def rob(self, action: str) -> None:
        if action != "decline":
            assert self.turn_up is not None
            self.hands[self.turn].remove(action.split()[1])
            self.hands[self.turn].append(self.turn_up)
        self.robber = None

    def actions(self) -> list[str]:
        if self.phase == "play" and self.done == 0 and self.robber == self.turn:
            if self.rob_kind == "turned ace":
                return sorted(set(self.rob_choices()))
            silent = self.cards_allowed(self.demoted or self.rob_kind == "ace")
            return sorted(set(self.rob_choices() + silent))
        return super().actions()

    def carry_out(self, action: str) -> None:
        if self.phase == "play" and self.done == 0 and self.robber == self.turn:
            if action == "decline" or action.startswith("rob "):
                self.rob(action)
                return
            if self.rob_kind == "ace":
                self.demoted = True
            self.robber = None
        super().carry_out(action)

    # --- cards -------------------------------------------------------------------------------------

    def suit_of(self, card: str) -> str:
        if card == "Ah":
            return str(self.trump)
        return printed_suit(card)

    def strength(self, card: str) -> int:
        if self.suit_of(card) == self.trump:
            if self.demoted and card == self.ace:
                return -100
            return -trump_order(self.trump).index(card)
        plain = RED_PLAIN if printed_suit(card) in "dh" else BLACK_PLAIN
        return -plain.index(printed_rank(card))

    def may_withhold(self, card: str, led: str, demoted: bool) -> bool:
        order = trump_order(str(self.trump))
        if card not in order[:3]:
            return False
        if demoted and card == self.ace:
            return False
        if demoted and led == self.ace:
            return True  # a demoted ace is below every other trump
        return order.index(card) < order.index(led)

    def legal_cards(self) -> list[str]:
        return self.cards_allowed(self.demoted)

    def cards_allowed(self, demoted: bool) -> list[str]:
        cards = self.hands[self.turn]
        if not self.trick:
            return cards
        led = self.trick[0][1]
        suit = self.suit_of(led)
        trumps = [card for card in cards if self.suit_of(card) == self.trump]
        if suit != self.trump:
            same = [card for card in cards if self.suit_of(card) == suit]
            if same:
                return same + trumps
            return cards
        if not trumps:
            return cards
        if all(self.may_withhold(card, led, demoted) for card in trumps):
            if self.renege == "a" or len(trumps) == 1:
                return cards
        return trumps

    # --- jink --------------------------------------------------------------------------------------

    def after_trick(self, winner: int) -> None:
        self.award(winner)
        if self.jink_rule and self.won[winner] == 3 and any(self.hands) and self.jinker is None:
            self.phase = "jink"
            self.turn = winner
        else:
            self.next_trick(winner)

    def decisions(self) -> list[str]:
        if self.phase == "rob":
            return self.rob_choices()
        return ["stop", "go"]

    def decide(self, action: str) -> None:
        if self.phase == "rob":
            self.rob(action)
            self.start_trick(self.eldest)
        elif action == "stop":
            self.stopper = self.turn
            self.finish()
        else:
            self.jinker = self.turn
            self.next_trick(self.turn)

    # --- pool --------------------------------------------------------------------------------------

    def pool_winner(self) -> int | None:
        if self.stopper is not None:
            return self.stopper
        if self.jinker is not None:
            return self.jinker if self.won[self.jinker] == 5 else None
        for seat in range(self.n):
            if self.won[seat] >= 3:
                return seat
        return None

    def payoff(self) -> Scores | None:
        payments = [0] * self.n
        winner = self.pool_winner()
        if winner is None or winner in self.barred:
            return {"pool": self.pool, "payments": payments}
        payments[winner] += self.pool
        if self.jinker == winner:
            for seat in range(self.n):
                if seat != winner:
                    payments[seat] -= 1
                    payments[winner] += 1
        return {"pool": 0, "payments": payments}

    def scores(self) -> Scores:
        result = self.payoff()
        assert result is not None
        return {"raw": list(self.won), "final": result["payments"]}


class FortyFive(SpoilFive):
    """Two sides (even and odd seats), no pool, no jink. count = 'a' (5 or 10) or 'b' (5 a trick, difference)."""

    jink_rule = False

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        turn_up: str | None = None,
        *,
        count: str = "a",
        gross: bool = False,
        honour_five: bool = False,
        **options: Any,
    ) -> None:
        self.count = count
        self.gross = gross
        self.honour_five = honour_five
        super().__init__(hands, turn_up, **options)
        if self.n not in (2, 4, 6):
            raise ValueError("Forty-Five needs two equal sides")

    def payoff(self) -> Scores | None:
        return None

    def scores(self) -> Scores:
        """raw = tricks of the seat's side, final = what the side counts."""
        side_tricks = [sum(self.won[0::2]), sum(self.won[1::2])]
        side_score = [0, 0]
        for side in (0, 1):
            mine, theirs = side_tricks[side], side_tricks[1 - side]
            if self.count == "a":
                if mine == 5:
                    side_score[side] = 10
                elif mine >= 3:
                    side_score[side] = 5
            elif self.gross:
                side_score[side] = 5 * mine
            elif mine > theirs:
                side_score[side] = 5 * (mine - theirs)
        if self.honour_five and self.turn_up and printed_rank(self.turn_up) in "AK":
            side_score[self.dealer % 2] += 5
        return {
            "raw": [side_tricks[s % 2] for s in range(self.n)],
            "final": [side_score[s % 2] for s in range(self.n)],
            "sides": side_score,
        }
