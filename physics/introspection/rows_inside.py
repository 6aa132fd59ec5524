"""Rows inside a step: the table of a world that was stopped after one of the stages 5 to 10, from its blocks as they are.

`impulse` is of the step so far, `substep_impulse` of the substep so far; errors, speeds, bias and J are those of the moment.
What needs a record of the sweeps is not known before the step is whole: those columns (`NOT_INSIDE`) are NaN, and `order` is -1.
`residual` is known where impulses have just been solved: after warm starting, a sweep, and relaxing.
"""
from __future__ import annotations

import numpy as np

from physics.dynamics.substeps import INTEGRATE_VELOCITIES, PREPARE, RELAX, SOLVE, WARM_START
from physics.lab.law import Law
from physics.introspection.law.natural_map import natural_map
from physics.introspection.law.of_step import law_in_step
from physics.introspection.places import OF_PART, TO_SUM, Places, impulses, places_of, read
from physics.introspection.record import velocities
from physics.introspection.refusal import NoInsight
from physics.introspection.replay import warm_starts_by_bodies
from physics.introspection.row_table import RowTable
from physics.introspection.tabulate import OUTCOMES, TABLE, StepEnd, table_of
from physics.lab.rows.assembly import assemble_rows, with_parts_placed
from physics.lab.rows.row import Rows, row_parameters, speeds
from physics.storage.step_beginning import Run

BEFORE = (PREPARE, INTEGRATE_VELOCITIES)         # stages after which a substep has no impulse yet
SOLVED = (WARM_START, SOLVE, RELAX)              # stages that change impulses


def rows_inside(world) -> RowTable:
    """The table of a world that stands inside a step, made once.  Raises NoInsight where something was removed since."""
    beginning = world._beginning
    run, pool = beginning.inside, world._bodies
    if pool.gone or world._joints.gone or pool.count < run.count:
        raise NoInsight("something was removed since this step was stopped: look into it before anything is changed")
    if TABLE not in beginning.found:
        beginning.found[TABLE] = _table(run, world)
    return beginning.found[TABLE]


def _table(run: Run, world) -> RowTable:
    state, extent, p, stop = run.state, run.extent, run.parameters, run.parameters.stop
    which = "relax" if stop.stage == RELAX else "solve"
    rows = assemble_rows(state, extent, row_parameters(p, which), stop.substep)
    places = places_of(rows, state, extent)
    if stop.stage == PREPARE and extent.parts:
        rows = with_parts_placed(rows, state, p.motion.h)               # the next stage places them
    law, now = law_in_step(rows, places, state, p, (which, None)), impulses(places, state)
    substep = np.zeros(len(now)) if stop.stage in BEFORE else now
    unknown = np.full(len(now), np.nan)
    residual = _residual(rows, law, substep, run) if stop.stage in SOLVED else unknown
    outcome = (_so_far(places, now, run), substep, speeds(rows, velocities(state)), unknown, unknown, residual, unknown,
               np.full(len(now), -1))
    return table_of(StepEnd(rows, places, state, extent, p), law, dict(zip(OUTCOMES, outcome)), world)


def _residual(rows: Rows, law: Law, impulse: np.ndarray, run: Run) -> np.ndarray:
    return natural_map(rows, law, impulse, velocities(run.state), run.parameters.solve.friction)


def _so_far(places: Places, now: np.ndarray, run: Run) -> np.ndarray:
    """(m,) impulses of the step until this moment.  Sums of contacts are those until the last warm start, minus what the step
    began with; sums of parts are those of ended substeps."""
    stop, parts = run.parameters.stop, places.table == OF_PART
    sums = read(places, run.state, TO_SUM)
    found = np.where(parts & (stop.stage in (*BEFORE, RELAX)), sums, sums + now)
    if stop.stage == WARM_START and stop.substep > 0 and warm_starts_by_bodies(run.state, run.extent, run.parameters):
        found = found + now                      # warm starting by bodies leaves the sums to the first sweep
    return found
