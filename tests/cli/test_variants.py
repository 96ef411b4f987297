"""`foolproof variants`: the list, the rules in words, the check of a user's files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver import describe_score, describe_tiers
from solver.dealing import deal
from solver.describe import describe
from solver.referee import legal_actions
from solver.rules import scoring, tiers
from solver.variant import load
from solver.variant_source import names
from tests.conftest import Run, refused
from tests.differential.questions import readings


def test_the_list_has_every_built_in(run: Run) -> None:
    result = run("variants", "list")
    lines = result.output.splitlines()
    assert result.exit_code == 0
    assert lines[0].split() == ["id", "name", "players", "title"]
    assert [line.split()[1] for line in lines[1:]] == names()
    assert [
        entry["name"] for entry in json.loads(run("variants", "list", "--json").output)
    ] == names()


@pytest.mark.parametrize("name", names())
def test_the_rules_of_every_built_in_are_told(run: Run, name: str) -> None:
    variant = load(name)
    result = run("variants", "show", name)
    assert result.exit_code == 0
    assert result.output.isascii()
    for heading in ("players", "pack", "deal", "ranks", "lead", "follow", "trick"):
        assert f"\n{heading} " in result.output
    for code, option in variant.file.options.items():
        assert f"\n{code} " in result.output
        words = " ".join(result.output.split())
        assert words.count("[default, in force]") == len(variant.file.options)
        if option.silent:
            assert "source is silent." in words
    data = json.loads(run("variants", "show", name, "--json").output)
    assert data["digest"] == variant.digest
    assert data["rules"]["trick"]


def test_the_rules_of_gooseberry_fool(run: Run) -> None:
    result = run("variants", "show", "G3", "--option", "G1=lead")
    rules, questions = result.output.split("\n\n")
    assert "follow    Play any card, if a Joker was led; else a card of the suit led; else" in rules
    assert "score     A seat scores 1 for each trick of its own, 2 for each of the seat" in rules
    assert (
        "            a) trick: the trick: the named seat scores it and leads [default]\n"
        in questions
    )
    assert "lead: only the lead: the winner scores the trick [in force]\n" in questions


@pytest.mark.parametrize("name", names())
def test_every_built_in_passes_its_own_check(run: Run, name: str) -> None:
    result = run("variants", "check", name)
    assert result.exit_code == 0, result.output
    assert result.output.startswith(f"{name}: ok (")


BROKEN = {
    "[deal]\nhnad = 3": ("line 3: deal.hnad: unknown field 'hnad'", "Did you mean 'hand'?"),
    "[deal]\nhand = 'many'": ("line 3: deal.hand:", "expected"),
    "[deal]\nhand = 12": ("line 3: deal.hand: 3 hands of 12 cards", "pack of 33"),
    "[dael]\nhand = 3": ("line 2: dael: unknown field 'dael'", "Did you mean 'deal'?"),
    "[trick]\nwinner = 'midling'": ("line 3: trick.winner:", "Did you mean 'middling'?"),
    "[trick]\nequal = 'frist'": ("line 3: trick.equal:", "Did you mean 'first'?"),
    "[follow]\ntiers = ['led siut']": ("line 3: follow.tiers.0: 'led siut'", "mean 'led suit'?"),
    "[score]\nlines = [{ kind = 'trick' }]": ("line 3: score.lines.0.kind:", "mean 'tricks'?"),
    "[score]\nlines = [{ kind = 'tricks', eahc = 2 }]": ("score.lines.0.eahc:", "mean 'each'?"),
    "[score]\nlines = [{ kind = 'tricks', each = 'x' }]": (
        "score.lines.0.each: expected a number",
    ),
    "[score]\nlines = [{ kind = 'weighted tricks', weights = [1] }]": ("3 numbers (one per seat)",),
    "[pack]\ngroups = [{ ranks = 'A K Z' }]": (
        "line 3: pack.groups.0.ranks:",
        "'Zc' is not a card",
    ),
    "[pack]\njokers = 999": ("line 3: pack.jokers: a pack of 1031 cards: at most 128",),
    "[pack]\nremove = '2c'": ("line 3: pack.remove: 2c is not in the pack",),
    "[players]\nseats = 1": ("line 3: players.seats:",),
    "[choose]\nG1 = 'led'": ("line 3: choose.G1: 'led' is no reading of G1", "mean 'lead'?"),
    "[choose]\nG11 = 'lead'": ("line 3: choose.G11: this variant has no option G11", "mean 'G1'?"),
    "[deal]\ntrump = 'turn-up'": ("deal.trump: a middling trick rule knows no trumps",),
    "[pack]\njokers = 1000000000": ("line 3: pack.jokers: the number is too large",),
    "[pack]\njokers = 1000000": ("line 3: pack.jokers: too many cards", "at most 128"),
    "[pack]\ngroups = [{ suits = 'c q', ranks = 'A' }]": ("line 3: pack.groups.0.suits: 'q'",),
    "[pack]\nadd = 'Zz'": ("line 3: pack.add: 'Zz' is not a card",),
    "[score]\nlines.9.bonus = 1": ("line 3: score.lines.9: there is no entry 9", "only 2 entries"),
    "[score]\ncard_points = { Zz = 4 }": ("line 3: score.card_points.Zz: 'Zz' is not a card",),
    "[score]\nsuit_points = { q = 4 }": ("line 3: score.suit_points.q: 'q' is no suit",),
    "[score]\nlines.1.bonus = 1000001": ("line 3: score.lines.1.bonus: the number is too large",),
    "[score]\nlines.0.weights = [9999999, 0, 0]": ("line 3: score.lines.0.weights.0:", "too large"),
    "[deal]\nhand = 9223372036854775809": ("line 3: deal.hand: the number is too large",),
    "[deal]\nhand = " + "9" * 5000: ("a number in it is too large",),
    "[deal]\npackets = [2, 3]": ("line 3: deal.packets: [2, 3] add up to 5, but", "a fixed hand"),
    "[deal]\npackets = [12, -1]": ("line 3: deal.packets: every packet has at least one card",),
    "[deal]\nhand = 'eight'": (
        "line 3: deal.hand: 'eight' is not known here; expected a whole number or 'all'.",
    ),
    "[order]\nranks = 'AKQJ'": ("line 3: order.ranks: 'AKQJ' is no rank. Write blanks between",),
    "[match]\ntarget = 0": ("line 3: match.target: the match ends when", "target = 100"),
    "[match]\nends = 'deals'": ("match.deals: the match ends after", "deals = 9"),
    "[deal]\nhand = 2.5": (
        "line 3: deal.hand: expected a whole number or 'all', found a decimal number.",
    ),
    "[events]\nbid = 3": ("line 3: events.bid: expected a section, found a whole number.",),
    "[players]\nallowed = 3": ("line 3: players.allowed: expected a list, found a whole number.",),
    "[order]\nranks = 'A K Q J 10 9 8 7 A'": (
        "line 3: order.ranks: the rank A stands there twice",
    ),
    "[order]\nranks = 'A K Q'": ("line 3: order.ranks: the rank J is missing, but Jc is in the",),
    "[order]\nred = 'A K Q'": ("line 3: order.red: the rank J is missing, but Jh is in the pack",),
    "[order]\nsuits.d = 'A K'": ("line 3: order.suits.d: the rank Q is missing, but Qd is in",),
    "[order]\ntop_trumps = ['J', 'J same color']": ("line 3: order.top_trumps.1: 'J same color'",),
    "[events.draw]": ("line 2: events.draw: cards are drawn from a stock",),
    "[lead]\ntiers = ['any while broken', 'plain']": ("line 3: lead.tiers.0:", "[events.breaking]"),
    "without = 'score'": ("line 2: without: expected a list of fields",),
    "choose = 'lead'": ("line 2: choose: expected a section of readings",),
    "name = 'whist'": ("line 2: name: 'whist' is a game that Foolproof knows already",),
    "name = ''": ("line 2: name: '' can't be the name of a game",),
    "name = 'my game'": ("line 2: name: 'my game' can't be the name", "letters, digits and '-'"),
    'title = "a\\u001b[31mb"': ("line 2: title: the text holds a control character",),
    "[players]\nallowed = [2]": ("players: my-game is for 2 players, not 3.",),
    "[deal": ("not TOML",),
    "x = " + "[" * 5000: ("nested too deeply",),
}


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_wrong_with_a_file(run: Run, tmp_path: Path, text: str) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text(f'extends = "gooseberry-3"\n{text}\n')
    message = refused(run("variants", "check", str(file)), str(file), *BROKEN[text])
    assert message.count("\n") == 1
    refused(run("deal", str(file)), *BROKEN[text])


UNFIT = {
    ("rams", "[deal]\nwidow = 2"): "line 3: deal.widow: whoever takes the widow would play 2 cards",
    ("rams", "[deal]\nundealt = 'face up'"): "line 3: deal.undealt: 'face up' turns all",
    ("rams", "[deal]\ntrump = 't'"): "line 3: deal.trump: 't' is no suit of the pack",
    ("rams", "[deal]\nturn_up = 'none'"): "line 3: deal.turn_up: the trump is turned up",
    ("rams", "[pool]\nparts = 4"): "line 3: pool.parts: a deal has 5 tricks",
    ("rams", "[pool]\nsimple_form = 'rmas'"): "line 3: pool.simple_form: 'rmas' is no variant",
    ("whist", "[deal]\nmust_name = true"): "line 3: deal.must_name: no suit is named",
    ("whist", "[events.late_trump]"): "deal.trump: 'late' and the section [events.late_trump] go",
    ("whist", "[events.make_trump]"): "deal.turn_up: a turn-up is ordered up",
    ("oh-hell", "[events.bid]\nnil = 'one a side'"): "line 3: events.bid.nil: 'one a side' is for",
    ("five-card-loo", "[lead]\nface_down = 'as its suit'"): "line 3: lead.face_down: a trick can",
    ("five-card-loo", "[events.pam]\ncard = 'Jk'"): "line 3: events.pam.card: Jk is not in this",
    ("five-card-loo", "[events.flush]\npam = ''"): "line 3: events.flush.pam: '' is not a card",
    ("hearts", "[lead]\nopening = '2x'"): "line 3: lead.opening: 2x is not in this pack",
    ("hearts", "[lead]\ntiers = []"): "line 3: lead.tiers: there is no tier",
    ("hearts", "[lead]\nfirst = 'declarer'"): "line 3: lead.first: there is no declarer",
    ("whist", "[lead]\nfirst = 'holder'"): "line 3: lead.first: no card is named",
    ("jewels", "[pack]\njokers = 1"): "line 3: pack.jokers: a Joker can't be told from the JOKER",
    ("skat-suit", "[players]\ndeclarer = 3"): "line 3: players.declarer: 3 is no seat of 3",
    ("skat-suit", "[deal]\ndealer_sits_out_at = 3"): "line 3: deal.dealer_sits_out_at: the decl",
    ("bridge", "[players]\nnames = ['N']"): "line 3: players.names: expected 4 names, found 1",
    ("bridge", "[players]\nnames = ['N', 'E', 'S', 'N']"): "line 3: players.names.3: 'N' can't be",
    ("bridge", "[players]\nnames = ['B', 'A', 'C', 'D']"): "line 3: players.names.0: 'B' is the",
    ("whist", "[pack]\ngroups = [{ suits = '', ranks = 'A' }]"): "pack.groups.0.suits: at least",
}


@pytest.mark.parametrize(("game", "text"), UNFIT)
def test_rules_that_do_not_fit_each_other(
    run: Run, tmp_path: Path, game: str, text: str
) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text(f'extends = "{game}"\n{text}\n')
    refused(run("variants", "check", str(file)), str(file), UNFIT[game, text])


def test_what_a_joker_does_among_trumps_is_told(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = "extends = 'oh-hell'\n[pack]\njokers = 1\n"
    file.write_text(text)
    told = " ".join(run("variants", "show", str(file)).output.split())
    assert "A Joker wins only if it is led and no trump falls." in told
    assert "If a Joker is turned up there is no trump." in told
    for cards, wins in (("Jk 2s 3c 4c", "A"), ("Jk 2s 3h 4c", "C"), ("2c Jk 3s 4s", "A")):
        hands = " | ".join(f"{s}: {c}" for s, c in zip("ABCD", cards.split(), strict=True))
        ending = f"{file} / A to lead, trump h / {hands} / {wins} makes 1"
        assert run("solve", ending).exit_code == 0
    file.write_text(text + "[deal]\nturn_up = 'none'\ntrump = 'none'\n")
    told = " ".join(run("variants", "show", str(file)).output.split())
    assert "A Joker wins only if it is led." in told and "turned up" not in told


def test_a_number_of_players_that_does_not_fit_is_named_in_the_file(
    run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text("extends = 'trump-fool'\n[players]\nallowed = [3, 4]\n")
    text = "line 3: players.allowed: with 4 players, deal.hand: 4 hands of 17 cards and a turn-up"
    assert "--players" not in refused(run("variants", "check", str(file)), text)


def test_a_file_that_extends_nothing_known(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text('extends = "goosebery-3"\n')
    refused(run("variants", "check", str(file)), "line 1: extends:", "Did you mean 'gooseberry-3'?")


def test_a_file_that_extends_itself(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my-game.toml"
    file.write_text('extends = "my-game.toml"\n')
    refused(run("variants", "check", str(file)), "extends itself")


def test_files_that_are_none(run: Run, tmp_path: Path) -> None:
    refused(run("variants", "check", str(tmp_path)), "is a directory; expected a file")
    refused(run("variants", "check", str(tmp_path / "none.toml")), "there is no such file")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe\x00")
    refused(run("variants", "check", str(tmp_path / "bytes.toml")), "not UTF-8 text")
    (tmp_path / "empty.toml").write_text("")
    refused(
        run("variants", "check", str(tmp_path / "empty.toml")), "missing; this field is required"
    )


def test_good_and_bad_files_together(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('extends = "gooseberry-3"\n[score]\nlines.1.bonus = 12\n')
    bad.write_text("colour = 'red'\n")
    result = run("variants", "check", str(good), str(bad))
    assert result.exit_code == 2
    assert result.stdout == f"{good}: ok (good, 33 cards)\n"
    assert result.stderr.startswith(f"error: {bad}, line 1: colour: unknown field")
    data = json.loads(run("variants", "check", str(good), str(bad), "--json").stdout)
    assert [entry["ok"] for entry in data] == [True, False]


def test_a_users_file_is_played_and_solved(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "my game.toml"
    file.write_text('extends = "gooseberry-3"\n[deal]\nhand = 3\n[choose]\nG1 = "lead"\n')
    dealt = run("deal", str(file), "--seed", "1", "--set", "score.lines.1.bonus=12")
    assert dealt.exit_code == 0
    assert f'"{file}" G1=lead score.lines.1.bonus=12\n' in dealt.output
    solved = run("solve", "-", input=dealt.output)
    assert solved.exit_code == 0
    assert "my-game: A leads" in solved.output


def test_an_unknown_variant(run: Run) -> None:
    refused(
        run("variants", "show", "goosberry-3"), "'goosberry-3' is no variant", "'gooseberry-3'?"
    )
    refused(run("variants", "show", "G3", "--option", "Z=1"), "has no option Z")
    refused(run("variants", "show", "G3", "--option", "Z"), "expected a name and a value")
    refused(run("variants", "show", "G3", "--set", "deal.hand=[1"), "deal.hand")
    refused(run("variants", "show", "G3", "--players", "4"), "is for 3 players, not 4")
    refused(run("variants", "show", "x" * 5000), "is no variant")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("--set deal.hand=99", "error: --set deal.hand: 3 hands of 99 cards don't come"),
        ("--set score.lines.9.bonus=1", "error: --set score.lines.9.bonus: there is no entry 9"),
        ("--set pack.groups.0.ranks=Z", "error: --set pack.groups.0.ranks: 'Zc' is not a card"),
        ("--set score.lines.1.bonus=many", "error: --set score.lines.1.bonus: expected a number"),
        ("--set deal.widow=" + "9" * 5000, "error: --set deal.widow: the number is too large"),
        ("--option G1=nix", "error: --option G1: 'nix' is no reading of G1"),
        ("--players 4", "error: --players 4: gooseberry-3 is for 3 players, not 4"),
        ("--set name=x", "error: --set name: can't be set from outside the file"),
        ("--set id=x", "error: --set id: can't be set from outside"),
        ("--set extends=whist", "error: --set extends: can't be set from outside"),
        ("--set choose.G1=lead", "readings with --option"),
        ("--set options.G1.silent=true", "error: --set options.G1.silent: can't be set"),
    ],
)
def test_an_option_is_blamed_for_its_own_mistake(run: Run, words: str, message: str) -> None:
    """Not the file of the game, which is in order."""
    said = refused(run("deal", "gooseberry-3", *words.split()), message)
    assert ".toml" not in said


def test_a_mistake_that_is_inherited_names_the_line_it_stands_on(run: Run, tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text('extends = "gooseberry-3"\n[deal]\nhand = 12\n')
    (tmp_path / "mine.toml").write_text('extends = "base.toml"\n')
    said = refused(
        run("variants", "check", str(tmp_path / "mine.toml")), "deal.hand: 3 hands of 12"
    )
    assert "mine.toml (inherited from base.toml, line 3)" in said


def test_a_faulty_reading_is_named_with_its_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "gooseberry-3"\n[options.Q]\nquestion = "Q?"\n'
        '[options.Q.readings.plain]\nmeaning = "as ever"\n'
        '[options.Q.readings.big]\nmeaning = "a big hand"\npatch.deal.hand = 99\n'
    )
    refused(run("variants", "check", str(file)), "mine.toml, line 8: options.Q.readings.big.patch")


def test_a_file_named_as_a_game_needs_a_name_of_its_own(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "whist.toml"
    file.write_text('extends = "gooseberry-3"\n')
    refused(run("deal", str(file)), "name: 'whist' is a game that Foolproof knows already")
    file.write_text('extends = "gooseberry-3"\nname = "whist-fool"\n')
    assert run("deal", str(file), "--seed", "1").exit_code == 0


def test_a_byte_order_mark_is_read(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('\ufeffextends = "gooseberry-3"\n', encoding="utf-8")
    assert run("variants", "check", str(file)).output == f"{file}: ok (mine, 33 cards)\n"


def test_blanks_between_suits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        'extends = "gooseberry-3"\n[pack]\ngroups = [{ suits = "c d h", ranks = "A K Q J" }]\n'
    )
    assert run("variants", "check", str(file)).output == f"{file}: ok (mine, 13 cards)\n"


def rules(run: Run, name: str) -> str:
    """Return the rules of a game as one line of text."""
    return " ".join(run("variants", "show", name).output.split())


def test_the_trumps_of_spoil_five_are_listed_in_full(run: Run) -> None:
    text = rules(run, "spoil-five")
    assert "such as diamonds is trump: 5 J Ah A K Q 10 9 8 7 6 4 3 2." in text
    assert "such as clubs is trump: 5 J Ah A K Q 2 3 4 6 7 8 9 10." in text


def test_the_range_of_bids_is_told(run: Run) -> None:
    """As far as the referee lets a seat bid, draws from the stock included."""
    for name, range_ in (("jewels", "1 to 20"), ("trump-fool-challenge", "0 to 17"),
                         ("spades", "1 to 13"), ("oh-hell", "0 to 7")):  # fmt: skip
        assert f"bids a number of tricks, {range_}." in rules(run, name)
        bids = [a.value for a in legal_actions(deal(load(name))) if a.word == "bid"]
        assert f"{min(bids)} to {max(bids)}" == range_


def test_the_fool_is_explained(run: Run) -> None:
    text = rules(run, "jewels")
    assert "when it is led, the next card sets the suit, and is chosen by the rule for" in text
    assert "Of equal cards" not in text
    assert "Fool never wins" not in rules(run, "whist")


def test_fields_are_told_in_sentences(run: Run) -> None:
    text = rules(run, "rams")
    assert "With a pool of just 5 nobody may pass." in text
    assert "sole stander" not in text and "for the pool" not in text
    broken = "Whoever breaks a rule wins nothing in that deal and pays 5 to the next pool."
    assert broken in text
    assert "Whoever breaks a rule adds 5 marks." in rules(run, "bierspiel")


def test_the_duties_of_pone_and_dealer_are_told(run: Run) -> None:
    """What a stranger must know to count the declarations, in every game that has them."""
    for name in ("rams", "rounce"):
        text = rules(run, name)
        assert "it must play, or it pays the dealer 5 and the deal is over; the pool stays." in text
        assert "The dealer may not pass if just one has declared to play." in text
        assert ("one that is lost doubles the pool and pays 5 to each." in text) is (name == "rams")
    assert "or it adds 5 marks and the deal is over." in rules(run, "bierspiel")
    assert "the widow for the pool, in which his winnings then stay." in rules(run, "loo-double")
    for name in ("loo-double", "irish-loo"):
        assert "If all others pass the dealer takes the pool;" in rules(run, name)
    six = " ".join(run("variants", "show", "rams", "--players", "6").output.split())
    assert "Whoever plays alone takes the pool." in six and "The dealer may not" not in six


BARE = re.compile(
    r"\((?!possible)[a-z ]+: |: (yes|no)\b|[A-Z]{2}-[A-Z]|[a-z]_[a-z]|\b1 cards\b|card is .* stay "
)


@pytest.mark.parametrize("name", names())
def test_no_chapter_shows_a_bare_field_or_a_code(name: str) -> None:
    for variant in readings(name):
        for heading, sentences in describe(variant):
            for sentence in sentences if heading != "notes" else []:
                assert not BARE.search(sentence), sentence
                assert sentence[0].isupper() or sentence[0].isdigit(), sentence
                assert sentence.endswith("."), sentence


def test_every_word_of_the_vocabulary_has_its_words() -> None:
    assert set(describe_tiers.KINDS) == set(tiers.KINDS)
    assert set(describe_tiers.CONDITIONS) == {
        f"{negated}{word}" for word in tiers.CONDITIONS for negated in ("", "not ")
    }
    assert set(describe_score.LINES) == set(scoring.LINES)


def test_scores_are_told_with_their_own_numbers(run: Run) -> None:
    assert "Whoever then has the middling score adds 10." in rules(run, "gooseberry-3")
    assert "If several have it, each of them does." in rules(run, "gooseberry-n")
    shown = run("variants", "show", "gooseberry-n", "--option", "MT=nobody").output
    assert "If several have it, nobody does." in " ".join(shown.split())
    assert "There is no bonus for the middling score." in rules(run, "gooseberry-7-63")
    shown = run("variants", "show", "jewels", "--set", "score.lines.0.missed=5").output
    assert "5 off for every trick missed" in " ".join(shown.split())
    shown = run("variants", "show", "G3", "--set", "score.lines.0.weights=[4,5,6]").output
    assert "4 for each trick of its own, 5 for each of the seat next" in " ".join(shown.split())


def test_who_may_rob_is_told(run: Run) -> None:
    king = "If the ace is neither turned up nor dealt, the king may rob; silence costs nothing."
    assert king in rules(run, "forty-five-king")
    assert king not in rules(run, "forty-five")
    hand = run("variants", "show", "skat-suit", "--option", "hand=hand").output
    assert "The declarer leaves the skat where it lies" in hand
    assert "lays as many away" not in hand


def test_only_the_options_at_fault_are_blamed(run: Run) -> None:
    seven = ["--option", "K2=sevens", "--option", "K6=refuse", "--players", "7"]
    told = refused(run("variants", "show", "jewels", *seven), "error: --option K6, --players 7: ")
    assert "K2" not in told
    short = ["--set", "pool.parts=3", "--set", "deal.hand=2"]
    refused(run("variants", "show", "loo-double", *short), "error: --set deal.hand: deal.widow: ")
