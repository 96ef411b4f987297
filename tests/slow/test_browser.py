"""The page of a booklet, clicked and typed through in a real browser without a window.

Needs Chromium with its driver on the path, and the extra `browser`.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles.puzzle import Puzzle, PuzzleSet, read_line
from puzzles.sheets import write_sheet
from puzzles.solution import Solution, solution, solve_puzzle
from solver.errors import FoolproofError
from solver.goals import Goal
from solver.variant_source import names
from tests.common.endings import endings

webdriver = pytest.importorskip("selenium.webdriver")
pytestmark = pytest.mark.slow

LINES = (
    "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2",
    "bridge / S to lead, trump s / N: As 4h 3h Ac | E: Ks 7h Qd 5d | S: 2s Ah Kd 2c | "
    "W: Qs Kh Jd 9c / N+S make 4",
    "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / B makes 2, with help",
    "gooseberry-3 / B to lead / A: 9c 8s Ah | B: Qs Jh 7d | C: As 8h Jk / C makes 1",
)


@pytest.fixture(scope="module")
def browser() -> Iterator:  # type: ignore[type-arg]
    """Start one browser for all tests, calm and offline."""
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    for word in (
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--force-prefers-reduced-motion",
        "--window-size=1000,1400",
        "--host-resolver-rules=MAP * ~NOTFOUND",
    ):
        options.add_argument(word)
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the booklet."""
    path = tmp_path_factory.mktemp("page") / "booklet.html"
    write_sheet(PuzzleSet("Four", tuple(map(read_line, LINES))), path)
    return path


class Table:
    """One puzzle of the open page."""

    def __init__(  # type: ignore[no-untyped-def]
        self, browser, page: Path, number: int, *, load: bool = True
    ) -> None:
        if load:
            browser.get(page.as_uri())
        self.browser = browser
        self.section = browser.find_element("css selector", f'[data-puzzle="{number}"]')

    def status(self) -> str:
        """Return what is said."""
        return str(self.section.find_element("css selector", ".status").text)

    def log(self) -> str:
        """Return what has been played."""
        return str(self.section.find_element("css selector", ".log").text)

    def buttons(self) -> dict[str, object]:
        """Return the buttons of the cards that may be played, by what they say aloud."""
        found = self.section.find_elements("css selector", ".choices button")
        return {str(button.get_attribute("aria-label")): button for button in found}

    def press(self, words: str) -> None:
        """Press the button that says something aloud."""
        self.buttons()[words].click()  # type: ignore[attr-defined]

    def tool(self, name: str):  # type: ignore[no-untyped-def]
        """Return one of the buttons below the cards."""
        return self.section.find_element("css selector", f"button.{name}")

    def hand(self, seat: int) -> list[str]:
        """Return the cards that are drawn in a hand."""
        uses = self.section.find_elements("css selector", f".hand-{seat} use")
        return [str(use.get_attribute("href")).removeprefix("#card-") for use in uses]


def complaints(browser) -> list[str]:  # type: ignore[no-untyped-def]
    """Return what the browser's console has to say."""
    return [entry["message"] for entry in browser.get_log("browser")]


def test_right_cards_make_the_goal(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    table = Table(browser, page, 1)
    assert "Your move" in table.status()
    assert set(table.buttons()) == {
        "B plays queen of spades", "B plays jack of hearts", "B plays 7 of diamonds"}  # fmt: skip
    table.press("B plays queen of spades")
    assert "keeps the goal" in table.status() and "A answers with" in table.status()
    assert table.hand(1) == ["Jh", "7d"]
    table.press("B plays jack of hearts")
    table.press("B plays 7 of diamonds")
    assert table.status() == "Done: the goal is made."
    assert table.hand(0) == table.hand(1) == table.hand(2) == []
    assert not complaints(browser)


def test_a_slip_is_told_at_once_and_taken_back(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    table = Table(browser, page, 1)
    table.press("B plays 7 of diamonds")
    assert table.status() == "7♦: the goal slips. C answers with Joker."
    assert table.hand(2) == ["As", "8h"]
    while table.tool("on").is_enabled():
        table.tool("on").click()
    assert "missed" in table.status()
    assert table.hand(1) == []
    for _ in range(20):
        if table.tool("back").is_enabled():
            table.tool("back").click()
    assert table.hand(1) == ["Qs", "Jh", "7d"]
    assert table.log() == ""
    assert not complaints(browser)


def test_cards_can_be_clicked_in_the_picture(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    table = Table(browser, page, 1)
    card = table.section.find_element("css selector", '.hand-1 use.legal[href="#card-Jh"]')
    webdriver.ActionChains(browser).move_to_element_with_offset(card, -20, 0).click().perform()
    assert table.log().startswith("B J♥, C ")
    table.tool("restart").click()
    assert table.log() == ""


def test_keys(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    from selenium.webdriver.common.keys import Keys

    table = Table(browser, page, 1)
    first = next(iter(table.buttons().values()))
    first.send_keys(Keys.ARROW_RIGHT)  # type: ignore[attr-defined]
    assert browser.switch_to.active_element.get_attribute("aria-label") == "B plays jack of hearts"
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    assert table.log().startswith("B J♥")
    focused = browser.switch_to.active_element
    assert focused.get_attribute("aria-label") in table.buttons(), "the focus stays with the cards"
    focused.send_keys("u")
    assert table.log() == ""
    browser.switch_to.active_element.send_keys("h")
    assert table.status().startswith("Hint: Of three really different choices")


def test_equal_cards_may_be_played_for_each_other(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    puzzle = read_line(LINES[1])
    solved = solve_puzzle(puzzle)
    table = Table(browser, page, 2)
    table.press(f"S plays {spoken(solved, 0)}")
    for _ in range(20):
        buttons = list(table.buttons())
        lower = [words for words in buttons if words == "N plays 3 of hearts"]
        if lower:
            table.press(lower[0])
            assert "3h" not in table.hand(0) and "4h" in table.hand(0)
            return
        table.press(next(w for w in buttons if not w.startswith("N plays 4")))
        if "slips" in table.status():
            table.tool("back").click()
            table.press(next(w for w in reversed(buttons) if not w.startswith("N plays 4")))
    raise AssertionError("the four and the three of hearts never came up")


def spoken(solved: Solution, number: int) -> str:
    """Return the name of a right first card."""
    from puzzles.sheets.cards import card_name

    return card_name(solved.root.right[number].action.card)


def test_every_line_of_right_play(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    """Whatever right card is chosen, against every reply, the page agrees with the solution."""
    script = page.read_text(encoding="utf-8").partition('id="strategies">')[2]
    data = json.loads(script.partition("</script>")[0])["1"]
    table = Table(browser, page, 1)
    table.section.find_element("css selector", "input[type=checkbox]").click()
    played = 0
    stack: list[list[int]] = [[]]
    while stack and played < 12:
        path = stack.pop()
        table.tool("restart").click()
        number, ended = 0, False
        for index in path:
            choice = data["nodes"][number][3][index]
            names = data["cards"]
            label = choice[0][1:] if choice[0][0] == "=" else None
            seat = data["seats"][data["nodes"][number][0]]
            table.press(label or f"{seat} plays {names[choice[0][0]][2]}")
            number, ended = choice[1], choice[1] < 0 or not data["nodes"][choice[1]][3]
        if ended:
            assert table.status() == "Done: the goal is made."
            played += 1
            continue
        choices = data["nodes"][number][3]
        stack += [[*path, i] for i, choice in enumerate(choices) if choice[2] and choice[1] >= 0]
    assert played >= 6
    assert not complaints(browser)


def test_everybody_helps(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    table = Table(browser, page, 3)
    table.press("B plays queen of spades")
    assert all(words.startswith("C plays") for words in table.buttons())


def test_others_begin(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    table = Table(browser, page, 4)
    assert table.status().startswith("B answers with")
    assert all(words.startswith("C plays") for words in table.buttons())
    for _ in range(6):
        if "goal is made" not in table.status():
            table.press(next(iter(table.buttons())))
        if "slips" in table.status():
            table.tool("back").click()
            table.press(list(table.buttons())[-1])
    assert table.status() == "Done: the goal is made."


def test_solution_and_print(browser, page: Path) -> None:  # type: ignore[no-untyped-def]
    table = Table(browser, page, 1)
    assert not browser.find_element("css selector", "#s1 .key").is_displayed()
    table.tool("solution").click()
    assert browser.find_element("css selector", "#s1 .key").is_displayed()
    table.press("B plays queen of spades")
    pdf = browser.print_page()
    assert len(pdf) > 10_000
    assert table.log() == "", "the printed page shows the puzzle as it was set"
    assert not complaints(browser)


def test_games_of_all_kinds(browser, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """Played by the strategy in the page, endings of every game end with the goal made."""
    puzzles = [ending for name in names() if (ending := small_puzzle(name)) is not None]
    assert len(puzzles) > 30
    path = tmp_path / "all.html"
    write_sheet(PuzzleSet("All games", tuple(puzzles)), path)
    script = path.read_text(encoding="utf-8").partition('id="strategies">')[2]
    data = json.loads(script.partition("</script>")[0])
    browser.get(path.as_uri())
    for number in data:
        table = Table(browser, path, int(number), load=False)
        node = 0
        for _ in range(60):
            if table.status().endswith("the goal is made."):
                break
            node = press_best(table, data[number], node)
        assert table.status().endswith("the goal is made."), (number, table.status())
    assert not complaints(browser)


def small_puzzle(name: str) -> Puzzle | None:
    """Return a small ending of a game with the most that its side can make as the goal."""
    for position in endings(name, 1, 2, seed=5):
        try:
            solved = solution(position, Goal(frozenset([position.turn])), most=500)
        except FoolproofError:
            return None
        return Puzzle(position, solved.goal)
    return None


def press_best(table: Table, data: dict, number: int) -> int:  # type: ignore[type-arg]
    """Press the best choice of the node; return the node at which the reader decides next."""
    seat, _, best, choices = data["nodes"][number]
    what, follows, *_ = choices[best]
    names = data["cards"]
    label = what[1:] if what[0] == "=" else f"{data['seats'][seat]} plays {names[what[0]][2]}"
    table.press(label)
    while follows >= 0 and not data["nodes"][follows][1] and data["nodes"][follows][3]:
        node = data["nodes"][follows]
        follows = node[3][node[2]][1]
    return int(follows)
