"""Six degrees of freedom: all fixed holds like a weld; one axis freed or limited moves, the other five do not."""
from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import pytest

from app.studies.validate.runners.joint_measures import Pair
from physics import Axis, Body, Box, Fixed, SixDof, SolverSettings, World
from physics.bodies.rotation import rotate
from tests.support.constraint_worlds import random_rotation

AXES = ("x", "y", "z", "rx", "ry", "rz")
PARTNERS = ("world a", "world b", "two bodies")
LIMIT = 0.3
DAMPING = 8.0                                              # [1/s]
MOST_OF_MOTION = 1e-6


def space() -> World:
    """Room for any number of machines, which do not see each other."""
    return World(gravity=(0, 0, 0), precision="double", dt=1 / 240,
                 solver=SolverSettings(substeps=4, iterations=60, joint_stabilization="split_impulse"))


class Machine:
    """Two boxes, or one and the world, on a 6-DoF joint in a random frame, in something that damps them; how the joint stands."""

    def __init__(self, world: World, partners: str, seed: int, definition=SixDof, **axes):
        rng, self.world = np.random.default_rng(seed), world
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
        """For one step, a force and a torque on b and their opposites on a, at the joint and in its frame at a."""
        at, frame = self.pair.a.position, self.pair.a.rotation
        for body, sign in ((self.pair.a.body, -1), (self.pair.b.body, 1)):
            if body is not None:
                body.apply_force(sign * rotate(frame, np.array(force, float)), at=at)
                body.apply_torque(sign * rotate(frame, np.array(torque, float)))

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
    six, weld = Machine(space(), partners, seed), Machine(space(), partners, seed, definition=Fixed)
    for n in range(120):
        load = (np.sin(0.1 * n) * np.array((3, -2, 1)), np.cos(0.1 * n) * np.array((0.5, 0.3, -0.4)))
        for machine in (six, weld):
            machine.push(*load)
            machine.world.step()
            assert np.abs(machine.places).max() < 1e-7
    assert six.world.positions == pytest.approx(weld.world.positions, abs=1e-9)
    assert six.world.velocities == pytest.approx(weld.world.velocities, abs=1e-9)
    assert six.joint.force == pytest.approx(weld.joint.force, abs=1e-6)
    assert six.joint.torque == pytest.approx(weld.joint.torque, abs=1e-6)


def _pushed(machines: list[tuple[Machine, str, float]], steps: int) -> Iterator[np.ndarray]:
    """(machines, 6) how the joints stand after every step of pushing each along or about its axis, with so much."""
    for _ in range(steps):
        for machine, axis, size in machines:
            machine.push(*_along(axis, size))
        machines[0][0].world.step()
        yield np.array([machine.places for machine, _, _ in machines])


def test_one_free_axis_moves_alone():
    """Each axis in five frames between the world and a box, a box and the world, and two boxes; all in one world."""
    world, kinds = space(), list(itertools.product(PARTNERS, AXES, range(5)))
    machines = [(Machine(world, partners, seed, **{axis: Axis(mode="free")}), axis, 1.0) for partners, axis, seed in kinds]
    free = np.array([[axis == name for name in AXES] for _, axis, _ in kinds])
    residual = np.zeros(len(kinds))
    for places in _pushed(machines, 240):
        residual = np.maximum(residual, np.abs(np.where(free, 0, places)).max(1))
    moved = places[free]
    stuck = [kind for kind, far in zip(kinds, moved) if not far > 0.02]
    astray = [kind for kind, far, other in zip(kinds, moved, residual) if not other < MOST_OF_MOTION * far]
    assert not stuck and not astray


def test_one_limited_axis_moves_to_its_limit_and_back():
    """Pushed against one limit and then against the other, and nowhere else; all in one world."""
    world, kinds = space(), list(itertools.product(PARTNERS, AXES, (-1, 1)))
    limits = Axis(mode="limit", lower=-LIMIT, upper=LIMIT)
    machines = [Machine(world, partners, 7, **{axis: limits}) for partners, axis, _ in kinds]
    free = np.array([[axis == name for name in AXES] for _, axis, _ in kinds])
    sides, residual = np.array([side for _, _, side in kinds]), np.zeros(len(kinds))
    for turn in (1, -1):
        loads = [(machine, axis, (3.0 if axis.startswith("r") else 4.0) * turn * side)
                 for machine, (_, axis, side) in zip(machines, kinds)]
        for places in _pushed(loads, 720):
            residual = np.maximum(residual, np.abs(np.where(free, 0, places)).max(1))
            beyond = [kind for kind, place in zip(kinds, places[free]) if not abs(place) < LIMIT + 1e-6]
            assert not beyond
        assert places[free] == pytest.approx(turn * sides * LIMIT, abs=1e-6)
    astray = [kind for kind, other in zip(kinds, residual) if not other < MOST_OF_MOTION * 2 * LIMIT]
    assert not astray
