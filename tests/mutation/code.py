"""Mutants of rule functions: one small change to the syntax tree, put into the running functions.

Only code objects are exchanged, so the change shows wherever a function is already known: in
tables of kinds, in defaults, in other modules that imported it.
"""

from __future__ import annotations

import ast
import copy
import gc
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from solver.rules import order, pool, scoring, tiers, trick
from tests.mutation.behaviour import LITTLE, MUCH, behaviour

FILES = {
    module.__name__.rsplit(".")[-1]: str(module.__file__)
    for module in (trick, order, tiers, scoring, pool)
}
SWAPPED: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.GtE),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.LtE),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
}
TWINS = {"all": "any", "any": "all"}


@dataclass(frozen=True)
class CodeMutant:
    """A changed module: its name, the function and place changed, what was changed to what."""

    module: str
    function: str
    line: int
    column: int
    was: str
    now: str
    number: int

    @property
    def name(self) -> str:
        """A line that says what was changed."""
        place = f"{self.module}.{self.function}:{self.line}:{self.column}"
        return f"{place}: {self.was} -> {self.now}"

    @property
    def touches(self) -> str:
        """The function that is changed."""
        return f"{self.module}.{self.function}"

    def apply(self) -> None:
        """Put the change into the functions of this process."""
        tree, changes = _changes(self.module)
        _, old, new = changes[self.number]
        put_in(self.module, _with(tree, old, new))

    def equivalent(self) -> bool:
        """Tell, where the change has been applied, whether the module does what it did."""
        return all(
            behaviour(self.module, much) == usual_behaviour(self.module, much)
            for much in (LITTLE, MUCH)
        )


@cache
def usual_behaviour(module: str, much: int) -> str:
    """Return what a module does; to be asked before anything is changed."""
    return behaviour(module, much)


def learn_behaviour() -> None:
    """Find out what the modules do without a change, and which functions they have."""
    for module in FILES:
        _living(module)
        for much in (LITTLE, MUCH):
            usual_behaviour(module, much)


def code_mutants() -> list[CodeMutant]:
    """Return every mutant of the modules that state rules."""
    return [mutant for name in FILES for mutant, _, _ in _changes(name)[1]]


@cache
def _changes(name: str) -> tuple[ast.Module, list[tuple[CodeMutant, ast.expr, ast.expr]]]:
    """Return a module's tree, and each mutant with the node it changes and what to."""
    tree = ast.parse(Path(FILES[name]).read_text(encoding="utf-8"))
    found: list[tuple[CodeMutant, ast.expr, ast.expr]] = []
    for function, node in _expressions(tree):
        for now in _variations(node):
            words = ast.unparse(node), ast.unparse(now)
            mutant = CodeMutant(
                name, function, node.lineno, node.col_offset + 1, *words, number=len(found)
            )
            found.append((mutant, node, now))
    return tree, found


def _expressions(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield every expression of a function that says something about a rule, with its function."""

    def inside(node: ast.AST, function: str) -> Iterator[tuple[str, ast.expr]]:
        if isinstance(node, ast.Raise | ast.JoinedStr):
            return  # the words of messages
        if isinstance(node, ast.FunctionDef):
            for statement in node.body:
                yield from inside(statement, f"{function}.{node.name}".lstrip("."))
            return
        if isinstance(node, ast.Lambda):
            yield from inside(node.body, function or "lambda")
            return
        if isinstance(node, ast.ClassDef):
            for statement in node.body:
                if isinstance(statement, ast.FunctionDef):
                    yield from inside(statement, node.name)
            return
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.expr) and function:
            yield function, node
        for name, child in ast.iter_fields(node):
            if docstring or name == "annotation":
                continue
            for each in child if isinstance(child, list) else [child]:
                if isinstance(each, ast.AST):
                    yield from inside(each, function)

    yield from inside(tree, "")


def _variations(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression may be changed to."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        for op in SWAPPED[type(node.ops[0])]:
            yield _but(node, ops=[op()])
    elif isinstance(node, ast.BoolOp):
        yield _but(node, op=SWAPPED[type(node.op)][0]())
        for i in range(len(node.values)):
            rest = [*node.values[:i], *node.values[i + 1 :]]
            yield rest[0] if len(rest) == 1 else _but(node, values=rest)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.BinOp):
        for operator in SWAPPED.get(type(node.op), ()):
            yield _but(node, op=operator())
    elif isinstance(node, ast.IfExp):
        yield _but(node, body=node.orelse, orelse=node.body)
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Constant):
        yield from _constants(node)
    elif isinstance(node, ast.Call):
        yield from _calls(node)
    elif isinstance(node, ast.GeneratorExp | ast.ListComp):
        for i, loop in enumerate(node.generators):
            for j in range(len(loop.ifs)):
                fewer = _but(loop, ifs=[*loop.ifs[:j], *loop.ifs[j + 1 :]])
                loops = [*node.generators[:i], fewer, *node.generators[i + 1 :]]
                yield _but(node, generators=loops)


def _constants(node: ast.Constant) -> Iterator[ast.expr]:
    if isinstance(node.value, bool):
        yield _but(node, value=not node.value)
    elif isinstance(node.value, int):
        yield _but(node, value=node.value + 1)
        yield _but(node, value=node.value - 1)


def _calls(node: ast.Call) -> Iterator[ast.expr]:
    """Yield changes to what goes through the algebra: all, any, no, when, odd."""
    word = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    ours = isinstance(node.func, ast.Attribute) and _is_algebra(node.func.value)
    if word in TWINS and ours:
        yield _but(node, func=_but(node.func, attr=TWINS[word]))
        terms = node.args[0]
        if isinstance(terms, ast.List):
            for i in range(len(terms.elts)):
                rest = [*terms.elts[:i], *terms.elts[i + 1 :]]
                yield _but(node, args=[_but(terms, elts=rest)])
    elif word == "no" and ours:
        yield node.args[0]
    elif word == "when" and ours:
        test, yes, otherwise = node.args
        yield _but(node, args=[test, otherwise, yes])
        yield yes
        yield otherwise
    elif word == "odd" and ours:
        yield _but(node, func=_but(node.func, attr="no"), args=[_but(node)])


def _is_algebra(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "a"


def _but(node: ast.AST, **fields: object) -> ast.expr:
    """Return a copy of a node with some fields changed."""
    changed = copy.copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed  # type: ignore[return-value]


def _with(tree: ast.Module, old: ast.AST, new: ast.AST) -> ast.Module:
    """Return a copy of the tree in which one node is replaced; places are kept."""

    def copied(node: ast.AST) -> ast.AST:
        here = new if node is old else node
        out = copy.copy(here)
        for name, value in ast.iter_fields(here):
            if isinstance(value, list):
                items = [copied(v) if isinstance(v, ast.AST) else v for v in value]
                setattr(out, name, items)
            elif isinstance(value, ast.AST):
                setattr(out, name, copied(value))
        return out

    root = copied(tree)
    assert isinstance(root, ast.Module)
    return ast.fix_missing_locations(root)


# --- which functions are called ---------------------------------------------------------------

TOUCHED: set[str] = set()  # functions of the rules called since `watch`, as `module.function`


def watch() -> None:
    """Let every function of the rules note in `TOUCHED` that it was called."""
    for name, file in FILES.items():
        tree = ast.parse(Path(file).read_text(encoding="utf-8"))
        put_in(name, ast.fix_missing_locations(_noting(tree, name, "")))


def _noting(node: ast.AST, module: str, function: str) -> Any:
    """Return a tree whose functions note their names before anything else."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            items = [_noting(v, module, function) if isinstance(v, ast.AST) else v for v in value]
            setattr(node, name, items)
        elif isinstance(value, ast.AST):
            setattr(node, name, _noting(value, module, function))
    if isinstance(node, ast.FunctionDef):
        node.body.insert(0, ast.Expr(_note(f"{module}.{function}")))
    elif isinstance(node, ast.Lambda):
        both = [_note(f"{module}.{function or 'lambda'}"), node.body]
        node.body = ast.Subscript(ast.Tuple(both, ast.Load()), ast.Constant(1), ast.Load())
    return node


def _note(name: str) -> ast.expr:
    here = f"__import__('sys').modules[{__name__!r}].TOUCHED.add({name!r})"
    return ast.parse(here, mode="eval").body


# --- into the running functions ---------------------------------------------------------------


def put_in(module: str, tree: ast.Module) -> None:
    """Give every living function of a module the code of a changed tree."""
    codes = dict(_codes(compile(tree, FILES[module], "exec")))
    for function in _living(module):
        code = codes.get(_place(function.__code__))
        if code is not None and code != function.__code__:
            function.__code__ = code


@cache
def _living(module: str) -> list[FunctionType]:
    """Return the functions of a module, wherever they are known; found once, before any fork."""
    return [
        function
        for function in gc.get_objects()
        if isinstance(function, FunctionType) and function.__code__.co_filename == FILES[module]
    ]


def _codes(code: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield _place(constant), constant
            yield from _codes(constant)


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno
