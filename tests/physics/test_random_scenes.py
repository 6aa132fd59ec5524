"""Random worlds under random settings and a storm of edits: nothing breaks, nothing is not finite, no energy from nowhere.

A failing seed is a number to run again: `python -m pytest tests/physics/test_random_scenes.py -k "storm and 17"`.
"""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Mouse, Plane, SettingError, SolverSettings, Sphere, World
from physics.definitions.material import RESISTANCES
from physics.definitions.method_names import OURS
from physics.definitions.tunable import tunables

ROUNDING, STEP_ROUNDING = 1e-3, 1e-5                 # shares of the energy of a fall: of all steps; of one in single precision
RANGES = {"substeps": (1, 6), "iterations": (0, 12), "relax_iterations": (0, 3)}       # of what would take too long


def random_settings(rng: np.random.Generator) -> SolverSettings:
    """Every setting anywhere in its slider's range, or its default."""
    chosen = {}
    for name, about in tunables(SolverSettings).items():
        if rng.random() < 0.5:
            continue
        low, high = RANGES.get(name, about.slider or (0, 0))
        kind = about.kind
        chosen[name] = (str(rng.choice(about.choices)) if kind == "choice" else bool(rng.random() < 0.5) if kind == "switch"
                        else int(rng.integers(low, high + 1)) if kind == "integer" else float(rng.uniform(low, high)))
    return SolverSettings(**chosen)


def random_body(world: World, rng: np.random.Generator, calm: bool = False):
    """A body somewhere in a cube of 6 m; `calm` ones do not bounce and begin at rest."""
    size = float(10 ** rng.uniform(-1.5, 0))
    shape = Sphere(radius=size) if rng.random() < 0.5 else Box(half=tuple(size * 10 ** rng.uniform(-0.7, 0, 3)))
    speed = 0.0 if calm else float(10 ** rng.uniform(-1, 1.5))
    kind = "dynamic" if calm else str(rng.choice(["dynamic"] * 8 + ["kinematic", "static"]))
    return world.add_body(shape=shape, type=kind, position=rng.uniform(-3, 3, 3) + (0, 0, 4),
                          rotation=rng.normal(size=4), velocity=speed * rng.normal(size=3),
                          angular_velocity=speed * rng.normal(size=3), density=float(10 ** rng.uniform(1, 4)),
                          friction=float(rng.uniform(0, 1.5)), restitution=float(rng.choice([0, rng.random(), 1])) * (not calm),
                          linear_damping=float(rng.choice([0, rng.random()])), group=int(rng.integers(-1, 2)), **resistance(size))


def resistance(size: float) -> dict[str, float]:
    """What a body of this size [m] has of it: half of all have none, others up to arms that nothing overcomes."""
    rng = np.random.default_rng(int(1e9 * size))
    if rng.random() < 0.5:
        return {}
    return {name: float(10 ** rng.uniform(-4, 1)) for name in RESISTANCES if rng.random() < 0.5}


def random_world(seed: int, calm: bool = False, **options) -> tuple[World, np.random.Generator]:
    rng = np.random.default_rng(seed)
    solver = options.pop("solver", None) or random_settings(rng)
    world = World(precision=str(rng.choice(["single", "double"])), dt=float(10 ** rng.uniform(-3, -1.3)), solver=solver,
                  **options)
    world.add_body(shape=Plane(), type="static")
    for _ in range(int(rng.integers(1, 40))):
        random_body(world, rng, calm)
    return world, rng


def edit(world: World, rng: np.random.Generator, saved: list) -> None:
    """One of the things that a person may do between two steps."""
    bodies = [body for body in world.bodies if not isinstance(body.shape, Plane)]
    dynamic = [body for body in bodies if body.type == "dynamic"]
    what = rng.integers(0, 12)
    if what == 0 and bodies:
        world.remove(bodies[rng.integers(len(bodies))])
    elif what == 1:
        random_body(world, rng)
    elif what == 2 and dynamic:
        body = dynamic[rng.integers(len(dynamic))]
        world.add_joint(Mouse(a=body, anchor=body.position + 0.1, target=rng.uniform(-5, 5, 3),
                              hertz=float(rng.choice([0, 5, 60])), max_force=float(rng.choice([0, 100, 1e12]))))
    elif what == 3 and world.joints:
        world.remove(world.joints[rng.integers(len(world.joints))])
    elif what == 4:
        for joint in [joint for joint in world.joints if joint.type_name == "mouse"][-1:]:
            joint.target = rng.uniform(-5, 5, 3)
    elif what == 5:
        world.solver = random_settings(rng)
    elif what == 6 and bodies:
        body = bodies[rng.integers(len(bodies))]
        body.position, body.rotation = rng.uniform(-3, 3, 3), rng.normal(size=4)
    elif what == 7 and dynamic:
        body = dynamic[rng.integers(len(dynamic))]
        body.apply_impulse(body.mass * 5 * rng.normal(size=3), at=body.position + rng.normal(size=3))
    elif what == 8:
        world.gravity, world.dt = 10 * rng.normal(size=3), float(10 ** rng.uniform(-3, -1.3))
    elif what == 9:
        saved.append(world.snapshot())
    elif what == 10 and saved:
        world.restore(saved[rng.integers(len(saved))])
    elif what == 11:
        world.friction_override = float(rng.choice([0, 1])) if rng.random() < 0.5 else None
        world.restitution_override = float(rng.random()) if rng.random() < 0.5 else None


def check(world: World) -> None:
    """What holds in every world: finite, unit quaternions, views of one length, contacts between bodies that live."""
    count = len(world.bodies)
    for name in ("positions", "rotations", "velocities", "angular_velocities", "aabbs"):
        view = getattr(world, name)
        assert len(view) == count and (name == "aabbs" or np.isfinite(view).all()), name
    assert np.allclose(np.linalg.norm(world.rotations.astype(float), axis=1), 1, atol=1e-4)
    contacts = world.contact_arrays()
    assert len(contacts.separations) == world.contact_count
    assert all(np.isfinite(part).all() for part in contacts)
    assert (contacts.normal_impulses >= 0).all()
    assert set(contacts.bodies.reshape(-1).tolist()) <= set(world.uids.tolist())


def take_step(world: World) -> None:
    """A step; where the method says that it cannot, the wide solver takes it."""
    try:
        world.step()
    except SettingError:
        assert world.solver.method != OURS
        world.solver = world.solver.replace(method=OURS)
        world.step()


def storm(seed: int, steps: int) -> str:
    world, rng = random_world(seed)
    saved: list = []
    for _ in range(steps):
        if rng.random() < 0.3:
            edit(world, rng, saved)
        take_step(world)
        check(world)
    return world.state_hash()


@pytest.mark.parametrize("seed", range(40))
def test_storm(seed):
    """A storm of edits breaks nothing and is the same each time."""
    assert storm(seed, 60) == storm(seed, 60)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(1000, 2000))
def test_long_storm(seed):
    storm(seed, 400)


def falling(seed: int, solver: SolverSettings) -> tuple[World, float]:
    """Bodies that fall from rest without bouncing, and the energy of their fall to the floor, sum m g z [J]."""
    world, _ = random_world(seed, calm=True, solver=solver)
    world.dt = 1 / 60
    return world, sum(body.mass * -world.gravity[2] * body.position[2] for body in world.bodies[1:])


@pytest.mark.parametrize("stabilization", ["none", "split_impulse", "soft"])
@pytest.mark.parametrize("seed", range(10))
def test_energy_does_not_come_from_nowhere(seed, stabilization):
    """The energy never rises above what it was at the start."""
    world, fall = falling(seed, SolverSettings(stabilization=stabilization))
    start = world.energy().total
    for _ in range(120):
        world.step()
        assert world.energy().total < start + ROUNDING * fall


@pytest.mark.parametrize("seed", range(10))
def test_baumgarte_adds_no_more_than_its_push_works(seed):
    """In a step energy rises by at most the sum of lambda b over the contact points, b = beta / dt max(overlap - slop, 0), with
    the slop of bodies of this size.

    A row that is solved once changes its velocity from v to v' by an impulse dl, and the energy by dl (v + v') / 2.  That is at
    most dl b: either v' = b, which leaves dl b - K dl^2 / 2, or the impulse ends at zero, and then dl < 0 and (v + v') / 2 > b.
    The sum over the sweeps is lambda b, with nothing to start from (`warm_start` 0).  Friction and gravity add nothing.  What
    is read is the overlap after the step; moving apart at b has left 1 - beta of what was above the slop.
    """
    solver = SolverSettings(stabilization="baumgarte", substeps=1, iterations=8, warm_start=0.0)
    world, fall = falling(seed, solver)
    slop = solver.slop * world.length_scale
    for _ in range(120):
        before = world.energy().total
        world.step()
        points = [point for manifold in world.contacts for point in manifold.points]
        rate = solver.beta / world.dt / (1 - solver.beta)
        work = sum(point.normal_impulse * rate * max(-point.separation - slop, 0.0) for point in points)
        assert world.energy().total < before + work + STEP_ROUNDING * fall
