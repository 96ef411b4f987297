"""The kinds, conditions and tiers of leads and follows stated a second time, on random hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from solver.errors import VariantError
from solver.rules.algebra import PLAIN
from solver.rules.order import NO_SUIT, SUIT_INDEX, Seen
from solver.rules.tiers import CONDITIONS, KINDS, Situation, legal, parse_tier, stranded
from solver.variant import load
from solver.variant_source import names
from tests.unit.test_rules_tricks import highest_by_lists, led

JOKER = Seen(NO_SUIT, 0, 0, False, True, False, False, 900, 0, 0)
FOOL = Seen(NO_SUIT, 0, 0, False, False, True, False, 901, 0, 0)


def pack(trump: int, rng: random.Random) -> list[Seen]:
    """Return cards of four suits, two of them with the heights of ace and king, Joker and Fool."""
    cards = [JOKER, FOOL]
    for suit in range(4):
        for strength in (1, 2, 11, 12, 13, 14):
            trumps = suit == trump
            colour = 1 if suit in (0, 3) else 2
            privileged = trumps and strength in (2, 12, 14)
            height, points = rng.choice((strength, 15 - strength)), rng.choice((0, 0, 1, 10))
            face = 20 * suit + strength
            cards.append(
                Seen(suit, strength, colour, trumps, False, False, privileged, face, points, height)
            )
    return cards


def situations(number: int, seed: int, most: int = 4) -> Iterator[Situation]:
    """Yield random situations with a card led."""
    rng = random.Random(seed)
    for _ in range(number):
        cards = rng.sample(pack(rng.randrange(5), rng), 12)
        size = rng.randint(1, most)
        hand = cards[:size]
        trick = cards[size : size + rng.randint(1, 3)]
        if rng.random() < 0.1:
            trick = [rng.choice((JOKER, FOOL)), *trick][: len(trick)]
        yield Situation(
            hand=hand,
            held=[True] * size if rng.random() < 0.5 else [rng.random() < 0.7 for _ in hand],
            trick=trick,
            broken=rng.random() < 0.5,
            number=rng.randint(1, 4),
            trump_known=rng.random() < 0.5,
            trump_leads=rng.randint(0, 3),
            opening=rng.choice([-1, *(c.face for c in hand)]),
            called=rng.random() < 0.5,
            barred=rng.choice([-1, *(c.face for c in hand)]),
            ace_turned=rng.random() < 0.5,
            withhold_only_alone=rng.random() < 0.5,
        )


def held(s: Situation) -> list[Seen]:
    """Return the cards that the seat really has."""
    return [card for card, there in zip(s.hand, s.held, strict=True) if there]


def natural(card: Seen) -> bool:
    return not card.joker and not card.fool


def held_trumps(s: Situation) -> list[Seen]:
    return [card for card in held(s) if card.trump]


KINDS_AGAIN: dict[str, Callable[[Seen, Situation], bool]] = {
    "any": lambda c, s: True,
    "naturals": lambda c, s: natural(c),
    "jokers": lambda c, s: bool(c.joker),
    "fool": lambda c, s: bool(c.fool),
    "trumps": lambda c, s: bool(c.trump),
    "plain": lambda c, s: natural(c) and not c.trump,
    "led suit": lambda c, s: natural(c) and c.suit == led(s.trick).suit,
    "same colour": lambda c, s: natural(c) and c.colour == led(s.trick).colour,
    "smallest": lambda c, s: all(c.height <= other.height for other in held(s)),
    "highest trump": lambda c, s: (
        bool(c.trump) and c.strength >= max((t.strength for t in held_trumps(s)), default=-99)
    ),
    "master trump": lambda c, s: bool(c.trump) and c.height == (12 if s.ace_turned else 13),
    "opening card": lambda c, s: c.face == s.opening,
    "pointless": lambda c, s: c.points == 0,
    "clubs": lambda c, s: c.suit == SUIT_INDEX["c"],
    "diamonds": lambda c, s: c.suit == SUIT_INDEX["d"],
    "hearts": lambda c, s: c.suit == SUIT_INDEX["h"],
    "spades": lambda c, s: c.suit == SUIT_INDEX["s"],
}


def above_its_suit(card: Seen, s: Situation) -> bool:
    """Say that no card of the suit led on the table beats a card."""
    lies = [c for c in s.trick if c.suit == led(s.trick).suit]
    over = [c for c in lies if c.trump and not card.trump]
    return not over and all(c.strength <= card.strength for c in lies if c.suit == card.suit)


ENDINGS_AGAIN: dict[str, Callable[[Seen, Situation], bool]] = {
    "that heads": lambda c, s: highest_by_lists([*s.trick, c], "first")[-1],
    "that head": lambda c, s: highest_by_lists([*s.trick, c], "first")[-1],
    "that heads its suit": above_its_suit,
    "not barred": lambda c, s: c.face != s.barred,
}


def kept(s: Situation) -> bool:
    """Say that all trumps held may be withheld, by the stricter reading only a single one."""
    over = [t.privilege and t.strength > s.trick[0].strength for t in held_trumps(s)]
    return all(over) and (len(over) <= 1 or not s.withhold_only_alone)


CONDITIONS_AGAIN: dict[str, Callable[[Situation], bool]] = {
    "holding led suit": lambda s: any(KINDS_AGAIN["led suit"](c, s) for c in held(s)),
    "holding plain": lambda s: any(natural(c) and not c.trump for c in held(s)),
    "holding two trumps": lambda s: len(held_trumps(s)) > 1,
    "trump led": lambda s: bool(led(s.trick).trump),
    "joker led": lambda s: bool(s.trick[0].joker),
    "fool led alone": lambda s: bool(s.trick[0].fool) and len(s.trick) == 1,
    "broken": lambda s: bool(s.broken),
    "first trick": lambda s: s.number == 1,
    "second trick": lambda s: s.number == 2,
    "trump known": lambda s: bool(s.trump_known),
    "trump due": lambda s: s.number <= s.trump_leads,
    "trumps called": lambda s: bool(s.called),
    "trumps may be withheld": kept,
}


def admitted(word: str, card: Seen, s: Situation) -> bool:
    """Say that a card is of a kind, with any of the endings."""
    for ending, test in ENDINGS_AGAIN.items():
        if word.endswith(f" {ending}"):
            return admitted(word.removesuffix(f" {ending}"), card, s) and test(card, s)
    return KINDS_AGAIN[word](card, s)


def met(condition: str, s: Situation) -> bool:
    if condition.startswith("not "):
        return not met(condition.removeprefix("not "), s)
    return CONDITIONS_AGAIN[condition](s)


def legal_again(texts: list[str], s: Situation) -> list[bool]:
    """Return which cards of a hand the first tier that is met admits."""
    for text in texts:
        kinds, _, conditions = text.partition(" while ")
        if not all(met(word, s) for word in conditions.split(" and ") if word):
            continue
        chosen = [
            there and any(admitted(word, card, s) for word in kinds.split(" or "))
            for card, there in zip(s.hand, s.held, strict=True)
        ]
        if any(chosen):
            return chosen
    return [False] * len(s.hand)


def built_in_tiers() -> list[list[str]]:
    """Return every list of tiers of a built-in variant."""
    found: list[list[str]] = []
    for name in names():
        variant = load(name)
        for tiers in (variant.lead_tiers, variant.follow_tiers, variant.always_tiers):
            texts = [tier.text for tier in tiers]
            if texts and texts not in found:
                found.append(texts)
    return found


@pytest.mark.parametrize("word", list(KINDS))
def test_kinds(word: str) -> None:
    for ending in ("", *ENDINGS_AGAIN):
        text = f"{word} {ending}".strip()
        tier = parse_tier(text)
        for s in situations(250, seed=1):
            for card in s.hand:
                assert bool(tier.admits(PLAIN, card, s)) == admitted(text, card, s), (text, card, s)


@pytest.mark.parametrize("word", list(CONDITIONS))
def test_conditions(word: str) -> None:
    both = set()
    for s in situations(700, seed=2):
        both.add(met(word, s))
        for text in (word, f"not {word}"):
            assert bool(parse_tier(f"any while {text}").open(PLAIN, s)) == met(text, s), (text, s)
    assert both == {True, False}


@pytest.mark.parametrize("texts", built_in_tiers(), ids=" / ".join)
def test_first_tier_that_is_met(texts: list[str]) -> None:
    tiers = [parse_tier(text) for text in texts]
    for s in situations(150, seed=3):
        found = [bool(x) for x in legal(PLAIN, tiers, s)]
        assert found == legal_again(texts, s), s


def test_leading_to_an_empty_table() -> None:
    texts = [t for t in built_in_tiers() if "led" not in str(t) and "head" not in str(t)]
    for words in texts:
        for s in situations(40, seed=4):
            empty = s._replace(trick=[])
            found = [bool(x) for x in legal(PLAIN, [parse_tier(w) for w in words], empty)]
            assert found == legal_again(words, empty)


@pytest.mark.parametrize(
    ("texts", "safe"),
    [
        (["any"], True),
        (["naturals", "jokers", "fool"], True),
        (["naturals", "jokers"], False),
        (["led suit", "any while broken"], False),
        (["led suit", "not a tier"], None),
        (["led suit that heads", "naturals or jokers or fool"], True),
        (["led suit", "plain", "trumps"], False),
    ],
)
def test_stranded(texts: list[str], safe: bool | None) -> None:
    """A card that no tier without a condition admits alone could be a seat's last one."""
    if safe is None:
        with pytest.raises(VariantError):
            parse_tier(texts[1])
        return
    tiers = [parse_tier(text) for text in texts]
    cards = pack(2, random.Random(1))
    leads = [[card] for card in cards]
    lost = stranded(PLAIN, tiers, cards, leads)
    assert (lost is None) == safe
    free = [text for text in texts if " while " not in text]
    for card in cards:
        alone = [Situation(hand=[card], held=[True], trick=trick) for trick in leads]
        if not all(any(legal_again(free, s)) for s in alone):
            assert lost == card
            break
