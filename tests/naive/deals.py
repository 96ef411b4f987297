"""Seeded random deals for every id: keyword arguments for NAIVE[id], `hands` among them."""

import random
from typing import Any

from .cards import FOOL, JOKER, pack
from .jokers import TRUMPS

FULL = "A K Q J T 9 8 7 6 5 4 3 2".split()
PIQUET = FULL[:8]
COURT14 = "A K Q N S T 9 8 7 6 5 4 3 2".split()


def packs() -> dict[str, list[str]]:
    jewels = pack(COURT14) + TRUMPS + [FOOL]
    pk63 = pack(FULL) + pack(["11", "12"]) + pack(["13"], "dh") + [JOKER]
    pk77 = pack(FULL[:9]) + pack(FULL[:10]) + [JOKER]
    return {
        "33": pack(PIQUET) + [JOKER],
        "45": pack(FULL[:11]) + [JOKER],
        "40": pack(FULL[:10]),
        "48": pack(FULL[:12]),
        "52": pack(FULL),
        "55": pack(FULL) + [JOKER] * 3,
        "63": pk63,
        "64": pack(PIQUET) * 2,
        "65": pack(PIQUET) * 2 + [JOKER],
        "77": pk77,
        "96": pack(PIQUET) * 3,
        "32": pack(PIQUET),
        "24": pack(FULL[:6]),
        "JJ": jewels,
    }


# id: (pack, players, cards each, what becomes of the rest)
SHAPES: dict[str, tuple[str, int, int, str]] = {
    "G3": ("33", 3, 11, ""),
    "G5": ("45", 5, 9, ""),
    "G7a": ("63", 7, 9, ""),
    "G7b": ("64", 7, 9, ""),
    "G7c": ("77", 7, 11, ""),
    "GN": ("52", 9, 5, ""),
    "G3-40": ("40", 3, 13, ""),
    "G3-40-mate": ("40", 3, 13, "turn_up"),
    "G3-48": ("48", 3, 16, ""),
    "G5-3J": ("55", 5, 11, ""),
    "G5-2P": ("65", 5, 13, ""),
    "G-3P": ("96", 5, 19, ""),
    "J1": ("52", 3, 17, "turn_up"),
    "J2": ("52", 3, 17, "turn_up"),
    "J3": ("52", 3, 17, "turn_up"),
    "J3-points": ("52", 3, 17, "turn_up"),
    "J4": ("52", 3, 17, "turn_up"),
    "K1": ("JJ", 4, 10, "stock"),
    "K2": ("JJ", 4, 10, "stock"),
    "K3": ("JJ", 4, 10, "stock"),
    "S1": ("52", 5, 5, "turn_up"),
    "S1a": ("52", 5, 5, "turn_up"),
    "S1b": ("52", 5, 5, "turn_up"),
    "S2": ("52", 4, 5, "turn_up"),
    "S2a": ("52", 4, 5, "turn_up"),
    "S2b": ("52", 4, 5, "turn_up"),
    "S2c": ("52", 4, 5, "turn_up"),
    "R1": ("32", 4, 5, "widow5 turn_up"),
    "R1a": ("32", 4, 5, "widow5 turn_up"),
    "R1b": ("32", 4, 5, "widow5 turn_up"),
    "R2": ("52", 4, 5, "widow6 turn_up"),
    "R3": ("32", 4, 5, "widow5 turn_up stock"),
    "L1": ("52", 4, 3, "stock"),
    "L2": ("52", 4, 3, "widow3 turn_up"),
    "L3": ("52", 4, 3, "widow3 turn_up"),
    "L4": ("52", 4, 3, "turn_up stock"),
    "L5": ("52", 4, 5, "turn_up stock"),
    "whist": ("52", 4, 13, ""),
    "whist-notrump": ("52", 4, 13, ""),
    "hearts": ("52", 4, 13, ""),
    "skat-grand": ("32", 3, 10, "skat2"),
    "skat-suit": ("32", 3, 10, "skat2"),
    "skat-null": ("32", 3, 10, "skat2"),
    "euchre": ("24", 4, 5, "turn_up"),
    "oh-hell": ("52", 4, 4, "turn_up"),
    "spades": ("52", 4, 13, ""),
    "preferans-misere": ("32", 3, 10, ""),
}


def random_deal(name: str, seed: int, players: int | None = None, each: int | None = None) -> dict[str, Any]:
    """`players` and `each` overrule the usual numbers."""
    pack_name, usual_players, usual_each, rest = SHAPES[name]
    cards = packs()[pack_name]
    random.Random(f"{name}/{seed}").shuffle(cards)
    players = players or usual_players
    each = each or usual_each
    deal: dict[str, Any] = {"hands": []}
    for seat in range(players):
        sits_out = name in ("R1", "R1a", "R1b", "R3") and players == 6 and seat == 5
        deal["hands"].append([] if sits_out else [cards.pop() for _ in range(each)])
    for part in rest.split():
        if part == "turn_up":
            deal["turn_up"] = cards.pop()
        elif part == "stock":
            deal["stock"] = cards
        else:
            deal[part[:-1]] = [cards.pop() for _ in range(int(part[-1]))]
    if name == "whist":
        deal["trump"] = "s"
    if name == "skat-suit":
        deal["kind"] = "h"
    return deal
