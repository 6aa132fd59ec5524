"""The equation of a row of a method that gives an account of its last sweep, right or wrong: as that method solved it.

    impulse = earlier substeps + warm start + earlier sweeps - gain (J V + bias) + softness + bounds
"""
from __future__ import annotations

import numpy as np

from physics.introspection.equation import BLOCKS, Equation, Term, turns
from physics.introspection.refusal import checked_row
from physics.introspection.row_table import KINDS
from physics.introspection.scratch import last_run
from physics.lab.mistakes.account import Account
from physics.storage.step_beginning import ACCOUNT


def account_of(world) -> Account | None:
    """The account of a world's last step, None of a method that gives none.  Raises NoInsight."""
    return world._beginning.found.get(ACCOUNT) if last_run(world) is not None else None


def told_equation(account: Account, row: int) -> Equation:
    """The equation of a row.  Raises NoInsight."""
    rows = account.rows
    row = checked_row(row, len(rows.a))
    unit, speed = ("N m s", "rad/s") if turns(rows.jacobian[row]) else ("N s", "m/s")
    gain, motion = float(account.gain[row]), account.motion[row]
    impulses = account.earlier, account.warm, account.before, account.after
    earlier, warm, before, after = (float(column[row]) for column in impulses)
    wanted = [Term("velocity", -gain * float(motion.sum()), float(motion.sum()), speed)]
    wanted += [Term(f"bias: {name}", -gain * float(part[row]), float(part[row]), speed)
               for name, part in account.parts._asdict().items() if part[row]]
    wanted += [Term("softness", float(account.given[row]), float(account.given[row]), "")]
    bounds = after - before - sum(term.value for term in wanted)
    terms = [Term("earlier substeps", earlier, earlier, ""), Term("warm start", warm, warm, ""),
             Term("earlier sweeps", before - warm, before - warm, ""), *wanted, Term("bounds", bounds, bounds, "")]
    kept = tuple(term for term in terms if abs(term.value) > 1e-12 * (1 + abs(after)) or term.name == "velocity")
    blocks = tuple(Term(name, -gain * float(value), float(value), speed) for name, value in zip(BLOCKS, motion))
    bias = float(np.sum([part[row] for part in account.parts]))
    lower = "any impulse" if rows.lower[row] < 0 else "impulses from 0 on"
    why = f"asks that J V be {-bias + 0.0:.3g} {speed}, with {lower}; a speed counts {gain:.3g} times"
    return Equation(row, KINDS[rows.kind[row]], earlier + after, unit, gain, kept, why, blocks)
