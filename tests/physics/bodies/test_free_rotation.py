"""Free rotation of a substep equals a fine integration of Euler's equations, and its energy error is as small as stated."""
from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from physics import Box, SolverSettings, World
from physics.bodies.free_rotation import ENERGY_ERROR

SHAPES = [(0.1, 0.2, 0.3), (0.3, 0.3, 0.05), (0.02, 0.03, 0.6), (0.2, 0.2, 0.21)]
ROUNDING = {"single": 2.0 ** -24, "double": 2.0 ** -53}
H = 1 / 60
FINE = 64                                        # steps of the reference in a substep: its error is below 1e-15


def spun(shape, axis, turn: float, precision: str) -> tuple[World, object]:
    """A world of one free box that turns by `turn` [rad] in a substep about `axis`, in the axes of the box."""
    world = World(gravity=(0, 0, 0), dt=H, precision=precision, solver=SolverSettings(substeps=1))
    start = Rotation.from_rotvec((0.3, -0.8, 0.5))
    spin = start.apply(turn / H * np.asarray(axis) / np.linalg.norm(axis))
    return world, world.add_body(shape=Box(half=shape), rotation=tuple(start.as_quat()), angular_velocity=tuple(spin))


def exactly(rotation: Rotation, spin: np.ndarray, inertia: np.ndarray, h: float) -> tuple[Rotation, np.ndarray]:
    """The rotation and the spin in the world after h, by fourth-order Runge-Kutta steps of dq/dt = w q / 2 with I w kept."""
    momentum = rotation.apply(inertia * rotation.inv().apply(spin))

    def rate(q: np.ndarray) -> np.ndarray:
        turned = Rotation.from_quat(q)
        w = turned.apply(turned.inv().apply(momentum) / inertia)
        return 0.5 * (np.append(q[3] * w + np.cross(w, q[:3]), -w @ q[:3]))

    q, step = rotation.as_quat(), h / FINE
    for _ in range(FINE):
        a = rate(q)
        b = rate(q + step / 2 * a)
        c = rate(q + step / 2 * b)
        q = q + step / 6 * (a + 2 * b + 2 * c + rate(q + step * c))
    end = Rotation.from_quat(q)
    return end, end.apply(end.inv().apply(momentum) / inertia)


@pytest.mark.parametrize(("precision", "turn"), [("double", 5e-6), ("double", 1e-4), ("double", 4e-3),
                                                 ("single", 4e-3), ("single", 0.12)])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_a_brief_turn_is_exact(shape, precision, turn):
    """Pose and spin after one substep, up to the turn's fifth power and the rounding of the momentum, for all axes that of the
    heaviest one."""
    inertia = np.array(Box(half=shape).unit_inertia)
    error = 16 * ROUNDING[precision] * inertia.max() / inertia.min() + 0.02 * turn ** 5
    for axis in ((1, 2, 3), (1, 0.05, 0), (0.05, 1, 0.05), (0, 0.05, 1)):
        world, body = spun(shape, axis, turn, precision)
        start = Rotation.from_quat(np.array(body.rotation, float))
        end, spin = exactly(start, np.array(body.angular_velocity, float), np.array(body.inertia), H)
        world.step()
        assert (end.inv() * Rotation.from_quat(np.array(body.rotation, float))).magnitude() < error
        assert np.linalg.norm(body.angular_velocity - spin) < error * np.linalg.norm(spin)


@pytest.mark.parametrize("turn", [0.002, 0.004])
def test_the_energy_error_is_of_the_sixth_power(turn):
    """Over 4,000 substeps in double precision, each less than ENERGY_ERROR times the sixth power of the turn."""
    for shape in SHAPES:
        world, body = spun(shape, (0.3, 1, 0.5), turn, "double")
        inertia = np.array(body.inertia)

        def energy() -> float:
            local = Rotation.from_quat(np.array(body.rotation)).inv().apply(np.array(body.angular_velocity))
            return float(inertia @ local ** 2)

        before, steps = energy(), 4000
        for _ in range(steps):
            world.step()
        assert abs(energy() / before - 1) < steps * (ENERGY_ERROR * turn ** 6 + ROUNDING["double"])


def test_momentum_is_kept_where_brief_turns_end():
    """A box whose turn in a substep lies on both sides of the bound in turn, as it tumbles: momentum and energy over 20 s."""
    world, body = spun((0.1, 0.2, 0.3), (0.02, 1, 0.02), 0.125, "single")
    inertia = np.array(body.inertia)

    def state() -> tuple[np.ndarray, float]:
        turned = Rotation.from_quat(np.array(body.rotation, float))
        local = turned.inv().apply(np.array(body.angular_velocity, float))
        return turned.apply(inertia * local), float(inertia @ local ** 2)

    momentum, energy = state()
    for _ in range(1200):
        world.step()
    after, left = state()
    assert np.linalg.norm(after - momentum) < 1e-4 * np.linalg.norm(momentum)
    assert left == pytest.approx(energy, rel=1e-3)
