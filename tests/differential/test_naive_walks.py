"""Random whole deals of every variant, ply by ply against the naive second engine."""

from __future__ import annotations

import random

import pytest

from solver.dealing import deal_out
from solver.errors import RulesSilent
from solver.outcome import outcome
from solver.referee import action_text, apply, begin, legal_actions
from solver.variant import load
from solver.variant_source import names
from tests.common.naive_twin import WHITES, actions_of, naive_id, normal, twin
from tests.naive import NAIVE, Gap

WALKS = 12
# The naive engine has no game of these ids: even numbers of players have no rule of their own,
# bridge is whist with a named trump, and the simple form of unlimited Loo is Loo's simple game.
UNPAIRED = {"gooseberry-even", "bridge", "loo-unlimited-simple"}
PAIRED = [name for name in names() if name not in UNPAIRED]


def seat_counts(name: str) -> list[int]:
    """Return up to four numbers of players for which a variant can be dealt."""
    allowed = load(name).file.players.allowed or (load(name).players,)
    step = max(1, len(allowed) // 4)
    return sorted({*allowed[::step], allowed[-1]})[:5]


@pytest.mark.parametrize("name", PAIRED)
def test_walks_agree(name: str) -> None:
    """Every ply has the same legal actions, every end the same tricks, scores and pool."""
    for players in seat_counts(name):
        variant = load(name, players)
        for seed in range(WALKS):
            rng = random.Random(f"{name}/{players}/{seed}")
            trump = rng.choice("cdhs") if variant.file.deal.trump == "named" else ""
            dealer = rng.randrange(players)
            pool = None
            if variant.file.pool and variant.file.pool.parts == 5 and seed % 3 == 0:
                pool = 10
            position = deal_out(variant, seed, dealer=dealer, trump=trump, pool=pool)
            game = twin(position)
            position = begin(position)
            history = []
            while not position.over:
                here = [normal(text) for text in game.actions()]
                where = f"{name} {players} seed {seed}: {history}"
                assert actions_of(position) == sorted(here), where
                action = rng.choice(legal_actions(position))
                text = action_text(variant, action)
                history.append(text)
                wanted = normal(text)
                try:
                    game.carry_out(next(t for t in game.actions() if normal(t) == wanted))
                except Gap:
                    with pytest.raises(RulesSilent):
                        apply(position, action)
                    break
                position = apply(position, action)
            else:
                assert game.over(), f"{name} seed {seed}: {history}"
                compare_ends(position, game, f"{name} {players} seed {seed}: {history}")


def compare_ends(position, game, where: str) -> None:  # type: ignore[no-untyped-def]
    """Compare tricks, scores and the pool at the end of a deal."""
    result = outcome(position)
    if position.result != "walk":
        assert list(result.taken) == list(game.tricks()), where
    payoff = game.payoff()
    if result.settlement is not None and payoff is not None:
        unit = WHITES.get(naive_id(position), 1)
        pool = position.variant.file.pool
        marks = pool is not None and pool.rule == "crosses"  # marks added, not counters received
        paid = [p if marks else -p for p in result.settlement.paid]
        if not marks:
            assert result.settlement.pool == payoff["pool"] * unit, where
        assert paid == [p * unit for p in payoff["payments"]], where
    ours_alone = position.variant.file.outside and position.variant.sides
    own_convention = ours_alone and position.variant.name != "spades"
    if position.variant.file.score.lines and position.variant.file.pool is None:
        if own_convention:  # the sources give these games no score; each engine has its own
            return
        scores = game.scores()
        assert list(result.final) == list(scores["final"]), where


def test_every_variant_is_paired() -> None:
    """A new built-in must get a naive twin or be named as unpaired."""
    missing = [n for n in PAIRED if load(n).file.id not in NAIVE and n not in NAIVE]
    assert not missing
