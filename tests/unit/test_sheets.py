"""Booklets: cards, tables, words; nothing on a puzzle's page gives its key away."""

from __future__ import annotations

import io
import itertools
import json
import re
from html.parser import HTMLParser
from itertools import chain
from xml.etree import ElementTree

import pytest

from puzzles.formats import load as load_set
from puzzles.puzzle import Puzzle, PuzzleSet, read_line
from puzzles.sheets import sheet, write_sheet
from puzzles.sheets.booklet import Booklet, make_booklet
from puzzles.sheets.cards import card_name, card_shapes
from puzzles.sheets.markdown import markdown
from puzzles.sheets.metrics import text_width, wrapped
from puzzles.sheets.pages import PAGE_HEIGHT, PAGE_WIDTH, pages
from puzzles.sheets.shapes import Drawing, Place, Shape, Text
from puzzles.sheets.strategy import SIGNS, strategy_data
from puzzles.sheets.svg import drawing_svg, pages_svg
from puzzles.sheets.table import layout, offsets, table
from puzzles.sheets.words import goal_words, tree_texts
from puzzles.shipped import DOZEN, SETS
from puzzles.solution import solve_puzzle
from solver.cards import SUITS, Card, card_pretty
from solver.dealing import deal
from solver.errors import BadInput
from solver.goals import Goal
from solver.limits import Limits
from solver.variant import load
from solver.variant_source import names

LINES = (
    "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2",
    "bridge / S to lead, trump s / N: As 4h 3h Ac | E: Ks 7h Qd 5d | S: 2s Ah Kd 2c | "
    "W: Qs Kh Jd 9c / N+S make 4",
    "jewels / A to lead / A: 21t Ks Nh | B: 10t 2h JOKER | C: Fool 9t 1t | D: Sd Kh jester / "
    "A+C make 1",
    "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 3",
)


@pytest.fixture(scope="module")
def booklet() -> Booklet:
    """Return a booklet of four puzzles, the last of which can't be done."""
    puzzles = [read_line(line).annotated(title=f"<No. {i}> & so") for i, line in enumerate(LINES)]
    puzzles[2] = puzzles[2].annotated(themes=("squeeze",), grade=3.5, author="Ada", origin=("x",))
    return make_booklet(PuzzleSet("A <small> set", tuple(puzzles)))


def texts(shapes: tuple[Shape, ...]) -> str:
    """Return all words of a drawing that are text, cards left out."""
    found = []
    for shape in shapes:
        if isinstance(shape, Text):
            found.append(shape.text)
        elif isinstance(shape, Place) and not shape.symbol:
            found.append(texts(shape.shapes))
    return " ".join(found)


# --- cards and tables ---------------------------------------------------------------------------


def all_cards() -> list[Card]:
    """Return every card of every game, and ranks 11 to 13."""
    cards = dict.fromkeys(chain.from_iterable(load(name).pack.faces for name in names()))
    more = (Card(suit, rank) for suit in "cdhsx" for rank in ("11", "12", "13", "1"))
    return list(dict.fromkeys([*cards, *more]))


def test_every_card_is_drawn_and_named() -> None:
    cards = all_cards()
    assert {card.suit for card in cards} >= {"", "c", "d", "h", "s", "t", "x"}
    for card in cards:
        picture = Drawing(56, 80, card_shapes(card))
        ElementTree.fromstring(drawing_svg(picture))
        assert len(card_shapes(card)) > 3
        assert card_name(card)
    assert len({drawing_svg(Drawing(56, 80, card_shapes(card))) for card in cards}) == len(cards)


@pytest.mark.parametrize("players", range(2, 9))
def test_seats_do_not_overlap(players: int) -> None:
    plan = layout(players, bottom=1, cards=13)
    for seat, (x, y) in enumerate(plan.hand):
        assert plan.room / 2 <= x <= plan.width - plan.room / 2
        assert 40 <= y <= plan.height - 40
        for other in range(seat):
            apart = (
                abs(x - plan.hand[other][0]) >= plan.room * 0.97,
                abs(y - plan.hand[other][1]) > 90,
            )
            assert any(apart) or players > 7
    assert max(y for _, y in plan.hand) == plan.hand[1][1]


def test_hands_fit_their_room() -> None:
    for count in range(1, 20):
        lefts = offsets(count, 205)
        assert lefts[-1] + 56 - lefts[0] <= 205.01
        assert lefts[0] == pytest.approx(-(lefts[-1] + 56))


@pytest.mark.parametrize("name", names())
def test_every_game_has_a_table(name: str) -> None:
    variant = load(name)
    trump = "h" if variant.file.deal.trump == "named" and variant.has_trumps else ""
    position = deal(variant, 5, trump=trump)
    puzzle = Puzzle(position, Goal(frozenset([0]), "tricks", "at least", 1))
    drawing = table(puzzle)
    root = ElementTree.fromstring(drawing_svg(drawing))
    uses = [e for e in root.iter() if e.tag.endswith("use")]
    assert len(uses) >= sum(map(len, position.hands))
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    assert {str(e.get("href"))[1:] for e in uses} <= ids
    assert drawing.title.count("holds") == sum(1 for hand in position.hands if hand)


# --- words --------------------------------------------------------------------------------------

GOALS = [
    ("B makes 2", "You play B. Take at least two tricks, whatever A and C do."),
    ("B makes 1", "You play B. Take at least one trick, whatever A and C do."),
    ("B makes exactly 1", "You play B. Take exactly one trick, whatever A and C do."),
    ("B avoids tricks", "You play B. Take no trick at all, whatever A and C do."),
    ("B makes at most 1", "You play B. Take at most one trick, whatever A and C do."),
    ("B makes most", "You play B. Take as many tricks as you can, whatever A and C do."),
    ("B makes least", "You play B. Take as few tricks as you can, whatever A and C do."),
    ("B ends middling", "You play B. End the deal middling of all scores, whatever A and C do."),
    ("A+B make 3, with help",
     "You play A and B. Take at least three tricks, C helping all they can."),
    ("A+B make 3", "You play A and B. Take at least three tricks, whatever C does."),
    ("A+B+C make 3", "You play A, B and C. Take at least three tricks, nobody opposing."),
    ("B scores 12", "You play B. Take at least 12 points, whatever A and C do."),
    ("B scores at most 1", "You play B. Take at most one point, whatever A and C do."),
    ("B scores 1 raw",
     "You play B. Take at least one point of the score without bonus, whatever A and C do."),
    ("B makes 2, each for himself",
     "You play B. Take at least two tricks, while everybody plays for the same end on their own "
     "account."),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "words"), GOALS)
def test_goals_in_words(goal: str, words: str) -> None:
    assert goal_words(read_line(LINES[0].replace("B makes 2", goal))) == words


def test_the_pool_in_words() -> None:
    task = "loo-simple players=3 / A to lead, pool 9 / A: 9c 7c | B: As Ts | C: Ks 8h"
    wanted = "You play B. Win something from the pool, whatever A and C do."
    assert goal_words(read_line(f"{task} / B wins the pool")) == wanted


def test_text_is_broken_into_lines_that_fit() -> None:
    text = "The queen of ♠ and " + "x" * 200 + " meet again and again and again."
    lines = wrapped(text, 10, 120)
    assert all(text_width(line, 10) <= 120 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_solutions_in_words(booklet: Booklet) -> None:
    first, _, third, last = booklet.entries
    assert first.key == "B plays Q♠ or J♥: each of these is right."
    assert [a.cards for a in first.attempts] == ["7♦"]
    assert first.attempts[0].verdict.startswith("comes to 0 only")
    assert first.hints[0] == "Of three really different choices one lets the goal slip at once."
    assert third.key == "A plays N♥."
    assert third.hints[-1] == "A leads a card of hearts."
    assert third.tree[0][1].startswith("(1) A N♥!, B 2♥, C 9★: safe")
    assert "Grade 3.5 of 10." in third.notes
    assert last.key == "It can't be done."
    assert last.hints == ("Are you sure that it can be done?",)


def test_when_the_others_begin() -> None:
    lines = [LINES[0].replace("B makes 2", goal) for goal in ("C makes 1", "A makes 3")]
    puzzles = PuzzleSet("", tuple(map(read_line, lines)))
    first, second = make_booklet(puzzles).entries
    assert first.key == "B is to play, and you have an answer to everything."
    assert first.hints == ("B begins: look for an answer to everything.",)
    assert first.line and not first.attempts
    assert second.key == "It can't be done."
    page = sheet(puzzles, ".html").decode()
    assert page.count("data-playable") == 2, "the first puzzle and the script's own words"


def test_the_tree_names_every_reply_until_the_goal_is_safe() -> None:
    line = "A to lead / A: Kh Th Jd 9d | B: 8s 7s Ah 8h | C: Jc 9s 7h Jk / A makes 2"
    (entry,) = make_booklet(PuzzleSet("", (read_line(f"gooseberry-3 / {line}"),))).entries
    assert entry.solution and len(entry.tree) == 5
    depths = [depth for depth, _ in entry.tree]
    assert depths[0] == 0 and all(b <= a + 1 for a, b in itertools.pairwise(depths))
    leaves = [text for (d, text), e in zip(entry.tree, [*depths[1:], 0], strict=True) if e <= d]
    assert all(text.endswith(": safe") or "as in (" in text for text in leaves)
    assert list(tree_texts(entry.solution, 2))[-1][1].startswith("… and so on")


def test_what_cannot_be_solved_in_time_is_said() -> None:
    puzzles = PuzzleSet("", (read_line(LINES[1]),))
    (entry,) = make_booklet(puzzles, limits=Limits(nodes=3)).entries
    assert entry.solution is None
    assert "limit on nodes" in entry.why
    for ending in (".html", ".svg", ".md"):
        assert b"Not solved" in sheet(puzzles, ending, limits=Limits(nodes=3))


# --- nothing gives the key away -----------------------------------------------------------------


class Parts(HTMLParser):
    """Collects the text of a page by the class of its section."""

    def __init__(self) -> None:
        super().__init__()
        self.where: list[str] = []
        self.found: dict[str, str] = {}
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where we are."""
        if tag not in ("meta", "br", "use", "rect", "path", "input", "link"):
            self.open.append(tag)
            if tag in ("section", "script", "style"):
                self.where.append(dict(attrs).get("class") or tag)

    def handle_endtag(self, tag: str) -> None:
        """Require that tags are closed in order."""
        if tag in ("use", "rect", "path"):
            return
        assert self.open.pop() == tag
        if tag in ("section", "script", "style"):
            self.where.pop()

    def handle_data(self, data: str) -> None:
        """Collect text."""
        where = self.where[-1] if self.where else ""
        self.found[where] = self.found.get(where, "") + data


def gives_away(text: str, booklet: Booklet) -> list[str]:
    """Return what a text of the puzzles' pages says of solutions."""
    text = text.replace("\ufe0e", "")
    secrets = ["plays", "Key", "slip", "answers", "refut", "squeeze", "Grade"]
    for entry in booklet.entries:
        secrets += [line for line in entry.line if len(line) > 6]
        secrets += [hint for hint in entry.hints if len(hint) > 6]
        if entry.solution:
            secrets += [card_pretty(action.card) for action in entry.solution.key]
    return [secret for secret in secrets if secret in text]


def test_html(booklet: Booklet) -> None:
    page = sheet(PuzzleSet(booklet.title, tuple(e.puzzle for e in booklet.entries)), ".html")
    parts = Parts()
    parts.feed(page.decode())
    assert parts.open == []
    puzzles = parts.found["puzzle"]
    assert "whatever A and C do" in puzzles
    assert gives_away(puzzles, booklet) == []
    assert gives_away(parts.found["solutions"], booklet)
    assert "B leads" in puzzles
    text = page.decode()
    assert not re.findall(r"(?:src|href)=\"(?!#)", text), "the page must need no other file"
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    data = json.loads(parts.found["script"].partition("\n")[0])
    assert set(data) == {"1", "2", "3", "4"}


def test_html_pictures_are_xml(booklet: Booklet) -> None:
    page = sheet(PuzzleSet("", tuple(e.puzzle for e in booklet.entries)), ".html").decode()
    found = re.findall(r"<svg.*?</svg>", page, re.S)
    assert len(found) == 5
    for picture in found:
        ElementTree.fromstring(picture)


def test_markdown(booklet: Booklet) -> None:
    text = markdown(booklet)
    before, after = text.split("\n# Hints\n")
    puzzles = before[before.index("## ") :]
    assert "♠Q ♥J ♦7" in puzzles
    assert gives_away(puzzles, booklet) == []
    assert "B plays Q♠ or J♥" in after
    assert r"## 1. \<No. 0\> & so" in text


def test_pages(booklet: Booklet) -> None:
    drawn = pages(booklet)
    parts = [page.title for page in drawn]
    assert parts == sorted(parts, key=["rules", "puzzles", "hints", "solutions"].index)
    assert parts.count("puzzles") == 2
    puzzles = " ".join(texts(page.shapes) for page in drawn if page.title == "puzzles")
    assert "whatever A and C do" in puzzles
    assert gives_away(puzzles, booklet) == []
    assert "plays" in " ".join(texts(page.shapes) for page in drawn if page.title == "solutions")


def test_the_weekly_booklet_keeps_its_keys() -> None:
    """The Fool's Dozen, which the whole check produces, in every format."""
    dozen = load_set(SETS / f"{DOZEN}.json")
    booklet = make_booklet(dozen)
    assert all(entry.solution for entry in booklet.entries)
    parts = Parts()
    parts.feed(sheet(dozen, ".html").decode())
    before, _, after = markdown(booklet).partition("\n# Hints\n")
    drawn = [texts(page.shapes) for page in pages(booklet) if page.title == "puzzles"]
    for text in (parts.found["puzzle"], before[before.index("## ") :], " ".join(drawn)):
        assert text.count("whatever") == len(dozen.puzzles)
        assert gives_away(text, booklet) == []
    assert gives_away(after, booklet)


def test_svg(booklet: Booklet) -> None:
    text = pages_svg(booklet)
    root = ElementTree.fromstring(text)
    pages_drawn = [e for e in root.iter() if e.get("class") == "page"]
    assert len(pages_drawn) == len(pages(booklet))
    assert float(root.get("width") or 0) == PAGE_WIDTH
    assert float(root.get("height") or 0) > PAGE_HEIGHT
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    uses = {str(e.get("href"))[1:] for e in root.iter() if e.tag.endswith("use")}
    assert uses and uses <= ids


def test_pdf(booklet: Booklet) -> None:
    pytest.importorskip("reportlab")
    pypdf = pytest.importorskip("pypdf")
    from puzzles.sheets.pdf import known_signs, pdf

    data = pdf(booklet)
    assert data == pdf(booklet), "the same booklet gives the same bytes"
    document = pypdf.PdfReader(io.BytesIO(data))
    drawn = pages(booklet)
    assert len(document.pages) == len(drawn)
    fonts = set()
    for page, plan in zip(document.pages, drawn, strict=True):
        words = page.extract_text()
        if plan.title == "puzzles":
            assert gives_away(words, booklet) == []
            assert "whatever" in words
        resources = page["/Resources"]["/Font"]
        fonts |= {str(resources[name]["/BaseFont"]).partition("+")[2] for name in resources}
    assert fonts == {"BitstreamVeraSans-Roman", "BitstreamVeraSans-Bold"}, "all fonts embedded"
    assert known_signs("→ é ≥ ♠") == "-> é ≥ s"
    assert all(known_signs(suit.symbol) == suit.letter for suit in SUITS.values())


def test_a_booklet_without_solutions(booklet: Booklet) -> None:
    puzzles = PuzzleSet("", tuple(entry.puzzle for entry in booklet.entries))
    for ending in (".html", ".md", ".svg"):
        text = sheet(puzzles, ending, solutions=False).decode()
        assert "olution" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)


def test_an_empty_set() -> None:
    for ending in (".html", ".md", ".svg"):
        assert b"0 puzzles" in sheet(PuzzleSet("", ()), ending) or ending == ".md"


def test_where_sheets_cannot_be_written(tmp_path) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(BadInput, match=r"written as .html, .pdf"):
        write_sheet(PuzzleSet("", ()), tmp_path / "x.doc")
    with pytest.raises(BadInput, match="can't be written"):
        write_sheet(PuzzleSet("", ()), tmp_path / "none" / "x.md")


# --- the strategy in the page -------------------------------------------------------------------


class Reader:
    """Plays the data as the page does, and compares with the referee at every step."""

    def __init__(self, data: dict) -> None:  # type: ignore[type-arg]
        self.data = data
        self.checked = 0

    def run(self, state: dict, number: int) -> None:  # type: ignore[type-arg]
        """Follow every choice from a node."""
        seat, _, best, choices = self.data["nodes"][number]
        assert not choices or 0 <= best < len(choices)
        for what, follows, keeps, effect, *refutation in choices:
            after = self.apply(state, seat, what, effect)
            for step in refutation[0] if refutation else []:
                after = self.apply(after, *step)
            self.checked += 1
            if follows >= 0:
                assert not refutation
                self.run(after, follows)
            elif keeps:
                assert sum(map(len, after["h"])) == 0 or not choices

    def apply(self, state: dict, seat: int, what: str, effect) -> dict:  # type: ignore[no-untyped-def,type-arg]
        """Return the state after one action."""
        if isinstance(effect, dict):
            return effect
        hands = list(state["h"])
        assert what[0] in hands[seat]
        hands[seat] = hands[seat].replace(what[0], "", 1)
        taken = list(state["k"])
        if effect >= 0:
            taken[effect] += 1
        trick = [] if effect >= 0 else [*state["t"], [seat, what[0]]]
        return {"h": hands, "t": trick, "k": taken}


@pytest.mark.parametrize("line", LINES)
def test_strategies_play_out(line: str) -> None:
    puzzle = read_line(line)
    data = json.loads(json.dumps(strategy_data(puzzle, solve_puzzle(puzzle))))
    reader = Reader(data)
    reader.run(data["start"], 0)
    assert reader.checked >= 3


def test_signs_are_many_and_different() -> None:
    assert len(set(SIGNS)) == len(SIGNS) >= 128
    assert not set(SIGNS) & set('<>&"\\=')
