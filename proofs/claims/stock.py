"""Stock and draw games: the Library of Jokers & Jewels, the cards turned at Bierspiel and Loo."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.claim import Claim, Finding, Witness, decided, fails, when
from proofs.claims.counting_f import need
from proofs.claims.counting_k import jewels
from proofs.random_play import play_on, shown
from proofs.registry import Effort, settles
from proofs.sampling import share
from solver.cards import Card, parse_card
from solver.dealing import deal, play_stream
from solver.referee import apply, legal_actions, step
from solver.variant import load

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.position import Action, Position
    from solver.variant import Variant

HAND = 10


def games(suits: list[int]) -> Iterator[Variant]:
    """Yield the free-for-all game for every pack and every number of players it allows."""
    for s in suits:
        for n in jewels(s).file.players.allowed:
            yield jewels(s, n)


def key(variant: Variant) -> str:
    """Name a game by its pack and its players."""
    return f"N={len(variant.pack)}, n={variant.players}"


def by_pack(table: dict[str, Any], suits: list[int], keep: Any) -> str:
    """List, pack by pack, the numbers of players of which something is true."""
    parts = []
    for s in suits:
        size = len(jewels(s).pack)
        rows = {k: v for k, v in table.items() if k.startswith(f"N={size},")}
        numbers = [k.split("n=")[1] for k, v in rows.items() if keep(v)]
        parts.append(f"{size} cards: n = {', '.join(numbers) or 'none'}")
    return "; ".join(parts)


@settles("K003")
def library_size(claim: Claim, effort: Effort) -> Finding:
    """Deal, and count the Library."""
    suits = claim.parameters["suits"]
    table = {key(v): len(deal(v, 1).stock) for v in games(suits)}
    right = all(
        size == len(v.pack) - HAND * v.players
        for v, size in zip(games(suits), table.values(), strict=True)
    )
    eighty = ", ".join(
        f"n = {k.split('n=')[1]}: {size}" for k, size in table.items() if "N=80" in k
    )
    return decided(
        right,
        f"N - {HAND}n cards; with 80 {eighty}",
        scope="every N and n with 10n <= N",
        details={"Library": table},
    )


# --- drawing ----------------------------------------------------------------------------------


class Drawing(NamedTuple):
    """What every course of play does to the sizes of hands, if short rounds are drawn too."""

    short: int  # cards in a round of drawing that does not reach everybody
    full_tricks: int
    over: int
    unequal: bool
    leader_without_card: bool


def drawing(cards: int, players: int) -> Drawing:
    """Follow hand sizes and Library over all choices of winners."""
    states = {((HAND,) * players, cards - HAND * players, 0)}
    short = full = 0
    unequal = stuck = False
    while True:
        after = set()
        for sizes, library, _ in states:
            for winner in range(players):
                left = [size - 1 for size in sizes]
                drawn = 0
                for k in range(players):
                    if library - drawn > 0:
                        left[(winner + k) % players] += 1
                        drawn += 1
                short = max(short, drawn % players)
                after.add((tuple(left), library - drawn, winner))
        full += 1
        unequal |= any(len(set(sizes)) > 1 for sizes, _, _ in after)
        stuck |= any(max(sizes) > 0 and sizes[winner] == 0 for sizes, _, winner in after)
        states = {state for state in after if min(state[0]) > 0}
        if not states:
            over = max(sum(sizes) + library for sizes, library, _ in after)
            return Drawing(short, full, over, unequal, stuck)


def drawings(suits: list[int]) -> dict[str, Drawing]:
    """Return the drawing of every game."""
    return {key(v): drawing(len(v.pack), v.players) for v in games(suits)}


@settles("K018")
def draws_carried_out(claim: Claim, effort: Effort) -> Finding:
    """Find the packs and numbers of players with which every round of drawing is complete."""
    suits = claim.parameters["suits"]
    found = drawings(suits)
    complete = {k: d.short == 0 for k, d in found.items()}
    law = all(complete[key(v)] == (len(v.pack) % v.players == 0) for v in games(suits))
    if not law:
        return fails("some draw is short although n divides N", details={"complete": complete})
    return when(
        "n divides N",
        by_pack(complete, suits, bool)
        + "; otherwise the last round of drawing reaches only N mod n seats, and the text does "
        "not say what then",
        scope="every N >= 10n: the Library N - 10n is a multiple of n exactly if N is",
        mend="stop drawing when fewer cards are left than players, or choose n that divides N",
        details={
            "complete": complete,
            "cards in the short round": {k: d.short for k, d in found.items()},
        },
    )


@settles("K020")
def hands_played_out(claim: Claim, effort: Effort) -> Finding:
    """Follow hand sizes to the end, and show a leader who has no card to lead."""
    suits = claim.parameters["suits"]
    found = drawings(suits)
    law = all(
        d.unequal == d.leader_without_card == (len(v.pack) % v.players > 0)
        for v, d in zip(games(suits), found.values(), strict=True)
    )
    example = _stuck_leader(suits)
    if not law:
        return fails("hands can differ although n divides N", details=_plain(found))
    return when(
        "n divides N",
        f"then all hands hold {HAND} when the Library is empty and are played out alike; "
        "otherwise N mod n "
        f"seats hold a card more, and the winner of the last full trick can be without one",
        scope="every course of play, by hand sizes; N = 66, 80, 94",
        mend="stop drawing when fewer cards are left than players",
        details=_plain(found),
        witness=example,
    )


def _plain(found: dict[str, Drawing]) -> dict[str, Any]:
    return {k: d._asdict() for k, d in found.items()}


def _stuck_leader(suits: list[int]) -> Witness | None:
    """Play a deal in which drawing goes on to the last card, until a winner has no card to lead."""
    variant = next(v for v in games(suits) if len(v.pack) % v.players)
    variant = jewels(suits[0], variant.players, K6="play on")
    full = len(variant.pack) // variant.players
    for seed in range(50):
        start = position = deal(variant, seed)
        rng = play_stream(seed)
        actions: list[Action] = []
        while position.done < full and not position.over:
            action = rng.choice(legal_actions(position))
            actions.append(action)
            position, before = step(position, action), position
        winner = next(i for i in range(variant.players) if position.taken[i] > before.taken[i])
        if not position.hands[winner] and any(position.hands):
            name = variant.seat_name(winner)
            text = f"{name} wins trick {full} and has no card to lead, while others still hold one"
            return shown(start, actions, text)
    return None


@settles("K021")
def number_of_tricks(claim: Claim, effort: Effort) -> Finding:
    """Count the tricks to which all seats play, and the cards over."""
    suits = claim.parameters["suits"]
    found = drawings(suits)
    law = all(
        (d.full_tricks, d.over) == divmod(len(v.pack), v.players)
        for v, d in zip(games(suits), found.values(), strict=True)
    )
    played = all(_played_tricks(v) == found[key(v)].full_tricks for v in games(suits))
    eighty = ", ".join(
        f"n = {k.split('n=')[1]}: {d.full_tricks}" + (f" and {d.over} over" if d.over else "")
        for k, d in found.items()
        if "N=80" in k
    )
    return decided(
        law and played,
        f"floor(N/n) tricks, N mod n cards over; with 80 cards {eighty}",
        scope="every N >= 10n; checked for N = 66, 80, 94",
        method="all courses of play by hand sizes; random deals by the referee",
        details={k: {"tricks": d.full_tricks, "over": d.over} for k, d in found.items()},
    )


def _played_tricks(variant: Variant) -> int:
    return play_on(deal(variant, 1), play_stream(1)).end.done


@settles("K034")
def nothing_is_lost(claim: Claim, effort: Effort) -> Finding:
    """Follow every card through random deals of every game."""
    suits = claim.parameters["suits"]
    steps = between = on_table = 0
    lost = False
    for variant in games(suits):
        rng = play_stream(34)
        position = deal(variant, 34)
        while not position.over:
            position = step(position, rng.choice(legal_actions(position)))
            steps += 1
            lost |= position.cards() != variant.pack.count
            counted = Counter(
                c for pile in (*position.hands, *position.won, position.stock) for c in pile
            )
            missing = sum((variant.pack.count - counted).values())
            lost |= missing != len(position.trick)
            between += not position.trick
            on_table = max(on_table, len(position.trick))
    if lost:
        return fails("a card is neither captured nor in a hand nor in the Library")
    return when(
        "no trick lies on the table",
        "captured + hands + Library = N after each complete trick; during a trick up to "
        f"{on_table} cards lie "
        "on the table and are neither",
        scope="every step: play moves a card from hand to table, a complete trick to its winner, "
        "a draw from Library to hand",
        method="the referee's steps, every one of a random deal of each game",
        details={"steps": steps, "between tricks": between, "most cards on the table": on_table},
    )


# --- Bierspiel and Loo ------------------------------------------------------------------------


@settles("F071")
def next_card_exists(claim: Claim, effort: Effort) -> Finding:
    """Turn the seven of diamonds, and count what is left to turn."""
    name, stated = claim.parameters["variant"], claim.parameters["players"]
    needs = {}
    turned = True
    for n in stated:
        variant = load(name, n)
        seven = parse_card(variant.file.deal.second_turn_up)
        at = need(variant) - 1
        others = [c for c in variant.pack.cards if c != seven]
        position = deal(variant, order=[*others[:at], seven, *others[at:]])
        turned &= len(position.turn_up) == 2 and position.turn_up[0] == seven
        needs[n] = need(variant) + 1
    size = len(load(name).pack)
    listed = ", ".join(f"n = {n}: {cards}" for n, cards in needs.items())
    return decided(
        turned and max(needs.values()) <= size,
        f"cards needed of {size}: {listed} (with six the dealer has none)",
        details={
            "cards needed": {str(n): c for n, c in needs.items()},
            "turned by the referee": turned,
        },
    )


MOMENTS = ("after trick 1", "after trick 2", "after trick 3", "never")


def moment(variant: Variant, seed: int) -> str:
    """Play a simple at random; return when the trump was turned."""
    rng = play_stream(seed)
    position = deal(variant, seed)
    while not position.over:
        position = step(position, rng.choice(legal_actions(position)))
        if position.trump:
            return MOMENTS[position.done - 1]
    return MOMENTS[-1]


def exact_first(variant: Variant) -> Fraction:
    """Return the chance that somebody can't follow to trick 1, by inclusion and exclusion."""
    suits = len(variant.pack.suits)
    suit = len(variant.pack) // suits
    rest, void, hand = len(variant.pack) - 1, len(variant.pack) - suit, variant.hand_size
    followers = variant.players - 1
    all_follow = sum(
        (-1) ** k * comb(followers, k) * Fraction(comb(void, hand * k), comb(rest, hand * k))
        for k in range(followers + 1)
    )
    return 1 - Fraction(all_follow)


def moment_deal(variant: Variant, which: int) -> tuple[Position, list[Action]]:
    """Return a deal, and its play, in which the trump is turned after trick `which` (4: never).

    Every seat has one card of each of three suits; from the trick in question on, the last seat
    has a diamond instead.
    """
    n = variant.players
    ranks = [card.rank for card in variant.pack.faces if card.suit == "c"]
    suits = ["c", "h", "s"]
    hands = [[Card(suit, ranks[i]) for suit in suits] for i in range(n)]
    for k in range(which - 1, 3):
        hands[-1][k] = Card("d", ranks[k])
    order = [hand[k] for k in range(3) for hand in hands]
    order += [c for c in variant.pack.cards if c not in order]
    start = position = deal(variant, order=order)
    actions: list[Action] = []
    while not position.over:
        choice = legal_actions(position)
        wanted = [a for a in choice if a.card.suit == suits[min(position.done, 2)]]
        actions.append((wanted or list(choice))[0])
        position = apply(position, actions[-1])
    return start, actions


@settles("F083")
def when_turned(claim: Claim, effort: Effort) -> Finding:
    """List the moments at which the trump can be turned, and how often each occurs."""
    name, stated = claim.parameters["variant"], claim.parameters["stated"]
    sample = round(1500 * effort.factor)
    table: dict[str, Any] = {}
    texts = []
    possible: dict[int, list[str]] = {}
    for n in claim.parameters["players"]:
        variant = load(name, n)
        possible[n] = [MOMENTS[k - 1] for k in range(1, 5) if _happens(variant, k)]
        counted = Counter(moment(variant, effort.seed * 1_000_003 + i) for i in range(sample))
        shares = {m: share(counted[m], sample) for m in MOMENTS}
        first = exact_first(variant)
        table[str(n)] = {
            **{m: s.as_list() for m, s in shares.items()}, "exact after trick 1": float(first),
        }  # fmt: skip
        listed = ", ".join(f"{m} {100 * s.value:.2f} %" for m, s in shares.items())
        texts.append(f"n = {n}: {listed} (exactly {100 * float(first):.3f} % after trick 1)")
    everywhere = all(found == list(MOMENTS) for found in possible.values())
    always_first = [n for n in range(3, 18) if exact_first(load(name, n)) == 1]
    third = load(name, claim.parameters["players"][0])
    start, actions = moment_deal(third, max(stated) + 1)
    return decided(
        not everywhere,
        f"the turn can also fall after trick 3, or never; random play, {'; '.join(texts)}",
        scope=f"n = 3 and 8; with {always_first[0]} or more players it always falls after trick 1",
        mend="say 'until a player fails to follow suit, if ever'",
        details={"possible": {str(n): m for n, m in possible.items()}, "shares": table,
                 "always after trick 1 with n": always_first},
        witness=shown(start, actions, "all follow to tricks 1 and 2; the turn comes after trick 3"),
        seed=effort.seed,
        sample=sample,
    )  # fmt: skip


def _happens(variant: Variant, which: int) -> bool:
    """Return whether the constructed deal turns the trump at the moment wanted."""
    start, actions = moment_deal(variant, which)
    position = start
    for action in actions:
        position = apply(position, action)
        if position.trump:
            return position.done == which
    return which == 4
