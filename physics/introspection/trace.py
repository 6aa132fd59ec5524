"""The trace of a step: impulses of every row and what is left of their equations after each sweep, beside the exact answer."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.dynamics.substeps import RELAX, SOLVE, WARM_START
from physics.introspection.law.natural_map import natural_map
from physics.introspection.law.of_step import biased_in_step, law_in_step
from physics.introspection.record import Record, record_of, velocity_after
from physics.introspection.replay import At
from physics.introspection.sweep_order import turns_in_sweep
from physics.lab.exact.complementarity import Unsolved, problem, solve
from physics.lab.law import Law
from physics.lab.rows.row import applied

MOST_ROWS = 300                                  # for which the exact answer is sought: a fraction of a second
STAGES = {WARM_START: "warm start", RELAX: "relax"}
TRACE = "trace"


class Trace(NamedTuple):
    """k sweeps of m rows over all substeps of a step, warm starts included; read-only."""

    stage: np.ndarray             # (k,) str "warm start", "solve" or "relax"
    substep: np.ndarray           # (k,) from 0
    iteration: np.ndarray         # (k,) sweeps of this stage that are done: 0 after warm starting, then 1, 2, ...
    impulse: np.ndarray           # (k, m) of the substep so far, in the order of `world.rows()` [N s] or [N m s]
    residual: np.ndarray          # (k,) largest distance of an impulse from what its row wants, see `natural_map` [N s]
    row_residual: np.ndarray      # (k, m) the same of every row; of a last sweep before bounces are completed
    order: np.ndarray             # (k, m) turn of each row in the sweep; rows of one turn are solved at once
    exact: np.ndarray | None      # (m,) exact impulses of the last substep's solve, where they are known
    reason: str                   # why they are not known, else ""


def trace_of(world) -> Trace:
    """The trace of a world's last step, made once.  Raises NoInsight."""
    record, found = record_of(world), world._beginning.found
    if record is None:
        return _nothing()
    if TRACE not in found:
        found[TRACE] = _traced(record)
    return found[TRACE]


def _nothing() -> Trace:
    whole, by_row, turns = np.empty(0, np.int64), np.empty((0, 0)), np.empty((0, 0), np.int64)
    return Trace(np.empty(0, "<U10"), whole, whole, by_row, np.empty(0), by_row, turns, None, "all bodies sleep")


def _traced(record: Record) -> Trace:
    laws: dict[tuple[int, bool], Law] = {}
    left = np.array([_residuals(record, number, laws) for number in range(len(record.sweeps))])
    exact, reason = exact_answer(record)
    trace = Trace(np.array([STAGES.get(at.stage, "solve") for at in record.sweeps]),
                  np.array([at.substep for at in record.sweeps]), np.array([at.iteration for at in record.sweeps]),
                  record.impulses.copy(), np.abs(left).max(1, initial=0.0), left, _orders(record), exact, reason)
    for column in trace[:-2]:
        column.flags.writeable = False
    return trace


def _orders(record: Record) -> np.ndarray:
    """(k, m) turns of the rows in each sweep; sweeps in the same direction share them."""
    found: dict[tuple[int, int], np.ndarray] = {}
    rows = record.substeps[-1].rows
    for at in record.sweeps:
        if _direction(at) not in found:
            found[_direction(at)] = turns_in_sweep(rows, record.places, record.state, at, record.parameters)
    return np.array([found[_direction(at)] for at in record.sweeps])


def _direction(at: At) -> tuple[int, int]:
    return (int(at.sweep.backward), int(at.sweep.reverse)) if at.sweep else (0, 0)


def residuals_after(record: Record, number: int) -> np.ndarray:
    """(m,) natural map after a sweep, for the equations of its own kind: relaxing wants no push."""
    return _residuals(record, number, {})


def _residuals(record: Record, number: int, laws: dict[tuple[int, bool], Law]) -> np.ndarray:
    """The same; `laws` are known by substep and kind."""
    at, p = record.sweeps[number], record.parameters
    substep, relaxing = record.substeps[at.substep], at.stage == RELAX
    if (at.substep, relaxing) not in laws:
        wanted = ("relax", substep.error) if relaxing else ("solve", None)
        laws[at.substep, relaxing] = law_in_step(substep.rows, record.places, record.state, p, wanted)
    law, swept, velocity = laws[at.substep, relaxing], record.impulses[number], velocity_after(record, number)
    if at.stage == SOLVE and at.iteration == p.iterations and substep.bounced.any():      # their rows want them afterwards
        swept = swept - substep.bounced
        velocity = applied(substep.rows, swept, substep.velocity)
    return natural_map(substep.rows, law, swept, velocity, p.solve.friction)


def exact_answer(record: Record) -> tuple[np.ndarray | None, str]:
    """(impulses (m,) or None, why not) that solve all rows of the last substep at once; friction as a pyramid."""
    substep = record.substeps[-1]
    if len(substep.rows.a) > MOST_ROWS:
        return None, f"the exact answer is sought for at most {MOST_ROWS} rows; this step has {len(substep.rows.a):,}"
    try:
        biased = biased_in_step(substep.rows, record.places, record.state, record.parameters)
        return solve(problem(biased, substep.velocity)), ""
    except Unsolved as error:
        return None, str(error).removeprefix("solver.method: ")
