"""Gooseberry Fool, Parlett's and Barber's: G3, G5, G7a-c, GN and their relatives."""

from collections.abc import Iterable

from .base import Game, Gap, Scores
from .cards import ACE_HIGH, JOKER, SEATS, is_black, printed_rank, printed_suit


class Gooseberry(Game):
    """Readings: gift = G1, equal = G4b, jokers = G7, extended = G9 (each 'a', 'b', ...)."""

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        turn_up: str | None = None,
        mate: bool = False,
        gift: str = "a",
        equal: str = "a",
        jokers: str = "a",
        extended: str = "a",
        mirrored: bool = False,
        ace_low: bool = False,
        weights: list[int] | None = None,
        bonus: int | None = None,
        tied: str = "each",
        ranks: list[str] | None = None,
        trump: str | None = None,  # there is none; accepted for a uniform call
    ) -> None:
        super().__init__(hands, dealer)
        if self.n % 2 == 0:
            raise Gap("an even number of players")
        self.ranks = list(ranks or ACE_HIGH)
        if ace_low:
            self.ranks.reverse()
        self.gift = gift
        self.equal = equal
        self.joker_rule = jokers
        self.extended = extended
        self.mirrored = mirrored
        self.weights = list(weights) if weights else [k + 1 for k in range(self.n - 1)]
        if bonus is None:
            bonus = {3: 10, 5: 30}.get(self.n, 0)
        self.bonus = bonus
        self.tied = tied
        self.must_lead: str | None = None
        if leader is not None:
            self.start_ending(leader, trick)
            return
        first = self.eldest
        if mate and turn_up is not None:
            holder = self.find_mate(turn_up)
            if holder is not None:
                first = holder
        self.start_trick(first)

    def find_mate(self, turn_up: str) -> int | None:
        """Seat that holds the card of the same rank and colour, if exactly one does (else the rule is off)."""
        if turn_up == JOKER:
            return None
        other = {"c": "s", "s": "c", "d": "h", "h": "d"}[printed_suit(turn_up)]
        wanted = printed_rank(turn_up) + other
        holders = [seat for seat in range(self.n) for card in self.hands[seat] if card == wanted]
        twins = [card for cards in self.hands for card in cards if card == turn_up]
        if len(holders) != 1 or twins:
            return None
        self.must_lead = wanted
        return holders[0]

    # --- what may be played --------------------------------------------------------------------

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        if self.must_lead is not None:
            return [self.must_lead]
        naturals = [card for card in cards if card != JOKER]
        return naturals or cards

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        led = self.trick[0][1]
        if led == JOKER:
            return cards
        suit = printed_suit(led)
        same_suit = [card for card in cards if card != JOKER and printed_suit(card) == suit]
        jokers = [card for card in cards if card == JOKER]
        same_colour = [
            card for card in cards if card != JOKER and is_black(printed_suit(card)) == is_black(suit)
        ]
        if same_suit:
            return same_suit
        if self.extended == "c" and same_colour:
            return same_colour
        if jokers:
            return jokers
        if self.extended == "b" and same_colour:
            return same_colour
        return cards

    def card_played(self, card: str) -> None:
        self.must_lead = None

    # --- who wins --------------------------------------------------------------------------------

    def trick_winner(self) -> int:
        jokers = [seat for seat, card in self.trick if card == JOKER]
        if len(jokers) == 1:
            return jokers[0]
        if len(jokers) > 1:
            if self.joker_rule == "a":
                return jokers[0]
            if self.joker_rule == "b":
                return jokers[-1]
            if self.joker_rule == "d":
                raise Gap("two or more Jokers in one trick")
            if len(jokers) % 2 == 1:  # reading c: the first two cancel, the third survives, ...
                return jokers[-1]
        return self.middling([play for play in self.trick if play[1] != JOKER])

    def middling(self, naturals: list[tuple[int, str]]) -> int:
        by_suit: dict[str, list[tuple[int, str]]] = {"c": [], "s": [], "h": [], "d": []}
        for play in naturals:
            by_suit[printed_suit(play[1])].append(play)
        blacks = len(by_suit["c"]) + len(by_suit["s"])
        reds = len(by_suit["h"]) + len(by_suit["d"])
        if blacks % 2 == 1:
            emergent = by_suit["c"] if len(by_suit["c"]) % 2 == 1 else by_suit["s"]
        elif reds % 2 == 1:
            emergent = by_suit["h"] if len(by_suit["h"]) % 2 == 1 else by_suit["d"]
        else:
            raise Gap("no emergent suit")
        left = self.without_equals(emergent)
        if len(left) % 2 == 0:
            raise Gap("no middling card")
        left.sort(key=lambda play: self.ranks.index(printed_rank(play[1])))
        return left[len(left) // 2][0]

    def without_equals(self, plays: list[tuple[int, str]]) -> list[tuple[int, str]]:
        left: list[tuple[int, str]] = []
        for card in {card for _, card in plays}:
            copies = [play for play in plays if play[1] == card]
            if len(copies) >= 3 and self.equal == "a":
                raise Gap("three equal cards in the emergent suit")
            if len(copies) == 1:
                left.append(copies[0])
            elif self.equal == "d":
                continue
            elif len(copies) % 2 == 1:
                left.append(copies[-1] if self.equal == "c" else copies[0])
        return left

    # --- after the trick -------------------------------------------------------------------------

    def after_trick(self, winner: int) -> None:
        if (winner, JOKER) in self.trick:
            self.phase = "gift"
            self.turn = winner
        else:
            self.award(winner)
            self.next_trick(winner)

    def decisions(self) -> list[str]:
        return ["gift " + SEATS[seat] for seat in range(self.n)]

    def decide(self, action: str) -> None:
        winner = self.turn
        named = SEATS.index(action.split()[1])
        if self.gift == "a":
            self.award(named)
        elif self.gift == "b":
            self.award(winner)
        else:
            self.award(winner)
            if named != winner:
                self.taken[winner].remove(JOKER)
                self.hands[named].append(JOKER)
        self.next_trick(named)

    def next_trick(self, leader: int) -> None:
        if all(self.hands):
            self.start_trick(leader)
        else:
            self.finish()

    # --- scores ------------------------------------------------------------------------------------

    def scores(self) -> Scores:
        step = 1 if self.mirrored else -1
        raw = []
        for seat in range(self.n):
            points = 0
            for k, weight in enumerate(self.weights):
                points += weight * self.won[(seat + step * k) % self.n]
            raw.append(points)
        middle = sorted(raw)[self.n // 2]
        bonus = 0 if self.tied == "nobody" and raw.count(middle) > 1 else self.bonus
        final = [points + bonus if points == middle else points for points in raw]
        return {"raw": raw, "final": final}
