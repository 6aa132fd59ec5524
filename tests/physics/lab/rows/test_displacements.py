"""Displacements of bodies in a substep: within its caps, and as they were made."""
from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest

from physics.dynamics.substeps import State
from physics.lab.rows.displacements import Farthest, displace, displacements_between, settle
from physics.pipeline.advance import kernel_state
from tests.physics.bodies.test_integrate import flying

H, MOST = 0.01, Farthest(0.5, 20.0)


class Flight(NamedTuple):
    """Bodies in flight, with room to move them."""

    state: State
    start: np.ndarray             # poses
    before: np.ndarray            # `bodies.delta`, which other substeps have left


@pytest.fixture
def flight() -> Flight:
    state, _ = kernel_state(flying())
    state.bodies.delta[:] = 0.125
    return Flight(state, state.bodies.pose.copy(), state.bodies.delta.copy())


def moves(flight: Flight, scale: float) -> np.ndarray:
    """Random displacements of the awake bodies."""
    awake = flight.state.bodies.awake > 0
    return np.random.default_rng(3).normal(scale=scale, size=(len(awake), 6)) * awake[:, None]


def lengths(displacements: np.ndarray) -> np.ndarray:
    """(n, 2) lengths of the translations and of the rotation vectors."""
    return np.stack((np.linalg.norm(displacements[:, :3], axis=1), np.linalg.norm(displacements[:, 3:], axis=1)), 1)


def test_no_displacement_is_longer_than_a_substep_allows(flight):
    """However far rows ask a body to go, numbers without a square included; its direction stays."""
    bodies = flight.state.bodies
    for scale in (1e3, 1e30, 1e160):
        wanted = moves(flight, scale)
        displace(flight.state, wanted, MOST)
        assert np.isfinite(bodies.pose).all() and np.isfinite(bodies.delta).all()
        if scale < 1e100:
            awake, made = bodies.awake > 0, (bodies.delta - flight.before)[:, :6]
            assert lengths(made[awake]) == pytest.approx(np.tile(MOST, (awake.sum(), 1)))
            assert made[awake, :3] / MOST.way == pytest.approx(wanted[awake, :3] / lengths(wanted)[awake, :1])
        bodies.pose[:], bodies.delta[:] = flight.start, flight.before


def test_no_body_goes_farther_in_a_substep_than_it_allows(flight):
    """All displacements together; those within the bounds keep their poses to the last bit."""
    bodies = flight.state.bodies
    near = np.arange(len(bodies.pose)) % 2 == 0
    wanted = moves(flight, 0.01) + 0.3 * np.eye(6)[0] * (bodies.awake > 0)[:, None]
    for _ in range(5):
        displace(flight.state, np.where(near[:, None], wanted / 5, wanted), MOST)
    before = bodies.pose.copy()
    made = settle(bodies, flight.start, flight.before, H, MOST)
    far, inside = (bodies.awake > 0) & ~near, (bodies.awake > 0) & near
    assert far.any() and inside.any()
    assert lengths(made[far])[:, 0] == pytest.approx(MOST.way)
    assert (bodies.pose[~far] == before[~far]).all() and (bodies.pose[:, 3:] == before[:, 3:]).all()
    assert bodies.pose[:, :3] - flight.start[:, :3] == pytest.approx(made[:, :3], abs=1e-12)
    assert bodies.delta[:, :6] == pytest.approx(flight.before[:, :6] + made)


@pytest.mark.parametrize("turns", [0.2, 0.6, 1.0, 2.0, 2.5])
def test_a_turn_is_the_one_near_the_free_one(flight, turns):
    """A body that spins fast turns on past half a turn and past whole ones, and keeps what rows add to it."""
    bodies = flight.state.bodies
    axis = np.array((0.48, -0.6, 0.64))
    bodies.velocity[:, 3:6] = turns * 2 * np.pi / H * axis
    displace(flight.state, H * bodies.velocity[:, :6], MOST)
    small = moves(flight, 1e-3)
    displace(flight.state, small, MOST)
    made = settle(bodies, flight.start, flight.before, H, MOST)
    awake = bodies.awake > 0
    about = made[awake, 3:] @ axis - small[awake, 3:] @ axis
    assert about == pytest.approx(turns * 2 * np.pi, abs=1e-4)
    shortest = displacements_between(flight.start, bodies.pose)[awake, 3:]
    assert (lengths(made)[awake, 1] > np.pi).all() == (turns > 0.5)
    assert np.linalg.norm(shortest, axis=1).max() < np.pi + 1e-9
