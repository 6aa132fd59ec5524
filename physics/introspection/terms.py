"""The equation of a row, term by term: from the impulse with which the step began to the one that it shows.

    impulse = earlier substeps + warm start + earlier sweeps - mass (J V + bias) ... + bounds + bounce + relaxing

The last sweep of solving of the last substep is taken apart: what its velocity wanted, each part of the bias, softness, and
what rows that are solved together with it take over; `bounds` is what the clamp then changed, `bounce`
what finished a bounce.  V are the velocities at its turn; `motion` takes the term of the velocity apart,

    J V = J_va v_a + J_wa w_a + J_vb v_b + J_wb w_b
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from physics.constraints.part import ONE_ROW
from physics.contacts import layout as contact
from physics.introspection.equation import BLOCKS, Equation, Term, turns
from physics.introspection.law.of_step import law_in_step, solved_together
from physics.introspection.law.why import why_of
from physics.introspection.record import Record, before_sweep, record_of
from physics.introspection.refusal import NoInsight, checked_row
from physics.introspection.row_table import KINDS
from physics.introspection.sweep_order import of_the_same_part, turns_in_sweep, velocity_at_turn, velocity_beside
from physics.introspection.told import account_of, told_equation
from physics.lab.law import BiasParts, Law, law_of
from physics.lab.rows.row import NORMAL, OF_PARTS, RowParameters, speeds
from physics.simd.value import W

FULL = ((0, 1, 2), (1, 3, 4), (2, 4, 5))         # places of a symmetric matrix xx xy xz yy yz zz
Weigh = Callable[[np.ndarray], float]            # what a column (m,) of speeds makes of a row's impulse


class Solved(NamedTuple):
    """The last sweep of solving, as a row met it."""

    record: Record
    law: Law
    speed: np.ndarray             # (m,) J V at this row's turn
    before: np.ndarray            # (m,) impulses before the sweep
    after: np.ndarray             # (m,) and after it, before bounces are finished
    velocity: np.ndarray          # (n, 6) at this row's turn


def equation_of(world, row: int) -> Equation:
    """The equation of a row of a world's last step.  Raises NoInsight."""
    if (account := account_of(world)) is not None:
        return told_equation(account, row)
    record = record_of(world)
    count = 0 if record is None else len(record.pushed)
    row = checked_row(row, count)
    rows, solved = record.substeps[-1].rows, _solved(record, row)
    angular = turns(rows.jacobian[row])
    unit, speed = ("N m s", "rad/s") if angular else ("N s", "m/s")
    first, last = record.substeps[-1].first, len(record.sweeps) - 1
    earlier = sum(float(one.impulse[row]) for one in record.substeps[:-1])
    warm, begun, ended = (float(impulse[row]) for impulse in (record.impulses[first], solved.before, solved.after))
    mass, weigh, parts = _terms_of_sweep(solved, row, speed)
    terms = [Term("earlier substeps", earlier, earlier, ""), Term("warm start", warm, warm, ""),
             Term("earlier sweeps", begun - warm, begun - warm, ""), *parts]
    clamped = ended - begun - sum(term.value for term in parts)
    bounced = float(record.substeps[-1].bounced[row])
    relaxed = float(record.impulses[last][row]) - ended - bounced
    after = ("bounds", clamped), ("bounce", bounced), ("relaxing", relaxed)
    terms += [Term(name, value, value, "") for name, value in after]
    kept = tuple(term for term in terms if term.value != 0 or term.name == "velocity")
    whole = earlier + float(record.substeps[-1].impulse[row])
    return Equation(row, KINDS[rows.kind[row]], whole, unit, mass, kept, why_of(record, solved.law, row),
                    _motion(solved, weigh, row, speed))


def _motion(solved: Solved, weigh: Weigh, row: int, unit: str) -> tuple[Term, ...]:
    """What each block of J adds to the term of the velocity."""
    rows, found = solved.record.substeps[-1].rows, []
    for number, name in enumerate(BLOCKS):
        body, first = (rows.a, rows.b)[number // 2], 3 * (number % 2)
        column = np.einsum("ij,ij->i", rows.jacobian[:, 3 * number:3 * number + 3], solved.velocity[body, first:first + 3])
        found.append(Term(name, weigh(column), float(column[row]), unit))
    return tuple(found)


def _solved(record: Record, row: int) -> Solved:
    """The last sweep of solving as a row met it."""
    substep, p = record.substeps[-1], record.parameters
    number, rows = substep.first + p.iterations, substep.rows
    if p.iterations == 0:
        raise NoInsight("a step without sweeps has no equations")
    velocity, before = before_sweep(record, number)
    if solved_together(rows, record.places, record.state)[row]:
        after, law = record.impulses[number] - substep.bounced, law_in_step(rows, record.places, record.state, p)
        at_turn = velocity_beside(rows, row, (velocity, after - before))
        return Solved(record, law, speeds(rows, at_turn), before, after, at_turn)
    after = record.impulses[number] - substep.bounced - substep.joined
    turns = turns_in_sweep(rows, record.places, record.state, record.sweeps[number], p)
    at_turn = velocity_at_turn(rows, turns, row, (velocity, after - before))
    return Solved(record, law_of(rows, RowParameters(p.solve, p.joints.last)), speeds(rows, at_turn), before, after, at_turn)


def _terms_of_sweep(solved: Solved, row: int, unit: str) -> tuple[float, Weigh, list[Term]]:
    """(effective mass, what speeds make of the impulse, terms of the last sweep) of a row, without its bounds."""
    rows = solved.record.substeps[-1].rows
    if rows.kind[row] >= OF_PARTS:
        return _terms_of_part(solved, row, unit)
    if rows.kind[row] == NORMAL:
        return _terms_of_normal(solved, row, unit)
    return _terms_of_friction(solved, row, unit)


def _bias_terms(parts: BiasParts, weigh: Weigh, row: int, unit: str) -> list[Term]:
    """A term for each part of the bias; weigh(column) is what it makes of the impulse."""
    return [Term(f"bias: {name}", weigh(column), float(column[row]), unit) for name, column in parts._asdict().items()]


def _terms_of_normal(solved: Solved, row: int, unit: str) -> tuple[float, Weigh, list[Term]]:
    """Of a normal row, which is solved together with the other one of its two points."""
    record, law = solved.record, solved.law
    rows, places = record.substeps[-1].rows, record.places
    mass, soft = float(rows.effective_mass[row]), float(law.mass_scale[row])
    factor, last = -mass * soft, float(solved.before[row])

    def weigh(column: np.ndarray) -> float:
        return factor * float(column[row])

    terms = [Term("velocity", weigh(solved.speed), float(solved.speed[row]), unit), *_bias_terms(law.parts, weigh, row, unit),
             Term("softness", -(1 - soft) * last, -(1 - soft), "of the impulse")]
    mate = np.flatnonzero((rows.group == rows.group[row]) & (np.arange(len(rows.a)) != row))
    if len(mate):
        data = record.state.contacts.data.reshape(-1, contact.SLOTS, W)
        lane, pair = places.lane[row], rows.component[row] // 2
        coupling = float(data[lane // W, contact.COUPLING + pair, lane % W])
        change = coupling * float(solved.after[mate[0]] - solved.before[mate[0]])
        terms.append(Term("the other point of two", factor * change, change, unit))
    return mass, weigh, terms


def _terms_of_friction(solved: Solved, row: int, unit: str) -> tuple[float, Weigh, list[Term]]:
    """Of a friction or twist row."""
    rows, velocity = solved.record.substeps[-1].rows, solved.velocity
    mass, law = float(rows.effective_mass[row]), solved.law
    moving = float(rows.surface_jacobian[row] @ (velocity[rows.b[row], :3] - velocity[rows.a[row], :3]))
    surface = law.parts.surface.copy()
    surface[row] += moving

    def weigh(column: np.ndarray) -> float:
        return -mass * float(column[row])

    return mass, weigh, [Term("velocity", weigh(solved.speed), float(solved.speed[row]), unit),
                         *_bias_terms(law.parts._replace(surface=surface), weigh, row, unit)]


def _terms_of_part(solved: Solved, row: int, unit: str) -> tuple[float, Weigh, list[Term]]:
    """Of a row of a joint, which may be solved together with the other rows of its part."""
    record, law = solved.record, solved.law
    rows, over = record.substeps[-1].rows, float(solved.law.relaxation[row])
    mass, scale = float(rows.effective_mass[row]), over * float(law.mass_scale[row])
    at_once = record.parameters.joints.solve.block == 1 or solved_together(rows, record.places, record.state)[row]
    together = rows.part_kind[row] < ONE_ROW and at_once
    mine = np.flatnonzero(of_the_same_part(rows, row)) if together else np.array([row])
    if together:
        inverse = _inverse_of(record, row)[rows.component[row], rows.component[mine]]
    else:
        inverse = np.array([mass if rows.part_kind[row] >= ONE_ROW else 1 / rows.k[row] if rows.k[row] > 0 else 0.0])
        mass = float(inverse[0])

    def weigh(column: np.ndarray) -> float:
        return -scale * float(inverse @ column[mine])

    softness = over * float(law.impulse_scale[row])
    return mass, weigh, [Term("velocity", weigh(solved.speed), float(solved.speed[row]), unit),
                         *_bias_terms(law.parts, weigh, row, unit),
                         Term("softness", -softness * float(solved.before[row]), -softness, "of the impulse")]


def _inverse_of(record: Record, row: int) -> np.ndarray:
    """(3, 3) inverse of K of a part's rows, as the last substep placed them."""
    inverse = record.substeps[-1].inverse
    return inverse[record.places.lane[row]][np.array(FULL)]
