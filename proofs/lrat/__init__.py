"""Decide CNFs and turn refutations into LRAT proofs."""

from .solve import Refutation, Sat, SolveError, Unsat, dimacs, refute, solve

__all__ = ["Refutation", "Sat", "SolveError", "Unsat", "dimacs", "refute", "solve"]
