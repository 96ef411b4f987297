"""A booklet as PDF, by ReportLab: fonts embedded, cards and suit symbols as outlines."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from puzzles.sheets.pages import PAGE_HEIGHT, PAGE_WIDTH, pages
from puzzles.sheets.shapes import Path, Place, Rect, Shape, Text
from solver.display import plain
from solver.errors import BadInput

if TYPE_CHECKING:
    from puzzles.sheets.booklet import Booklet

PLAIN, BOLD = "Vera", "VeraBd"


def pdf(booklet: Booklet) -> bytes:
    """Return a booklet as PDF, the same bytes every time; raise BadInput without ReportLab."""
    try:
        from reportlab.pdfgen.canvas import Canvas
    except ImportError:
        raise BadInput("PDF needs ReportLab: pip install reportlab, or write .html.") from None
    _fonts()
    out = io.BytesIO()
    canvas = Canvas(
        out, (PAGE_WIDTH, PAGE_HEIGHT), invariant=1, pageCompression=1, initialFontName=PLAIN
    )
    canvas.setTitle(booklet.title)
    canvas.setCreator("foolproof")
    for page in pages(booklet):
        canvas.saveState()
        canvas.transform(1, 0, 0, -1, 0, PAGE_HEIGHT)  # y grows downward in our drawings
        for shape in page.shapes:
            _draw(canvas, shape)
        canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return out.getvalue()


@lru_cache(maxsize=1)
def _fonts() -> frozenset[int]:
    """Register the typeface that ReportLab brings along; return the signs that it has."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    font = TTFont(PLAIN, f"{PLAIN}.ttf")
    registerFont(font)
    registerFont(TTFont(BOLD, f"{BOLD}.ttf"))
    return frozenset(font.face.charToGlyph)


def known_signs(text: str) -> str:
    """Return a text in which every sign that the typeface lacks is replaced by plain ones."""
    return "".join(sign if ord(sign) in _fonts() else plain(sign) for sign in text)


def _draw(canvas: Any, shape: Shape) -> None:
    if isinstance(shape, Rect):
        _paint(canvas, shape)
        canvas.roundRect(
            shape.x, shape.y, shape.width, shape.height, shape.radius,
            stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)),
        )  # fmt: skip
    elif isinstance(shape, Path):
        _paint(canvas, shape)
        outline = canvas.beginPath()
        moves = {"M": outline.moveTo, "L": outline.lineTo, "C": outline.curveTo}
        for letter, values in shape.steps:
            if letter == "Z":
                outline.close()
            else:
                moves[letter](*values)
        canvas.drawPath(
            outline, stroke=int(bool(shape.stroke)), fill=int(bool(shape.fill)), fillMode=1
        )
    elif isinstance(shape, Text):
        _write(canvas, shape)
    else:
        _place(canvas, shape)


def _paint(canvas: Any, shape: Rect | Path) -> None:
    if shape.fill:
        canvas.setFillColor(_colour(shape.fill))
    if shape.stroke:
        canvas.setStrokeColor(_colour(shape.stroke))
        canvas.setLineWidth(shape.line)


@lru_cache(maxsize=256)
def _colour(text: str) -> Any:
    from reportlab.lib.colors import HexColor

    return HexColor(text)


def _write(canvas: Any, text: Text) -> None:
    canvas.saveState()
    canvas.translate(text.x, text.y)
    canvas.scale(1, -1)
    canvas.setFillColor(_colour(text.fill))
    canvas.setFont(BOLD if text.bold else PLAIN, text.size)
    write = {
        "start": canvas.drawString, "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[text.anchor]  # fmt: skip
    write(0, 0, known_signs(text.text))
    canvas.restoreState()


def _place(canvas: Any, place: Place) -> None:
    canvas.saveState()
    canvas.translate(place.x, place.y)
    if place.turn:
        canvas.rotate(place.turn)
    if place.scale != 1.0:
        canvas.scale(place.scale, place.scale)
    for shape in place.shapes:
        _draw(canvas, shape)
    canvas.restoreState()
