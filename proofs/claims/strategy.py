"""Strategic and probabilistic statements; the functions stand in the modules named here."""

from proofs.claims import (
    strategy_advice,
    strategy_jokers,
    strategy_lowest,
    strategy_spoil,
    strategy_timing,
    strategy_trumps,
)

__all__ = [
    "strategy_advice",
    "strategy_jokers",
    "strategy_lowest",
    "strategy_spoil",
    "strategy_timing",
    "strategy_trumps",
]
