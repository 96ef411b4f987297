"""Certificates for the claims about pools: the pool rules as linear forms and as terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from proofs.certificates.draft import Draft, certifies
from proofs.certificates.make import (
    calc,
    case,
    counted,
    details,
    eq,
    forall,
    interval,
    product,
    sampled,
    shown,
)
from proofs.certificates.make_scores import fixed, identity
from proofs.certificates.terms import TERMS, Form, as_scores, at, op, var
from proofs.claims.pools_rams import deals_up_to_order, divided, pool_section
from solver.match import new_match, next_deal, stake
from solver.rules.pool import Deal, general_lost, general_made, spoil_five
from solver.variant import Variant, load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proofs.claim import Claim, Finding

P, J, N = var("p"), var("j"), var("n")


def pool_form() -> Form:
    """Return the pool as a linear form in itself (the T of the certificate)."""
    return Form(0, [1])


def same(statement: str, variant: Variant, listed: Sequence[Any], equals: Sequence[Form | int]
         ) -> list[Draft]:
    """Draft for every pool that each of some numbers is the given form of the pool."""
    made = [x if isinstance(x, Form) else Form(int(x), [0]) for x in listed]
    out = []
    for i, (_, want) in enumerate(zip(made, equals, strict=True)):
        goal = want if isinstance(want, Form) else Form(want, [0])
        out.append(identity(f"{statement} ({i + 1} of {len(made)})", [variant], as_scores(made),
                            [int(j == i) for j in range(len(made))], [goal.constant, *goal.row]))
    return out


# --- Spoil Five -------------------------------------------------------------------------------


@certifies("F011")
def equal_deals(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the turns to deal, and the short session in which deals made differ."""
    out = []
    for n in range(2, 11):
        turns = [op("//", J + (n - 1 - i), n) for i in range(n)]
        ends = eq(J % n, 0)
        out.append(forall(f"{n} players: of j turns (to {6 * n}) all have had equally many just if "
                          f"the last was the seat's at the first dealer's right ({n} divides j; "
                          f"{n} more turns give each one more)", product(j=range(6 * n + 1)),
                          eq(TERMS.all(t == turns[0] for t in turns), ends), [load("S1", n)]))
    out.append(calc("two players, B misdeals and A deals: of two turns A has dealt one, B none",
                    op("<", op("-", 1, 1), op("-", 1, 0)), variants=[load("S1", 2)]))
    return out


@certifies("F012", "F013")
def pool_of_deal(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the stakes of the first deals, that an unwon pool stays, and the comparison."""
    out = []
    games = [("adds", "S1", 1), ("later", "S1", 0)]
    for word, game, first in games:
        for n in (2, 3, 5, 10):
            variant = load(game, n, {"S2": word})
            match = new_match(variant)
            for j in (1, 2, 3):
                match, position = next_deal(match, j)
                out.append(shown(f"reading '{word}', {n} players: deal {j} begins with a pool of "
                                 f"{n + j - 1 + first}", [variant],
                                 case(position, [], counters=n + j - 1 + first)))
                match = match._replace(fresh=False, dealer=(match.dealer + 1) % n)
    for n in (2, 3, 5):
        t = [at(var("t"), i) for i in range(n)]
        spoilt = spoil_five(TERMS, Deal(100, t, [True] * n, [""] * n, [False] * n, 0), {})
        out.append(counted(f"{n} players: nobody having three tricks the pool stays on all splits "
                           "but {count}", {"kind": "splits", "total": 5, "parts": n},
                           TERMS.all([op("max", *t) < 3, TERMS.no(eq(spoilt.pool, 100))]),
                           [load("S1", n)], 0))
    if claim.id == "F013":
        domain = product(n=range(2, 18), j=range(1, 40))
        all_pay = N * J
        one = (N - 1) * (J - 1)
        out.append(forall("n·j - (n + j) = (n - 1)(j - 1) - 1 and n·j - (n + j - 1) = "
                          "(n - 1)(j - 1), n to 17, j to 39", domain,
                          TERMS.all([eq(all_pay - (N + J), one - 1),
                                     eq(all_pay - (N + J - 1), one)]), [load("S1a")]))
        out.append(forall("larger than n + j just if (n - 1)(j - 1) > 1; smaller at j = 1; equal at"
                          " n = j = 2", domain, TERMS.all([
                              eq(all_pay > N + J, one > 1), eq(all_pay < N + J, J == 1),
                              eq(eq(all_pay, N + J), TERMS.all([N == 2, J == 2]))]),
                          [load("S1a")]))
        for n in (2, 5):
            variant = load("S1a", n)
            match = new_match(variant)
            for j in (1, 2, 3):
                match, position = next_deal(match, j)
                out.append(shown(f"all pay, {n} players: deal {j} begins with {n * j}", [variant],
                                 case(position, [], counters=n * j)))
                match = match._replace(fresh=False, dealer=(match.dealer + 1) % n)
    return out


@certifies("F035", "F036")
def one_fate(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify on all endings of two to five players that the pool has one fate."""
    out = []
    for n in (2, 3, 4):
        t = [at(var("t"), i) for i in range(n)]
        bars = [False, True]
        for going in ("", "go"):
            domain = product(t=[list(s) for s in _splits(n)],
                             **{f"b{i}": bars for i in range(n)})
            barred = [var(f"b{i}") for i in range(n)]
            calls = [going, *[""] * (n - 1)]
            done = spoil_five(TERMS, Deal(100, t, [True] * n, calls, barred, 0), {})
            takes = [op("<", paid, 0) for paid in done.paid]
            alone = TERMS.all([TERMS.count(takes) == 1, eq(done.pool, 0)])
            stays = TERMS.all([TERMS.count(takes) == 0, eq(done.pool, 100)])
            fair = TERMS.all(TERMS.no(TERMS.all([x, b]))
                             for x, b in zip(takes, barred, strict=True))
            balanced = eq(op("+", *done.paid), done.pool - 100)
            out.append(counted(
                f"{n} players{', seat A having gone on' if going else ''}: of {{size}} endings "
                "(every split of up to five tricks, every set of barred seats) {count} do not give "
                "the pool whole to one seat that is not barred, or leave it whole", domain,
                TERMS.no(TERMS.all([TERMS.any([alone, stays]), fair, balanced])), [load("S1", n)],
                0))
            everyone = spoil_five(TERMS, Deal(100, t, [True] * n, calls, [True] * n, 0), {})
            out.append(counted(f"{n} players, all barred: the pool is won in {{count}} of {{size}} "
                               "splits", {"kind": "splits", "total": 5, "parts": n},
                               everyone.won if everyone.won is not False else op("<", 1, 0),
                               [load("S1", n)], 0))
    return out


def _splits(n: int) -> list[tuple[int, ...]]:
    from proofs.splits import splits

    return [s for total in range(6) for s in splits(n, total)]


# --- Rams -------------------------------------------------------------------------------------


@certifies("F048", "F050")
def fives(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify what division does to every pool of 5q, and the other changes, for every q."""
    out = []
    for n in (3, 4, 5, 6):
        variant = load("R1", n)
        fine = int(pool_section(variant).fine)
        for taken, active in deals_up_to_order(variant):
            left = divided(TERMS, variant, 5 * var("q"), list(taken), list(active)).pool
            ramsed = sum(a and t == 0 for a, t in zip(active, taken, strict=True))
            out.append(forall(f"{n} players, tricks {list(taken)}, {sum(active)} playing: of 5q "
                              f"counters (q to 60) {fine * ramsed} are left, the fines",
                              product(q=range(1, 61)), eq(left, fine * ramsed), [variant]))
    variant = load("R1", 3)
    out.append(calc("stake, rams, and general fines are fives; twice 5q is 5(2q)",
                    *[eq(op("%", int(x), 5), 0) for x in (
                        pool_section(variant).dealer_adds, pool_section(variant).fine,
                        pool_section(variant).general_fine)], variants=[variant]))
    if claim.id == "F048":
        barred = divided(TERMS, variant, fixed(5), [1, 1, 3], barred=[True, False, False]).pool
        out.append(calc("a pool of five, tricks 1 1 3, A winning nothing: 1 is left, with penalty "
                        "and stake 11, no multiple of five", eq(op("+", barred, 5, 5), 11),
                        op("<", 0, op("%", op("+", barred, 5, 5), 5)), variants=[variant]))
    return out


@certifies("F057")
def penalties(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify that payments besides the offence's exist."""
    variant = load("R1", 4)
    d = Deal(fixed(20), [0] * 4, [True] * 4, ["play"] * 4, [False] * 4, 3)
    none = divided(TERMS, variant, fixed(20), [2, 2, 1, 0])
    made, lost = general_made(TERMS, d, 0, 5), general_lost(TERMS, d, 0, 5)
    first = stake(new_match(variant))
    position = next_deal(new_match(variant), 1)[1]
    out = [
        calc("no trick: the declarer pays 5", eq(none.paid[3], 5), variants=[variant]),
        calc("a general made: everybody else pays 5", *[eq(fixed(x), 5) for x in made.paid[1:]],
             variants=[variant]),
        calc("a general lost: the announcer pays the pool's 20 and 15", eq(lost.paid[0], 35),
             variants=[variant]),
        shown("to deal: the pool begins with the dealer's five", [variant],
              case(position, [], counters=first.pool)),
        shown("the pone who declines pays too: 'pay' is among his actions", [variant],
              case(next_deal(new_match(variant)._replace(pool=5), 1)[1], ["A pass", "B play"],
                   legal=None)),
    ]
    section = pool_section(variant)
    kinds = [section.dealer_adds, section.fine, section.offence_fine, section.general_fine]
    out.append(calc("stake, rams, offence and general are four payments that the rules name "
                    "(all of five)", *[eq(op("+", int(x), 0), 5) for x in kinds],
                    variants=[variant]))
    return out


@certifies("F059")
def simple_again(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify the splits that leave a simple, and the sample's intervals."""
    out = []
    for n, hits in ((3, 6), (4, 4), (5, 1), (6, 1)):
        seats = min(n, 5)
        variant = load("R1", n)
        t = [at(var("t"), i) for i in range(seats)]
        left = divided(TERMS, variant, fixed(5), list(t)).pool
        domain = {"kind": "splits", "total": 5, "parts": seats}
        out.append(counted(f"{n} players: {{count}} of {{size}} splits leave five counters for the "
                           "next deal", domain, eq(left + 5, 5), [variant], hits))
        out.append(counted(f"{n} players: these are those with a trick for everybody ({{count}} "
                           "exceptions)", domain, TERMS.no(eq(
                               eq(left + 5, 5), op("min", *t) > 0)), [variant], 0))
        if n < 6:
            out.append(interval(f"{n} players, random play: {{hits}} of the finding's {{of}} deals "
                                "give the interval {low} to {high} millionths", [variant],
                                details(finding, str(n), "random play")))
            out.append(sampled(f"{n} players: in {{hits}} of {{of}} deals dealt, declared and "
                               "played at random all who play have a trick", variant,
                               f"rams players={n}", "everybody has a trick", 40))
    return out


@certifies("F063", "F064")
def generals(claim: Claim, finding: Finding | None) -> list[Draft]:
    """Certify for every pool what a general brings or costs, and the pool after it."""
    made = claim.id == "F063"
    out = []
    for n in (3, 4, 5, 6):
        variant = load("R1", n)
        seats = [i in variant.dealt_seats(n - 1) for i in range(n)]
        against = 5 * (sum(seats) - 1)
        d = Deal(pool_form(), [0] * n, seats, ["play"] * n, [False] * n, n - 1)
        done = (general_made if made else general_lost)(TERMS, d, 0, 5)
        account = Form(-against, [-1]) if made else Form(against, [1])
        after: Form | int = 0 if made else Form(0, [2])
        balance = sum(done.paid[1:], done.paid[0])
        word = "made" if made else "lost"
        out += same(f"{n} players, general {word}, every pool p: the announcer's account, the pool "
                    "left, and the sum of all payments", variant,
                    [done.paid[0], done.pool, balance],
                    [account, after, Form(0, [-1]) if made else Form(0, [1])])
    return out
