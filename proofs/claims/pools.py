"""Pools and counters; the functions stand in the modules named here."""

from proofs.claims import (
    pools_bierspiel,
    pools_growth,
    pools_loo,
    pools_penalties,
    pools_rams,
    pools_spoil,
)

__all__ = [
    "pools_bierspiel",
    "pools_growth",
    "pools_loo",
    "pools_penalties",
    "pools_rams",
    "pools_spoil",
]
