"""Write certificates and recheck them.

A certificate is canonical JSON: what is claimed, about which variant, options and CNF (by digest),
and a payload from which one small checker can establish the claim without trusting its producer.
The format is described in docs/certificates.md.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from solver.errors import BadInput
from solver.files import write_atomically

from .checkers import arithmetic, count, lrat, ties
from .checkers.payload import Refused

FORMAT = 1
MAX_BYTES = 256 * 1024 * 1024
MAX_DEPTH = 64
FIELDS = {"checker", "claim_id", "digests", "format", "kind", "payload", "producer", "sha256",
          "statement"}
DIGESTS = {"cnf", "options", "variant"}
HEX64 = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Reason(StrEnum):
    """Name why a certificate is refused."""

    UNREADABLE = "unreadable"  # the file cannot be read
    UNWRITABLE = "unwritable"  # the file cannot be written
    TOO_LARGE = "too large"  # the text, its nesting or its claim exceeds a limit
    NOT_JSON = "not JSON"
    NOT_CANONICAL = "not canonical"  # JSON, but not in the one form that is written
    WRONG_TYPE = "wrong type"
    MISSING_FIELD = "missing field"
    EXTRA_FIELD = "extra field"
    WRONG_KIND = "wrong kind"  # an unknown kind, or a kind given to another kind's checker
    ALTERED = "altered"  # the text does not have the digest it states
    FOREIGN = "foreign"  # sound perhaps, but about something else than expected
    EMPTY = "empty"
    TRUNCATED = "truncated"
    REORDERED = "reordered"
    MALFORMED = "malformed"
    NOT_PROVED = "not proved"  # the payload does not establish its claim


class CertificateError(Exception):
    """Signal a refused certificate, with its reason and the particulars in words."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True)
class Digests:
    """Hold the SHA-256 digests (hex) of what a claim is about; `cnf` only where there is one."""

    variant: str
    options: str
    cnf: str | None = None


@dataclass(frozen=True)
class Certificate:
    """Hold one certificate; see the module's description.

    `checker` and `sha256` are filled in by sealing and are known of every certificate read.
    """

    kind: str
    claim_id: str
    statement: str
    digests: Digests
    producer: str
    payload: Mapping[str, Any]
    checker: str = field(default="", compare=False)
    sha256: str = field(default="", compare=False)


@dataclass(frozen=True)
class Expected:
    """Hold what a certificate must be about; a field left None is not compared.

    `claim` is compared with the payload's claim, so that a sound certificate of another claim is
    refused. It is what binds a statement in words to what was checked.
    """

    claim_id: str | None = None
    kind: str | None = None
    statement: str | None = None
    digests: Digests | None = None
    claim: Any = None


# How the checkers' one-word reasons read from outside; any other is `not proved`.
REASONS = {
    "empty": Reason.EMPTY, "truncated": Reason.TRUNCATED, "order": Reason.REORDERED,
    "malformed": Reason.MALFORMED, "type": Reason.WRONG_TYPE, "field": Reason.MALFORMED,
    "large": Reason.TOO_LARGE,
}

Checker = Callable[[Certificate], None]
Checkers = Mapping[str, tuple[str, Checker]]


def check_lrat(certificate: Certificate) -> None:
    """Check a payload of a CNF (DIMACS) and its LRAT refutation."""
    payload = certificate.payload
    _require_fields(payload, {"dimacs", "lrat"}, "payload")
    for name in ("dimacs", "lrat"):
        if not isinstance(payload[name], str):
            raise CertificateError(Reason.WRONG_TYPE, f"payload.{name} is not text")
    if sha256(payload["dimacs"]) != certificate.digests.cnf:
        raise CertificateError(Reason.FOREIGN, "digests.cnf is not that of the payload's CNF")
    _run(lambda: lrat.check(payload["dimacs"], payload["lrat"]))


def check_arithmetic(certificate: Certificate) -> None:
    """Check a payload about linear scores."""
    _require_no_cnf(certificate)
    _run(lambda: arithmetic.check(certificate.payload))


def check_ties(certificate: Certificate) -> None:
    """Check a payload about tied scores."""
    _require_no_cnf(certificate)
    _run(lambda: ties.check(certificate.payload))


def check_count(certificate: Certificate) -> None:
    """Check a payload that counts a finite domain."""
    _require_no_cnf(certificate)
    _run(lambda: count.check(certificate.payload))


# The kinds this package can recheck: the checker's name in the certificate, and how to run it.
CHECKERS: Checkers = {
    "lrat": ("lrat", check_lrat),
    "arithmetic": ("arithmetic", check_arithmetic),
    "ties": ("ties", check_ties),
    "count": ("count", check_count),
}


def sha256(text: str) -> str:
    """Return the hex SHA-256 digest of a text's UTF-8 form."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def canonical(value: Any) -> str:
    """Return the one JSON text a value is written as: ASCII, sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(value: Any) -> str:
    """Return the SHA-256 digest of a JSON value, such as a variant or its options."""
    return sha256(canonical(value))


def seal(certificate: Certificate, checkers: Checkers = CHECKERS) -> str:
    """Return the certificate as text, after having checked it."""
    if certificate.kind not in checkers:
        raise CertificateError(Reason.WRONG_KIND, f"no checker for kind {certificate.kind!r}")
    digests = certificate.digests
    body: dict[str, Any] = {
        "checker": checkers[certificate.kind][0],
        "claim_id": certificate.claim_id,
        "digests": {"cnf": digests.cnf, "options": digests.options, "variant": digests.variant},
        "format": FORMAT,
        "kind": certificate.kind,
        "payload": certificate.payload,
        "producer": certificate.producer,
        "statement": certificate.statement,
    }
    try:
        text = canonical({**body, "sha256": digest(body)}) + "\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise CertificateError(Reason.WRONG_TYPE, f"not fit for JSON: {error}"[:200]) from None
    recheck(text, checkers=checkers)
    return text


def write(path: Path, certificate: Certificate,
          checkers: Checkers = CHECKERS) -> Certificate:
    """Write a certificate that checks, whole or not at all; return it as read back."""
    text = seal(certificate, checkers)
    try:
        write_atomically(path, text)
    except BadInput as error:
        raise CertificateError(Reason.UNWRITABLE, str(error)) from None
    return parse(text)


def read(path: Path, expected: Expected | None = None,
         checkers: Checkers = CHECKERS) -> Certificate:
    """Return the certificate in a file after rechecking it, or raise CertificateError."""
    return recheck(content(path), expected, checkers)


def content(path: Path) -> bytes:
    """Return what is in a certificate's file; refuse pipes and devices, which may never end."""
    try:
        if path.exists() and not path.is_file():
            raise CertificateError(Reason.UNREADABLE, "it is no plain file")
        if path.stat().st_size > MAX_BYTES:
            raise CertificateError(Reason.TOO_LARGE, "the file exceeds the size limit")
        return path.read_bytes()
    except OSError as error:
        raise CertificateError(Reason.UNREADABLE, error.strerror or "") from None
    except ValueError as error:
        raise CertificateError(Reason.UNREADABLE, str(error)) from None


def recheck(data: str | bytes, expected: Expected | None = None,
            checkers: Checkers = CHECKERS) -> Certificate:
    """Return the certificate in a text after rechecking it, or raise CertificateError."""
    try:
        certificate = parse(data)
        if certificate.kind not in checkers:
            raise CertificateError(Reason.WRONG_KIND, f"no checker for {certificate.kind[:40]!r}")
        name, checker = checkers[certificate.kind]
        if certificate.checker != name:
            raise CertificateError(Reason.WRONG_KIND, "the named checker is for another kind")
        if expected is not None:
            _compare(certificate, expected)
        checker(certificate)
    except CertificateError:
        raise
    except (RecursionError, MemoryError):
        raise CertificateError(Reason.TOO_LARGE, "checking exhausts the machine") from None
    except Exception as error:  # whatever a garbled payload trips must still end in a refusal
        raise CertificateError(Reason.MALFORMED, type(error).__name__) from error
    return certificate


def parse(data: str | bytes) -> Certificate:
    """Return the certificate in a text; its form and digest are checked, its claim is not."""
    value = _load(data)
    _require_fields(value, FIELDS, "certificate")
    _require_fields(value["digests"], DIGESTS, "digests")
    for name in ("checker", "claim_id", "kind", "producer", "sha256", "statement"):
        if not isinstance(value[name], str):
            raise CertificateError(Reason.WRONG_TYPE, f"{name} is not text")
        if not value[name].strip():
            raise CertificateError(Reason.EMPTY, f"{name} is empty")
    if type(value["format"]) is not int or value["format"] != FORMAT:
        raise CertificateError(Reason.WRONG_TYPE, f"format is not {FORMAT}")
    if not isinstance(value["payload"], dict):
        raise CertificateError(Reason.WRONG_TYPE, "payload is not an object")
    if not value["payload"]:
        raise CertificateError(Reason.EMPTY, "payload is empty")
    body = {name: item for name, item in value.items() if name != "sha256"}
    if digest(body) != value["sha256"]:
        raise CertificateError(Reason.ALTERED, "the contents do not have the stated sha256")
    return Certificate(value["kind"], value["claim_id"], value["statement"],
                       _read_digests(value["digests"]), value["producer"], value["payload"],
                       value["checker"], value["sha256"])


def _load(data: str | bytes) -> Any:
    """Return the JSON value of a canonical text."""
    if len(data) > MAX_BYTES:
        raise CertificateError(Reason.TOO_LARGE, "the text exceeds the size limit")
    try:
        text = data.decode("ascii") if isinstance(data, bytes) else data
        if not text.strip():
            raise CertificateError(Reason.EMPTY, "there is no text")
        value = json.loads(text, parse_float=_refuse_number, parse_constant=_refuse_number,
                           object_pairs_hook=_unique)
        _require_shallow(value)
        same = canonical(value) + "\n" == text
    except RecursionError:
        raise CertificateError(Reason.TOO_LARGE, "the text nests too deep") from None
    except ValueError as error:
        raise CertificateError(Reason.NOT_JSON, str(error)[:200]) from None
    if not same:
        raise CertificateError(Reason.NOT_CANONICAL, "the text is not in canonical form")
    return value


def _refuse_number(text: str) -> Any:
    """Refuse a number that is no integer: it may not survive being read and written."""
    raise CertificateError(Reason.WRONG_TYPE, f"{text[:40]} is not an integer")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these fields, refusing a field given twice."""
    value = dict(pairs)
    if len(value) < len(pairs):
        raise CertificateError(Reason.NOT_CANONICAL, "an object has a field twice")
    return value


def _require_shallow(value: Any) -> None:
    """Refuse nesting beyond the limit, without recursion."""
    layer, depth = [value], 0
    while layer:
        depth += 1
        if depth > MAX_DEPTH:
            raise CertificateError(Reason.TOO_LARGE, "the text nests too deep")
        inner = [x for x in layer if isinstance(x, dict | list)]
        layer = [y for x in inner for y in (x.values() if isinstance(x, dict) else x)]


def _require_fields(value: Any, names: set[str], where: str) -> None:
    """Refuse anything but an object with just these fields."""
    if not isinstance(value, dict):
        raise CertificateError(Reason.WRONG_TYPE, f"the {where} is not an object")
    if missing := names - value.keys():
        raise CertificateError(Reason.MISSING_FIELD, f"{where}: {', '.join(sorted(missing))}")
    if extra := value.keys() - names:
        raise CertificateError(Reason.EXTRA_FIELD, f"{where}: {', '.join(sorted(extra))[:200]}")


def _read_digests(value: dict[str, Any]) -> Digests:
    """Return the digests, refusing any that is not 64 hex digits; only `cnf` may be null."""
    for name, item in value.items():
        if item is None and name == "cnf":
            continue
        if not isinstance(item, str) or not HEX64.fullmatch(item):
            raise CertificateError(Reason.WRONG_TYPE, f"digests.{name} is not a SHA-256 digest")
    return Digests(value["variant"], value["options"], value["cnf"])


def _require_no_cnf(certificate: Certificate) -> None:
    """Refuse a CNF digest where the payload has no CNF to compare it with."""
    if certificate.digests.cnf is not None:
        raise CertificateError(Reason.FOREIGN, "digests.cnf names a CNF this kind does not have")


def _compare(certificate: Certificate, expected: Expected) -> None:
    """Refuse a certificate that is about something else than expected."""
    for name in ("claim_id", "kind", "statement", "digests"):
        want = getattr(expected, name)
        if want is not None and want != getattr(certificate, name):
            reason = Reason.WRONG_KIND if name == "kind" else Reason.FOREIGN
            raise CertificateError(reason, f"{name} is not the expected one")
    if expected.claim is None:
        return
    if canonical(certificate.payload.get("claim")) != canonical(expected.claim):
        raise CertificateError(Reason.FOREIGN, "the claim is not the expected one")


def _run(check: Callable[[], None]) -> None:
    """Run a checker, turning its refusal into a CertificateError."""
    try:
        check()
    except Refused as error:
        word, detail = (*error.args, "", "")[:2]
        raise CertificateError(REASONS.get(word, Reason.NOT_PROVED), str(detail)) from None
