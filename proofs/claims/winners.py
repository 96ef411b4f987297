"""Group 'winners': who wins a trick, whether anybody does, and what changes nothing."""

from __future__ import annotations

import proofs.claims.winners_gift
import proofs.claims.winners_highest
import proofs.claims.winners_joker
import proofs.claims.winners_late
import proofs.claims.winners_middling
import proofs.claims.winners_mirror
import proofs.claims.winners_odd_card
import proofs.claims.winners_packs
import proofs.claims.winners_symmetry  # noqa: F401
