"""Rows of contacts, as a step has them and at other poses, from kernels, against the same formulas in numpy."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.rotation import moved
from physics.lab.rows.anchored_rows import place_contact_rows, turns_of
from physics.lab.rows.assembly import assemble_rows
from physics.lab.rows.bias import patches, set_bias
from physics.lab.rows.contact_rows import Moment, count_contact_rows, read_contact_rows
from physics.lab.rows.row import FRICTION, NORMAL, OF_PARTS, PLACE, ROLLING, SPINNING, TWIST, Rows, blank, row_parameters, taken
from physics.pipeline.advance import kernel_state, step_parameters
from tests.support import contact_formulas
from tests.support.constraint_worlds import heap

CLOSE = 1e-12
WORLDS = [(seed, model) for seed in (3, 5) for model in ("cone", "pyramid", "manifold_centre")]


def piled(seed: int, model: str):
    """The state of a heap on belts after a step of two substeps, its extent and the step's parameters."""
    world = heap(seed, steps=120, belts=True, resisting=True, friction_model=model, substeps=2, stabilization="soft")
    return *kernel_state(world), step_parameters(world)


def same(column: np.ndarray, other: np.ndarray) -> bool:
    """Whether whole numbers are equal and the others close."""
    if column.dtype.kind != "f":
        return np.array_equal(column, other)
    return np.allclose(column, other, rtol=CLOSE, atol=CLOSE)


@pytest.mark.parametrize("seed, model", WORLDS)
def test_rows_of_a_step(seed, model):
    state, extent, p = piled(seed, model)
    plain, keys = contact_formulas.contact_rows(state, extent, p.motion.h)
    m = count_contact_rows(extent.contacts, state)
    rows, places = blank(m), np.zeros((m, PLACE), np.int64)
    read_contact_rows(extent.contacts, Moment(state, turns_of(state.bodies), p.motion.h, 0.5 * p.motion.h), 0, rows, places)
    assert set(rows.kind) == {NORMAL, FRICTION, ROLLING, SPINNING} | ({TWIST} if model == "manifold_centre" else set())
    assert np.abs(rows.surface_velocity).max() > 0.1 and np.abs(rows.surface_jacobian).max() > 1e-4
    assert np.abs(state.bodies.delta).max() > 1e-3 and rows.impulse.max() > 0
    assert np.array_equal(places, keys)
    for name, column, other in zip(Rows._fields, rows, plain):
        assert same(column, other), name


def assert_row(rows: Rows, i: int, wanted: dict) -> None:
    """Whether these columns of a row are as wanted."""
    for name, value in wanted.items():
        assert np.allclose(getattr(rows, name)[i], value, rtol=CLOSE, atol=CLOSE), (name, rows.kind[i])


@pytest.mark.parametrize("seed, model", WORLDS)
def test_rows_at_other_poses(seed, model):
    state, extent, p = piled(seed, model)
    rng, bodies = np.random.default_rng(seed), state.bodies
    rows = assemble_rows(state, extent, row_parameters(p))
    rows, change = taken(rows, rows.kind < OF_PARTS), 0.05 * rng.normal(size=(len(bodies.uid), 6))
    pose, delta, before = bodies.pose.copy(), bodies.delta.copy(), rows.error.copy()
    pose[:, :7] = moved(pose[:, :7], change)
    delta[:, :6] += change
    bodies = bodies._replace(pose=pose, delta=delta)
    place_contact_rows(rows, bodies)
    assert np.abs(rows.error - before).max() > 0.01
    for i in range(len(rows.a)):
        assert_row(rows, i, contact_formulas.placed(rows, i, bodies))


@pytest.mark.parametrize("seed, model", WORLDS)
def test_bias_scales_and_bounds(seed, model):
    """Overlapping within the slop and beyond, faster than the push speed, apart, and bouncing."""
    state, extent, p = piled(seed, model)
    params = row_parameters(p)
    params = params._replace(contact=params.contact._replace(slop=0.01, push_speed=0.2))
    rows = assemble_rows(state, extent, params)
    rows = taken(rows, rows.kind < OF_PARTS)
    normal = np.flatnonzero(rows.kind == NORMAL)
    rows.error[normal] = np.resize((-0.05, -0.03, -0.02, 0.01), len(normal))
    rows.target[normal] = np.resize((0, 0.5, 0, 0), len(normal))
    set_bias(rows, params, np.zeros(patches(rows)))
    fast, bouncing, slow, apart = rows.bias[normal[:4]]
    assert bouncing == -0.5 and fast == -0.2 < slow < 0 < apart
    for i in range(len(rows.a)):
        assert_row(rows, i, contact_formulas.biased(rows, i, params.contact))
