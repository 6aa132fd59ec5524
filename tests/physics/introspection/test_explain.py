"""What moved a body adds up to what it did, for every stabilization, preset and joint, and looking changes nothing."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from physics import Box, Plane, SolverSettings, Sphere, World
from physics.definitions.settings import PRESETS
from physics.introspection.refusal import NoInsight
from tests.support.constraint_worlds import heap
from tests.support.joint_zoo import zoo

STABILIZATIONS = ("none", "baumgarte", "split_impulse", "soft", "position")
EXACT = 1e-9


def stabilized(make, name: str, steps: int, **settings) -> World:
    """A world whose joints are stabilized as its contacts; with baumgarte they would diverge."""
    joints = "split_impulse" if name == "baumgarte" else name
    return make(1, steps, stabilization=name, joint_stabilization=joints, **settings)


def motion(world: World) -> np.ndarray:
    """(n, 6) velocities."""
    return np.hstack((world.velocities, world.angular_velocities)).astype(np.float64)


def assert_explained(world: World, tolerance: float = EXACT) -> None:
    """Step; the causes of every body add up to its change, and nothing else changed."""
    before = motion(world)
    world.step()
    after, whole = motion(world), world.state_hash()
    for body, change in zip(world.bodies, after - before):
        total = sum((cause.change for cause in world.explain(body)), np.zeros(6))
        assert np.abs(total - change).max() < tolerance, body
    assert world.state_hash() == whole


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("friction", ("cone", "pyramid", "manifold_centre"))
@pytest.mark.parametrize("substeps, iterations", ((1, 6), (4, 2)))
def test_heaps(name, friction, substeps, iterations):
    world = stabilized(heap, name, 120, friction_model=friction, substeps=substeps, iterations=iterations, belts=True,
                       resisting=True)
    assert_explained(world)
    assert (world.rows().kind == "normal").any()


@pytest.mark.parametrize("name", STABILIZATIONS)
@pytest.mark.parametrize("gyroscopic", ("off", "explicit", "implicit", "conserving"))
def test_every_joint(name, gyroscopic):
    """With forces, and with caps that act."""
    world = stabilized(zoo, name, 20, substeps=3, gyroscopic=gyroscopic, geometric_stiffness=True, max_speed=2.0,
                       max_rotation=0.1)
    world.bodies[5].apply_force((30, 20, 10), at=world.bodies[5].position + (0.1, 0, 0.1))
    assert_explained(world)
    names = {cause.name for body in world.bodies for cause in world.explain(body)}
    assert {"gravity", "forces", "caps"} <= names and (gyroscopic == "off" or "gyroscopic" in names)


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name):
    assert_explained(zoo(2, 30, **dataclasses.asdict(PRESETS[name])))


def test_single_precision():
    assert_explained(heap(3, 120, precision="single", substeps=4, iterations=2, stabilization="soft"), tolerance=3e-5)


def test_a_ball_on_the_floor():
    """Gravity is what the contact gives back."""
    world = World(sleep=False, precision="double")
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5))
    for _ in range(60):
        world.step()
    causes = {cause.name: cause for cause in world.explain(ball)}
    assert causes["gravity"].row is None
    assert causes["gravity"].change[2] == pytest.approx(-9.81 / 60, abs=1e-12)
    against = causes["normal against 1"]
    assert against.change[2] == pytest.approx(9.81 / 60, rel=1e-6)
    assert world.rows().kind[against.row] == "normal"


def test_bodies_that_fall_asleep():
    """What a body still had when it fell asleep was taken by sleep; then nothing moves it."""
    world = World(precision="double", sleep=True, sleep_time=0.2)
    world.add_body(shape=Plane(), type="static")
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5))
    steps = 0
    while not world.asleep[1]:
        assert_explained(world)
        steps += 1
        assert steps < 200
    assert [cause.name for cause in world.explain(box)] in (["sleep"], [])
    world.step()
    assert world.explain(box) == [] and world.rows().size == 0


def test_what_cannot_be_looked_into():
    world = World(precision="double")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 3))
    other = world.add_body(shape=Sphere(radius=0.5), position=(3, 0, 3))
    with pytest.raises(NoInsight, match="no step"):
        world.rows()
    world.step()
    saved = world.snapshot()
    ball.velocity = (1, 0, 0)
    with pytest.raises(NoInsight, match=f"changed since.*body {ball.uid}"):
        world.explain(ball)
    world.restore(saved)
    with pytest.raises(NoInsight, match="restored"):
        world.explain(ball)
    world.step()
    world.remove(other)
    with pytest.raises(NoInsight, match="removed"):
        world.explain(ball)
    world.step()
    with pytest.raises(NoInsight, match="no body 7"):
        world.explain(7)
    late = world.add_body(shape=Sphere(radius=0.5), position=(6, 0, 3))
    with pytest.raises(NoInsight, match="no part in the last step"):
        world.explain(late)
    world.step(stop=(8, 0, 1))
    with pytest.raises(NoInsight, match="stands inside a step"):
        world.explain(ball)
    assert world.rows().size == 0                    # nothing touches


def test_a_laboratory_method_says_why_not():
    world = World(precision="double", solver=SolverSettings(method="jacobi", substeps=2, iterations=8))
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5))
    for _ in range(3):
        world.step()
    with pytest.raises(NoInsight, match="jacobi"):
        world.explain(ball)
    table = world.rows()
    assert table.impulse[table.kind == "normal"].sum() == pytest.approx(world.contact_arrays().normal_impulses.sum())
    assert np.isnan(table.residual).all()


@pytest.mark.parametrize("body", ["crate", None, 1.5, True])
def test_what_is_no_body_is_said_to_be_none(body):
    world = heap(1, 2)
    for question in (world.explain, world.load_path, world.coupling, world.rows().of_body):
        with pytest.raises(NoInsight, match="is no body: give its handle or its uid"):
            question(body)


@pytest.mark.parametrize("row", ["first", None, -1, 1.0, True, 10**9])
def test_what_is_no_row_is_said_to_be_none(row):
    with pytest.raises(NoInsight, match=r"row .*: the last step has \d+ rows, counted from 0"):
        heap(1, 2).equation(row)
