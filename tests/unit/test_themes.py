"""Themes: a position that shows each, and a close relative that does not."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from puzzles.grade import solved_fast
from puzzles.puzzle import read_line
from puzzles.story import Story
from puzzles.themes import THEMES, themed


class Shown(NamedTuple):
    """A theme, a puzzle that shows it and one that does not, both sound."""

    theme: str
    shows: str
    lacks: str


W, G, J, S = "whist-notrump / ", "gooseberry-3 / ", "jewels players=3 / ", "spoil-five players=3 / "
PLAIN = W + "A to lead / A: 6s 9h | B: Jh Qd | C: 6c As | D: Js 2d / A+C make 1"
PLAIN_G = G + "C to lead / A: Ah Kd 9d 7d | B: Jc Jh Ad 8d | C: Tc 8c Qh 8h / C makes 3"

EXAMPLES = (
    # B throws the nine under the partner's ace, so that D's eight and six can run.
    Shown(
        "unblock",
        W + "D to lead / A: 7h 6h 2h Jd | B: 9c 2c 6s Td | C: Tc 7s Qh Th | D: Ac 8c 6c 2d"
        " / B+D make 3",
        W + "D to lead / A: 7h 6h 2h Jd | B: 3c 2c 6s Td | C: Tc 7s Qh Th | D: Ac 8c 6c 2d"
        " / B+D make 3",
    ),
    Shown(
        "duck",
        G + "C to lead / A: 9s 8s Ah 9h | B: 9c Jh 7h Td | C: Ac As Qh 8h / C makes at most 1",
        PLAIN_G,
    ),
    # A keeps nothing but diamonds and hearts to lead to the ace-ten.
    Shown(
        "throw-in",
        W + "A to lead / A: 4s 3s 9d 4d | B: Jc 5c Ad Td | C: Qs 2s Kh 9h | D: Js 8s Th 5h"
        " / A+C make 3",
        PLAIN,
    ),
    Shown(
        "squeeze",
        W + "A to lead / A: Ks 7s 5h Qd | B: Tc 6c 3c 2d | C: 5s Qh 7h 6d | D: Jc As Jh 6h"
        " / A+C make 3",
        W + "A to lead / A: 5s 7h Jd | B: Qc 6s 6h | C: 5h Ad 7d | D: 8s 8h 9d / A+C make 2",
    ),
    Shown(
        "safety",
        W + "C to lead / A: 8s Jh Td | B: Qc Jc 9d | C: 6c Kd 7d | D: Tc Ts Ah / A+C make 2",
        PLAIN,
    ),
    # The ace takes the partner's jack: only from that hand can diamonds go on.
    Shown(
        "overtaking",
        W + "A to lead / A: 5s 7h Jd | B: Qc 6s 6h | C: 5h Ad 7d | D: 8s 8h 9d / A+C make 2",
        W + "A to lead / A: Js 8s Ad | B: Ks Qd 9d | C: Qc 8c 6h | D: 6s Ah 9h / A+C make 2",
    ),
    Shown(
        "underplay",
        W + "A to lead / A: Tc 3c 9h 8h | B: 2c Qh Jh 6h | C: As Qs 4h Ad | D: 7c 8s 3s Jd"
        " / A+C make 3",
        PLAIN,
    ),
    Shown(
        "void creation",
        W + "D to lead / A: 3s Qh 5d | B: 4c Kh 6h | C: Kc Jc Jh | D: 3c 2s 7h / B+D make 2",
        W + "A to lead / A: Js 8s Ad | B: Ks Qd 9d | C: Qc 8c 6h | D: 6s Ah 9h / A+C make 2",
    ),
    Shown(
        "lead surrender",
        W + "C to lead / A: 8c 4h Td | B: As 8d 6d | C: 4s 3s Kd | D: Kc 9h 3d / A+C make 2",
        W + "C to lead / A: 8s Jh Td | B: Qc Jc 9d | C: 6c Kd 7d | D: Tc Ts Ah / A+C make 2",
    ),
    Shown(
        "parity switch",
        G + "C to lead / A: Ah 9h 8h | B: 8s Qh Ad | C: 9c Qs 9d / C makes 2",
        G + "B to lead / A: Jc 9s 7d | B: Th Td 9d | C: Kc Ks Qd / B makes 2",
    ),
    Shown(
        "sandwich",
        G + "C to lead / A: Tc 8c 7h | B: 9s Jh 7d | C: Qh Th Qd / C makes 2",
        G + "B to lead / A: Qc Tc 8c | B: Qs Kh Qh | C: 9c 9s 8h / B makes 2",
    ),
    # B must not be left with the trick: the trick that the Joker wins goes to A.
    Shown(
        "Joker gift",
        G + "B to lead / A: 9h Ad Td 9d | B: Ac 8c 8h Jk | C: 8s Kh Qd 7d / B makes at most 1",
        G + "A to lead / A: Js 8h Jk | B: 8c 7h 8d | C: 7s Qh Th / A makes 2",
    ),
    Shown(
        "Joker extraction",
        G + "C to lead / A: Ks Qs 8h | B: 7s 7d Jk | C: Ac Ts 8s / C makes 2",
        G + "A to lead / A: Js 8h Jk | B: 8c 7h 8d | C: 7s Qh Th / A makes 2",
    ),
    # The second diamond finds nobody with another and wins by itself.
    Shown(
        "emptying the emergent suit",
        G + "B to lead / A: Jc 9s 7d | B: Th Td 9d | C: Kc Ks Qd / B makes 2",
        G + "C to lead / A: Ah 9h 8h | B: 8s Qh Ad | C: 9c Qs 9d / C makes 2",
    ),
    Shown(
        "holding up the Five",
        S + "C to lead, trump d / A: Qh 7h 9d | B: 4s Ah 2d | C: 7s Qd 5d / C makes 2",
        S + "C to lead, trump s / A: Kh Qd 7d | B: 7s 4s 4d | C: 7c Ah 5h / C makes at most 1",
    ),
    # The jack of trumps need not follow the three.
    Shown(
        "reneging",
        S + "A to lead, trump h / A: Ts Jh Kd | B: Js 2s 3d | C: Th 3h 5d / A makes at most 1",
        S + "B to lead, trump d / A: Ac Td 3d | B: 6c 5d 4d | C: 5c 4c 7s / B makes 2",
    ),
    Shown(
        "forced heading",
        "rams / B to lead, trump d / A: 9c Ad 8d | B: Jc Ks Ah | C: Kh Th Qd | D: Js 9s 8s"
        " / B makes 1",
        PLAIN,
    ),
    Shown(
        "breaking trump",
        J + "A to lead, done 23 / A: Sc 8c 4t | B: Nc Ns Sd | C: Tc 3c Td / A makes 2",
        J + "B to lead, done 23 / A: 7h 12t 1t | B: Sh 3t Fool | C: As Ss 11t / B makes 1",
    ),
    Shown(
        "Fool escape",
        J + "B to lead, done 23 / A: 7h 12t 1t | B: Sh 3t Fool | C: As Ss 11t / B makes 1",
        J + "A to lead, done 23 / A: Sc 8c 4t | B: Nc Ns Sd | C: Tc 3c Td / A makes 2",
    ),
)


def story(line: str) -> Story:
    return Story(solved_fast(read_line(line)))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.theme)
def test_shown_and_lacking(example: Shown) -> None:
    shows = THEMES[example.theme]
    assert shows(story(example.shows))
    assert not shows(story(example.lacks))
    assert example.theme in themed(solved_fast(read_line(example.shows)))


def test_every_theme_has_examples() -> None:
    assert [example.theme for example in EXAMPLES] == list(THEMES)


def test_examples_are_sound() -> None:
    for example in EXAMPLES:
        assert len(solved_fast(read_line(example.shows)).root.right) == 1


def test_what_cannot_be_made_has_no_theme() -> None:
    assert themed(solved_fast(read_line(PLAIN.replace("make 1", "make 3")))) == ()


@pytest.mark.parametrize("name", ["whist", "spoil-five", "rams", "jewels", "hearts"])
def test_other_games_show_no_middling_themes(name: str) -> None:
    from puzzles.generate import compose
    from puzzles.recipe import Recipe

    made = compose(Recipe(name, cards=3, seed=1, count=2, chain=1, require="sound"), most_tried=300)
    for puzzle in made.puzzles.puzzles:
        assert not {"sandwich", "parity switch", "Joker gift"} & set(puzzle.themes)


@pytest.mark.parametrize(
    "line",
    [
        "bridge / N to lead, trump d / N: 3s 2s 6d | E: 4c 6h Jd | S: 5s 5d 4d | W: 7s Ah 9d"
        " / N+S make 2, with help",
        "bridge / W to lead, trump h / N: 6c 7s Qd | E: 2c Ad 2d | S: 9c Qs 5d | W: 9s Jd Td"
        " / E+W make 3, with help",
    ],
)
def test_who_helps_is_not_squeezed_or_thrown_in(line: str) -> None:
    assert not {"squeeze", "throw-in"} & set(themed(solved_fast(read_line(line))))


def test_the_docs_say_what_every_theme_is() -> None:
    text = (Path(__file__).parents[2] / "docs" / "puzzles.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    said = {name: words for name, words in rows if name in THEMES}
    assert said == {name: (shows.__doc__ or "").splitlines()[0] for name, shows in THEMES.items()}
