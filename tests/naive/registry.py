"""NAIVE: id of the master table -> a callable that builds the game.

Every builder takes `hands` first, then keywords of the class; `leader=` makes it an ending that starts at play.
"""

from collections.abc import Callable
from typing import Any

from .bidding import OhHell, Spades
from .bierspiel import Bierspiel
from .euchre import Euchre
from .gooseberry import Gooseberry
from .hearts import Hearts
from .irishloo import FiveCardLoo, IrishLoo
from .jokers import JokersJewels
from .loo import DoubleLoo, SimpleLoo
from .rams import Rams, Rounce
from .skat import Skat
from .spoilfive import FortyFive, SpoilFive
from .trumpgooseberry import TrumpGooseberry
from .whist import PreferansMisere, Whist

Builder = Callable[..., Any]  # makes a Game


def preset(game_class: Builder, **fixed: Any) -> Builder:
    """The class with some options already chosen (the caller may still overrule them)."""

    def build(hands: Any, **options: Any) -> Any:
        return game_class(hands, **{**fixed, **options})

    return build


def spoil_five_dealer_pays(hands: Any, **options: Any) -> Any:
    """S1a: the dealer puts up a counter for everybody each deal."""
    options.setdefault("pool", len(hands))
    return SpoilFive(hands, **options)


def unlimited_loo(hands: Any, **options: Any) -> Any:
    """L3: the double game if there is a turn-up (or double=True), else the simple one."""
    double = options.pop("double", "turn_up" in options)
    if double:
        return DoubleLoo(hands, unlimited=True, **options)
    return SimpleLoo(hands, unlimited=True, **options)


NAIVE: dict[str, Builder] = {
    "G3": Gooseberry,
    "G5": Gooseberry,
    "G7a": Gooseberry,
    "G7b": Gooseberry,
    "G7c": Gooseberry,
    "GN": Gooseberry,
    "G3-40": Gooseberry,
    "G3-40-mate": preset(Gooseberry, mate=True),
    "G3-48": Gooseberry,
    "G5-3J": Gooseberry,
    "G5-2P": Gooseberry,
    "G-3P": Gooseberry,
    "J1": TrumpGooseberry,
    "J2": preset(TrumpGooseberry, points=True),
    "J3": preset(TrumpGooseberry, no_trump=True),
    "J3-points": preset(TrumpGooseberry, no_trump=True, points=True),
    "J4": preset(TrumpGooseberry, challenge=True),
    "K1": preset(JokersJewels, mode="free"),
    "K2": preset(JokersJewels, mode="teams"),
    "K3": preset(JokersJewels, mode="nil"),
    "S1": SpoilFive,
    "S1a": spoil_five_dealer_pays,
    "S1b": SpoilFive,
    "S2": FortyFive,
    "S2a": preset(FortyFive, count="b"),
    "S2b": preset(FortyFive, king_rob=True),
    "S2c": preset(FortyFive, honour_five=True),
    "R1": Rams,
    "R1a": preset(Rams, eldest_obliged=True),
    "R1b": preset(Rams, simple="a"),
    "R2": Rounce,
    "R3": Bierspiel,
    "L1": SimpleLoo,
    "L2": DoubleLoo,
    "L3": unlimited_loo,
    "L4": IrishLoo,
    "L5": FiveCardLoo,
    "whist": Whist,
    "whist-notrump": preset(Whist, trump=None),
    "hearts": Hearts,
    "skat-grand": preset(Skat, kind="grand"),
    "skat-suit": Skat,  # needs kind='c' | 'd' | 'h' | 's'
    "skat-null": preset(Skat, kind="null"),
    "euchre": Euchre,
    "oh-hell": OhHell,
    "spades": Spades,
    "preferans-misere": PreferansMisere,
}
