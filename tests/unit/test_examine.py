"""The examination: every built-in, files with planted faults, and each answer by another way."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import gcd
from pathlib import Path

import pytest

from proofs.examination import unknowns
from proofs.examination.asking import Question
from proofs.examination.legality import stuck_hand, without_effect
from proofs.examination.questions import asked, listed
from proofs.examination.reach import FirstTrick, quiet
from proofs.examination.report import Grade
from proofs.examination.scores import scores
from proofs.examination.symmetry import CHANGES, changed_winner, played_in_another_order
from proofs.examination.winners import failing_trick
from proofs.examine import Examination, examination_data, examine
from proofs.random_play import replay
from proofs.trick_types import winners
from solver.cards import JOKER
from solver.dealing import deal
from solver.errors import RulesSilent, VariantError
from solver.referee import binding_tier, legal_actions, possible_actions, step, winning_cards
from solver.rules.algebra import PLAIN
from solver.rules.pool import POOLS, Deal
from solver.variant import load

BASE = """
name = "test"
title = "A test"
players = { seats = 3, allowed = [3] }
pack = { groups = [{ ranks = "A K Q J" }] }
deal = { hand = 4 }
order = { ranks = "A K Q J" }
"""
FOLLOW = 'follow = { tiers = ["led suit", "any"] }\n'


@pytest.fixture
def written(tmp_path: Path):
    """Return a function that examines a file with the given text."""

    def write(text: str, **more: object) -> Examination:
        path = tmp_path / "mine.toml"
        path.write_text(text)
        return examine(str(path), **more)

    return write


def texts(found: Examination, grade: Grade) -> str:
    return "\n".join(f"{remark.check}: {remark.text}" for remark in found.of(grade))


QUICK = [
    "gooseberry-3", "gooseberry-5", "gooseberry-even", "gooseberry-triple", "hearts", "euchre",
    "preferans-misere", "rams", "spoil-five",
]  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_built_ins_are_examined(name: str) -> None:
    found = examine(name)
    errors = found.of(Grade.ERROR)
    assert bool(errors) == (name in ("gooseberry-even", "gooseberry-triple")), errors
    assert not found.of(Grade.UNKNOWN)
    data = examination_data(found)
    assert data["exit_code"] == bool(errors)
    assert sum(data["summary"].values()) == len(data["remarks"])


def test_the_error_of_a_game_for_four_is_a_deal_on_which_the_rules_fall_silent() -> None:
    (remark,) = examine("gooseberry-even").of(Grade.ERROR)
    assert remark.witness is not None
    with pytest.raises(RulesSilent):
        replay(remark.witness)


def test_shares_of_sets_without_a_winner_by_plain_counting() -> None:
    small = {"pack.groups": [{"ranks": "A K Q J"}]}
    (remark,) = examine("gooseberry-even", settings=small).of(Grade.ERROR)
    variant = load("gooseberry-even", settings=small)
    failing = sum(
        len(winners(variant, cards)) != 1 for cards in combinations(variant.pack.faces, 4)
    )
    assert remark.details["sets"] - remark.details["sets by number of winners"][1] == failing


# --- planted faults ---------------------------------------------------------------------------


def test_a_void_hand_without_a_last_rule_is_stuck(written) -> None:
    found = written(BASE + 'follow = { tiers = ["led suit"] }\n')
    assert "No card is legal to follow" in texts(found, Grade.ERROR)
    remark = next(r for r in found.of(Grade.ERROR) if "legal card" in r.check)
    assert remark.witness is not None
    position = replay(remark.witness)
    assert not position.over and possible_actions(position) == ()
    with pytest.raises(RulesSilent, match="without a legal card"):
        legal_actions(position)
    assert found.exit_code == 1


def test_a_dead_rule_is_named(written) -> None:
    text = BASE + 'follow = { tiers = ["led suit", "jokers", "any", "trumps"] }\n'
    found = written(text)
    assert "'jokers' to follow can never bind" in texts(found, Grade.WARNING)
    assert "'trumps' to follow can never bind" in texts(found, Grade.WARNING)
    assert "'led suit'" not in texts(found, Grade.WARNING)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 7])
def test_two_equal_cards_without_a_rule_have_two_winners(seats: int, written) -> None:
    """However many play, the fault comes with a legal first trick."""
    text = BASE.replace('"A K Q J" }]', '"A K Q J", copies = 2 }]') + FOLLOW
    text = text.replace("seats = 3, allowed = [3]", f"seats = {seats}, allowed = [{seats}]")
    found = written(text + 'trick = { winner = "highest", equal = "none" }\n')
    remark = next(r for r in found.of(Grade.ERROR) if "winner" in r.check)
    assert "2 cards win" in remark.text
    with pytest.raises(RulesSilent):
        replay(remark.witness)


def test_dead_events_scores_and_deals(written) -> None:
    text = BASE + FOLLOW + 'score = { lines = [{ kind = "card points" }] }\n'
    found = written(text + "events = { gift = {}, jink = { at = 4 } }\n")
    assert "'gift' can never happen: the pack has no Joker" in texts(found, Grade.WARNING)
    assert "'jink' can never happen" in texts(found, Grade.WARNING)
    assert "'card points' of the score never scores" in texts(found, Grade.WARNING)


@pytest.mark.parametrize("name", ["jewels", "gooseberry-even"])
def test_no_deal_fails_twice(name: str) -> None:
    """Whether the usual number of players is among those that can't be dealt, or not."""
    hand = {"jewels": 30, "gooseberry-even": 9}[name]
    found = examine(name, settings={"deal.hand": hand})
    failing = [r.text for r in found.of(Grade.ERROR) if r.check == "the deal"]
    assert failing
    numbers = [text.partition(" players")[0] for text in failing]
    assert len(set(numbers)) == len(numbers)


def test_a_number_of_players_that_cannot_be_dealt_is_an_error(written) -> None:
    text = BASE.replace("allowed = [3]", "allowed = [3, 4, 5]") + FOLLOW
    found = written(text)
    assert "5 players" in texts(found, Grade.ERROR) and "4 players" not in texts(found, Grade.ERROR)
    with pytest.raises(VariantError):
        written(text, players=5)


def test_a_match_that_need_never_end(written) -> None:
    text = BASE + FOLLOW + 'score = { lines = [{ kind = "tricks", each = -1 }] }\n'
    found = written(text + 'match = { ends = "reached", target = 10 }\n')
    assert "need never end" in texts(found, Grade.WARNING)


def test_a_deal_that_need_never_end() -> None:
    """The last card, a Joker, wins by itself and is given away; found in play and told."""
    rules = {"events.gift.gives": "card", "lead.tiers": ["any"], "follow.tiers": ["any"],
             "trick.winner": "highest", "deal.hand": 2, "deal.stock": True}  # fmt: skip
    draws = {**rules, "events.draw": {"short": "play on"}}
    assert "A deal need never end" in texts(examine("gooseberry-3", settings=draws), Grade.WARNING)
    assert "Every deal ends" in texts(examine("gooseberry-3", settings=rules), Grade.SOUND)
    longest = []
    for settings in (rules, draws):
        variant, done = load("gooseberry-3", settings=settings), 0
        for seed in range(30):
            position, rng = deal(variant, seed), random.Random(seed)
            while not position.over and position.done < 100:
                legal = legal_actions(position)
                kept = [a for a in legal if a.word == "gift" and a.value != position.turn]
                kept = kept or [a for a in legal if not (a.is_play and a.card == JOKER)]
                position = step(position, rng.choice(kept or list(legal)))
            done = max(done, position.done)
        longest.append(done)
    assert longest == [2, 100]


def test_a_question_to_z3_ends_by_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes: with less work allowed it is unknown, and with as much the same."""
    variant = load("jewels")
    whole = [remark.text for remark in asked(scores, variant) if remark.check != "ties"]
    monkeypatch.setattr(unknowns, "EFFORT", 1000)
    assert all(remark.grade is Grade.UNKNOWN for remark in asked(scores, variant))
    monkeypatch.undo()
    assert [r.text for r in asked(scores, variant) if r.check != "ties"] == whole


def test_a_bid_that_nobody_can_make_is_refused() -> None:
    with pytest.raises(VariantError, match="nobody can bid 8, for a deal has 7 tricks"):
        load("oh-hell", settings={"events.bid.least": 8, "deal.hand": 7, "deal.packets": []})


def test_a_number_of_players_that_does_not_fit_is_told_as_the_file_has_it(written) -> None:
    found = written(BASE.replace("allowed = [3]", "allowed = [3, 5]") + FOLLOW)
    assert "5 players: deal.hand: 5 hands of 4 cards" in texts(found, Grade.ERROR)


def test_points_that_would_count_twice_are_refused() -> None:
    with pytest.raises(VariantError, match="would count twice the cards laid aside"):
        load("skat-grand", settings={"score.undealt": "last trick"})


@pytest.mark.parametrize("name", ["rams", "euchre"])
def test_a_match_of_deals_without_tricks_need_never_end(name: str) -> None:
    """All but one may pass, or all; though every trick counts as it falls."""
    match = {"ends": "reached", "target": 20, "gross_each": 5}
    found = examine(name, settings={f"match.{word}": value for word, value in match.items()})
    assert "match" in texts(found, Grade.WARNING) and "never end" in texts(found, Grade.WARNING)
    assert "A match to 20 ends" in texts(
        examine("whist", settings={f"match.{word}": value for word, value in match.items()}),
        Grade.SOUND,
    )


def test_a_pool_that_does_not_divide(written) -> None:
    pool = '[pool]\nrule = "shares"\nparts = 4\nfine = 3\ndealer_adds = 4\n'
    found = written(BASE + FOLLOW + pool)
    assert "does not divide by 4" in texts(found, Grade.WARNING)


def test_more_tricks_than_parts(written) -> None:
    pool = '[pool]\nrule = "shares"\nparts = 3\nfine = 3\ndealer_adds = 3\n'
    assert "more than there is" in texts(written(BASE + FOLLOW + pool), Grade.ERROR)


def test_a_file_that_cannot_be_read_is_bad_input(written) -> None:
    with pytest.raises(VariantError):
        written("name = 3")


def test_a_lead_rule_that_speaks_of_the_table_is_refused(written) -> None:
    with pytest.raises(VariantError, match="nothing has been led yet"):
        written(BASE + FOLLOW + 'lead = { tiers = ["led suit", "any"] }\n')


def test_middling_of_three_is_for_three(written) -> None:
    text = BASE.replace("seats = 3, allowed = [3]", "seats = 4, allowed = [4]") + FOLLOW
    with pytest.raises(VariantError, match="for 3 players"):
        written(text + 'trick = { winner = "middling of three" }\n')


# --- the same by another way ------------------------------------------------------------------


def test_no_hand_is_stuck_in_random_play() -> None:
    for name in ("skat-null", "spoil-five", "rams"):
        variant = load(name)
        assert name == "rams" or stuck_hand(variant, leading=False) is None
        for seed in range(10):
            position, rng = deal(variant, seed), random.Random(seed)
            while not position.over:
                actions = legal_actions(position)
                assert actions
                position = step(position, rng.choice(actions))


def test_a_rule_without_effect_changes_no_legal_set() -> None:
    """With one Joker the rule for a led Joker says what the others say anyway."""
    variant = load("gooseberry-3")
    assert without_effect(variant, leading=False) == ([], [0])
    assert without_effect(load("gooseberry-5-3j"), leading=False) == ([], [])
    shorter = load("gooseberry-3", settings={"follow.tiers": ["led suit", "jokers", "any"]})
    for seed in range(30):
        one, other, rng = deal(variant, seed), deal(shorter, seed), random.Random(seed)
        while not one.over:
            assert legal_actions(one) == legal_actions(other)
            action = rng.choice(legal_actions(one))
            one, other = step(one, action), step(other, action)


def test_highest_card_tricks_have_one_winner_by_plain_evaluation() -> None:
    variant = load("preferans-misere")
    assert failing_trick(variant, 3, "") is None
    faces = variant.pack.faces[::3]
    for cards in product(faces, repeat=3):
        if len(set(cards)) == 3:
            assert len(winners(variant, cards)) == 1


@pytest.mark.parametrize("name", ["gooseberry-3", "euchre", "spoil-five"])
def test_symmetries_by_random_tricks(name: str) -> None:
    """What is said to change nothing changes no random trick."""
    variant = load(name)
    rng = random.Random(name)
    trump = variant.pack.suits[0] if variant.has_trumps else ""
    free = [c for c in CHANGES if changed_winner(variant, c) is None]
    assert len(free) == {"gooseberry-3": 4, "euchre": 3, "spoil-five": 1}[name]
    for change in free:
        seen = change.seen(variant, trump)
        for _ in range(100):
            cards = tuple(rng.sample(list(seen), 3))
            before = winners(variant, cards, trump)
            assert winning_cards(variant, tuple(seen[c] for c in cards)) == before


def test_the_order_of_play_matters_only_where_it_should() -> None:
    assert played_in_another_order(load("gooseberry-3")) is None
    assert played_in_another_order(load("gooseberry-5-65")) is None
    assert played_in_another_order(load("gooseberry-5-3j")) is not None
    assert played_in_another_order(load("whist")) is not None


def test_raw_ties_follow_the_greatest_common_divisor() -> None:
    for name in ("gooseberry-n", "gooseberry-even"):
        rows = next(
            r.details["by players"] for r in examine(name).remarks if "by players" in r.details
            and "gcd" in r.details["by players"][0]
        )  # fmt: skip
        assert all(row["can tie"] == (gcd(row["players"], row["tricks"]) > 1) for row in rows)


def test_the_chain_of_pools_is_what_the_rule_says() -> None:
    remark = next(r for r in examine("loo-double").remarks if "does not divide" in r.text)
    assert remark.details == {"deals": 2, "pool": 23}
    pool = 18
    for _ in range(2):
        deal_ = Deal(pool, (2, 1), (True, True), ("defend", "play"), (False, False), 1)
        pool = int(POOLS["shares"](PLAIN, deal_, {"parts": 3, "fine": 9}).pool) + 9
    assert pool == 23 and pool % 3


def test_a_first_trick_is_dealt_so_that_it_is_legal() -> None:
    variant = load("spoil-five")
    parse = variant.pack.parse
    cards = [parse(c) for c in ("5h", "2h", "Ah", "Jh", "3s")]
    asked = FirstTrick(variant, "h")
    asked.require(cards)
    position = asked.deal()
    assert position is not None
    ready, _ = quiet(position)
    for card in cards:
        ready = step(ready, next(a for a in legal_actions(ready) if a.is_play and a.card == card))
    assert ready.taken == (1, 0, 0, 0, 0)


def test_rules_bind_only_where_their_trump_can_be_known() -> None:
    """A late trump is known from the second trick on, and only if there is a card to turn."""
    known = "trumps while trump known"
    for hand, stock, bound in ((2, True, True), (1, True, False), (4, False, False)):
        variant = load("loo-simple", settings={
            "pack.groups": [{"ranks": "A K Q J 10"}], "deal.hand": hand, "deal.packets": [],
            "deal.stock": stock, "lead.tiers": [known, "any"],
        })  # fmt: skip
        assert without_effect(variant, leading=True)[0] == ([] if bound else [0])
        for seed in range(200):
            position, rng = deal(variant, seed), random.Random(seed)
            while not position.over:
                if position.phase == "play" and not position.trick and not bound:
                    assert binding_tier(position)[0] == "any"
                position = step(position, rng.choice(legal_actions(position)))


@pytest.mark.parametrize(("ranks", "dead"), [("A K 9 8", []), ("K 9 8", [0])])
def test_the_king_leads_only_where_an_ace_can_be_turned(ranks: str, dead: list[int]) -> None:
    settings = {
        "pack.groups": [{"ranks": ranks}], "lead.tiers": ["master trump", "any"], "deal.widow": 0,
        "deal.hand": 3, "events.declare.family": "irish",
    }  # fmt: skip
    variant = load("loo-double", 3, settings=settings)
    assert without_effect(variant, leading=True)[0] == dead


def test_a_rule_for_more_cards_than_are_dealt_never_binds() -> None:
    tiers = ["trumps while holding two trumps", "any"]
    for hand, dead in ((1, [0]), (2, [])):
        settings = {"follow.tiers": tiers, "deal.hand": hand, "deal.packets": []}
        assert without_effect(load("trump-fool", settings=settings), leading=False)[0] == dead


def test_a_question_finds_the_smallest_hand() -> None:
    question = Question(load("gooseberry-3"), "", 1)
    found = question.find(question.cnf.all(question.held[:3]))
    assert found is not None and set(question.faces[:3]) <= set(found.hand)


# --- every number of players ------------------------------------------------------------------


def test_a_fault_of_one_number_of_players_is_found(written) -> None:
    """By the middling rule even tricks may have no winner, though the usual number is three."""
    text = BASE.replace("[3]", "[2, 3, 4]").replace("hand = 4", "hand = 3") + FOLLOW
    text += 'trick = { winner = "middling" }\nscore = { lines = [{ kind = "tricks" }] }\n'
    usual, every = written(text), written(text, seconds=60)
    assert not usual.of(Grade.ERROR)
    (fault, *_) = every.of(Grade.ERROR)
    assert fault.check == "one winner of every trick" and set(fault.players) < {2, 4}
    assert examination_data(every)["exit_code"] == 1
    alone = {n: written(text, players=n) for n in (2, 3, 4)}
    for n, found in alone.items():
        said = {(r.grade, r.check, r.text) for r in found.remarks if r.check != "the deal"}
        for remark in every.remarks:
            key = (remark.grade, remark.check, remark.text)
            if remark.check != "the deal" and (not remark.players or n in remark.players):
                assert key in said
                said.discard(key)
        assert not said


def test_what_is_not_reached_is_unknown() -> None:
    found = examine("rams", seconds=0)
    (late,) = found.of(Grade.UNKNOWN)
    assert "legality for 3, 5 and 6 players" in late.text and found.exit_code == 3
    assert not examine("gooseberry-3", seconds=0).of(Grade.UNKNOWN)


def test_numbers_in_words() -> None:
    assert listed([3]) == "3 players"
    assert listed([3, 4]) == "3 and 4 players"
    assert listed([2, 4, 5, 6, 9]) == "2, 4 to 6 and 9 players"
