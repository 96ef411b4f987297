"""The numbers by which the compiled search knows the words of a variant file (see tables.hpp)."""

from __future__ import annotations

from solver.rules.order import SUIT_INDEX, TRUMP_SUIT

NO_SUIT_SLOT = 7
OF_SUIT = 13
HEADS, HEADS_ITS_SUIT, NOT_BARRED = 64, 128, 256

KINDS = {
    "any": 0,
    "naturals": 1,
    "jokers": 2,
    "fool": 3,
    "trumps": 4,
    "plain": 5,
    "led suit": 6,
    "same colour": 7,
    "smallest": 8,
    "highest trump": 9,
    "master trump": 10,
    "opening card": 11,
    "pointless": 12,
    "clubs": OF_SUIT + SUIT_INDEX["c"],
    "diamonds": OF_SUIT + SUIT_INDEX["d"],
    "hearts": OF_SUIT + SUIT_INDEX["h"],
    "spades": OF_SUIT + SUIT_INDEX["s"],
}
ENDINGS = {
    " that heads its suit": HEADS_ITS_SUIT,
    " that heads": HEADS,
    " that head": HEADS,
    " not barred": NOT_BARRED,
}
CONDITIONS = {
    "holding led suit": 0,
    "holding plain": 2,
    "holding two trumps": 4,
    "trump led": 6,
    "joker led": 8,
    "fool led alone": 10,
    "broken": 12,
    "first trick": 14,
    "second trick": 16,
    "trump known": 18,
    "trump due": 20,
    "trumps called": 22,
    "trumps may be withheld": 24,
}
COUNTING_CONDITIONS = frozenset({"first trick", "second trick", "trump due"})
WINNERS = {"highest": 0, "middling": 1, "middling of three": 2}
EQUAL = {
    "first": 0, "last": 1, "pairs, first": 2, "pairs, last": 3, "all": 4, "refuse": 5, "none": 6
}  # fmt: skip
JOKERS = {"first": 0, "last": 1, "cancel": 2, "refuse": 3}
GIFTS = {"trick": 1, "lead": 2, "card": 3}
FACE_DOWN = {"no": 0, "wins if no trump": 1, "as its suit": 2}
PHASES = {"play": 0, "gift": 1, "jink": 2, "pam": 3, "rob": 4}
ADDITIVE, EXACT, TERMINAL = 0, 1, 2
ACTION_KINDS = {"": 0, "gift": 1, "jink": 2, "pam": 3, "rob": 4, "decline": 5}
STOPPED = {1: "nodes", 2: "seconds", 3: "interrupted"}
RULES_SILENT = 4
RESULTS = {0: "", 1: "stopped", 2: "general lost", 3: "general made"}


def slot(effective_suit: int) -> int:
    """Return the compiled search's number of an effective suit."""
    if effective_suit < 0:
        return NO_SUIT_SLOT
    return 6 if effective_suit == TRUMP_SUIT else effective_suit
