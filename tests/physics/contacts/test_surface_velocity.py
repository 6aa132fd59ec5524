"""Surfaces that move against their bodies, kinematic bodies that carry what rests on them, and how surfaces combine."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Body, Box, Plane, SettingError, SolverSettings, Sphere, World
from physics.bodies.arrays import MARK
from physics.definitions.material import COMBINE
from physics.definitions.settings import FRICTION_MODELS, STABILIZATIONS

G, MU = 9.81, 0.5


def world_of(*bodies: dict, friction: float = MU, **solver) -> World:
    """A world in double precision; all bodies have one friction unless they say otherwise."""
    world = World(precision="double", solver=SolverSettings(**{"iterations": 8} | solver))
    for body in bodies:
        world.add_body(**{"friction": friction} | body)
    return world


def run(world: World, seconds: float) -> None:
    for _ in range(round(seconds / world.dt)):
        world.step()


def slab(**more) -> dict:
    """Something large to stand on, its top at height 0."""
    return {"shape": Box(half=(20, 20, 0.5)), "type": "static", "position": (0, 0, -0.5)} | more


def crate(**more) -> dict:
    """A cube of 1 m on the ground."""
    return {"shape": Box(half=(0.5, 0.5, 0.5)), "mass": 2, "position": (0, 0, 0.5)} | more


@pytest.mark.parametrize("model", FRICTION_MODELS)
@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_a_belt_takes_a_crate_along(model, stabilization):
    """It gains mu g until it is as fast as the belt, and then rides with it."""
    world = world_of(slab(surface_velocity=(2, 1, 0)), crate(), friction_model=model, stabilization=stabilization)
    box = world.bodies[1]
    run(world, 0.2)
    limit = MU * G * 0.2
    if model == "pyramid":
        assert box.velocity[:2] == pytest.approx((limit, limit), rel=0.05)
    else:
        assert box.velocity[:2] == pytest.approx(limit * np.array((2, 1)) / np.sqrt(5), rel=0.05)
    run(world, 1.0)
    assert box.velocity == pytest.approx((2, 1, 0), abs=2e-3)
    assert np.abs(box.angular_velocity).max() < 1e-2


@pytest.mark.parametrize("model", FRICTION_MODELS)
def test_a_ball_on_a_belt_rolls_backwards(model):
    """Friction acts at its lowest point until that is as fast as the belt: v (1 + 5/2) = u."""
    world = world_of({"shape": Plane(), "type": "static", "surface_velocity": (7, 0, 0)},
                     {"shape": Sphere(radius=0.3), "position": (0, 0, 0.3)}, friction_model=model)
    run(world, 2)
    ball = world.bodies[1]
    assert ball.velocity[0] == pytest.approx(2, rel=2e-3)
    assert 0.3 * ball.angular_velocity[1] == pytest.approx(-5, rel=2e-3)


def test_a_turned_body_takes_its_surface_along():
    """The velocity is given in the body's axes; what of it lies along the normal does nothing."""
    quarter = (0, 0, np.sqrt(0.5), np.sqrt(0.5))
    turned, upright = (world_of(slab(rotation=quarter, surface_velocity=(2, 0, w)), crate()) for w in (0, 5))
    for world in (turned, upright):
        run(world, 1)
        assert world.bodies[1].velocity == pytest.approx((0, 2, 0), abs=2e-3)
    assert turned.positions[1] == pytest.approx(upright.positions[1], abs=1e-12)


@pytest.mark.parametrize("model", FRICTION_MODELS)
def test_a_turntable_spins_what_stands_on_its_axis(model):
    world = world_of(slab(surface_spin=(0, 0, 3)), crate(), friction_model=model)
    run(world, 1.5)
    box = world.bodies[1]
    assert box.angular_velocity == pytest.approx((0, 0, 3), abs=0.01)
    assert np.abs(box.position[:2]).max() < 1e-2


@pytest.mark.parametrize("substeps", [1, 4])
@pytest.mark.parametrize("model", ["cone", "manifold_centre"])
def test_a_turntable_carries_a_crate_around(model, substeps):
    """Where friction holds it (w^2 r < mu g) a crate goes round with the table: three turns, each in 2 pi / w."""
    spin, radius = 1.5, 1.5
    world = world_of(slab(surface_spin=(0, 0, spin)),
                     crate(shape=Box(half=(0.1, 0.1, 0.1)), position=(radius, 0, 0.1), velocity=(0, spin * radius, 0),
                           angular_velocity=(0, 0, spin)), friction_model=model, substeps=substeps)
    box = world.bodies[1]
    run(world, 6 * np.pi / spin)
    assert np.hypot(*box.position[:2]) == pytest.approx(radius, rel=1e-3), "it winds outwards or inwards"
    angle = np.arctan2(box.position[1], box.position[0])
    assert angle == pytest.approx(spin * world.time - 6 * np.pi, abs=0.05)
    assert np.linalg.norm(box.velocity) == pytest.approx(spin * radius, rel=1e-2)


def test_surfaces_of_both_bodies_count():
    """A tank: its belts run backwards under it, so it drives forwards; on a belt of the same speed it stays."""
    world = world_of(slab(), crate(surface_velocity=(-2, 0, 0)))
    run(world, 1)
    assert world.bodies[1].velocity == pytest.approx((2, 0, 0), abs=2e-3)
    world = world_of(slab(surface_velocity=(-2, 0, 0)), crate(surface_velocity=(-2, 0, 0)))
    run(world, 1)
    assert world.bodies[1].velocity == pytest.approx((0, 0, 0), abs=1e-9)


def test_a_moving_belt_adds_its_own_velocity():
    world = world_of(slab(type="kinematic", velocity=(0, 1, 0), surface_velocity=(1.5, 0, 0)), crate())
    run(world, 1)
    assert world.bodies[1].velocity == pytest.approx((1.5, 1, 0), abs=2e-3)


@pytest.mark.parametrize("model", FRICTION_MODELS)
@pytest.mark.parametrize("stabilization", STABILIZATIONS)
def test_kinematic_bodies_drag_what_rests_on_them(model, stabilization):
    """A platform that moves, and one that turns."""
    world = world_of(slab(type="kinematic", velocity=(1, 0.5, 0)), crate(), friction_model=model, stabilization=stabilization)
    run(world, 1)
    assert world.bodies[1].velocity == pytest.approx((1, 0.5, 0), abs=2e-3)
    assert world.positions[0] == pytest.approx((1, 0.5, -0.5), abs=1e-9)
    world = world_of(slab(type="kinematic", angular_velocity=(0, 0, 1)), crate(), friction_model=model,
                     stabilization=stabilization)
    run(world, 1.5)
    assert world.bodies[1].angular_velocity[2] == pytest.approx(1, abs=0.01)


def test_a_kinematic_lift_carries():
    """Up, down and to a halt; the crate stays on it."""
    world = world_of(slab(type="kinematic"), crate())
    lift, box = world.bodies
    for speed in (0.5, -0.5, 0):
        lift.velocity = (0, 0, speed)
        run(world, 1)
        assert box.velocity[2] == pytest.approx(speed, abs=5e-3)
        assert box.position[2] - lift.position[2] == pytest.approx(1, abs=5e-3)


def test_surfaces_are_read_and_written():
    world = world_of(slab(surface_velocity=(1, 2, 3), surface_spin=(4, 5, 6)), crate())
    belt, box = world.bodies
    assert tuple(belt.surface_velocity) == (1, 2, 3) and tuple(belt.surface_spin) == (4, 5, 6)
    assert not box.surface_velocity.any() and not box.surface_spin.any()
    belt.surface_velocity, belt.surface_spin = (0, 2, 0), (0, 0, 0)
    run(world, 1)
    assert box.velocity == pytest.approx((0, 2, 0), abs=2e-3)
    belt.surface_velocity = (0, 0, 0)
    run(world, 1)
    assert box.velocity == pytest.approx((0, 0, 0), abs=2e-3)
    with pytest.raises(ValueError):
        belt.surface_velocity[0] = 1
    for wrong in ((1, 2), (1, 2, np.nan), "fast", (1e6, 0, 0)):
        with pytest.raises(SettingError, match="surface_velocity"):
            belt.surface_velocity = wrong
        with pytest.raises(SettingError, match="surface_spin"):
            world.add_body(**crate(surface_spin=wrong))


def test_unused_surface_velocities_change_nothing():
    """A surface that stopped, or that touches nothing, leaves every bit as it would be without."""
    def states(world: World) -> list[str]:
        found = []
        for _ in range(60):
            world.step()
            found.append(world.state_hash())
        return found

    def plain() -> World:
        return world_of(slab(), crate(velocity=(1, 0, 0)), {"shape": Plane(normal=(0, 1, 0), offset=-900), "type": "static"})

    expected = states(plain())
    stopped, elsewhere = plain(), plain()
    stopped.bodies[0].surface_velocity = (1, 0, 0)
    stopped.bodies[0].combine_friction = "minimum"
    stopped.bodies[0].surface_velocity = (0, 0, 0)
    stopped.bodies[0].combine_friction = "geometric_mean"
    elsewhere.bodies[2].surface_velocity = (9, 0, 0)
    assert not stopped._bodies.arrays.shape[:, MARK].any() and elsewhere._bodies.arrays.shape[:, MARK].sum() == 1
    assert states(stopped) == expected
    assert states(elsewhere) == expected


def test_snapshots_hold_surfaces():
    world = world_of(slab(surface_velocity=(2, 0, 0), combine_friction="minimum"), crate())
    run(world, 0.1)
    saved = world.snapshot()
    run(world, 0.5)
    there = world.state_hash()
    world.bodies[0].surface_velocity, world.bodies[0].combine_friction = (0, 0, 0), "maximum"
    world.restore(saved)
    assert tuple(world.bodies[0].surface_velocity) == (2, 0, 0) and world.bodies[0].combine_friction == "minimum"
    run(world, 0.5)
    assert world.state_hash() == there


def test_a_surface_follows_its_body_to_another_row():
    """Removing an older body moves rows; the belt runs on."""
    world = world_of(crate(position=(15, 15, 0.5)), slab(surface_velocity=(2, 0, 0)), crate())
    run(world, 0.1)
    world.remove(world.bodies[0])
    run(world, 1)
    assert world.bodies[1].velocity == pytest.approx((2, 0, 0), abs=2e-3)


COMBINED = {"average": lambda a, b: (a + b) / 2, "geometric_mean": lambda a, b: np.sqrt(a * b), "minimum": min,
            "multiply": lambda a, b: a * b, "maximum": max}


def slowing(box: Body, world: World) -> float:
    """Friction that slows a sliding box."""
    before = box.velocity[0]
    run(world, 0.2)
    return (before - box.velocity[0]) / (0.2 * G)


@pytest.mark.parametrize("ground", COMBINE)
@pytest.mark.parametrize("thing", COMBINE)
def test_of_two_rules_the_later_wins(ground, thing):
    """Friction as a slide measures it, restitution as a bounce does."""
    rule = COMBINE[max(COMBINE.index(ground), COMBINE.index(thing))]
    rules = {"combine_friction": thing, "combine_restitution": thing}
    world = world_of(slab(friction=0.2, restitution=0.4, combine_friction=ground, combine_restitution=ground),
                     crate(friction=0.6, velocity=(3, 0, 0), **rules),
                     {"shape": Sphere(radius=0.2), "position": (5, 5, 1.2), "velocity": (0, 0, -3), "restitution": 0.9} | rules,
                     substeps=16, iterations=2, continuous=True)
    slab_, box, ball = world.bodies
    run(world, 1 / 60)
    assert slowing(box, world) == pytest.approx(COMBINED[rule](0.2, 0.6), rel=0.01)
    fastest, down = 0.0, 0.0
    for _ in range(60):
        down = min(down, ball.velocity[2]) if fastest <= 0 else down
        world.step()
        fastest = max(fastest, ball.velocity[2])
    assert fastest / -down == pytest.approx(COMBINED[rule](0.4, 0.9), abs=0.06)
    assert (box.combine_friction, box.combine_restitution) == (thing, thing)


def test_rules_change_between_steps():
    world = world_of(slab(friction=0.2), crate(friction=0.8, velocity=(4, 0, 0)))
    box = world.bodies[1]
    run(world, 1 / 60)
    assert slowing(box, world) == pytest.approx(0.4, rel=0.02)
    box.combine_friction = "maximum"
    assert slowing(box, world) == pytest.approx(0.8, rel=0.02)
    box.combine_friction = "geometric_mean"
    assert slowing(box, world) == pytest.approx(0.4, rel=0.02)
    world.friction_override = 0.1
    box.combine_friction = "maximum"
    assert slowing(box, world) == pytest.approx(0.1, rel=0.02)
    with pytest.raises(SettingError, match="did you mean 'maximum'"):
        box.combine_restitution = "maximal"
    with pytest.raises(SettingError, match="combine_friction"):
        world.add_body(**crate(combine_friction="mean"))
