"""What points remove of large gaps, and how much of their curvature counts where arms turn by much, against plain formulas."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import TOUCHES
from physics.bodies.pose_shift import LARGEST_TURN
from physics.constraints import part
from physics.constraints.curvature import FAST
from physics.constraints.parts.point import POINT
from physics.constraints.place import AGAIN, place_parts
from physics.constraints.prepare import prepare_parts
from physics.constraints.steady_curvature import FRESH, MORE
from physics.lab.rows.assembly import assemble_rows
from tests.support.part_formulas import inverse_masses, measured, on_circle, placed
from tests.support.part_worlds import random_parts, row_params, settings_of, state_of, used

COUNT, STEP = 500, 1 / 60


def points(gap: float, spin: float, touching: bool = False, h: float = STEP):
    """Points whose anchors are about `gap` [m] apart, of bodies that turn by about `spin` [rad] in a substep: as the kernels
    place them, where they are, M^-1, and the motion of their bodies."""
    apart, rng = random_parts(POINT, COUNT, 7), np.random.default_rng(8)
    at = placed(apart.numbers, *apart.poses)
    apart.poses[1][:, :3] += (gap * rng.normal(size=(COUNT, 3)) - at.apart) * ~apart.worlds[1][:, None]
    apart = used(apart, part.HOLD, np.zeros(COUNT))
    state, extent = state_of(apart)
    settings = settings_of()
    prepare_parts(0, extent.parts, state.parts, settings.joints)
    a, b = state.parts.a[:COUNT], state.parts.b[:COUNT]
    for rows in (a, b):
        state.bodies.velocity[rows, 3:6] = spin / STEP * rng.normal(size=(COUNT, 3))
        state.bodies.excess_turn[rows, TOUCHES] = touching
    state.bodies.velocity[:16 * 3] = 0
    place_parts(0, extent.parts, state.bodies, state.parts, h)
    inverse = np.array([inverse_masses(state.bodies, one, other) for one, other in zip(a, b)])
    motion = np.concatenate((state.bodies.velocity[a, :6], state.bodies.velocity[b, :6]), 1)
    return assemble_rows(state, extent, row_params(settings)), placed(apart.numbers, *apart.poses), inverse, motion


def matrices(at, inverse: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(J, K^-1) of points."""
    jacobian = measured(POINT, at).jacobian
    return jacobian, np.linalg.inv(jacobian @ inverse @ jacobian.transpose(0, 2, 1))


@pytest.mark.parametrize("gap", [0.01, 0.3, 3.0])
def test_what_a_point_removes_turns_no_body_far(gap):
    """As a whole by half a radian at most; of a gap that takes less, everything."""
    made, at, inverse, _ = points(gap, 0.1)
    jacobian, rigid = matrices(at, inverse)
    moved = (inverse @ jacobian.transpose(0, 2, 1) @ rigid @ at.apart[:, :, None])[:, :, 0]
    turn = np.maximum(*(np.linalg.norm(moved[:, side:side + 3], axis=1) for side in (3, 9)))
    share = np.minimum(1, LARGEST_TURN / np.maximum(turn, 1e-30))
    assert made.error.reshape(COUNT, 3) == pytest.approx(share[:, None] * at.apart, abs=1e-12)
    assert {0.01: (share == 1).mean() > 0.75, 0.3: 0.05 < (share < 1).mean() < 0.95, 3.0: share.mean() < 0.5}[gap]


def test_places_for_results_have_the_whole_error():
    made, at, _, _ = points(3.0, 0.1, h=AGAIN)
    assert made.error.reshape(COUNT, 3) == pytest.approx(at.apart, abs=1e-12)


@pytest.mark.parametrize("touching", [False, True])
@pytest.mark.parametrize("spin", [0.05, 0.3, 2.0])
def test_how_much_of_a_curvature_counts(spin, touching):
    """Up to FAST all; beyond, no more than adds energy, and of bodies that touch something less."""
    made, at, inverse, motion = points(0.01, spin, touching)
    whole = on_circle(motion[:, 9:12], at.arm_b, STEP) - on_circle(motion[:, 3:6], at.arm_a, STEP)
    turn = STEP * np.maximum(*(np.linalg.norm(np.cross(motion[:, k:k + 3], arm), axis=1) / np.linalg.norm(arm, axis=1)
                               for k, arm in ((3, at.arm_a), (9, at.arm_b))))
    jacobian, rigid = matrices(at, inverse)
    speed = (jacobian @ motion[:, :, None])[:, :, 0]
    asked, there = (np.einsum("ni,nij,nj->n", v, rigid, v) for v in (whole, speed))
    bound = np.where((asked > MORE * there) & (there > FRESH * asked), np.sqrt(MORE * there / np.maximum(asked, 1e-30)), 1)
    if touching:
        bound = np.minimum(bound, FAST ** 2 / np.maximum(turn, FAST) ** 2)
    share = np.where(turn > FAST, bound, 1)
    near = turn < 1                                               # beyond, circles are bounded fractions
    wrong = np.abs(made.curvature.reshape(COUNT, 3) - share[:, None] * whole)[near]
    assert near.sum() > 15 and wrong.max() < 1e-4 * np.abs(whole[near]).max()
    counted = made.curvature.reshape(COUNT, 3)
    gained = 0.5 * np.einsum("ni,nij,nj->n", counted, rigid, counted) - 0.5 * there
    far = (turn > FAST) & (there > FRESH * asked)
    assert (gained[far] <= (0.5 * (MORE - 1) + 1e-9) * there[far]).all()
    assert spin < 0.3 or (share < 1).any()


def test_bodies_that_were_set_whirling_have_it_all():
    """J V = 0: nothing has come yet."""
    apart = random_parts(POINT, COUNT, 7)
    state, extent = state_of(used(apart, part.HOLD, np.zeros(COUNT)))
    settings = settings_of()
    prepare_parts(0, extent.parts, state.parts, settings.joints)
    at = placed(apart.numbers, *apart.poses)
    for arm, rows in ((at.arm_a, state.parts.a[:COUNT]), (at.arm_b, state.parts.b[:COUNT])):
        spin = np.cross(arm, np.roll(arm, 1, 1))
        spin *= 50 / np.linalg.norm(spin, axis=1, keepdims=True)
        state.bodies.velocity[rows, :3], state.bodies.velocity[rows, 3:6] = np.cross(arm, spin), spin
    state.bodies.velocity[:16 * 3] = 0
    a, b = state.parts.a[:COUNT], state.parts.b[:COUNT]
    place_parts(0, extent.parts, state.bodies, state.parts, STEP)
    whole = (on_circle(state.bodies.velocity[b, 3:6], at.arm_b, STEP) - on_circle(state.bodies.velocity[a, 3:6], at.arm_a, STEP))
    found = assemble_rows(state, extent, row_params(settings)).curvature.reshape(COUNT, 3)
    assert np.abs(found - whole).max() < 1e-4 * np.abs(whole).max() and np.linalg.norm(whole, axis=1).min() > 1
