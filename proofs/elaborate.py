"""Turn a DRUP refutation into a trimmed LRAT proof.

The input is what a SAT solver logs: added clauses, each following from the clauses alive at that
point by unit propagation (RUP), and deletions. The output names, for every lemma that the empty
clause really needs, the clauses that propagate to its conflict, so that a checker never has to
search.

The proof is walked backwards. Only lemmas marked as needed are propagated, and clauses already
marked ("near") are propagated to a fixpoint before an unmarked one ("far") is tried, which keeps
the marked set small.

Nothing here is trusted: a mistake can only make the LRAT checker refuse the result.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Clause = Sequence[int]


class ElaborationError(ValueError):
    """Signal that the DRUP text is malformed or that a needed lemma is not RUP."""


@dataclass(frozen=True)
class Elaboration:
    """Hold a trimmed LRAT proof and what it used.

    `core` lists the numbers (from 1) of the original clauses the refutation rests on.
    """

    lrat: str
    core: tuple[int, ...]
    lemmas: int
    hints: int


def elaborate(clauses: Sequence[Clause], drup: Iterable[str]) -> Elaboration:
    """Return a trimmed LRAT refutation of `clauses` made from the DRUP lines `drup`.

    Deletions are honoured first. Some solvers delete the clause that forces a unit without logging
    the unit; then a lemma may fail, and the whole pass is repeated with every clause kept alive.
    """
    lines = list(drup)
    collecting = gc.isenabled()
    gc.disable()  # the pass allocates millions of lists and no cycles
    try:
        try:
            return _Pass(clauses, lines, honour=True).run()
        except ElaborationError:
            return _Pass(clauses, lines, honour=False).run()
    finally:
        if collecting:
            gc.enable()


def parse_drup_line(line: str) -> tuple[bool, list[int]]:
    """Return (is deletion, literals) of one DRUP line."""
    words = line.split()
    delete = words[:1] == ["d"]
    try:
        numbers = [int(word) for word in words[delete:]]
    except ValueError:
        raise ElaborationError(f"not a DRUP line: {line[:80]!r}") from None
    if not numbers or numbers[-1] != 0 or 0 in numbers[:-1]:
        raise ElaborationError(f"DRUP line not ended by its only 0: {line[:80]!r}")
    return delete, numbers[:-1]


def _encode(clause: Iterable[int]) -> list[int]:
    """Return the clause without repeats, literal v as 2v and -v as 2v + 1."""
    return [2 * lit if lit > 0 else 1 - 2 * lit for lit in dict.fromkeys(clause)]


def _decode(lit: int) -> int:
    """Return the signed form of an encoded literal."""
    return -(lit >> 1) if lit & 1 else lit >> 1


class _Pass:
    """Run one backward pass over one proof.

    Clauses are numbered from 0, originals first. The two literals watched in a clause are its
    first two. Where a literal is falsified the clause is looked up in `near` or `far` under that
    literal; `binary` holds (other literal, clause) pairs for two-literal clauses.
    """

    def __init__(self, clauses: Sequence[Clause], lines: Sequence[str], honour: bool) -> None:
        self.original = len(clauses)
        self.lits = [_encode(clause) for clause in clauses]
        self.alive: list[bool] = []
        self.steps: list[int] = []  # clause number if added, its complement if deleted
        self._read(lines, honour)
        size = 2 * (max((max(c) for c in self.lits if c), default=2) // 2 + 1)
        self.false = [False] * size
        self.reason = [-1] * (size // 2)
        self.place = [0] * (size // 2)
        self.trail: list[int] = []
        self.near_head = self.far_head = self.binary_head = 0
        self.near: list[list[int]] = [[] for _ in range(size)]
        self.far: list[list[int]] = [[] for _ in range(size)]
        self.binary: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        self.marked = [False] * len(self.lits)
        self.hints: dict[int, list[int]] = {}

    def _read(self, lines: Sequence[str], honour: bool) -> None:
        """Fill `steps`, `lits` and `alive` from the lines up to the first empty clause."""
        known: defaultdict[frozenset[int], list[int]] = defaultdict(list)
        for number, clause in enumerate(self.lits):
            known[frozenset(clause)].append(number)
        self.alive = [not _is_tautology(clause) for clause in self.lits]
        for line in lines:
            delete, plain = parse_drup_line(line)
            clause = _encode(plain)
            if not delete:
                if not clause:
                    break
                known[frozenset(clause)].append(len(self.lits))
                self.steps.append(len(self.lits))
                self.alive.append(not _is_tautology(clause))
                self.lits.append(clause)
            elif honour and len(clause) > 1:  # dropping a unit never helps a RUP check
                numbers = known.get(frozenset(clause))
                if numbers and self.alive[numbers[-1]]:
                    number = numbers.pop()
                    self.alive[number] = False
                    self.steps.append(~number)
        self.steps.append(len(self.lits))
        self.lits.append([])
        self.alive.append(True)

    def run(self) -> Elaboration:
        """Return the elaborated proof."""
        empty = next((i for i, c in enumerate(self.lits) if not c), -1)
        if empty < self.original:
            self.hints[len(self.lits) - 1] = [empty]
            return self._write()
        # Units last and in order: then undoing one never undoes a unit that is still alive.
        alive = [i for i, clause in enumerate(self.lits) if clause and self.alive[i]]
        for number in sorted(alive, key=lambda i: (len(self.lits[i]) == 1, i)):
            self._attach(number)
        self.marked[self.steps[-1]] = True
        for step in reversed(self.steps):
            if step < 0:
                self.alive[~step] = True
                self._attach(~step)
                continue
            if not self.alive[step]:  # a tautology, never attached
                continue
            if self.lits[step]:
                self._detach(step)
            if self.marked[step]:
                self._check(step)
        return self._write()

    # -- clause database ---------------------------------------------------------------------

    def _attach(self, number: int) -> None:
        """Make a clause take part in propagation, under the present root assignment."""
        clause, false = self.lits[number], self.false
        if self.trail and len(clause) > 1:  # watch what is not false, else what fell last
            place = self.place
            clause.sort(key=lambda lit: -place[lit >> 1] if false[lit] else -len(false))
        self._watch(number)
        if false[clause[0]]:
            self._rewind(0)  # falsified at once: let propagation meet it
        elif not false[clause[0] ^ 1] and (len(clause) == 1 or false[clause[1]]):
            self._assign(clause[0], number)

    def _table(self, number: int) -> list[list[int]]:
        """Return the table a clause of three or more literals is watched in."""
        return self.near if self.marked[number] else self.far

    def _watch(self, number: int) -> None:
        """Enter the clause in the tables of its watched literals."""
        clause = self.lits[number]
        if len(clause) > 2:
            table = self._table(number)
            table[clause[0]].append(number)
            table[clause[1]].append(number)
        else:  # a unit counts as a binary clause with one literal twice
            self.binary[clause[0]].append((clause[-1], number))
            self.binary[clause[-1]].append((clause[0], number))

    def _unwatch(self, number: int) -> None:
        """Remove the clause from the tables of its watched literals."""
        clause = self.lits[number]
        if len(clause) > 2:
            table = self._table(number)
            table[clause[0]].remove(number)
            table[clause[1]].remove(number)
        else:
            self.binary[clause[0]].remove((clause[-1], number))
            self.binary[clause[-1]].remove((clause[0], number))

    def _detach(self, number: int) -> None:
        """Take a clause out of propagation, with every root literal that rests on it."""
        clause = self.lits[number]
        self._unwatch(number)
        for lit in clause[:2]:
            if self.false[lit ^ 1] and self.reason[lit >> 1] == number:
                self._undo(self.place[lit >> 1])

    def _mark(self, number: int) -> None:
        """Record that the refutation needs this clause."""
        if not self.marked[number]:
            self._unwatch(number)
            self.marked[number] = True
            self._watch(number)

    # -- assignment --------------------------------------------------------------------------

    def _assign(self, lit: int, reason: int) -> None:
        """Make a literal true."""
        self.false[lit ^ 1] = True
        self.reason[lit >> 1] = reason
        self.place[lit >> 1] = len(self.trail)
        self.trail.append(lit)

    def _undo(self, length: int) -> None:
        """Shorten the trail to `length` literals."""
        for lit in self.trail[length:]:
            self.false[lit ^ 1] = False
        del self.trail[length:]
        self._rewind(length)

    def _rewind(self, length: int) -> None:
        """Have propagation look again at every literal from place `length` on."""
        self.near_head = min(self.near_head, length)
        self.far_head = min(self.far_head, length)
        self.binary_head = min(self.binary_head, length)

    def _propagate(self) -> int:
        """Return the number of a falsified clause, or -1 at a fixpoint.

        This is where the time goes, hence one long function on local names.
        """
        lits, false, trail, reason, place = (
            self.lits, self.false, self.trail, self.reason, self.place
        )
        near, far, binary = self.near, self.far, self.binary
        near_head, far_head, binary_head = self.near_head, self.far_head, self.binary_head
        conflict = -1
        while conflict < 0:
            if binary_head < len(trail):
                for other, number in binary[trail[binary_head] ^ 1]:
                    if false[other]:
                        conflict = number
                        break
                    if not false[other ^ 1]:
                        false[other ^ 1] = True
                        reason[other >> 1] = number
                        place[other >> 1] = len(trail)
                        trail.append(other)
                else:
                    binary_head += 1
                continue
            if near_head < len(trail):
                gone, table = trail[near_head] ^ 1, near
                near_head += 1
            elif far_head < len(trail):
                gone, table = trail[far_head] ^ 1, far
                far_head += 1
            else:
                break
            watching = table[gone]
            if not watching:
                continue
            table[gone] = kept = []
            rest = iter(watching)
            for number in rest:
                clause = lits[number]
                other = clause[0]
                if other == gone:
                    other = clause[0] = clause[1]
                    clause[1] = gone
                if false[other ^ 1]:
                    kept.append(number)
                    continue
                for lit in clause:
                    if not false[lit] and lit != other:
                        clause[clause.index(lit)] = gone
                        clause[1] = lit
                        table[lit].append(number)
                        break
                else:
                    kept.append(number)
                    if false[other]:
                        conflict = number
                        kept.extend(rest)
                        break
                    false[other ^ 1] = True
                    reason[other >> 1] = number
                    place[other >> 1] = len(trail)
                    trail.append(other)
        self.near_head, self.far_head, self.binary_head = near_head, far_head, binary_head
        return conflict

    # -- lemmas ------------------------------------------------------------------------------

    def _check(self, number: int) -> None:
        """Find the hints of a needed lemma and mark the clauses they name."""
        hints = self._refute(self.lits[number])
        if hints is None:
            # A root literal may have lost its reason while another clause still forces it.
            self._rewind(0)
            hints = self._refute(self.lits[number])
        if hints is None:
            raise ElaborationError(f"lemma {number + 1 - self.original} is not RUP")
        self.hints[number] = hints
        for hint in hints:
            self._mark(hint)

    def _refute(self, lemma: Sequence[int]) -> list[int] | None:
        """Return the clauses that propagate the lemma's negation to a conflict, in order."""
        conflict = self._propagate()
        root = len(self.trail)
        contradictory = conflict >= 0
        true = [lit for lit in lemma if self.false[lit ^ 1]]
        if true:  # the clause that forced the first of them is the one to be falsified
            conflict = self.reason[min(true, key=lambda lit: self.place[lit >> 1]) >> 1]
        elif conflict < 0:
            for lit in lemma:
                if not self.false[lit]:
                    self._assign(lit ^ 1, -1)
            conflict = self._propagate()
        hints = self._explain(lemma, conflict) if conflict >= 0 else None
        self._undo(root)
        if contradictory:
            self._rewind(0)
        return hints

    def _explain(self, lemma: Sequence[int], last: int) -> list[int]:
        """Return the reasons behind the falsified clause `last` in assignment order, then it.

        The lemma's own literals need no reason, even those false without being assumed.
        """
        lits, reason = self.lits, self.reason
        seen = {lit >> 1 for lit in lemma}
        needed = []
        stack = [lit >> 1 for lit in lits[last]]
        while stack:
            var = stack.pop()
            if var not in seen:
                seen.add(var)
                needed.append(var)
                stack.extend([lit >> 1 for lit in lits[reason[var]]])
        needed.sort(key=self.place.__getitem__)
        return [reason[var] for var in needed] + [last]

    # -- output ------------------------------------------------------------------------------

    def _write(self) -> Elaboration:
        """Return the needed lemmas in their first order, numbered on from the originals."""
        name = {number: number + 1 for number in range(self.original)}
        rows: list[str] = []
        total = 0
        used: set[int] = set()
        for number in sorted(self.hints):
            name[number] = self.original + len(rows) + 1
            hints = self.hints[number]
            used.update(hints)
            total += len(hints)
            lemma = [_decode(lit) for lit in self.lits[number]]
            row = [name[number], *lemma, 0, *(name[hint] for hint in hints), 0]
            rows.append(" ".join(map(str, row)))
        core = tuple(sorted(name[number] for number in used if number < self.original))
        return Elaboration("\n".join(rows) + "\n", core, len(rows), total)


def _is_tautology(clause: Sequence[int]) -> bool:
    """Tell whether an encoded clause holds some literal and its negation."""
    return len({lit >> 1 for lit in clause}) < len(clause)
