"""Every built-in variant loads for every allowed number of players, and every reading plays."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solver.dealing import deal, deal_out
from solver.errors import RulesSilent, VariantError
from solver.outcome import outcome
from solver.referee import legal_actions, step
from solver.variant import Variant, load
from solver.variant_source import names

if TYPE_CHECKING:
    from solver.cards import Card
    from solver.position import Position

MASTER_TABLE = """\
G3 G5 G7a G7b G7c GN G3-40 G3-40-mate G3-48 G5-3J G5-2P G-3P G-even J1 J2 J3 J4 K1 K2 K3
S1 S1a S1b S2 S2a S2b S2c R1 R1a R1b R2 R3 L1 L2 L3 L3s L4 L5
"""
COMPARISON = """\
whist whist-notrump bridge hearts skat-grand skat-suit skat-null euchre oh-hell spades
preferans-misere
"""
# Only these can meet a trick on which the rules name no winner.
SILENT = {"gooseberry-even", "gooseberry-triple"}
SILENT_READINGS = {("G7", "refuse"), ("G4b", "refuse"), ("G4b", "all go"), ("JK", "three")}
READINGS = [
    (name, code, reading)
    for name in names()
    for code, option in load(name).file.options.items()
    for reading in list(option.readings)[1:]
]


def playout(variant: Variant, seed: int, pool: int | None = None) -> Position:
    """Play a random deal to its end; at every ply all cards of the pack are accounted for."""
    rng = random.Random(f"{variant.name}/{variant.players}/{seed}")
    named = variant.file.deal.trump == "named" and variant.file.events.make_trump is None
    trump = rng.choice(variant.pack.suits) if named else ""
    position = deal(variant, seed, dealer=rng.randrange(variant.players), trump=trump, pool=pool)
    while not position.over:
        assert position.cards() == variant.pack.count
        actions = legal_actions(position)
        assert len(set(actions)) == len(actions) > 0
        position = step(position, rng.choice(actions))
    assert position.cards() == variant.pack.count
    check_end(position)
    return position


def check_end(position: Position) -> None:
    """Every trick has one owner, and no counter comes from nowhere."""
    assert sum(position.taken) == position.done
    result = outcome(position)
    pool = position.variant.file.pool
    if result.settlement is not None and pool is not None and pool.rule != "crosses":
        assert result.settlement.pool == position.pool + sum(result.settlement.paid)


def plays(variant: Variant, seeds: range, may_be_silent: bool = False) -> None:
    """Play out several deals; in pools of counters every other one is a larger pool."""
    for seed in seeds:
        pool = 20 if variant.file.pool and seed % 2 else None
        try:
            playout(variant, seed, pool)
        except RulesSilent:
            assert may_be_silent, f"{variant.name}, seed {seed}"


def test_master_table_is_complete() -> None:
    """Each row of the table of games is one file, and each comparison game too."""
    ids = [load(name).file.id for name in names()]
    assert sorted(ids) == sorted((MASTER_TABLE + COMPARISON).split())


@pytest.mark.parametrize("name", names())
def test_plays_for_every_number_of_players(name: str) -> None:
    """A variant loads for each allowed number of players, and a random deal comes to an end."""
    for players in load(name).file.players.allowed:
        variant = load(name, players)
        assert variant.players == players
        plays(variant, range(2), name in SILENT)


@pytest.mark.parametrize(("name", "code", "reading"), READINGS)
def test_plays_under_every_reading(name: str, code: str, reading: str) -> None:
    """Every reading that is not the default loads, changes what it says, and plays."""
    variant = load(name, None, {code: reading})
    silent = name in SILENT or (code, reading) in SILENT_READINGS
    plays(variant, range(2), silent)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_many_playouts(name: str) -> None:
    """Two hundred deals of the usual number, twenty of each other number and under each reading."""
    plays(load(name), range(200), name in SILENT)
    for players in load(name).file.players.allowed:
        plays(load(name, players), range(20), name in SILENT)
    for of, code, reading in READINGS:
        if of == name:
            silent = name in SILENT or (code, reading) in SILENT_READINGS
            plays(load(name, None, {code: reading}), range(20), silent)


@pytest.mark.parametrize("name", names())
def test_defaults_are_what_the_file_says(name: str) -> None:
    """The first reading of an option changes nothing; each option asks and each reading answers."""
    file = load(name).file
    for option in file.options.values():
        default, *others = option.readings.values()
        assert option.question.endswith("?")
        assert not default.patch
        assert default.meaning and all(reading.meaning for reading in others)
    assert file.source and file.title
    assert file.outside == (file.id in COMPARISON.split() or file.id in ("L4", "L5"))


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("gooseberry-triple", "choose a reading"),  # G4b
        ("gooseberry-5-3j", "choose a reading"),  # G7
        ("jewels", "choose a reading"),  # K6: a Fool alone in the trick
        ("gooseberry-even", "say in a file that extends it"),
        ("hearts", "say in a file that extends it"),
    ],
)
def test_advice_where_a_trick_has_no_winner(name: str, advice: str) -> None:
    """Only a game with a reading that bears on the trick sends the reader to its readings."""
    assert load(name).gap_filler.startswith(advice)


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("gooseberry-3", "G1 G2 G9 E Alow SS"),
        ("gooseberry-7-63", "G1 G2 G9 E Alow G3 G8"),
        ("gooseberry-7-64", "G2 G9 E Alow G3 G4 G5"),
        ("gooseberry-3-40-mate", "G2 G9 E Alow G6"),
        ("gooseberry-n", "G1 G2 G9 E Alow JK MT G3 G4 G4b G5 G6 G7"),
        ("gooseberry-triple", "G1 G2 G9 E Alow G4 G3 G4b"),
        ("trump-fool-points", "J2 J3"),
        ("jewels", "K1 K2 K3 K4 K5 K6 K7 K8 KM K9"),
        ("spoil-five-dealer-pays", "S1 S3 S4 S5 S6"),
        ("forty-five-difference", "S1 S3 S4 S5 S7"),
        ("rams", "R1 R2 R3 R4 R5 R6 R7"),
        ("bierspiel", "R1 R2 R3 R4 B1 B2 B3 B4"),
        ("loo-simple", "L1 L2 L3 L4"),
        ("loo-double", "L3 L4 L5 L6 L7"),
    ],
)
def test_options_of(name: str, codes: str) -> None:
    """Options are inherited where they apply and dropped where they do not."""
    assert " ".join(load(name).file.options) == codes


@pytest.mark.parametrize(
    ("name", "players", "cards", "hand", "undealt"),
    [
        ("gooseberry-3", 3, 33, 11, 0),
        ("gooseberry-5", 5, 45, 9, 0),
        ("gooseberry-7-63", 7, 63, 9, 0),
        ("gooseberry-7-64", 7, 64, 9, 1),
        ("gooseberry-7-77", 7, 77, 11, 0),
        ("gooseberry-3-40", 3, 40, 13, 1),
        ("gooseberry-3-48", 3, 48, 16, 0),
        ("gooseberry-5-3j", 5, 55, 11, 0),
        ("gooseberry-5-65", 5, 65, 13, 0),
        ("trump-fool", 3, 52, 17, 1),
        ("jewels", 4, 80, 10, 40),
        ("spoil-five", 10, 52, 5, 2),
        ("rams", 6, 32, 5, 2),
        ("rounce", 9, 52, 5, 1),
        ("loo-simple", 17, 52, 3, 1),
        ("loo-double", 16, 52, 3, 1),
    ],
)
def test_pack_and_deal(name: str, players: int, cards: int, hand: int, undealt: int) -> None:
    """Packs, hands and remainders are those of the documents."""
    variant = load(name, players)
    assert (len(variant.pack), variant.hand_size, variant.undealt) == (cards, hand, undealt)


@pytest.mark.parametrize(("reading", "cards"), [("three", 66), ("five", 94)])
def test_jewels_packs(reading: str, cards: int) -> None:
    """The number of plain suits is a reading, and with it how many can play."""
    variant = load("jewels", None, {"K1": reading})
    assert len(variant.pack) == cards
    most = max(variant.file.players.allowed)
    plays(load("jewels", most, {"K1": reading}), range(2))


def test_uneven_library_can_be_refused() -> None:
    """The reading that refuses uneven hands does so at loading."""
    with pytest.raises(VariantError, match="does not come out even among 6"):
        load("jewels", 6, {"K6": "refuse"})


def test_uneven_library_can_be_played_on() -> None:
    """Then there is one trick more, to which not everybody plays."""
    variant = load("jewels", 7, {"K6": "play on"})
    assert variant.tricks == 12
    assert playout(variant, 1).done == 12


def test_loo_pool_is_counted_in_whites() -> None:
    """A simple pool holds nine whites, a double by itself eighteen."""
    assert deal(load("loo-simple"), 1).pool == 9
    assert deal(load("loo-double"), 1).pool == 18
    assert deal(load("spoil-five", 6), 1).pool == 7
    assert deal(load("spoil-five", 6, {"S2": "later"}), 1).pool == 6
    assert deal(load("spoil-five-dealer-pays", 6), 1).pool == 6


def test_without_drops_a_field(tmp_path: Path) -> None:
    """A file need not inherit everything from the file it extends."""
    path = tmp_path / "plain.toml"
    path.write_text('extends = "gooseberry-3"\nwithout = ["events.gift", "options.G1"]\n')
    variant = load(str(path))
    assert variant.file.events.gift is None
    assert "G1" not in variant.file.options
    assert load("gooseberry-3").file.events.gift is not None


def test_without_names_a_field_that_is_not_there(tmp_path: Path) -> None:
    """Dropping what is not there is an error that names the line."""
    path = tmp_path / "wrong.toml"
    path.write_text('extends = "gooseberry-3"\nwithout = ["events.gifts"]\n')
    with pytest.raises(VariantError, match=r"line 2: without.0: 'events.gifts' does not stand"):
        load(str(path))


def test_bonus_by_number_of_players(tmp_path: Path) -> None:
    """The middling bonus may be a table; anything else than numbers in it is an error."""
    path = tmp_path / "bonus.toml"
    path.write_text('extends = "gooseberry-n"\n[score]\nlines.1.bonus = { 7 = "many" }\n')
    with pytest.raises(VariantError, match="expected numbers by how many play"):
        load(str(path))


@pytest.mark.parametrize("name", [n for n in names() if load(n).file.events.declare is not None])
def test_the_widow_is_dealt_at_the_dealers_place(name: str) -> None:
    """Round by round from the eldest hand; the widow comes where the dealer's own cards do."""
    for players in load(name).file.players.allowed:
        variant = load(name, players)
        order, section = list(variant.pack), variant.file.deal
        random.Random(players).shuffle(order)
        dealer = players // 2
        hands: list[list[Card]] = [[] for _ in range(players)]
        widow: list[Card] = []
        top = iter(order)
        for number, packet in enumerate(section.packets or (1,) * variant.hand_size):
            for i in range(1, players):
                hands[(dealer + i) % players] += [next(top) for _ in range(packet)]
            if section.widow:  # the sixth card of Rounce comes with the last packet
                extra = section.widow - variant.hand_size if number and packet > 1 else 0
                widow += [next(top) for _ in range(packet + extra)]
            if section.dealer_sits_out_at != players:
                hands[dealer] += [next(top) for _ in range(packet)]
        position = deal_out(variant, order=order, dealer=dealer)
        assert position.hands == tuple(variant.pack.sort(hand) for hand in hands)
        assert position.widow == variant.pack.sort(widow)
        assert position.turn_up[0] == next(top)
