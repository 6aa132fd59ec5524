"""Six degrees of freedom: all fixed holds like a weld; one axis freed or limited moves, the other five do not."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Axis, Body, Box, Fixed, SixDof, SolverSettings, World
from physics.bodies.rotation import rotate
from tests.behaviour.joint_measures import Pair
from tests.support.constraint_worlds import random_rotation

AXES = ("x", "y", "z", "rx", "ry", "rz")
PARTNERS = ("world a", "world b", "two bodies")
LIMIT = 0.3
DAMPING = 8.0                                              # [1/s]
MOST_OF_MOTION = 1e-6


class Machine:
    """Two boxes, or one and the world, on a 6-DoF joint in a random frame, in something that damps them; how the joint stands."""

    def __init__(self, partners: str, seed: int, definition=SixDof, **axes):
        rng = np.random.default_rng(seed)
        self.world = World(gravity=(0, 0, 0), precision="double", dt=1 / 240,
                           solver=SolverSettings(substeps=4, iterations=60, joint_stabilization="split_impulse"))
        frame, anchor = random_rotation(rng), rng.uniform(-0.4, 0.4, 3)
        bodies = [self._box(rng) for _ in range(2)]
        a, b = (None if partners == "world a" else bodies[0]), (None if partners == "world b" else bodies[1])
        framed = {"frame": frame} if definition is SixDof else {}
        self.joint = self.world.add_joint(definition(a=a, b=b, anchor=anchor, **framed, **axes))
        self.pair = Pair(a, b, anchor, frame)

    def _box(self, rng: np.random.Generator) -> Body:
        return self.world.add_body(shape=Box(half=tuple(rng.uniform(0.2, 0.5, 3))), mass=rng.uniform(1, 4), group=1,
                                   linear_damping=DAMPING, angular_damping=DAMPING,
                                   position=rng.uniform(-0.5, 0.5, 3), rotation=random_rotation(rng))

    def push(self, force, torque) -> None:
        """One step under a force and a torque on b and their opposites on a, at the joint and in its frame at a."""
        at, frame = self.pair.a.position, self.pair.a.rotation
        for body, sign in ((self.pair.a.body, -1), (self.pair.b.body, 1)):
            if body is not None:
                body.apply_force(sign * rotate(frame, np.array(force, float)), at=at)
                body.apply_torque(sign * rotate(frame, np.array(torque, float)))
        self.world.step()

    @property
    def places(self) -> np.ndarray:
        """(6,) shifts and twists of b in a's frame."""
        return np.concatenate((self.pair.shift, self.pair.twists))


def _along(axis: str, size: float) -> tuple[np.ndarray, np.ndarray]:
    """Force and torque that move b along or about an axis."""
    wanted = np.zeros(6)
    wanted[AXES.index(axis)] = size
    return wanted[:3], wanted[3:]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("partners", PARTNERS)
def test_all_fixed_holds_like_a_weld(partners, seed):
    """The same motion as `fixed`, in whatever frame, and nothing comes apart."""
    six, weld = Machine(partners, seed), Machine(partners, seed, definition=Fixed)
    for n in range(120):
        load = (np.sin(0.1 * n) * np.array((3, -2, 1)), np.cos(0.1 * n) * np.array((0.5, 0.3, -0.4)))
        for machine in (six, weld):
            machine.push(*load)
            assert np.abs(machine.places).max() < 1e-7
    assert six.world.positions == pytest.approx(weld.world.positions, abs=1e-9)
    assert six.world.velocities == pytest.approx(weld.world.velocities, abs=1e-9)
    assert six.joint.force == pytest.approx(weld.joint.force, abs=1e-6)
    assert six.joint.torque == pytest.approx(weld.joint.torque, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("partners", PARTNERS)
def test_one_free_axis_moves_alone(partners, axis, seed):
    machine, k = Machine(partners, seed, **{axis: Axis(mode="free")}), AXES.index(axis)
    others, residual = np.arange(6) != k, 0.0
    for _ in range(240):
        machine.push(*_along(axis, 1.0))
        residual = max(residual, np.abs(machine.places[others]).max())
    moved = machine.places[k]
    assert moved > 0.02
    assert residual < MOST_OF_MOTION * moved


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("axis", AXES)
@pytest.mark.parametrize("partners", PARTNERS)
def test_one_limited_axis_moves_to_its_limit_and_back(partners, axis, side):
    """Pushed against one limit and then against the other, and nowhere else."""
    machine, k = Machine(partners, 7, **{axis: Axis(mode="limit", lower=-LIMIT, upper=LIMIT)}), AXES.index(axis)
    others, residual = np.arange(6) != k, 0.0
    for way in (side, -side):
        for _ in range(720):
            machine.push(*_along(axis, (4.0 if k < 3 else 3.0) * way))
            residual = max(residual, np.abs(machine.places[others]).max())
            assert abs(machine.places[k]) < LIMIT + 1e-6
        assert machine.places[k] == pytest.approx(way * LIMIT, abs=1e-6)
    assert residual < MOST_OF_MOTION * 2 * LIMIT
