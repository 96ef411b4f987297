"""Drafts of certificates: cheap to make from the rules, completed only to be written.

A draft knows what its certificate must be about (statement, digests, claim), so that whoever
rechecks compares a certificate with the draft made afresh from the variant files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from proofs import certify
from proofs.checkers.by_referee import game, sample, walk, witness
from proofs.checkers.payload import Refused
from solver import notation

if TYPE_CHECKING:
    from proofs.claim import Claim, Finding
    from solver.variant import Variant

PRODUCER = "foolproof verify --certificates"
GROUPS = ("counting", "counting_foster", "playability", "playability_more", "winners",
          "winners_packs", "winners_highest", "scores", "scores_rounds", "scores_more", "pools",
          "pools_loo", "rest", "definitions", "strategy")


NULL = "null"  # in a frame: null itself, where None asks for nothing


class NoDraft(Exception):
    """Signal that a claim has no certificate; the text says why."""


class Disagreement(Exception):
    """Signal that a certificate's numbers are not those of the finding."""


@dataclass(frozen=True)
class Draft:
    """What a certificate will state, of what kind it is, and how its payload is made.

    `statement` may name fields of the payload's claim in braces. `frame` is what the claim must
    contain; `complete` returns the payload; `cnf` the DIMACS text where there is one.
    """

    kind: str
    statement: str
    variants: Sequence[Variant]
    complete: Callable[[], dict[str, Any]]
    frame: Any = None
    cnf: Callable[[], str] | None = None
    agrees: Any = field(default=None)

    def digests(self, cnf: str | None) -> certify.Digests:
        """Return the digests of the rules that the certificate is about."""
        rules = [v.digest for v in self.variants]
        options = [[v.name, v.players, certify.canonical(dict(v.settings))]
                   for v in self.variants]
        return certify.Digests(certify.digest(rules), certify.digest(options), cnf)

    def certificate(self, claim_id: str) -> certify.Certificate:
        """Return the finished certificate."""
        payload = self.complete()
        cnf = certify.sha256(payload["dimacs"]) if "dimacs" in payload else None
        about: Any = payload.get("claim")
        if self.agrees is not None and about["count"] != self.agrees:
            raise Disagreement(f"{self.statement}: {about['count']} against {self.agrees}")
        if not contains(about, self.frame):
            raise Disagreement(f"not so: {self.statement}")
        if not self.keeps_rules(about):
            raise Disagreement(f"an example is under other rules: {self.statement}")
        return certify.Certificate(self.kind, claim_id, self.words(about), self.digests(cnf),
                                   PRODUCER, payload)

    def words(self, about: Any) -> str:
        """Return the statement with the claim's numbers filled in."""
        return self.statement.format(**about) if isinstance(about, dict) else self.statement

    def keeps_rules(self, about: Any) -> bool:
        """Tell whether the examples, whose positions no frame pins down, are under the rules."""
        if self.kind != "witness":
            return True
        rules = {v.digest for v in self.variants}
        return all(notation.read(str(case["position"]))[0].variant.digest in rules
                   for case in about["cases"])

    def expected(self, claim_id: str, found: certify.Certificate) -> certify.Expected:
        """Return what a certificate must be about; raise CertificateError for another claim."""
        about = found.payload.get("claim")
        if not contains(about, self.frame):
            raise certify.CertificateError(certify.Reason.FOREIGN,
                                           "its claim is not what the rules as they stand give")
        if not self.keeps_rules(about):
            raise certify.CertificateError(certify.Reason.FOREIGN,
                                           "an example is under rules that are not the claim's")
        try:
            statement = self.words(about)
        except (LookupError, ValueError, TypeError, AttributeError) as error:
            raise certify.CertificateError(certify.Reason.FOREIGN, str(error)) from None
        cnf = certify.sha256(self.cnf()) if self.cnf else None
        return certify.Expected(claim_id, self.kind, statement, self.digests(cnf))


def contains(value: Any, frame: Any) -> bool:
    """Tell whether a value has all that a frame asks for: fields of objects, places of lists."""
    if isinstance(frame, dict):
        return isinstance(value, dict) and all(
            k in value and contains(value[k], v) for k, v in frame.items())
    if isinstance(frame, list | tuple):
        return isinstance(value, list | tuple) and len(value) == len(frame) and all(
            map(contains, value, frame))
    if frame == NULL:
        return value is None
    return frame is None or (value == frame and isinstance(value, bool) == isinstance(frame, bool))


Certifier = Callable[["Claim", "Finding | None"], list[Draft]]
_CERTIFIERS: dict[str, Certifier] = {}


def certifies(*ids: str) -> Callable[[Certifier], Certifier]:
    """Register a function that drafts the certificates of claims."""

    def register(function: Certifier) -> Certifier:
        for claim_id in ids:
            if claim_id in _CERTIFIERS:
                raise ValueError(f"two functions certify {claim_id}")
            _CERTIFIERS[claim_id] = function
        return function

    return register


def load_groups() -> None:
    """Import every module of certificates."""
    for name in GROUPS:
        import_module(f"proofs.certificates.{name}")


def drafts(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Return the drafts of a claim; raise NoDraft where there are none."""
    load_groups()
    if claim.id not in _CERTIFIERS:
        raise NoDraft("no certificate has been devised for it")
    return _CERTIFIERS[claim.id](claim, finding)


def _runner(check: Callable[[Any], None]) -> certify.Checker:
    def run(certificate: certify.Certificate) -> None:
        if certificate.digests.cnf is not None:
            raise certify.CertificateError(certify.Reason.FOREIGN, "this kind has no CNF")
        try:
            check(certificate.payload)
        except Refused as error:
            word, detail = (*error.args, "", "")[:2]
            reason = certify.REASONS.get(word, certify.Reason.NOT_PROVED)
            raise certify.CertificateError(reason, str(detail)) from None

    return run


# All kinds of certificate: the format's own, and those that ask the referee.
CHECKERS: certify.Checkers = {
    **certify.CHECKERS,
    "witness": ("witness", _runner(witness.check)),
    "text": ("witness", _runner(witness.check)),
    "walk": ("walk", _runner(walk.check)),
    "strategy": ("game", _runner(game.check)),
    "sample": ("sample", _runner(sample.check)),
}
