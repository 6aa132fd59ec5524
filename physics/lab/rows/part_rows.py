"""Rows of parts of joints: those in the part blocks of a step, as the SIMD kernels placed them.

A limit row belongs to the nearer of both bounds; at the upper one its row and error are those of minus the measure.
"""
from __future__ import annotations

from physics.bodies.arrays import FIRST
from physics.compile.decorators import formula, kernel
from physics.constraints import block, part
from physics.constraints.parts import ROWS
from physics.constraints.parts.point import POINT
from physics.lab.rows.lanes import color_of, lane_base, slot, slots3, symmetric
from physics.lab.rows.responses import put_jacobian, respond
from physics.lab.rows.row import LIMIT, OF_PARTS
from physics.lab.rows.vectors import axis_of, crossed
from physics.simd.value import W
from physics.simd.vec3 import negate

MIDDLE, LAST = 3, 5                              # yy and zz in a symmetric matrix


@formula
def is_real(blocks, lane):
    """Whether a lane has a constraint."""
    return max(blocks.a[lane], blocks.b[lane]) >= FIRST


@kernel
def count_part_rows(blocks, parts) -> int:
    """Number of rows of the parts in so many blocks.

    Reads   parts.a parts.b parts.kind
    Writes
    """
    count = 0
    for lane in range(blocks * W):
        if is_real(parts, lane):
            count += ROWS[parts.kind[lane // W]]
    return count


@kernel
def read_part_rows(blocks, parts, rows, places):
    """Fill rows and their sort keys from so many blocks.

    Reads   parts
    Writes  rows places
    """
    row, color = 0, 0
    for lane in range(blocks * W):
        color = color_of(lane // W, color, parts.color_start)
        if is_real(parts, lane):
            first = row
            for component in range(ROWS[parts.kind[lane // W]]):
                rows.group[row], rows.component[row] = first, component
                places[row, 0], places[row, 2], places[row, 3], places[row, 4] = color, lane // W, lane % W, component
                read_part_row(parts, lane, rows, row)
                row += 1


@formula
def read_part_row(parts, lane, rows, i):
    """Row i, a component of the part in this lane."""
    data, base, kind, component = parts.data, lane_base(lane, block.SLOTS), parts.kind[lane // W], rows.component[i]
    number = parts.part[lane]
    rows.kind[i] = OF_PARTS + int(slot(parts.store, lane_base(number, part.PART_SLOTS), part.USE))
    rows.a[i], rows.b[i], rows.part[i], rows.part_kind[i] = parts.a[lane], parts.b[lane], number, kind
    rows.error[i] = slot(data, base, block.ERROR + component)
    rows.impulse[i] = slot(data, base, block.IMPULSE + component)
    rows.curvature[i] = slot(data, base, block.CURVATURE + component)
    rows.mass_scale[i], rows.impulse_scale[i] = slot(data, base, block.MASS_SCALE), slot(data, base, block.IMPULSE_SCALE)
    rows.own_rate[i], rows.speed[i] = slot(data, base, block.BIAS_RATE), slot(data, base, block.SPEED)
    if kind >= part.ONE_ROW:
        rows.to_lower[i], rows.to_upper[i] = slot(data, base, block.TO_LOWER), slot(data, base, block.TO_UPPER)
    rows.own[i], rows.feels[i] = slot(data, base, block.OWN) > 0, kind != POINT and slot(data, base, block.FEELS) > 0
    rows.reach[i] = 1.0                           # of what the block has as its error
    rows.strain[i] = slot(data, base, block.STRAIN + component) if kind != POINT else 0.0
    rows.active[i] = rows.kind[i] == LIMIT and slot(data, base, block.ACTIVE) > 0
    bounded = kind == POINT or kind >= part.ONE_ROW
    rows.lower[i] = slot(data, base, block.LEAST) if bounded else -part.UNLIMITED
    rows.upper[i] = slot(data, base, block.MOST) if bounded else part.UNLIMITED
    diagonal = 0 if kind >= part.ONE_ROW or component == 0 else MIDDLE if component == 1 else LAST
    rows.effective_mass[i] = slot(data, base, block.INVERSE_K + diagonal)
    put_jacobian(rows, i, stored_jacobian(data, base, kind, component))
    respond(rows, i, (slot(data, base, block.MASS_A), symmetric(data, base, block.INERTIA_A),
                      slot(data, base, block.MASS_B), symmetric(data, base, block.INERTIA_B)))


@formula
def stored_jacobian(data, base, kind, component):
    """J of a component for (v_a, w_a, v_b, w_b), from the three block layouts."""
    if kind == POINT:
        axis = axis_of(component)
        return (negate(axis), negate(crossed(slots3(data, base, block.ARM_A), axis)), axis,
                crossed(slots3(data, base, block.ARM_B), axis))
    if kind >= part.ONE_ROW:
        return (slots3(data, base, block.LINEAR_A), slots3(data, base, block.TURN_A), slots3(data, base, block.LINEAR_B),
                slots3(data, base, block.TURN_B))
    n = slots3(data, base, block.LINEAR + 3 * component)
    return (negate(n), negate(slots3(data, base, block.ANGULAR_A + 3 * component)), n,
            slots3(data, base, block.ANGULAR_B + 3 * component))
