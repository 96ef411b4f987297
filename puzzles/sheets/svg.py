"""Drawings as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from puzzles.sheets.shapes import Drawing, Path, Place, Rect, Shape, Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzles.sheets.booklet import Booklet

FONT = "Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif"
NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def number(value: float) -> str:
    """Write a number as short as it can be read."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def drawing_svg(drawing: Drawing, symbols: set[str] | None = None) -> str:
    """Return a drawing as one `<svg>` element.

    Without `symbols` the cards in it are stated in it; else their names are added to the set, and
    the document states them (see `symbol_svg`).
    """
    own: set[str] = set() if symbols is None else symbols
    body = "".join(shape_svg(shape, own) for shape in drawing.shapes)
    defs = symbols_svg(drawing.shapes, own) if symbols is None else ""
    title = f"<title>{escape(drawing.title)}</title>" if drawing.title else ""
    size = f"{number(drawing.width)} {number(drawing.height)}"
    return (
        f'<svg {NAMESPACE} viewBox="0 0 {size}" role="img" font-family={quoteattr(FONT)}>'
        f"{title}{defs}{body}</svg>"
    )


def symbols_svg(shapes: Iterable[Shape], names: set[str]) -> str:
    """Return the `<defs>` of all drawings that are used again."""
    found: dict[str, str] = {}

    def visit(shape: Shape) -> None:
        if not isinstance(shape, Place):
            return
        if shape.symbol and shape.symbol in names and shape.symbol not in found:
            inner = "".join(shape_svg(s, set()) for s in shape.shapes)
            found[shape.symbol] = f'<g id="{shape.symbol}">{inner}</g>'
        for inner_shape in shape.shapes:
            visit(inner_shape)

    for shape in shapes:
        visit(shape)
    return f"<defs>{''.join(found.values())}</defs>" if found else ""


def shape_svg(shape: Shape, symbols: set[str]) -> str:
    """Return one shape; the names of what it uses are added to `symbols`."""
    if isinstance(shape, Rect):
        return (
            f'<rect x="{number(shape.x)}" y="{number(shape.y)}" width="{number(shape.width)}" '
            f'height="{number(shape.height)}" rx="{number(shape.radius)}"{_paint(shape)}/>'
        )
    if isinstance(shape, Path):
        steps = "".join(
            letter + " ".join(_fine(value) for value in values) for letter, values in shape.steps
        )
        return f'<path d="{steps}"{_paint(shape)}/>'
    if isinstance(shape, Text):
        weight = ' font-weight="bold"' if shape.bold else ""
        anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
        return (
            f'<text x="{number(shape.x)}" y="{number(shape.y)}" font-size="{number(shape.size)}" '
            f'fill="{shape.fill}"{weight}{anchor}>{escape(shape.text)}</text>'
        )
    return _place(shape, symbols)


def _fine(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _paint(shape: Rect | Path) -> str:
    stroke = f' stroke="{shape.stroke}" stroke-width="{number(shape.line)}"' if shape.stroke else ""
    return f' fill="{shape.fill or "none"}"{stroke}'


def _place(place: Place, symbols: set[str]) -> str:
    moves = []
    if place.x or place.y:
        moves.append(f"translate({number(place.x)} {number(place.y)})")
    if place.turn:
        moves.append(f"rotate({number(place.turn)})")
    if place.scale != 1.0:
        moves.append(f"scale({_fine(place.scale)})")
    move = f' transform="{" ".join(moves)}"' if moves else ""
    name = f" class={quoteattr(place.name)}" if place.name else ""
    if place.symbol:
        symbols.add(place.symbol)
        return f'<use href="#{place.symbol}"{move}{name}/>'
    return f"<g{move}{name}>{''.join(shape_svg(s, symbols) for s in place.shapes)}</g>"


def pages_svg(booklet: Booklet) -> str:
    """Return a whole booklet as one picture, its pages below each other."""
    from puzzles.sheets.pages import PAGE_HEIGHT, PAGE_WIDTH, pages

    shapes: list[Shape] = []
    drawn = pages(booklet)
    for count, page in enumerate(drawn):
        top = count * (PAGE_HEIGHT + 12)
        frame = Rect(0, top, PAGE_WIDTH, PAGE_HEIGHT, 0, "#ffffff", "#c9ccd3", 1)
        shapes += [frame, Place(page.shapes, 0, top, name="page")]
    height = len(drawn) * (PAGE_HEIGHT + 12) - 12
    text = drawing_svg(Drawing(PAGE_WIDTH, max(height, 0), tuple(shapes), booklet.title))
    size = f'width="{number(PAGE_WIDTH)}" height="{number(max(height, 0))}" '
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + text.replace("<svg ", f"<svg {size}", 1) + "\n"
    )
