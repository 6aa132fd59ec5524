"""A thousand random worlds for ten thousand steps each: finite, nothing through the floor, no energy from nowhere.

    python -m tests.reliability.random_runs --count 1000 --steps 10000

Up to sixty bodies of all shapes, with random sizes, densities, frictions and bounces, a third of them in pairs that a joint of
any type couples, under a random preset, in single or double precision.  By the seed they

- fall onto a plane with obstacles;
- fall into a pit of thin boxes, which a body that moves on would leave through floor or walls;
- fly without gravity and ground, and meet one another;
- with `--form hills`, fall into a bowl of uneven ground, a height field.

Joints have no motors and no springs, and nothing moves by hand, so that the energy can only fall: it stays below what it was at
the start, plus SHARE of the energy of the fall, or of the motion where nothing falls.  No centre of a body is ever beyond a
wall or deep in the floor.  A corner may be for a moment: a body that a heavier one squeezes away turns by up to half a radian
in a step, and a contact sees it where it was; by the next look it is out again.
"""
from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from functools import partial

import numpy as np

from physics import (
    Angle,
    Axis,
    BallSocket,
    Box,
    Cylinder,
    Distance,
    Fixed,
    Gear,
    HeightField,
    Hinge,
    Plane,
    Pulley,
    Rack,
    SixDof,
    Slider,
    SolverSettings,
    World,
)
from physics.definitions.settings import PRESETS
from tests.physics.test_random_scenes import check
from tests.reliability.campaign import options, repeat, report
from tests.support.solid_scenes import any_shape, lowest_places
from tests.support.surface_reference import heights_at

FORMS = ("plane", "pit", "space")      # by the seed
HILLS = "hills"
SPACING, BUMPS, BOWL = 0.5, 0.2, 0.06           # of a height field: its grid [m], its bumps [m], what it rises by [1/m]
EVERY = 25                             # steps between two looks
SHARE = 0.01                           # of the energy of a fall, that rounding and a stack that settles may add
DEEPEST = 0.08                         # [m] into the floor, where a body may be at one look, and not at the next
PITCH, WIDE, THIN, HIGH = 1.3, 3.2, 0.1, 60.0        # [m] between bodies; half width, half thickness and half height of a pit
MOST_BODIES = 60
FARTHEST = 1e6                         # [m]

JOINTS: tuple[Callable, ...] = (
    lambda a, b, at: Hinge(a=a, b=b, anchor=at, axis=(0, 1, 0), lower=-2, upper=2),
    lambda a, b, at: Hinge(a=a, b=b, anchor=at, axis=(1, 0, 1)),
    lambda a, b, at: Slider(a=a, b=b, anchor=at, axis=(1, 0, 1), lower=-0.2, upper=0.2),
    lambda a, b, at: Distance(a=a, b=b, anchor_a=a.position, anchor_b=b.position),
    lambda a, b, at: Distance(a=a, b=b, anchor_a=a.position, anchor_b=b.position, upper=2),
    lambda a, b, at: SixDof(a=a, b=b, anchor=at, x=Axis("limit", -0.1, 0.1), rx="free", rz=Axis("limit", -1, 1)),
    lambda a, b, at: BallSocket(a=a, b=b, anchor=at),
    lambda a, b, at: BallSocket(a=a, b=b, anchor=at, cone=0.7, twist_lower=-0.5, twist_upper=0.5),
    lambda a, b, at: Fixed(a=a, b=b),
    lambda a, b, at: Angle(a=a, b=b, axis=(0, 0, 1)),
    lambda a, b, at: Gear(a=a, b=b, axis_a=(0, 0, 1), axis_b=(0, 0, 1), ratio=2),
    lambda a, b, at: Rack(a=a, b=b, axis_a=(1, 0, 0), axis_b=(0, 1, 0), radius=0.3),
    lambda a, b, at: Pulley(a=a, b=b, anchor_a=a.position, anchor_b=b.position, ground_a=at + (-1, 0, 9),
                            ground_b=at + (1, 0, 9)))


def form_of(seed: int, form: str = "") -> str:
    """The form of the world of a seed, or the one that is asked for."""
    return form or FORMS[seed % len(FORMS)]


def random_world(seed: int, form: str = "") -> World:
    """The world of a seed, at its start."""
    rng, form = np.random.default_rng(seed), form_of(seed, form)
    solver = SolverSettings.preset(str(rng.choice(list(PRESETS))))
    world = World(precision=str(rng.choice(["single", "double"])), solver=solver)
    {"plane": _obstacles, "pit": _pit, "space": _space, HILLS: partial(_hills, seed)}[form](world)
    bodies = [_body(world, rng, place, form == "space") for place in _places(rng, int(rng.integers(5, MOST_BODIES)))]
    for a, b in zip(bodies[::6], bodies[1::6]):
        make = JOINTS[rng.integers(len(JOINTS))]
        if form != "space" or make is not JOINTS[-1]:            # a pulley is held by the world
            world.add_joint(make(a, b, (a.position + b.position) / 2))
    return world


def _obstacles(world: World) -> None:
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Cylinder(0.6, 0.3), type="static", position=(1, 0, 0.3))
    world.add_body(shape=Box(half=(0.7, 0.5, 0.3)), type="static", position=(-1, 0.5, 0.3), rotation=(0.2, 0.1, 0, 1))


def _pit(world: World) -> None:
    world.add_body(shape=Box(half=(WIDE, WIDE, THIN)), type="static", position=(0, 0, -THIN))
    for side in (1, -1):
        for half, place in (((THIN, WIDE, HIGH), (side * WIDE, 0, HIGH)), ((WIDE, THIN, HIGH), (0, side * WIDE, HIGH))):
            world.add_body(shape=Box(half=half), type="static", position=place)


def _hills(seed: int, world: World) -> None:
    world.add_body(shape=bowl(seed))


def bowl(seed: int) -> HeightField:
    """Uneven ground that rises all around."""
    x, y = np.meshgrid(*[np.linspace(-12, 12, 49)] * 2)
    bumps = np.random.default_rng(seed).uniform(-BUMPS, BUMPS, x.shape)
    return HeightField(heights=BOWL * (x * x + y * y) + bumps, spacing=SPACING)


def _space(world: World) -> None:
    world.gravity = (0, 0, 0)


def _places(rng: np.random.Generator, count: int) -> list[np.ndarray]:
    """Places on a lattice of four by four, layer over layer."""
    cells = [(x, y, z) for z in range(count // 16 + 1) for x in range(4) for y in range(4)]
    return [PITCH * (np.array(cell) - (1.5, 1.5, -1)) + rng.uniform(-0.1, 0.1, 3) for cell in cells[:count]]


def _body(world: World, rng: np.random.Generator, place: np.ndarray, flying: bool):
    motion = {"velocity": rng.normal(size=3), "angular_velocity": rng.normal(size=3)} if flying else {}
    return world.add_body(shape=any_shape(rng), position=place, rotation=rng.normal(size=4),
                          density=float(rng.uniform(300, 3000)),
                          friction=float(rng.uniform(0, 1.2)), restitution=float(rng.choice([0, 0, rng.random()])), **motion)


class Running:
    """Runs one world after another."""

    def __init__(self, steps: int, form: str = ""):
        self.form = form
        self.steps, self.forms, self.asleep = steps, Counter(), 0
        self.deepest, self.rise = 0.0, -np.inf
        self.deep: set[str] = set()                # bodies that were deep in the floor at the last look

    def __call__(self, seed: int) -> None:
        """Run the world of a seed.  AssertionError says what was wrong, and after which step."""
        form = form_of(seed, self.form)
        world = random_world(seed, form)
        start = world.energy()
        scale = start.kinetic if form == "space" else sum(body.mass * 9.81 * body.position[2]
                                                          for body in world.bodies if body.type == "dynamic")
        self.deep = set()
        for _ in range(self.steps // EVERY):
            for _ in range(EVERY):
                world.step()
            self._look(world, form, (world.energy().total - start.total) / scale)
        self.forms[form] += 1
        self.asleep += world.resting

    def _look(self, world: World, form: str, rise: float) -> None:
        where = f"step {world.step_count}, {form}, {world.solver.stabilization}, {world.precision}"
        check(world)
        assert np.abs(world.positions).max() < FARTHEST, where
        self.rise = max(self.rise, rise)
        assert rise < SHARE, f"the energy rose by {rise:.2g} of the fall or motion; {where}"
        if form == "space":
            return
        centres = np.array([body.position for body in world.bodies if body.type == "dynamic"])
        if form == HILLS:
            self._look_at_hills(world, centres, where)
            return
        assert centres[:, 2].min() > -DEEPEST, f"a body is through the floor; {where}"
        assert form != "pit" or np.abs(centres[:, :2]).max() < WIDE, f"a body is through a wall; {where}"
        down = {body: -place for body, place in lowest_places(world).items()}
        self.deepest = max(self.deepest, *down.values())
        deep = {body for body in down if down[body] > DEEPEST}
        stays = [f"{body} {down[body]:.3f} m" for body in deep & self.deep]
        self.deep = deep
        assert not stays, f"below the floor at two looks: {', '.join(stays)}; {where}"

    def _look_at_hills(self, world: World, centres: np.ndarray, where: str) -> None:
        """No centre is deep below the ground, none below it at two looks, and none has left the bowl."""
        over = centres[:, 2] - heights_at(world.bodies[0].shape, centres)
        assert not np.isnan(over).any(), f"a body has left the bowl; {where}"
        self.deepest = max(self.deepest, -float(over.min()))
        assert over.min() > -DEEPEST, f"a centre is below the ground; {where}"
        below = set(np.flatnonzero(over < 0).astype(str))
        assert not below & self.deep, f"a centre is below the ground at two looks; {where}"
        self.deep = below


def main() -> int:
    """Run the campaign."""
    asked = options(__doc__, 1000, steps={"type": int, "default": 10_000, "help": "of each world; default: %(default)s"},
                    form={"choices": (*FORMS, HILLS), "default": "", "help": "of all worlds; default: by the seed"})
    seeds, running = range(asked.first, asked.first + asked.count), Running(asked.steps, asked.form)
    failed = repeat(running, seeds)
    return report("random runs", seeds, failed, steps=asked.steps, **running.forms, at_rest_at_the_end=running.asleep,
                  deepest=f"{1000 * running.deepest:.1f} mm", energy_rose_by=f"{running.rise:.2g}")


if __name__ == "__main__":
    sys.exit(main())
