"""Scores: totals, ties, bonuses and schedules; the sources are in scores_*.py."""

import proofs.claims.scores_b
import proofs.claims.scores_bonus
import proofs.claims.scores_f
import proofs.claims.scores_j
import proofs.claims.scores_k
import proofs.claims.scores_schedules
import proofs.claims.scores_session  # noqa: F401
