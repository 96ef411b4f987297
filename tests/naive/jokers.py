"""Jokers & Jewels: K1 (free-for-all), K2 (two sides), K3 (two sides, nil allowed)."""

from collections.abc import Iterable

from .base import Game, Gap, Scores
from .cards import FOOL, JEWELS, printed_rank, printed_suit

TRUMPS = ["JOKER", "jester"] + [f"{number}t" for number in range(21, 0, -1)]
NIL = 0


class JokersJewels(Game):
    """Readings: books = K2, short = K3, fool = K4, uneven = K6. A bid of 0 in `bids` is nil."""

    full = 10

    def __init__(
        self,
        hands: Iterable[Iterable[str]],
        stock: Iterable[str] = (),
        mode: str = "free",
        dealer: int | None = None,
        leader: int | None = None,
        trick: Iterable[tuple[int, str]] | None = None,
        broken: bool = False,
        bids: list[int] | None = None,
        books: str | list[list[int]] = "a",
        short: str = "a",
        fool: str = "a",
        uneven: str = "a",
        trump: str | None = None,  # always 't'; accepted for a uniform call
    ) -> None:
        super().__init__(hands, dealer)
        self.trump = "t"
        self.mode = mode
        self.stock: list[str] = list(stock)
        self.broken = broken
        self.short = short
        self.fool = fool
        self.uneven = uneven
        if mode != "free" and self.n != 4:
            raise ValueError("partnerships need four players")
        if uneven == "c" and len(self.stock) % self.n != 0:
            raise Gap("the Library does not come out even")
        if books == "a":
            self.books = [[k, k + 1, k + 2] for k in range(1, 20, 3)]
        elif books == "b":
            self.books = [[k, k + 7, k + 14] for k in range(1, 8)]
        else:
            assert not isinstance(books, str)
            self.books = [list(book) for book in books]
        self.bids: list[int] = list(bids) if bids else [-1] * self.n
        self.total_tricks = max(len(cards) for cards in self.hands) + len(self.stock) // self.n
        if uneven == "b" and len(self.stock) % self.n != 0:
            self.total_tricks += 1
        if leader is not None:
            self.start_ending(leader, trick)
        elif bids:
            self.start_trick(self.eldest)
        else:
            self.phase = "bid"
            self.turn = self.eldest

    # --- bids ------------------------------------------------------------------------------------

    def decisions(self) -> list[str]:
        choices = [f"bid {number}" for number in range(1, self.total_tricks + 1)]
        partner = (self.turn + 2) % 4
        if self.mode == "nil" and self.bids[partner] != NIL:
            choices.append("nil")
        return choices

    def decide(self, action: str) -> None:
        self.bids[self.turn] = NIL if action == "nil" else int(action.split()[1])
        if self.turn == self.dealer:
            self.start_trick(self.eldest)
        else:
            self.turn = (self.turn + 1) % self.n

    # --- play ------------------------------------------------------------------------------------

    def strength(self, card: str) -> int:
        if self.suit_of(card) == "t":
            return -TRUMPS.index(card)
        return -JEWELS.index(printed_rank(card))

    def led_suit(self) -> str | None:
        """The suit of the first card that is not the Fool."""
        for _, card in self.trick:
            if card != FOOL:
                return printed_suit(card)
        return None

    def legal_cards(self) -> list[str]:
        cards = self.hands[self.turn]
        led = self.led_suit()
        if led is None:
            return self.legal_leads()
        same = [card for card in cards if card != FOOL and printed_suit(card) == led]
        if not same:
            return cards
        if FOOL in cards:
            return same + [FOOL]
        return same

    def legal_leads(self) -> list[str]:
        cards = self.hands[self.turn]
        if self.broken:
            return cards
        plain = [card for card in cards if card != FOOL and printed_suit(card) != "t"]
        fools = [card for card in cards if card == FOOL]
        if plain:
            return plain + fools
        if self.fool == "a" and fools:
            return fools
        return cards

    def card_played(self, card: str) -> None:
        if card == FOOL or printed_suit(card) != "t":
            return
        before = [c for _, c in self.trick[:-1] if c != FOOL]
        if not before:
            self.broken = True  # a trump lead (or the card that opens the suit after the Fool)
        elif printed_suit(before[0]) != "t":
            self.broken = True  # off suit

    def trick_winner(self) -> int:
        real = [play for play in self.trick if play[1] != FOOL]
        if not real:
            raise Gap("only the Fool in the trick")
        best = real[0]
        for play in real[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best[0]

    def after_trick(self, winner: int) -> None:
        self.award(winner)
        for seat in self.clockwise(winner):
            if self.uneven == "a" and seat == winner and len(self.stock) < self.n:
                break
            if self.stock:
                self.hands[seat].append(self.stock.pop(0))
        self.next_trick(winner)

    # --- scores ------------------------------------------------------------------------------------

    def trick_line(self, bid: int, tricks: int) -> int:
        if tricks >= bid:
            return 2 * bid + (tricks - bid)
        if self.short == "a":
            return 2 * tricks - 2 * (bid - tricks)
        return -2 * (bid - tricks)

    def jewels(self, cards: list[str]) -> int:
        points = 0
        for book in self.books:
            held = len([number for number in book if f"{number}t" in cards])
            if held == 2:
                points += 2
            elif held == 3:
                points += 4
        if "JOKER" in cards and "jester" in cards and FOOL in cards:
            points += 6
        return points

    def scores(self) -> Scores:
        """raw = the trick line, final = with Books and Motley; partners both carry their side's score."""
        if -1 in self.bids:
            raise ValueError("no bids known")
        if self.mode == "free":
            raw = [self.trick_line(self.bids[s], self.won[s]) for s in range(self.n)]
            final = [raw[s] + self.jewels(self.taken[s]) for s in range(self.n)]
            return {"raw": raw, "final": final}
        raw = [0] * 4
        final = [0] * 4
        for seat in (0, 1):
            partner = seat + 2
            line = self.team_line(seat, partner)
            whole = line + self.jewels(self.taken[seat] + self.taken[partner])
            raw[seat] = raw[partner] = line
            final[seat] = final[partner] = whole
        return {"raw": raw, "final": final, "teams": final[:2]}

    def team_line(self, seat: int, partner: int) -> int:
        if self.bids[seat] == NIL:
            seat, partner = partner, seat
        if self.bids[partner] != NIL:
            return self.trick_line(
                self.bids[seat] + self.bids[partner], self.won[seat] + self.won[partner]
            )
        line = self.trick_line(self.bids[seat], self.won[seat])
        if self.won[partner] == 0:
            return line + self.won[seat]
        return line + self.won[partner]
