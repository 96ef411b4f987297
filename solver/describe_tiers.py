"""Rules for leading and following in plain language, tier by tier."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solver.rules.tiers import Tier

KINDS = {
    "any": "any card",
    "naturals": "any card with a suit",
    "jokers": "a Joker",
    "fool": "the Fool",
    "trumps": "a trump",
    "plain": "a card of a plain suit",
    "led suit": "a card of the suit led",
    "same colour": "a card of the colour led",
    "smallest": "the smallest card",
    "highest trump": "the highest trump",
    "master trump": "the ace of trumps (the king if the ace is the turn-up)",
    "opening card": "the card that must open the deal",
    "pointless": "a card that counts nothing",
    "clubs": "a club",
    "diamonds": "a diamond",
    "hearts": "a heart",
    "spades": "a spade",
}
ENDINGS = {
    " that heads its suit": " that beats every card of the suit led",
    " that heads": " that would win the trick",
    " that head": " that would win the trick",
    " not barred": " (not one that has been called civil)",
}
# When a tier holds; what is said of the opposite begins with 'not'.
CONDITIONS = {
    "holding led suit": "if the hand has a card of the suit led",
    "not holding led suit": "if the hand has no card of the suit led",
    "holding plain": "if the hand has a card of a plain suit",
    "not holding plain": "if the hand has no card of a plain suit",
    "holding two trumps": "if the hand has two trumps or more",
    "not holding two trumps": "if the hand has no two trumps",
    "trump led": "if a trump was led",
    "not trump led": "if no trump was led",
    "joker led": "if a Joker was led",
    "not joker led": "if no Joker was led",
    "fool led alone": "if nothing but the Fool has been played",
    "not fool led alone": "if more than the Fool has been played",
    "broken": "once {} are broken",
    "not broken": "before {} are broken",
    "first trick": "in the first trick",
    "not first trick": "after the first trick",
    "second trick": "in the second trick",
    "not second trick": "in any trick but the second",
    "trump known": "once there is a trump suit",
    "not trump known": "before there is a trump suit",
    "trump due": "as long as a trump lead is due",
    "not trump due": "when no trump lead is due",
    "trumps called": "if a card led face down calls for trumps",
    "not trumps called": "if no card led face down calls for trumps",
    "trumps may be withheld": "if every trump of the hand may be withheld",
    "not trumps may be withheld": "if the hand has a trump that may not be withheld",
}


def tiers_sentence(verb: str, tiers: Sequence[Tier], broken: str) -> str:
    """Write what a seat must do: the first tier that it can meet; `broken` is what can be."""
    return f"{verb} {'; else '.join(tier_words(tier, broken) for tier in tiers)}."


def tier_words(tier: Tier, broken: str) -> str:
    """Write one tier in words."""
    kinds, _, conditions = tier.text.partition(" while ")
    words = " or ".join(_kind_words(kind.strip()) for kind in kinds.split(" or "))
    if not conditions:
        return words
    when = " and ".join(CONDITIONS[word.strip()] for word in conditions.split(" and "))
    return f"{words}, {when.format(broken)}"


def _kind_words(kind: str) -> str:
    for ending, meant in ENDINGS.items():
        if kind.endswith(ending):
            return _kind_words(kind[: -len(ending)]) + meant
    return KINDS[kind]
