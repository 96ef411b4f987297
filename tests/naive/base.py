"""What every naive game shares: hands, tricks in turn, and the two plain recursions on top."""

from collections.abc import Callable, Iterable
from typing import Any

from .cards import ACE_HIGH, printed_rank, printed_suit

Scores = dict[str, Any]


class Gap(Exception):
    """The rules do not say what happens here (or the chosen reading is 'refuse')."""


class Game:
    """One deal. Ordinary whist play with an optional trump; subclasses change what differs.

    `phase` is 'play', 'over' or the name of another decision; `turn` is the seat that acts (-1 when over).
    """

    full = 13  # cards in a full hand: an ending with fewer cards is a later trick

    def __init__(self, hands: Iterable[Iterable[str]], dealer: int | None = None) -> None:
        self.hands: list[list[str]] = [list(cards) for cards in hands]
        self.n = len(self.hands)
        self.dealer = self.n - 1 if dealer is None else dealer
        self.eldest = (self.dealer + 1) % self.n
        self.pone = (self.dealer - 1) % self.n
        self.trump: str | None = None
        self.phase = "start"
        self.turn = -1
        self.leader = -1
        self.trick: list[tuple[int, str]] = []
        self.order: list[int] = []
        self.done = 0
        self.won: list[int] = [0] * self.n
        self.taken: list[list[str]] = [[] for _ in range(self.n)]
        self.history: list[tuple[tuple[tuple[int, str], ...], int]] = []

    # --- the interface -----------------------------------------------------------------------

    def actions(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase == "play":
            return sorted(set(self.legal_cards()))
        return sorted(set(self.decisions()))

    def do(self, action: str) -> None:
        if action not in self.actions():
            raise ValueError(f"{action!r} is not one of {self.actions()}")
        self.carry_out(action)

    def over(self) -> bool:
        return self.phase == "over"

    def tricks(self) -> list[int]:
        return list(self.won)

    def captured(self) -> list[list[str]]:
        return [list(cards) for cards in self.taken]

    def scores(self) -> Scores:
        """At least {'raw': per seat, 'final': per seat}."""
        return {"raw": list(self.won), "final": list(self.won)}

    def payoff(self) -> Scores | None:
        """{'pool': what stays for the next deal, 'payments': per seat, + received, - paid}; None without a pool."""
        return None

    def copy(self) -> "Game":
        new = object.__new__(type(self))
        for name, value in self.__dict__.items():
            if isinstance(value, list):
                value = [list(item) if isinstance(item, list) else item for item in value]
            elif isinstance(value, dict):
                value = dict(value)
            new.__dict__[name] = value
        return new

    # --- decisions other than a card ---------------------------------------------------------

    def decisions(self) -> list[str]:
        raise NotImplementedError(self.phase)

    def decide(self, action: str) -> None:
        raise NotImplementedError(self.phase)

    def carry_out(self, action: str) -> None:
        """Perform an action without checking it."""
        if self.phase == "play":
            self.play_card(action)
        else:
            self.decide(action)

    # --- seats ---------------------------------------------------------------------------------

    def clockwise(self, first: int) -> list[int]:
        return [(first + k) % self.n for k in range(self.n)]

    # --- tricks --------------------------------------------------------------------------------

    def start_trick(self, leader: int) -> None:
        self.leader = leader
        self.trick = []
        self.order = [seat for seat in self.clockwise(leader) if self.hands[seat]]
        self.phase = "play"
        self.turn = self.order[0]

    def start_ending(self, leader: int, trick: Iterable[tuple[int, str]] | None = None) -> None:
        """Go straight to play, perhaps in the middle of a trick; earlier tricks are inferred from the hand size."""
        self.done = max(0, self.full - max(len(cards) for cards in self.hands))
        self.start_trick(leader)
        if trick:
            self.trick = list(trick)
            played = [seat for seat, _ in self.trick]
            self.order = [s for s in self.clockwise(leader) if self.hands[s] or s in played]
            self.turn = self.order[len(self.trick)]

    def play_card(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.card_played(card)
        if self.phase == "play":
            self.go_on()

    def card_played(self, card: str) -> None:
        """Hook: something happens because of this card (self.turn played it)."""

    def go_on(self) -> None:
        if len(self.trick) < len(self.order):
            self.turn = self.order[len(self.trick)]
        else:
            self.finish_trick()

    def finish_trick(self) -> None:
        winner = self.trick_winner()
        self.history.append((tuple(self.trick), winner))
        self.done += 1
        self.after_trick(winner)

    def after_trick(self, winner: int) -> None:
        self.award(winner)
        self.next_trick(winner)

    def award(self, owner: int) -> None:
        self.won[owner] += 1
        self.taken[owner].extend(card for _, card in self.trick)

    def next_trick(self, leader: int) -> None:
        if any(self.hands):
            self.start_trick(leader)
        else:
            self.finish()

    def finish(self) -> None:
        self.phase = "over"
        self.turn = -1
        self.trick = []

    # --- the rules of a trick ------------------------------------------------------------------

    def suit_of(self, card: str) -> str:
        """The suit the card counts as."""
        return printed_suit(card)

    def strength(self, card: str) -> int:
        """Higher is better; compared only between cards that count as one suit."""
        return -ACE_HIGH.index(printed_rank(card))

    def beats(self, card: str, best: str) -> bool:
        if self.suit_of(card) == self.suit_of(best):
            return self.strength(card) > self.strength(best)
        return self.trump is not None and self.suit_of(card) == self.trump

    def best_play(self) -> tuple[int, str]:
        """Seat and card that win the trick so far."""
        best = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best

    def trick_winner(self) -> int:
        return self.best_play()[0]

    def legal_cards(self) -> list[str]:
        if not self.trick:
            return self.legal_leads()
        return self.legal_follows()

    def legal_leads(self) -> list[str]:
        return self.hands[self.turn]

    def legal_follows(self) -> list[str]:
        cards = self.hands[self.turn]
        led = self.suit_of(self.trick[0][1])
        same = [card for card in cards if self.suit_of(card) == led]
        if same:
            return same
        return cards


def count_sequences(game: Game, depth: int) -> int:
    """How many action sequences have exactly `depth` actions, or fewer because the deal ended."""
    if depth == 0 or game.over():
        return 1
    total = 0
    for action in game.actions():
        child = game.copy()
        child.carry_out(action)
        total += count_sequences(child, depth - 1)
    return total


def minimax(game: Game, side: set[int], measure: str | Callable[[Game], int] = "tricks") -> int:
    """What `side` gets at best against everybody else as one adversary, all cards (and the stock) open.

    `measure` is 'tricks', 'raw', 'final', 'payments', or a function of the finished game.
    """
    if game.over():
        return measured(game, side, measure)
    mine = game.turn in side
    best: int | None = None
    for action in game.actions():
        child = game.copy()
        child.carry_out(action)
        value = minimax(child, side, measure)
        if best is None or (mine and value > best) or (not mine and value < best):
            best = value
    assert best is not None, "a seat to move without an action"
    return best


def measured(game: Game, side: set[int], measure: str | Callable[[Game], int]) -> int:
    if callable(measure):
        return measure(game)
    if measure == "tricks":
        values = game.tricks()
    elif measure == "payments":
        result = game.payoff()
        assert result is not None
        values = result["payments"]
    else:
        values = game.scores()[measure]
    return sum(values[seat] for seat in side)
