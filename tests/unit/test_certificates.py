"""Certificates of claims: real ones are accepted, every forgery of them is refused."""

from __future__ import annotations

import ast
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import solver.variant_source as variants
from proofs import certify
from proofs.certificates import draft, store
from proofs.certificates.make import calc, eq, size_of
from proofs.certificates.terms import TERMS, at, op, seen, var, written
from proofs.checkers import count
from proofs.checkers.by_referee import game, witness
from proofs.checkers.terms import evaluate
from proofs.claim import Finding, Verdict
from proofs.registry import claims, select
from proofs.settling import Settled, settled
from solver.errors import BadInput
from solver.goals import LEAST, MOST, Goal
from solver.rules.algebra import PLAIN
from solver.search import solve
from solver.variant import load
from tests.common.endings import endings
from tests.conftest import Run


def made(claim_id: str, place: int) -> certify.Certificate:
    """Return the certificate of a claim's draft."""
    return draft.drafts(claims()[claim_id], None)[place].certificate(claim_id)


def place_of(claim_id: str, kind: str) -> int:
    """Return the place of a claim's first draft of a kind."""
    return [d.kind for d in draft.drafts(claims()[claim_id], None)].index(kind)


# A claim with a certificate of each kind that is made quickly and from no finding.
KINDS = {"ties": "B025", "arithmetic": "B038", "lrat": "B007", "walk": "F052", "text": "K022",
         "strategy": "B043", "sample": "B057", "witness": "K010", "count": "J008"}


@pytest.fixture(scope="module")
def real() -> dict[str, tuple[str, int, certify.Certificate]]:
    """Return a real certificate of every kind with its claim and place."""
    found = {}
    for kind, claim_id in KINDS.items():
        place = place_of(claim_id, kind) + (kind == "lrat")  # the first proof is of one line
        found[kind] = (claim_id, place, made(claim_id, place))
    return found


def verdict(tmp_path: Path, claim_id: str, place: int, text: str | bytes) -> str:
    """Write a text as a certificate of a claim; return the reason of its refusal."""
    path = tmp_path / f"{claim_id}-{place + 1}.json"
    path.write_bytes(text.encode("ascii") if isinstance(text, str) else text)
    checked, _ = store.recheck_all(tmp_path, 1)
    path.unlink()
    (only,) = checked
    return only.reason


def test_there_are_certificates_for_every_claim_that_can_be_checked() -> None:
    draft.load_groups()
    without = set(claims()) - set(draft._CERTIFIERS)
    assert without == store.not_checkable()
    assert set(KINDS) == set(draft.CHECKERS)


def test_real_certificates_of_every_kind_are_accepted(
    real: dict[str, tuple[str, int, certify.Certificate]], tmp_path: Path
) -> None:
    for claim_id, place, certificate in real.values():
        text = certify.seal(certificate, draft.CHECKERS)
        assert verdict(tmp_path, claim_id, place, text) == ""


# --- forgeries --------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], None]


def resealed(certificate: certify.Certificate, change: Change) -> str:
    """Return a certificate changed and sealed anew without being checked."""
    body: dict[str, Any] = {
        "checker": draft.CHECKERS[certificate.kind][0], "claim_id": certificate.claim_id,
        "digests": dict(vars(certificate.digests)), "format": certify.FORMAT,
        "kind": certificate.kind, "payload": json.loads(json.dumps(certificate.payload)),
        "producer": certificate.producer, "statement": certificate.statement,
    }
    change(body)
    return certify.canonical({**body, "sha256": certify.digest(body)}) + "\n"


def put(*path: Any) -> Change:
    """Return the change that puts the last of the arguments at the path of the others."""
    *keys, last, value = path

    def change(body: dict[str, Any]) -> None:
        here: Any = body
        for key in keys:
            here = here[key]
        here[last] = value(here[last]) if callable(value) else value

    return change


def lrat(edit: Callable[[list[str]], list[str]]) -> Change:
    """Return the change that edits the lines of a proof."""
    return put("payload", "lrat", lambda text: "".join(
        line + "\n" for line in edit(text.splitlines())))


def dimacs(edit: Callable[[list[str]], list[str]]) -> Change:
    """Return the change that edits the lines of a formula, with a digest that fits."""
    def change(body: dict[str, Any]) -> None:
        lines = edit(body["payload"]["dimacs"].splitlines())
        body["payload"]["dimacs"] = "".join(line + "\n" for line in lines)
        body["digests"]["cnf"] = certify.sha256(body["payload"]["dimacs"])

    return change


def unit_added(lines: list[str]) -> list[str]:
    """Return a formula with one clause more, so that it is easier to refute."""
    head = lines[0].split()
    return [" ".join([*head[:3], str(int(head[3]) + 1)]), *lines[1:], "1 0"]


CLAIM = ("payload", "claim")
FORGERIES: dict[str, tuple[str, Change]] = {
    "another claim's name": ("ties", put("claim_id", "B026")),
    "another statement": ("ties", put("statement", "raw scores can never tie")),
    "another variant": ("ties", put("digests", "variant", "0" * 64)),
    "other options": ("ties", put("digests", "options", "0" * 64)),
    "a CNF where there is none": ("ties", put("digests", "cnf", "0" * 64)),
    "another period": ("ties", put(*CLAIM, "modulus", 6)),
    "no ties at all": ("ties", put(*CLAIM, "starts", 0, None)),
    "no refutations": ("ties", put("payload", "proof", "refutations", [])),
    "other weights": ("ties", put(*CLAIM, "scores", "rows", 0, 0, 5)),
    "another total": ("arithmetic", put(*CLAIM, "equals", 0, 1)),
    "other multipliers": ("arithmetic", put(*CLAIM, "multipliers", 0, 2)),
    "another combination": ("arithmetic", put("payload", "proof", "combination", 0, 7)),
    "a proof without its end": ("lrat", lrat(lambda x: x[:-1])),
    "a proof without its beginning": ("lrat", lrat(lambda x: x[1:])),
    "a proof backwards": ("lrat", lrat(lambda x: x[::-1])),
    "no proof": ("lrat", put("payload", "lrat", "")),
    "a formula with a clause less": ("lrat", dimacs(lambda x: x[:-1])),
    "a formula with a clause more": ("lrat", dimacs(unit_added)),
    "a trivial formula": ("lrat", lambda body: (
        dimacs(lambda x: ["p cnf 1 2", "1 0", "-1 0"])(body),
        lrat(lambda x: ["3 0 1 2 0"])(body))[0]),
    "a CNF's digest that does not fit": ("lrat", put("digests", "cnf", "0" * 64)),
    "another count": ("count", put(*CLAIM, "count", lambda x: x + 1)),
    "another size": ("count", put(*CLAIM, "size", lambda x: x - 1)),
    "a smaller domain": ("count", put(*CLAIM, "domain", "total", 16)),
    "another condition": ("count", put(*CLAIM, "where", True)),
    "a fact that is not so": ("witness", put(*CLAIM, "cases", 0, "facts", "sides", [0, 0, 1, 1])),
    "a fact less": ("witness", put(*CLAIM, "cases", 0, "facts", {})),
    "another position": ("witness", put(*CLAIM, "cases", 0, "position",
                                        lambda x: x.replace("jewels-teams", "jewels-nil"))),
    "rules of its own": ("witness", put(*CLAIM, "cases", 0, "position", lambda x: x.replace(
        "jewels-teams", "jewels-teams events.bid.hook=true"))),
    "no rules": ("witness", put(*CLAIM, "cases", 0, "position", None)),
    "a card held twice": ("strategy", put(*CLAIM, "position", lambda x: x.replace("7h", "7c"))),
    "an illegal action": ("witness", put(*CLAIM, "cases", 0, "actions", ["A 2c"])),
    "no case": ("witness", put(*CLAIM, "cases", [])),
    "readings that agree": ("text", put(*CLAIM, "pairs", 0, "cases", 1, lambda x: x | {
        "facts": {"raw": [0, 0]}})),
    "one reading twice": ("text", lambda body: put(*CLAIM, "pairs", 0, "cases", 1, body[
        "payload"]["claim"]["pairs"][0]["cases"][0])(body)),
    "nothing that differs": ("text", put(*CLAIM, "pairs", 0, "differ", [])),
    "another tally": ("walk", put(*CLAIM, "tally", 0, 1, 99)),
    "a start less": ("walk", put(*CLAIM, "starts", [])),
    "another value": ("strategy", put(*CLAIM, "value", 9)),
    "another action's value": ("strategy", put(*CLAIM, "actions", lambda x: dict.fromkeys(x, 7))),
    "another goal": ("strategy", put(*CLAIM, "wants", "least")),
    "more hits": ("sample", put(*CLAIM, "hits", lambda x: x + 1)),
    "another seed": ("sample", put(*CLAIM, "seed", 8)),
    "fewer deals": ("sample", put(*CLAIM, "deals", 99)),
    "a narrower interval": ("sample", put(*CLAIM, "low", lambda x: x + 100)),
    "a sample without interval": ("sample", lambda v: v["payload"]["claim"].pop("low")),
    "another kind": ("count", put("kind", "walk")),
    "another checker": ("count", put("checker", "lrat")),
    "another format": ("count", put("format", 2)),
    "no payload": ("count", put("payload", {})),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_every_forgery_is_refused(
    name: str, real: dict[str, tuple[str, int, certify.Certificate]], tmp_path: Path
) -> None:
    kind, change = FORGERIES[name]
    claim_id, place, certificate = real[kind]
    assert verdict(tmp_path, claim_id, place, resealed(certificate, change))


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_refused_with_its_reason(
    kind: str, real: dict[str, tuple[str, int, certify.Certificate]], tmp_path: Path
) -> None:
    claim_id, place, certificate = real[kind]
    text = certify.seal(certificate, draft.CHECKERS)
    changed = text.replace(certificate.statement[:9], certificate.statement[:8] + "~", 1)
    for damaged, reason in ((changed, "altered"), ("", "empty"), (text[: len(text) // 2], "not"),
                            (text + text, "not"), (text.replace(":", ": ", 1), "not canonical"),
                            (text[:-1], "not canonical")):
        assert verdict(tmp_path, claim_id, place, damaged).startswith(reason)


def test_certificates_under_other_names_are_foreign(tmp_path: Path) -> None:
    text = certify.seal(made("B025", 0), draft.CHECKERS)
    for claim_id, place in (("B026", 0), ("B025", 1), ("B025", 7), ("F009", 0)):
        assert "foreign" in verdict(tmp_path, claim_id, place, text) or "kind" in verdict(
            tmp_path, claim_id, place, text)
    for name in ("notes", "B025-01", "B025-0", "B025-\N{ARABIC-INDIC DIGIT ONE}", "B025-1.json\n"):
        (tmp_path / f"{name}.json").write_text(text)
    checked, missing = store.recheck_all(tmp_path, 1)
    assert len(checked) == 5 and "B025" in missing
    assert all(item.reason.startswith("foreign") for item in checked)


def test_what_is_no_plain_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    """A pipe gives nothing and a device everything; both would keep whoever reads them."""
    os.mkfifo(tmp_path / "B025-1.json")
    (tmp_path / "B025-2.json").symlink_to("/dev/zero")
    (tmp_path / "B026-1.json").mkdir()
    (tmp_path / "B026-2.json").symlink_to("B026-2.json")
    (tmp_path / "B026-3.json").symlink_to("nothing")
    for item in store.recheck_all(tmp_path, 1)[0]:
        assert item.reason.startswith("unreadable: "), item
        with pytest.raises(certify.CertificateError) as caught:
            certify.read(tmp_path / item.file)
        assert caught.value.reason is certify.Reason.UNREADABLE


# --- changed rules ----------------------------------------------------------------------------


@pytest.fixture
def own_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Let the variants be read from a copy that a test may change."""
    copy = tmp_path / "variants"
    shutil.copytree(variants.BUILT_IN, copy)
    monkeypatch.setattr(variants, "BUILT_IN", copy)
    variants.ids.cache_clear()
    yield copy
    variants.ids.cache_clear()


@pytest.mark.parametrize(
    ("claim_id", "place", "file", "old", "new"),
    [
        ("B025", 0, "gooseberry-3", 'toward = "right"', 'toward = "left"'),
        ("B025", 1, "gooseberry-3", 'weights = "rising"', "weights = [1, 2, 1]"),
        ("B004", 4, "gooseberry-3", "jokers = 1", "jokers = 2"),
        ("B007", 0, "gooseberry-3", '["naturals", "jokers"]', '["any"]'),
        ("J003", 1, "trump-fool", '["led suit", "any"]', '["led suit", "trumps", "any"]'),
        ("F052", 0, "rams", "dealer_adds = 5", "dealer_adds = 6"),
        ("J008", 0, "trump-fool", '{ kind = "fewest again" }', '{ kind = "tricks" }'),
    ],
)
def test_a_changed_clause_makes_a_certificate_foreign(
    claim_id: str, place: int, file: str, old: str, new: str, own_variants: Path, tmp_path: Path
) -> None:
    text = certify.seal(made(claim_id, place), draft.CHECKERS)
    out = tmp_path / "certificates"
    out.mkdir()
    assert verdict(out, claim_id, place, text) == ""
    path = own_variants / f"{file}.toml"
    rules = path.read_text()
    assert old in rules
    path.write_text(rules.replace(old, new))
    assert verdict(out, claim_id, place, text)


# --- writing ----------------------------------------------------------------------------------


def test_a_subset_is_written_and_accepted(tmp_path: Path) -> None:
    chosen = select(("B025", "B012", "K010", "J014", "F058", "F040", "F009"))
    results = [settled(claim, store_effort()) for claim in chosen]
    done = store.write_all(results, tmp_path, 1)
    assert [item.claim_id for item in done if item.problem] == []
    assert {item.claim_id for item in done} == {c.id for c in chosen} - {"F009"}
    checked, missing = store.recheck_all(tmp_path, 1)
    assert [item for item in checked if item.reason] == []
    assert len(checked) == sum(len(item.files) for item in done)
    assert "B026" in missing and "F009" not in missing
    (tmp_path / done[0].files[0]).unlink()
    assert done[0].files[0] in store.recheck_all(tmp_path, 1)[1]


def store_effort() -> Any:
    """Return the usual effort."""
    from proofs.registry import Effort

    return Effort()


def test_a_finding_with_other_numbers_gets_no_certificate(tmp_path: Path) -> None:
    """The certificate counts for itself; where the finding differs, both are reported."""
    claim = claims()["B011"]
    finding = Finding(Verdict.HOLDS, "", details={"33 (table)": {"without one winner": 7}})
    (done,) = store.write_all([Settled(claim, "winners", finding)], tmp_path, 1)
    assert "against 7" in done.problem or done.problem


def test_commands(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "certificates"
    result = run("verify", "K010", "J014", "--certificates", str(out), "--jobs", "1")
    assert result.exit_code == 0
    assert f"certified: 2 of 2 settled claims, 3 certificates in {out}" in result.output
    result = run("recheck", str(out), "--jobs", "1")
    assert result.exit_code == 0
    assert "3 accepted, 0 refused" in result.output
    path = out / "J014-1.json"
    path.write_text(path.read_text().replace("8", "9", 1))
    result = run("recheck", str(out), "--jobs", "1", "--json")
    assert result.exit_code == 1
    data = json.loads(result.output)
    assert (data["accepted"], data["refused"]) == (2, 1)
    bad = [c for c in data["certificates"] if c["reason"]]
    assert bad[0]["file"] == "J014-1.json" and bad[0]["reason"].startswith("altered")
    result = run("recheck", str(tmp_path / "nothing"))
    assert result.exit_code == 2


# --- terms ------------------------------------------------------------------------------------


def test_terms_mean_what_the_rules_mean() -> None:
    """On triples of the pack the written term has the value of the rule itself."""
    variant = load("G3")
    view = list(variant.view("").values())
    cards = [dict(zip(c._fields, c, strict=True)) for c in view]
    trick = [seen(at(var("x"), i)) for i in range(3)]
    for place, term in enumerate(variant.wins(TERMS, trick)):
        shown = written(term)
        for numbers in ((0, 9, 20), (1, 2, 3), (5, 32, 8), (30, 17, 4), (12, 13, 25)):
            scope = {"x": [cards[i] for i in numbers]}
            got = evaluate(shown, scope, [10_000])
            assert got == variant.wins(PLAIN, [view[i] for i in numbers])[place]


def test_sizes_of_domains_are_those_of_their_members() -> None:
    for domain in ({"kind": "splits", "total": 5, "parts": 3},
                   {"kind": "product", "values": {"a": [1, 2], "b": [1, 2, 3]}},
                   {"kind": "subsets", "items": [1, 2, 3, 4], "size": 2},
                   {"kind": "multisets", "items": [1, 2, 3, 4], "size": 2},
                   {"kind": "arrangements", "items": [1, 2, 3, 4], "size": 2},
                   {"kind": "tuples", "items": [1, 2, 3], "size": 2},
                   {"kind": "tuples", "items": [], "size": 0}):
        assert size_of(domain) == sum(1 for _ in count.members(domain))


def test_a_false_calculation_is_not_sealed() -> None:
    good = calc("2 + 2 = 4", eq(op("+", 2, 2), 4), variants=[load("G3")])
    certify.seal(good.certificate("B004"), draft.CHECKERS)
    bad = calc("2 + 2 = 5", eq(op("+", 2, 2), 5), variants=[load("G3")])
    with pytest.raises(certify.CertificateError):
        certify.seal(bad.certificate("B004"), draft.CHECKERS)
    foreign = replace(good, statement="2 + 2 is four")
    with pytest.raises(certify.CertificateError):
        expected = foreign.expected("B004", good.certificate("B004"))
        certify.recheck(certify.seal(good.certificate("B004"), draft.CHECKERS), expected,
                        draft.CHECKERS)


# --- the checkers that ask the referee ----------------------------------------------------------

REPLAYS = sorted(Path(witness.__file__).parent.glob("[a-z]*.py"))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name)
def test_a_replaying_checker_shares_nothing_with_producers(path: Path) -> None:
    """It imports the standard library, the referee's side of solver, and other checkers."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        for name in names:
            top = name.partition(".")[0]
            own = name.startswith("proofs.checkers.")
            assert own or top == "solver" or top in sys.stdlib_module_names
            assert "search" not in name and "kernel" not in name and "strategy" not in name


@pytest.mark.parametrize("name", ["hearts", "skat-suit", "trump-fool-points"])
def test_a_game_is_told_apart_by_its_captures_where_cards_count(name: str) -> None:
    for position in endings(name, 4, 4):
        for wants, relation in (("most", MOST), ("least", LEAST)):
            goal = Goal(frozenset({0}), "raw", relation)
            assert game.Solver(0, wants, "raw").value(position) == solve(position, goal).value


def test_older_certificates_go_when_the_new_ones_stand_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes, older = tmp_path / "B025-notes.json", tmp_path / "B025-9.json"
    for path in (notes, older):
        path.write_text("mine")
    results = [settled(claim, store_effort()) for claim in select(("B025",))]

    def full(path: Path, text: str) -> None:
        raise BadInput(f"{path}: no space left on device.")

    with monkeypatch.context() as patch:
        patch.setattr(store, "write_atomically", full)
        (done,) = store.write_all(results, tmp_path, 1)
    assert "no space" in done.problem and not done.files and older.exists()
    (done,) = store.write_all(results, tmp_path, 1)
    assert not done.problem and notes.exists() and not older.exists()
