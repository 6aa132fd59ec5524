"""A motor or a spring that is stronger than a stop pushed through it, or stuck to it.

Seen: a door of 20 kg with a stop at 1.5 rad and a motor of 2 rad/s and 1e6 N m rested at 2.55 rad under `soft_step`, with 1e9 N m
it never stopped; under the presets with one substep it stayed at the stop for as long as it had been pressed against it when
the motor was reversed.  With one substep a flipper stood at 30.00 degrees in one precision and at 48 in the other.
Expected: it rests at the stop, and leaves as soon as the motor turns.
Why: rows of one axis, solved one after the other, push against each other: the softer one gives way, rigid ones wind each other
up.
"""
from __future__ import annotations

import dataclasses
import math

import pytest

from physics import PRESETS, Axis, Box, Distance, Hinge, SixDof, Slider, World

STOP, SPEED = 1.5, 2.0
SOLVES = ("sweep", "direct", "auto")


def world_of(preset: str, solve: str, precision: str = "single", **solver) -> World:
    return World(solver=PRESETS[preset].replace(joint_solve=solve, **solver), gravity=(0, 0, 0), precision=precision)


def drawn(world: World, kind: str, **drive):
    """(a door of 20 kg or a drawer, its joint) with stops and this drive."""
    body = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 0), mass=20)
    if kind == "hinge":
        return body, world.add_joint(Hinge(a=None, b=body, anchor=(0, 0, 0), axis=(0, 0, 1), lower=-STOP, upper=STOP, **drive))
    if kind == "slider":
        drive = {name.replace("torque", "force"): value for name, value in drive.items()}
        return body, world.add_joint(Slider(a=None, b=body, anchor=(0, 0, 0), axis=(1, 0, 0), lower=-STOP, upper=STOP, **drive))
    axis = Axis(mode="limit", lower=-STOP, upper=STOP,
                **{name.replace("torque", "force"): value for name, value in drive.items()})
    free = {"rx": Axis(mode="free"), "ry": Axis(mode="free")} if kind == "swinging" else {}
    name = "x" if kind == "rail" else "rz"
    return body, world.add_joint(SixDof(a=None, b=body, anchor=(0, 0, 0), **{name: axis}, **free))


def reversed_by(joint, kind: str) -> None:
    """Turn the motor round."""
    if kind in ("hinge", "slider"):
        joint.set(motor_speed=-SPEED)
    else:
        name = "x" if kind == "rail" else "rz"
        joint.set(**{name: dataclasses.replace(getattr(joint.definition, name), motor_speed=-SPEED)})


def measured(body, kind: str) -> float:
    """How far it is open."""
    return body.position[0] - 0.5 if kind in ("slider", "rail") else 2 * math.atan2(body.rotation[2], body.rotation[3])


@pytest.mark.parametrize("solve", SOLVES)
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", ("hinge", "slider", "turn", "rail", "swinging"))
@pytest.mark.parametrize("strength", (2e3, 1e6, 1e9))
def test_it_rests_at_its_stop_and_leaves_at_once(kind, strength, preset, solve):
    world = world_of(preset, solve)
    body, joint = drawn(world, kind, motor_speed=SPEED, motor_torque=strength)
    farthest = 0.0
    for _ in range(120):
        world.step()
        farthest = max(farthest, measured(body, kind))
    assert farthest == pytest.approx(STOP, abs=1e-3) and measured(body, kind) == pytest.approx(STOP, abs=1e-3)
    reversed_by(joint, kind)
    world.step(6)
    assert measured(body, kind) == pytest.approx(STOP - 0.1 * SPEED, abs=0.04)


@pytest.mark.parametrize("precision", ("single", "double"))
@pytest.mark.parametrize("solve", ("sweep", "auto"))
def test_with_one_substep_in_both_precisions(precision, solve):
    """A flipper of 0.1 kg, 0.5 N m."""
    world = world_of("soft_step", solve, precision, substeps=1)
    flipper = world.add_body(shape=Box(half=(0.1, 0.01, 0.01)), position=(0.1, 0, 0), mass=0.1)
    stop = math.radians(30)
    world.add_joint(Hinge(a=None, b=flipper, anchor=(0, 0, 0), axis=(0, 0, 1), lower=0, upper=stop, motor_speed=20,
                          motor_torque=0.5))
    world.step(120)
    assert measured(flipper, "hinge") == pytest.approx(stop, abs=1e-4)


@pytest.mark.parametrize("solve", ("sweep", "auto"))
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", ("hinge", "slider", "rope"))
def test_a_spring_beyond_its_stop(kind, preset, solve):
    """Of 60 Hz, which draws half a metre or radian farther than the stop lets it; under `soft_step` it stood 0.25 beyond."""
    world = world_of(preset, solve)
    if kind == "rope":
        body = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(0.5, 0, 0), mass=20)
        joint = world.add_joint(Distance(a=None, b=body, anchor_a=(-1, 0, 0), anchor_b=(0.5, 0, 0), upper=1.5 + STOP, hertz=60,
                                         length=1.5 + STOP + 0.5))
    else:
        body, joint = drawn(world, kind, hertz=60, rest=STOP + 0.5)
    world.step(120)
    opened = measured(body, "slider" if kind == "rope" else kind)
    assert opened == pytest.approx(STOP, abs=1e-3)
    joint.set(**({"length": 1.2} if kind == "rope" else {"rest": 0.0}))
    world.step(3)
    assert measured(body, "slider" if kind == "rope" else kind) < STOP - 0.3


@pytest.mark.parametrize("solve", ("sweep", "auto"))
@pytest.mark.parametrize("preset", PRESETS)
def test_a_stop_that_holds_still_bears_loads(preset, solve):
    """A load of 100 N m against the motor's side of the stop, and the same against a motor of 50 N m from the other side."""
    world = world_of(preset, solve)
    body, _ = drawn(world, "hinge", motor_speed=SPEED, motor_torque=50.0)
    for _ in range(120):
        body.apply_torque((0, 0, 100))
        world.step()
    assert measured(body, "hinge") == pytest.approx(STOP, abs=5e-3)
    for _ in range(60):
        body.apply_torque((0, 0, -100))
        world.step()
    assert measured(body, "hinge") < STOP - 0.5
