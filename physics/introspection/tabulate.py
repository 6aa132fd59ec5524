"""Making the table of rows: from the record of a step, or, of a method that is not recorded, from what it left in the blocks."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.contacts.layout import PYRAMID
from physics.definitions.method_names import OURS
from physics.dynamics.at_bound import at_bound
from physics.dynamics.parameters import Parameters
from physics.dynamics.substeps import Extent, State
from physics.introspection.identity import axes_of, identity_of, points_of
from physics.lab.law import Law, law_of
from physics.introspection.law.natural_map import bounds_of, natural_map, pairs_of_tangents
from physics.introspection.law.of_step import law_in_step
from physics.introspection.places import TO_SUM, Places, places_of, read
from physics.introspection.record import Record, before_sweep, record_of, velocities, velocity_after
from physics.introspection.row_table import KINDS, RowTable, empty_table, read_only
from physics.introspection.scratch import last_run
from physics.introspection.sweep_order import turns_in_sweep
from physics.lab.rows.assembly import assemble_rows, with_parts_placed
from physics.lab.rows.row import LIMIT, NORMAL, OF_PARTS, Rows, is_friction, row_parameters, speeds
from physics.simd.value import W
from physics.storage.step_beginning import ACCOUNT, Run

TABLE = "table"
OUTCOMES = ("impulse", "substep_impulse", "speed", "warm", "change", "residual", "pushed", "order")


class StepEnd(NamedTuple):
    """The end of a step, as the table shows it."""

    rows: Rows                    # as placed for the last substep
    places: Places
    state: State                  # at the end of stage 10
    extent: Extent
    parameters: Parameters
    bounced: np.ndarray | float = 0.0     # (m,) of the impulses, what finished bounces: friction was bounded before


def rows_of(world) -> RowTable:
    """The table of a world's last step, made once.  Raises NoInsight."""
    run, found = last_run(world), world._beginning.found
    if run is None:
        return empty_table()
    if TABLE not in found:
        made = _recorded if run.method == OURS else _told if ACCOUNT in found else _left_over
        found[TABLE] = made(record_of(world) if run.method == OURS else run, world)
    return found[TABLE]


def _recorded(record: Record, world) -> RowTable:
    """From the record of a step."""
    substep, p = record.substeps[-1], record.parameters
    rows, last = substep.rows, substep.first + p.iterations          # the last sweep of solving
    law = law_in_step(rows, record.places, record.state, p)
    residual = natural_map(rows, law, record.impulses[last], velocity_after(record, last), p.solve.friction)
    change = record.impulses[-1] - before_sweep(record, len(record.sweeps) - 1)[1]
    turns = turns_in_sweep(rows, record.places, record.state, record.sweeps[last], p)
    outcome = (sum(one.impulse for one in record.substeps), substep.impulse, speeds(rows, record.after),
               record.impulses[substep.first], change, residual, record.pushed, turns)
    now = StepEnd(rows, record.places, record.state, record.extent, p, substep.bounced)
    return table_of(now, law, dict(zip(OUTCOMES, outcome)), world)


def _left_over(run: Run, world) -> RowTable:
    """From what a method that is not recorded left in the blocks: sums, and no number of single sweeps."""
    state, extent, p = run.state, run.extent, run.parameters
    rows = assemble_rows(state, extent, row_parameters(p), p.substeps - 1)
    places, unknown = places_of(rows, state, extent), np.full(len(rows.a), np.nan)
    total = read(places, state, TO_SUM)
    outcome = (total, rows.impulse, speeds(rows, velocities(state)), *[unknown] * 4, np.full(len(rows.a), -1))
    return table_of(StepEnd(rows, places, state, extent, p), law_of(rows, row_parameters(p)), dict(zip(OUTCOMES, outcome)), world)


def _told(run: Run, world) -> RowTable:
    """From the account that a method gave of its last sweep: its rows as it had them, right or wrong."""
    account, p = world._beginning.found[ACCOUNT], run.parameters
    rows, after = account.rows._replace(effective_mass=account.gain), account.after
    law, places = law_of(rows, row_parameters(p))._replace(parts=account.parts), places_of(rows, run.state, run.extent)
    unknown, count = np.zeros(len(after)), np.arange(len(after))
    outcome = (account.earlier + after, after, speeds(rows, velocities(run.state)), account.warm, after - account.before,
               np.full(len(after), np.nan), unknown, count)
    return table_of(StepEnd(rows, places, run.state, run.extent, p), law, dict(zip(OUTCOMES, outcome)), world)


def errors_at_end(now: StepEnd) -> np.ndarray:
    """(m,) errors at the present poses: of contacts as the solver follows them, of parts by their own formulas."""
    found = assemble_rows(now.state, now.extent, row_parameters(now.parameters)).error
    if now.extent.parts:
        placed = with_parts_placed(now.rows, now.state, now.parameters.motion.h)
        found = np.where(now.rows.kind >= OF_PARTS, placed.error, found)
    return found


def states_of(rows: Rows, impulse: np.ndarray, upper: np.ndarray, real: np.dtype, cone: bool) -> np.ndarray:
    """(m,) state of each row, from its impulse in the last substep and its bound."""
    size, friction = np.abs(impulse), is_friction(rows)
    one = np.flatnonzero(pairs_of_tangents(rows, cone))
    size[one] = size[one + 1] = np.hypot(impulse[one], impulse[one + 1])
    point = _lengths_of_points(rows, size)
    one_sided = (rows.kind == NORMAL) | (rows.kind == LIMIT)
    bounded = ~one_sided & at_bound(point, upper, real)
    return np.select((one_sided & (impulse <= 0), friction & (upper <= 0), friction & at_bound(size, upper, real), friction,
                      bounded), ("open", "open", "sliding", "sticking", "at its bound"), "free")


def _lengths_of_points(rows: Rows, size: np.ndarray) -> np.ndarray:
    """Sizes of impulses; of rows of a part with several, the length of all of them."""
    several = rows.kind >= OF_PARTS
    total = np.bincount(rows.group[several], size[several] ** 2, len(size)) if several.any() else np.zeros(len(size))
    return np.where(several, np.sqrt(total[rows.group]), size)


def table_of(now: StepEnd, law: Law, outcome: dict[str, np.ndarray], world) -> RowTable:
    """The table, from the rows and what was done with them."""
    rows, places, state, p = now.rows, now.places, now.state, now.parameters
    swept = outcome["substep_impulse"] - now.bounced
    bounds = bounds_of(rows, swept)
    states = states_of(rows, swept, bounds[1], state.bodies.pose.dtype, p.solve.friction != PYRAMID)
    columns = {"kind": np.array(KINDS)[rows.kind], "state": states, "jacobian": rows.jacobian, "error": errors_at_end(now),
               "bias": law.bias, "k": rows.k, "effective_mass": rows.effective_mass, "lower": bounds[0], "upper": bounds[1],
               "solved_error": rows.error, "mass_scale": law.mass_scale, "impulse_scale": law.impulse_scale,
               "friction": rows.friction, "restitution": rows.restitution, "point": points_of(rows, state),
               "axis": axes_of(rows), "patch": rows.patch, "component": rows.component, "group": rows.group,
               "color": places.color, "block": places.lane // W, "lane": places.lane % W}
    columns |= {f"bias_{name}": column for name, column in law.parts._asdict().items()}
    columns |= identity_of(rows, places, state, world._joints)._asdict() | outcome
    return read_only(RowTable(**{name: np.array(columns[name]) for name in RowTable._fields}))
