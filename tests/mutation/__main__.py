"""Try all mutants and count what became of them.

Run as `python -m tests.mutation [--log FILE] [WORD ...]`. Words choose mutants by the beginning
of their names (`trick.`, `gooseberry-3 `). With a log the work can be interrupted and taken up
again; mutants that survived are then tried anew.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from proofs.registry import claims
from tests.mutation.checks import all_checks
from tests.mutation.clauses import file_mutants
from tests.mutation.code import CodeMutant, code_mutants, learn_behaviour
from tests.mutation.trial import NOTICED, SURVIVES, Fate, Mutant, surveyed, trial


def all_mutants() -> list[Mutant]:
    """Return every mutant of the code and of the variant files."""
    return [*code_mutants(), *file_mutants()]


def fates(mutants: Sequence[Mutant], log: Path | None = None) -> dict[str, Fate]:
    """Try mutants against all checks; return what became of each by its name."""
    known = surveyed(all_checks())
    learn_behaviour()
    done: dict[str, Fate] = {}
    if log is not None and log.exists():
        rows = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
        done = {name: Fate(*fate) for name, *fate in rows if fate[0] != SURVIVES}
    todo = [mutant for mutant in mutants if mutant.name not in done]
    random.Random(1).shuffle(todo)  # so that a part of them is a fair sample
    for mutant in todo:
        fate = done[mutant.name] = trial(mutant, known)
        if log is not None:
            row = json.dumps([mutant.name, fate.verdict, fate.by, fate.how, fate.asked])
            with log.open("a", encoding="utf-8") as file:
                file.write(row + "\n")
    return {mutant.name: done[mutant.name] for mutant in mutants if mutant.name in done}


def table(mutants: Sequence[Mutant], found: dict[str, Fate]) -> str:
    """Return how many mutants of each module or section were noticed by what."""
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        fate = found[mutant.name]
        by = "a claim" if fate.by in claims() else "a test"
        word = f"noticed by {by}" if fate.verdict == NOTICED else fate.verdict
        counts.setdefault(_part(mutant), Counter()).update([word, "mutants"])
    heads = ["mutants", "noticed by a claim", "noticed by a test", "equivalent", "survives"]
    rows = [" | ".join(["", *heads]), "|".join(["---"] * 6)]
    for part, count in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        rows.append(" | ".join([part, *(str(count[head]) for head in heads)]))
    return "\n".join(rows)


def _part(mutant: Mutant) -> str:
    if isinstance(mutant, CodeMutant):
        return f"solver/rules/{mutant.module}.py"
    return f"[{mutant.name.split()[1].split('.')[0]}] of the files"


def main() -> None:
    """Try the mutants chosen, print a table and name the survivors."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--log", type=Path)
    parser.add_argument("words", nargs="*")
    asked = parser.parse_args()
    words = tuple(asked.words) or ("",)
    mutants = [mutant for mutant in all_mutants() if mutant.name.startswith(words)]
    found = fates(mutants, asked.log)
    print(table(mutants, found))
    for name, fate in found.items():
        if fate.verdict == SURVIVES:
            print(f"survives: {name}")


if __name__ == "__main__":
    main()
