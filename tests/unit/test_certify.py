"""Test that sound certificates pass and that nothing else does."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofs.certify import (
    CHECKERS,
    Certificate,
    CertificateError,
    Expected,
    Reason,
    canonical,
    read,
    recheck,
    seal,
    write,
)
from tests.common import tampered as corpus

GOOD = corpus.good()
TEXTS = {name: seal(item) for name, item in GOOD.items()}
TAMPERED = corpus.tampered()


@pytest.mark.parametrize("name", GOOD)
def test_good_certificate_passes(name: str, tmp_path: Path) -> None:
    """A sound certificate is the same after writing and reading."""
    path = tmp_path / "certificate.json"
    written = write(path, GOOD[name])
    claim = GOOD[name].payload.get("claim")
    again = read(path, Expected(GOOD[name].claim_id, GOOD[name].kind, GOOD[name].statement,
                                GOOD[name].digests, claim))
    assert again == GOOD[name] == written
    assert again.sha256 == written.sha256 == json.loads(path.read_text())["sha256"]
    assert list(tmp_path.iterdir()) == [path]


def test_sealing_is_deterministic() -> None:
    """The same certificate always gives the same text."""
    assert {name: seal(item) for name, item in corpus.good().items()} == TEXTS


def test_corpus_is_large_and_distinct() -> None:
    """The corpus holds many different texts for every kind of refusal it can show."""
    assert len(TAMPERED) >= 100
    assert len({(item.text, item.expected) for item in TAMPERED if not item.expected}) > 100
    shown = {item.reason for item in TAMPERED}
    assert shown == set(Reason) - {Reason.UNREADABLE, Reason.UNWRITABLE}


@pytest.mark.parametrize("item", TAMPERED, ids=lambda item: item.name)
def test_tampered_certificate_is_refused(item: corpus.Tampered) -> None:
    """A tampered certificate is refused for the right reason."""
    with pytest.raises(CertificateError) as caught:
        recheck(item.text, item.expected)
    assert caught.value.reason == item.reason, caught.value
    assert caught.value.detail


def test_unsound_certificate_is_not_written(tmp_path: Path) -> None:
    """Writing checks first and leaves nothing behind, nor harms what was there."""
    path = tmp_path / "certificate.json"
    write(path, GOOD["count"])
    before = path.read_text()
    payload = json.loads(canonical(GOOD["count"].payload))
    payload["claim"]["count"] += 1
    with pytest.raises(CertificateError):
        write(path, replace(GOOD["count"], payload=payload))
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]


def test_payload_beyond_json_is_refused() -> None:
    """A payload that JSON cannot hold is refused, not passed on to the writer."""
    for item in (float("inf"), {1, 2}, 0.5):
        with pytest.raises(CertificateError) as caught:
            seal(replace(GOOD["count"], payload={"claim": item}))
        assert caught.value.reason == Reason.WRONG_TYPE


def test_failed_write_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that fails at the end removes its temporary file."""
    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("solver.files.os.replace", fail)
    with pytest.raises(CertificateError, match="can't be written") as caught:
        write(tmp_path / "certificate.json", GOOD["count"])
    assert caught.value.reason == Reason.UNWRITABLE
    assert list(tmp_path.iterdir()) == []


def test_unreadable_file_is_refused(tmp_path: Path) -> None:
    """A missing file and a directory are refused like any bad certificate."""
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(CertificateError) as caught:
            read(path)
        assert caught.value.reason == Reason.UNREADABLE


def test_large_text_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A text beyond the limit is not even parsed."""
    path = tmp_path / "certificate.json"
    write(path, GOOD["count"])
    monkeypatch.setattr("proofs.certify.MAX_BYTES", 100)
    with pytest.raises(CertificateError) as caught:
        recheck(path.read_bytes())
    assert caught.value.reason == Reason.TOO_LARGE
    with pytest.raises(CertificateError) as caught:
        read(path)
    assert caught.value.reason == Reason.TOO_LARGE


def test_caller_can_add_a_kind() -> None:
    """A registered kind is checked by its own function, whose every error is a refusal."""
    def replay(certificate: Certificate) -> None:
        if certificate.payload["moves"] != [1, 2]:
            raise KeyError("moves")

    checkers = {**CHECKERS, "witness": ("witness", replay)}
    item = corpus.certificate("witness", "w", {"moves": [1, 2]})
    text = seal(item, checkers)
    assert recheck(text, checkers=checkers) == item
    with pytest.raises(CertificateError) as caught:
        recheck(text)
    assert caught.value.reason == Reason.WRONG_KIND
    with pytest.raises(CertificateError) as caught:
        seal(replace(item, payload={"moves": []}), checkers)
    assert caught.value.reason == Reason.MALFORMED


def refused_or_known(text: str | bytes) -> None:
    """Assert that a text is refused with the one error class, or is a known good one."""
    try:
        assert recheck(text).kind in CHECKERS
    except CertificateError:
        return


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
@settings(max_examples=300)
def test_garbage_is_refused(data: str | bytes) -> None:
    """Nothing but a CertificateError comes of garbage."""
    with pytest.raises(CertificateError):
        recheck(data)


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8),
              st.integers(-9, 9), st.floats(allow_nan=False, allow_infinity=False),
              st.sampled_from(["var", "+", "*", "%", "//", "at", "in", "get", "each", "distinct",
                               "pairs", "splits", "tuples", "subsets", "%9d", "t", "x"])),
    lambda inner: st.one_of(st.lists(inner, max_size=4),
                            st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_refused(value: Any) -> None:
    """Nothing but a CertificateError comes of JSON that is no certificate."""
    for text in (json.dumps(value), canonical(value) + "\n"):
        with pytest.raises(CertificateError):
            recheck(text)


@given(st.sampled_from(sorted(TEXTS)), st.integers(min_value=0), st.characters(), st.booleans())
@settings(max_examples=300)
def test_any_changed_character_is_refused(name: str, place: int, char: str, cut: bool) -> None:
    """No certificate survives the change or loss of a character."""
    text = TEXTS[name]
    place %= len(text)
    changed = text[:place] + ("" if cut else char) + text[place + 1 :]
    if changed != text:
        with pytest.raises(CertificateError):
            recheck(changed)


def paths(value: Any, prefix: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Return the paths of all items within a JSON value."""
    pairs: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    found = [prefix] if prefix else []
    for key, item in pairs:
        found.extend(paths(item, (*prefix, key)))
    return found


@given(st.sampled_from(sorted(TEXTS)), st.integers(min_value=0), JSON)
@settings(max_examples=600, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_resealed_garbage_within_payload_raises_only_the_one_error(
    name: str, pick: int, garbage: Any,
) -> None:
    """A payload with any item replaced is refused, or still sound: it never breaks a checker."""
    value = json.loads(TEXTS[name])
    places = paths(value["payload"])
    path = places[pick % len(places)]
    corpus._set("payload", *path, to=garbage)(value)
    refused_or_known(corpus.reseal(value))
