"""Imports flow one way: no module needs itself, also not by an import inside a function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx

ROOT = Path(__file__).resolve().parents[2]
# A package may import those before it.
LAYERS = ("solver", "puzzles", "proofs")


def modules() -> dict[str, Path]:
    """Return every module of the packages by name."""
    found = {}
    for package in LAYERS:
        for path in (ROOT / package).rglob("*.py"):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(p for p in parts if p != "__init__")] = path
    return found


def nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a module that run: not what is for type checkers only."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        yield node
        yield from nodes(node)


def imported(name: str, known: dict[str, Path]) -> Iterator[str]:
    """Yield the modules of ours that a module imports, anywhere in it."""
    for node in nodes(ast.parse(known[name].read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            above = name.split(".")[: -node.level] if node.level else []
            source = ".".join([*above, *filter(None, [node.module])])
            names = {f"{source}.{alias.name}" for alias in node.names} & known.keys()
            yield from names
            if len(names) < len(node.names) and source in known:
                yield source


def graph() -> networkx.DiGraph:
    """Return which module imports which."""
    known = modules()
    out = networkx.DiGraph()
    for name in known:
        out.add_edges_from((name, other) for other in imported(name, known))
    return out


def test_no_module_imports_itself_by_a_detour() -> None:
    groups = networkx.strongly_connected_components(graph())
    assert [sorted(group) for group in groups if len(group) > 1] == []


def test_packages_import_those_before_them_only() -> None:
    place = {package: number for number, package in enumerate(LAYERS)}
    wrong = [
        (one, other)
        for one, other in graph().edges
        if place[one.partition(".")[0]] < place[other.partition(".")[0]]
    ]
    assert wrong == []
