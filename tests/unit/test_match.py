"""Several deals: stakes, pools, simple and double forms, irregularities, the end of a match."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from solver.errors import IllegalAction, RulesSilent
from solver.match import counted_out, finish, form, new_match, next_deal, play_match, ranked, stake
from solver.position import OVER
from solver.problems import problems
from solver.referee import legal_actions, step
from solver.rulings import after_offences, foul_hand, misdeal, offence
from solver.variant import load
from solver.variant_source import names

WITH_POOL = [n for n in names() if load(n).file.pool is not None]


def chooser(seed: int):  # type: ignore[no-untyped-def]
    """Return a chooser of random legal actions."""
    rng = random.Random(seed)
    return lambda position, actions: rng.choice(actions)


@pytest.mark.parametrize("name", WITH_POOL)
def test_counters_are_conserved(name: str) -> None:
    """What the seats have paid lies in the pool, after every deal of a match."""
    match = new_match(load(name))
    for after, _ in play_match(match, 3, chooser(3), 25):
        if load(name).file.pool.rule != "crosses":  # type: ignore[union-attr]
            assert sum(after.balances) + after.pool == 0
            assert after.pool >= 0


def test_spoil_five_pool_grows_by_the_dealers_counter() -> None:
    """Everyone puts up one, each dealer one more until the pool is won (F012, reading a)."""
    match = stake(new_match(load("spoil-five")))
    assert match.pool == 6
    match = match._replace(deals=1, dealer=0)
    assert stake(match).pool == 7
    assert stake(match._replace(pool=0, fresh=True)).pool == 6


def test_dealer_pays_for_all() -> None:
    """In S1a each dealer puts up a counter for every player."""
    assert stake(new_match(load("spoil-five-dealer-pays"))).pool == 5


def test_loo_changes_its_form_with_the_pool() -> None:
    """A first deal is a simple; a pool with fines is played as a double."""
    match = stake(new_match(load("loo-simple")))
    assert match.pool == 9 and match.is_simple
    assert form(match).name == "loo-simple"
    assert form(match._replace(looed=True, pool=18)).name == "loo-double"


def test_a_users_file_stands_for_the_form_that_it_extends(tmp_path: Path) -> None:
    file = tmp_path / "short.toml"
    file.write_text(
        'extends = "loo-double"\n[deal]\nhand = 2\nwidow = 2\n[pool]\nparts = 2\n'
    )
    match = stake(new_match(load(str(file))))
    assert form(match).name == "loo-simple"
    assert form(match._replace(looed=True)).name == "short"
    assert form(match._replace(looed=True)).hand_size == 2


def test_settings_reach_the_other_form_too() -> None:
    match = stake(new_match(load("loo-double", settings={"pool.dealer_adds": 12})))
    other = form(match).file
    assert other.name == "loo-simple" and other.pool is not None
    assert other.pool.dealer_adds == 12
    small = load("loo-double", settings={"deal.hand": 2, "deal.widow": 2, "pool.parts": 2})
    assert form(stake(new_match(small))).hand_size == 2


def test_seventeen_can_not_play_a_double_pool() -> None:
    match = stake(new_match(load("loo-simple", 17)))
    assert form(match).players == 17
    with pytest.raises(RulesSilent, match="which 17 can't play"):
        form(match._replace(looed=True))


@pytest.mark.parametrize("option", ["money", "count"])
def test_what_a_defender_leaves_in_the_pool_makes_it_a_double(option: str) -> None:
    """Loo: his share stays in reds, beyond the three of the dealer; a barred share in whites."""
    match, position = next_deal(new_match(load("loo-double", 3))._replace(looed=True, pool=9), 1)
    won = position._replace(phase=OVER, taken=(1, 0, 2), done=3, active=(True, False, True))
    simple = {"L2": option}
    for calls, barred, left in ((("play", "pass", "defend"), "", 12), (("play",) * 3, "C", 12)):
        ended = won._replace(calls=calls, barred=tuple(seat in barred for seat in "ABC"))
        after = stake(finish(match, ended)._replace(variant=load("loo-simple", 3, simple)))
        assert after.pool == left + 9
        assert after.is_simple is bool(barred)


def test_misdeal_passes_the_deal_and_makes_loo_a_double() -> None:
    """Loo: the misdealer pays three reds, the next dealer adds three, the pool is a double."""
    match = misdeal(stake(new_match(load("loo-simple"))))
    match = stake(match)
    assert match.pool == 27 and not match.is_simple and match.dealer == 0


def test_only_s1b_lets_a_misdealer_deal_again() -> None:
    """Two counters buy the deal back in S1b; elsewhere the deal is lost."""
    bought = misdeal(stake(new_match(load("spoil-five-redeal"))), deals_again=True)
    assert bought.dealer == 4 and bought.pool == 8
    with pytest.raises(IllegalAction):
        misdeal(stake(new_match(load("spoil-five"))), deals_again=True)


def test_a_foul_hand_keeps_its_tricks_and_loses_the_pool() -> None:
    """The others finish without it; its holder can't win."""
    match, position = next_deal(new_match(load("spoil-five")), 4)
    rng = random.Random(1)
    while position.done < 2 or position.trick or position.phase != "play":
        position = step(position, rng.choice(legal_actions(position)))
    seat = position.leader
    taken = position.taken[seat]
    position = foul_hand(position, seat)
    assert position.taken[seat] == taken and position.hands[seat] == ()
    assert problems(position) == []
    while position.phase != OVER:
        position = step(position, rng.choice(legal_actions(position)))
    assert finish(match, position).balances[seat] <= 0
    with pytest.raises(IllegalAction):
        foul_hand(position, seat)


def test_an_offender_is_barred_until_the_pool_is_won() -> None:
    """Spoil Five bars an offender from this and later deals; a fresh pool frees him."""
    match, position = next_deal(new_match(load("spoil-five")), 4)
    position = offence(position, 2)._replace(phase=OVER, taken=(3, 0, 2, 0, 0), done=5)
    won = after_offences(finish(match, position), position)
    assert won.fresh and won.barred == (False,) * 5
    unwon = position._replace(taken=(2, 0, 3, 0, 0))
    later = after_offences(finish(match, unwon), unwon)
    assert later.barred[2] and later.pool == match.pool
    _, dealt = next_deal(later, 5)
    assert dealt.barred[2]


@pytest.mark.parametrize("name", [n for n in WITH_POOL if load(n).file.pool.offence == "fine"])  # type: ignore[union-attr]
def test_an_offender_pays_a_fine_where_losses_are_paid(name: str) -> None:
    """Into the next pool; in Bierspiel, where all penalties are crosses, on his slate."""
    match, position = next_deal(new_match(load(name)), 4)
    section = match.variant.file.pool
    assert section is not None
    while not position.over:
        position = step(position, legal_actions(position)[0])
    ended = finish(match, position)
    fined = after_offences(ended, offence(position, 1))
    if section.rule == "crosses":
        assert fined.marks[1] == ended.marks[1] + section.offence_fine
        assert (fined.balances, fined.pool) == (ended.balances, ended.pool)
    else:
        assert fined.marks == ended.marks
        assert fined.balances[1] == ended.balances[1] - section.offence_fine
        assert fined.pool == ended.pool + section.offence_fine


@pytest.mark.parametrize("name", ["gooseberry-3", "trump-fool", "forty-five", "bierspiel"])
def test_a_match_ends_with_winners(name: str) -> None:
    """A match that has an end reaches it and names its winners, or nobody by the rule for ties."""
    last = None
    for after, _ in play_match(new_match(load(name)), 1, chooser(1), 400):
        last = after
    assert last is not None and last.over
    with pytest.raises(IllegalAction):
        next_deal(last, 1)


def test_the_middling_total_wins_at_gooseberry() -> None:
    """The middling total wins; if two tie there, the third does (Parlett)."""
    match = new_match(load("gooseberry-3"))
    assert ranked(match._replace(totals=(100, 50, 70))) == (2,)
    assert ranked(match._replace(totals=(100, 70, 70))) == (0,)
    assert ranked(match._replace(totals=(70, 70, 70))) == ()


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_last_with_marks_pays_for_the_beer(players: int) -> None:
    """Two who wipe out their last marks in one deal finish in the order of the tricks (B4)."""
    together = 0
    for seed in range(60):
        rng = random.Random(seed)
        late = rng.sample(range(players), 2)
        left = [rng.randint(1, 2) if seat in late else 0 for seat in range(players)]
        match = new_match(load("bierspiel", players))._replace(marks=tuple(left))
        match, position = next_deal(match, seed)
        while not position.over and counted_out(match, position) is None:
            done = position.done
            position = step(position, rng.choice(legal_actions(position)))
            if position.done > done:
                assert sum(m > 0 for m in left) == 2
                left[position.leader] -= 1
        match = finish(match, position)
        wet = [seat for seat in range(players) if left[seat] > 0]
        assert match.over or len(wet) > 1
        if not position.over:
            together += 1
            assert len(wet) == 1 and match.winners is not None
            assert set(match.winners) == set(range(players)) - set(wet)
            assert match.marks[wet[0]] == left[wet[0]]
    assert together
