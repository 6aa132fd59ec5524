"""Rows of parts at present poses, from compiled formulas, against the same formulas for arrays in numpy."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.rotation import matrix
from physics.constraints import part
from physics.constraints.parts import KINDS
from physics.constraints.parts.point import POINT
from physics.lab.rows.assembly import assemble_rows, with_parts_placed
from physics.lab.rows.row import LIMIT, OF_PARTS, row_parameters
from physics.pipeline.advance import kernel_state, step_parameters
from physics.simd.value import W
from tests.support.joint_zoo import zoo
from tests.support.part_formulas import curvature, felt, held, held_curvature, inverse_masses, measured, placed, share_of_gap

CLOSE, CURVATURE = 1e-12, 1e-8
DRIVEN = 1e-9                                     # of rows with a reaction, whose held axes are the same but for gaps and tilts


@pytest.mark.parametrize("seed", range(3))
def test_measures_jacobians_and_curvature(seed):
    world = zoo(seed, floor=False)
    world.step(stop=(6, 0, 0))
    state, extent = kernel_state(world)
    p, bodies = step_parameters(world), state.bodies
    h = p.motion.h
    rows = with_parts_placed(assemble_rows(state, extent, row_parameters(p)), state, h)
    mine = np.flatnonzero(rows.kind >= OF_PARTS)
    assert set(rows.part_kind[mine]) == set(range(KINDS))
    store = state.parts.store.reshape(-1, part.PART_SLOTS, W)
    driven = 0
    for i in mine:
        numbers, (a, b), kind = store[rows.part[i] // W, :, rows.part[i] % W][None], (rows.a[i], rows.b[i]), rows.part_kind[i]
        poses = bodies.pose[[a], :7], bodies.pose[[b], :7]
        one = measured(kind, placed(numbers, *poses, (bodies.delta[[a], :6], bodies.delta[[b], :6])))
        motion = np.concatenate((bodies.velocity[a, :6], bodies.velocity[b, :6]))
        inverse = inverse_masses(bodies, a, b)
        growing = curvature(kind, numbers, poses, motion[None], inverse[None], h)[0, rows.component[i]]
        value, jacobian = one.value[0, rows.component[i]], one.jacobian[0, rows.component[i]]
        error, sign = value - (numbers[0, part.TARGET] if kind >= part.ONE_ROW else 0), 1
        if rows.own[i]:
            growing = 0
        if rows.kind[i] == LIMIT:
            below, above = value - numbers[0, part.LOWER], numbers[0, part.UPPER] - value
            error, sign = min(below, above), 1 if below < above else -1
            error *= share_of_gap(kind, placed(numbers, *poses))[0] if error > 0 else 1
        mask, close = numbers[0, part.HELD_MOVES:part.HELD_MOVES + 6].reshape(2, 3), CLOSE
        if mask.any() and kind != POINT:
            jacobian, share = felt(jacobian, held(*mask, placed(numbers, *poses)), inverse)
            growing -= share @ held_curvature(mask, numbers, poses, motion, inverse, h)
            driven, close = driven + 1, DRIVEN
        assert abs(rows.error[i] - error) < CLOSE and np.abs(rows.jacobian[i] - sign * jacobian).max() < close
        assert abs(rows.curvature[i] - sign * growing) < CURVATURE
        response = np.concatenate([response_of(bodies, body, rows.jacobian[i, 6 * k:][:6]) for k, body in enumerate((a, b))])
        assert np.abs(rows.response[i] - response).max() < CLOSE
        assert abs(rows.k[i] - response @ rows.jacobian[i]) < CLOSE
    assert driven >= 10


def response_of(bodies, body: int, jacobian: np.ndarray) -> np.ndarray:
    """(6,) M^-1 J^T of a body at its present pose."""
    turn, local = matrix(bodies.pose[body, 3:7]), bodies.local[body]
    return np.concatenate((local[3] * jacobian[:3], turn @ (local[:3] * (turn.T @ jacobian[3:]))))
