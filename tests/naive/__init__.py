"""A second, deliberately naive implementation of the rules, to check the engine against.

Written from the documents alone; it imports nothing of the engine. `NAIVE[id](hands, ...)` builds a deal or,
with `leader=`, an ending; `count_sequences` counts, `minimax` solves tiny endings, both by plain recursion.
"""

from .base import Game, Gap, count_sequences, minimax
from .cards import hand, pack
from .registry import NAIVE

__all__ = ["NAIVE", "Game", "Gap", "count_sequences", "hand", "minimax", "pack"]
