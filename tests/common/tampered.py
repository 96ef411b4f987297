"""Good certificates of every kind, and many tampered ones made from them."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from proofs import facts
from proofs.certify import Certificate, Digests, Expected, Reason, canonical, digest, seal, sha256
from proofs.lrat import Refutation, refute

Value = dict[str, Any]
Change = Callable[[Value], object]


@dataclass(frozen=True)
class Tampered:
    """Hold a text that must be refused, and the reason that must be given."""

    name: str
    text: str
    reason: Reason
    expected: Expected | None = None


def pigeons(holes: int) -> list[list[int]]:
    """Return the CNF that puts one pigeon more than there are holes, one to a hole."""
    def sits(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [[sits(p, h) for h in range(holes)] for p in range(holes + 1)]
    for hole in range(holes):
        for a, b in itertools.combinations(range(holes + 1), 2):
            clauses.append([-sits(a, hole), -sits(b, hole)])
    return clauses


def certificate(kind: str, claim_id: str, payload: Value, cnf: str | None = None) -> Certificate:
    """Return a certificate about a made-up variant."""
    digests = Digests(digest({"variant": "example"}), digest({"seats": 3}), cnf)
    return Certificate(kind, claim_id, f"Example claim {claim_id}.", digests, "tests", payload)


def lrat_certificate(holes: int = 3) -> Certificate:
    """Return a certificate that the pigeons do not fit."""
    proof = refute(pigeons(holes))
    assert isinstance(proof, Refutation)
    payload = {"dimacs": proof.dimacs, "lrat": proof.lrat}
    return certificate("lrat", f"pigeons-{holes}", payload, sha256(proof.dimacs))


def count_certificate() -> Certificate:
    """Return a certificate counting the pairs of cards of equal rank in a small pack."""
    pack = [{"rank": rank, "suit": suit} for rank in range(4) for suit in range(3)]
    first, second = (["get", ["at", ["var", "x"], place], "rank"] for place in (0, 1))
    claim = {"domain": {"kind": "subsets", "items": pack, "size": 2},
             "where": ["==", first, second], "size": 66, "count": 12}
    return certificate("count", "equal-ranks", {"claim": claim})


def good() -> dict[str, Certificate]:
    """Return certificates of every kind by name."""
    turned = {"weights": [2, 1, 0], "constants": [0, 0, 0]}
    return {
        "lrat": lrat_certificate(),
        "identity": certificate("arithmetic", "total", facts.identity(turned, [1, 1, 1])),
        "residues": certificate("arithmetic", "gap", facts.residues(turned, [1, -1, 0], 3)),
        "bounds": certificate("arithmetic", "range", facts.bounds(turned, [1, 0, 0])),
        "ties": certificate("ties", "ties", facts.ties({"weights": [2, 1, 0]})),
        "sporadic": certificate("ties", "all-tie", facts.ties({"rows": [[2, 5], [0, 8]]})),
        "count": count_certificate(),
    }


def reseal(value: Value) -> str:
    """Return a certificate's text with its digest made to fit."""
    body = {name: item for name, item in value.items() if name != "sha256"}
    return canonical({**body, "sha256": digest(body)}) + "\n"


def tampered() -> list[Tampered]:
    """Return the corpus: every text in it must be refused."""
    texts = {name: seal(item) for name, item in good().items()}
    made = [*_damaged(texts["lrat"]), *_misfiled(texts), *_foreign(texts)]
    for name, change, reason in [*_envelope(), *_lrat(), *_arithmetic(), *_ties(), *_count()]:
        source, _, label = name.partition(": ")
        value = json.loads(texts[source])
        change(value)
        made.append(Tampered(f"{source}: {label}", reseal(value), reason))
    return made


def _damaged(text: str) -> Iterator[Tampered]:
    """Yield texts damaged without fitting the digest."""
    value = json.loads(text)
    lrat = value["payload"]["lrat"]
    yield Tampered("no text", "", Reason.EMPTY)
    yield Tampered("blank text", " \n", Reason.EMPTY)
    yield Tampered("half the text", text[: len(text) // 2], Reason.NOT_JSON)
    yield Tampered("all but the newline", text[:-1], Reason.NOT_CANONICAL)
    yield Tampered("not JSON", "certificate", Reason.NOT_JSON)
    yield Tampered("a list", "[]\n", Reason.WRONG_TYPE)
    yield Tampered("null", "null\n", Reason.WRONG_TYPE)
    yield Tampered("an empty object", "{}\n", Reason.MISSING_FIELD)
    yield Tampered("twice over", text + text, Reason.NOT_JSON)
    yield Tampered("spaced out", json.dumps(value, sort_keys=True) + "\n", Reason.NOT_CANONICAL)
    backwards = dict(sorted(value.items(), reverse=True))
    yield Tampered("keys reordered", json.dumps(backwards, separators=(",", ":")) + "\n",
                   Reason.NOT_CANONICAL)
    yield Tampered("field twice", text.replace("{", '{"kind":"lrat",', 1), Reason.NOT_CANONICAL)
    yield Tampered("a fraction", text.replace('"format":1', '"format":1.0'), Reason.WRONG_TYPE)
    yield Tampered("not a number", text.replace('"format":1', '"format":NaN'), Reason.WRONG_TYPE)
    yield Tampered("deep nesting", "[" * 100_000 + "]" * 100_000 + "\n", Reason.TOO_LARGE)
    yield Tampered("long number", "1" * 100_000 + "\n", Reason.NOT_JSON)
    for name, item in (("statement", "Another claim."), ("claim_id", "other"),
                       ("producer", "someone"), ("sha256", "0" * 64)):
        yield Tampered(f"{name} altered", canonical({**value, name: item}) + "\n", Reason.ALTERED)
    changed = {**value, "payload": {**value["payload"], "lrat": lrat[:-2] + "1\n"}}
    yield Tampered("payload altered", canonical(changed) + "\n", Reason.ALTERED)


def _misfiled(texts: dict[str, str]) -> Iterator[Tampered]:
    """Yield payloads sealed under another kind."""
    for name, kind, reason in (
        ("lrat", "count", Reason.FOREIGN), ("count", "lrat", Reason.MISSING_FIELD),
        ("ties", "arithmetic", Reason.NOT_PROVED), ("identity", "ties", Reason.MALFORMED),
        ("count", "ties", Reason.MALFORMED), ("ties", "count", Reason.MALFORMED),
        ("ties", "witness", Reason.WRONG_KIND), ("ties", "", Reason.EMPTY),
    ):
        value = json.loads(texts[name])
        value.update(kind=kind, checker=kind)
        yield Tampered(f"{name} as {kind or 'nothing'}", reseal(value), reason)


def _foreign(texts: dict[str, str]) -> Iterator[Tampered]:
    """Yield sound certificates of something else than expected."""
    digests = Digests(digest({"variant": "other"}), digest({"seats": 3}))
    claim = json.loads(texts["residues"])["payload"]["claim"]
    for name, expected, reason in (
        ("ties", Expected(digests=digests), Reason.FOREIGN),
        ("ties", Expected(claim_id="total"), Reason.FOREIGN),
        ("ties", Expected(kind="lrat"), Reason.WRONG_KIND),
        ("ties", Expected(statement="Nobody ties."), Reason.FOREIGN),
        ("identity", Expected(claim=claim), Reason.FOREIGN),
        ("lrat", Expected(claim=claim), Reason.FOREIGN),
    ):
        yield Tampered(f"{name} for another claim", texts[name], reason, expected)


def _set(*path: str | int, to: Any) -> Change:
    """Return the change that sets the item at a path."""
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        value[path[-1]] = copy.deepcopy(to)
    return change


def _drop(*path: str | int) -> Change:
    """Return the change that removes the item at a path."""
    def change(value: Any) -> None:
        for key in path[:-1]:
            value = value[key]
        del value[path[-1]]
    return change


Row = tuple[str, Change, Reason]


def _envelope() -> Iterator[Row]:
    """Yield changes to the fields around a payload."""
    for name in ("checker", "claim_id", "digests", "format", "kind", "payload", "producer",
                 "statement"):
        yield f"ties: no {name}", _drop(name), Reason.MISSING_FIELD
        yield f"ties: {name} null", _set(name, to=None), Reason.WRONG_TYPE
    yield "ties: note added", _set("note", to="hello"), Reason.EXTRA_FIELD
    yield "ties: format 2", _set("format", to=2), Reason.WRONG_TYPE
    yield "ties: format true", _set("format", to=True), Reason.WRONG_TYPE
    yield "ties: statement blank", _set("statement", to=" "), Reason.EMPTY
    yield "ties: payload empty", _set("payload", to={}), Reason.EMPTY
    yield "ties: payload a list", _set("payload", to=[1]), Reason.WRONG_TYPE
    yield "ties: other checker", _set("checker", to="count"), Reason.WRONG_KIND
    yield "ties: no variant", _drop("digests", "variant"), Reason.MISSING_FIELD
    yield "ties: variant null", _set("digests", "variant", to=None), Reason.WRONG_TYPE
    yield "ties: short digest", _set("digests", "options", to="ab"), Reason.WRONG_TYPE
    yield "ties: loud digest", _set("digests", "options", to="AB" * 32), Reason.WRONG_TYPE
    yield "ties: a CNF", _set("digests", "cnf", to="0" * 64), Reason.FOREIGN
    yield "lrat: no CNF", _set("digests", "cnf", to=None), Reason.FOREIGN
    yield "lrat: another CNF", _set("digests", "cnf", to="0" * 64), Reason.FOREIGN


def _edit_lines(edit: Callable[[list[str]], list[str]]) -> Change:
    """Return the change that edits the lines of an LRAT proof."""
    def change(value: Value) -> None:
        lines = value["payload"]["lrat"].splitlines()
        value["payload"]["lrat"] = "".join(f"{line}\n" for line in edit(lines))
    return change


def _edit_cnf(edit: Callable[[str], str]) -> Change:
    """Return the change that edits the CNF, and the digest with it."""
    def change(value: Value) -> None:
        value["payload"]["dimacs"] = edit(value["payload"]["dimacs"])
        value["digests"]["cnf"] = sha256(value["payload"]["dimacs"])
    return change


def _foreign_proof(value: Value) -> None:
    """Put the proof of another CNF in place."""
    value["payload"]["lrat"] = lrat_certificate(4).payload["lrat"]


def _add_hint(lines: list[str]) -> list[str]:
    """Name one more clause at the end of the first line."""
    return [lines[0][:-1] + "1 0", *lines[1:]]


def _lrat() -> Iterator[Row]:
    """Yield changes to a refutation."""
    edit, proof = _edit_lines, _set
    yield "lrat: proof empty", proof("payload", "lrat", to=""), Reason.EMPTY
    yield "lrat: proof null", proof("payload", "lrat", to=None), Reason.WRONG_TYPE
    yield "lrat: proof missing", _drop("payload", "lrat"), Reason.MISSING_FIELD
    yield "lrat: proof blank", proof("payload", "lrat", to="\n"), Reason.TRUNCATED
    yield "lrat: proof of letters", proof("payload", "lrat", to="x"), Reason.MALFORMED
    yield "lrat: last line gone", edit(lambda rows: rows[:-1]), Reason.TRUNCATED
    yield "lrat: first line gone", edit(lambda rows: rows[1:]), Reason.REORDERED
    yield "lrat: lines reversed", edit(lambda rows: rows[::-1]), Reason.REORDERED
    yield "lrat: lines swapped", edit(lambda rows: [rows[1], rows[0], *rows[2:]]), Reason.REORDERED
    yield "lrat: line twice", edit(lambda rows: [rows[0], *rows]), Reason.REORDERED
    yield "lrat: lines after the end", edit(lambda rows: [*rows, "999 1 0 1 0"]), Reason.MALFORMED
    yield "lrat: only the claim", edit(lambda rows: ["23 0 0"]), Reason.NOT_PROVED
    yield "lrat: line cut", edit(lambda rows: [rows[0][:-2], *rows[1:]]), Reason.TRUNCATED
    yield "lrat: RAT hint", edit(lambda rows: ["23 1 0 -1 2 0", *rows]), Reason.NOT_PROVED
    yield "lrat: hint too many", edit(_add_hint), Reason.NOT_PROVED
    yield "lrat: tautology", edit(lambda rows: ["23 1 -1 0 1 0", *rows]), Reason.MALFORMED
    yield "lrat: unknown deleted", edit(lambda rows: ["22 d 99 0", *rows]), Reason.REORDERED
    yield "lrat: needed deleted", edit(lambda rows: ["22 d 1 2 0", *rows]), Reason.REORDERED
    yield "lrat: foreign proof", _foreign_proof, Reason.REORDERED
    yield "lrat: clause dropped", _edit_cnf(
        lambda text: text.replace("1 2 3 0\n", "", 1).replace("12 22", "12 21")), Reason.NOT_PROVED
    yield "lrat: clause weakened", _edit_cnf(
        lambda text: text.replace("\n1 2 3 0", "\n1 2 3 4 0", 1)), Reason.NOT_PROVED
    yield "lrat: header off", _edit_cnf(lambda text: text.replace("22", "23", 1)), Reason.MALFORMED
    yield "lrat: CNF empty", _edit_cnf(lambda text: ""), Reason.MALFORMED


def _arithmetic() -> Iterator[Row]:
    """Yield changes to facts about combinations of scores."""
    claim, proof = ("payload", "claim"), ("payload", "proof")
    no = Reason.NOT_PROVED
    yield "identity: other sum", _set(*claim, "equals", to=[0, 3, 3, 4]), no
    yield "identity: other table", _set(*proof, "combination", to=[0, 3, 3, 4]), no
    yield "identity: other weight", _set(*claim, "scores", "weights", 0, to=3), no
    yield "identity: other constant", _set(*claim, "scores", "constants", 0, to=1), no
    yield "identity: other multiplier", _set(*claim, "multipliers", 0, to=2), no
    yield "identity: true for 1", _set(*claim, "multipliers", 0, to=True), Reason.WRONG_TYPE
    yield "identity: huge number", _set(*claim, "multipliers", 0, to=10**30), Reason.WRONG_TYPE
    yield "identity: short table", _set(*claim, "equals", to=[0, 3, 3]), no
    yield "identity: no table", _drop(*proof, "combination"), Reason.MALFORMED
    yield "identity: no proof", _drop(*proof), Reason.MALFORMED
    yield "identity: unknown fact", _set(*claim, "fact", to="truth"), no
    yield "identity: other fact", _set(*claim, "fact", to="bounds"), Reason.MALFORMED
    yield "residues: other residue", _set(*claim, "residues", to=[0, 2, 1]), no
    yield "residues: other modulus", _set(*claim, "modulus", to=2), no
    yield "residues: modulus 0", _set(*claim, "modulus", to=0), Reason.WRONG_TYPE
    yield "residues: modulus huge", _set(*claim, "modulus", to=10**8), Reason.WRONG_TYPE
    yield "residues: foreign seats", _set(*claim, "multipliers", to=[1, 0, 0]), no
    yield "bounds: higher low", _set(*claim, "low", to=[0, 1]), no
    yield "bounds: loose high", _set(*claim, "high", to=[0, 3]), no


def _ties() -> Iterator[Row]:
    """Yield changes to facts about tied scores."""
    claim, proof = ("payload", "claim"), ("payload", "proof")
    no = Reason.NOT_PROVED
    yield "ties: ties for T = 1 too", _set(*claim, "starts", 1, to=1), no
    yield "ties: ties for T = 4 on", _set(*claim, "starts", 1, to=4), no
    yield "ties: never", _set(*claim, "starts", 0, to=None), no
    yield "ties: later start", _set(*claim, "starts", 0, to=3), no
    yield "ties: modulus 2", _set(*claim, "modulus", to=2), Reason.WRONG_TYPE
    yield "ties: modulus text", _set(*claim, "modulus", to="3"), Reason.WRONG_TYPE
    yield "ties: T = 1 by itself", _set(*claim, "isolated", to=[1]), no
    yield "ties: T = 3 twice", _set(*claim, "isolated", to=[3]), no
    yield "ties: huge isolated", _set(*claim, "isolated", to=[10**8]), Reason.TOO_LARGE
    yield "ties: other weights", _set(*claim, "scores", "weights", to=[3, 1, 0]), no
    yield "ties: fewer groups", _set(*claim, "groups", to=[]), Reason.WRONG_TYPE
    yield "ties: no such seat", _set(*claim, "groups", to=[[0, 3]]), Reason.WRONG_TYPE
    yield "ties: seat with itself", _set(*claim, "groups", to=[[1, 1]]), Reason.WRONG_TYPE
    yield "ties: witness gone", _set(*proof, "witnesses", 0, to=None), Reason.MALFORMED
    yield "ties: witness unequal", _set(*proof, "witnesses", 0, "step", to=[1, 1, 1][:2]), no
    yield "ties: witness of no tie", _set(*proof, "witnesses", 0, "step", to=[3, 0, 0]), no
    yield "ties: witness below 0", _set(*proof, "witnesses", 0, "step", to=[-1, 2, 2]), (
        Reason.WRONG_TYPE)
    yield "ties: witness too small", _set(*proof, "witnesses", 0, "step", to=[0, 0, 0]), no
    yield "ties: refutation gone", _drop(*proof, "refutations", 1), no
    yield "ties: other modulus", _set(*proof, "refutations", 0, "modulus", to=2), no
    yield "ties: sign instead", _set(*proof, "refutations", 0, "modulus", to=0), no
    yield "ties: zero multiplier", _set(*proof, "refutations", 0, "multipliers", to=[0]), no
    yield "ties: refutation swapped", _set(*proof, "refutations", 0, "group", to=[0, 2]), no
    yield "sporadic: T forgotten", _set(*claim, "starts", 0, to=None), no


def _count() -> Iterator[Row]:
    """Yield changes to a count."""
    claim = ("payload", "claim")
    no = Reason.NOT_PROVED
    yield "count: one more", _set(*claim, "count", to=13), no
    yield "count: size one less", _set(*claim, "size", to=65), no
    yield "count: count text", _set(*claim, "count", to="12"), no
    yield "count: no count", _drop(*claim, "count"), Reason.MALFORMED
    yield "count: card dropped", _drop(*claim, "domain", "items", 0), no
    yield "count: card altered", _set(*claim, "domain", "items", 0, "rank", to=3), no
    yield "count: other domain", _set(*claim, "domain", "kind", to="multisets"), no
    yield "count: unknown domain", _set(*claim, "domain", "kind", to="cards"), Reason.MALFORMED
    yield "count: unknown operator", _set(*claim, "where", 0, to="exec"), Reason.MALFORMED
    yield "count: always true", _set(*claim, "where", to=True), no
    yield "count: not a truth value", _set(*claim, "where", to=1), no
    yield "count: unknown name", _set(*claim, "where", to=["var", "y"]), Reason.MALFORMED
    yield "count: proof added", _set("payload", "proof", to={}), Reason.MALFORMED
    huge = {"kind": "splits", "total": 900, "parts": 30}
    yield "count: huge domain", _set(*claim, "domain", to=huge), Reason.MALFORMED
    vast = {**huge, "total": 10**12}
    yield "count: vast domain", _set(*claim, "domain", to=vast), Reason.WRONG_TYPE
    power: Any = 10
    for _ in range(30):
        power = ["*", power, 1000]
    yield "count: growing number", _set(*claim, "where", to=["==", 0, power]), Reason.WRONG_TYPE
