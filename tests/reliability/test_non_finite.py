"""Numbers that are none, given to a running world at every place that takes some: refused by name, and the world goes on as
without."""
from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

from physics import Box, Hinge, Mouse, Plane, SettingError, SolverSettings, Sphere, World
from physics.definitions.tunable import tunables

NUMBERS = (math.nan, math.inf, -math.inf)
BODY = ("position", "rotation", "velocity", "angular_velocity", "friction", "restitution", "surface_velocity", "surface_spin",
        "rolling_resistance", "rolling_share", "spinning_resistance", "spinning_share")
VECTORS = ("position", "velocity", "angular_velocity", "surface_velocity", "surface_spin")
WORLD = ("gravity", "dt", "friction_override", "restitution_override", "length_scale")
JOINT = ("lower", "upper", "hertz", "damping_ratio", "motor_speed", "motor_torque")
SOLVER = [name for name, about in tunables(SolverSettings).items() if about.kind not in ("choice", "switch", "integer")]


def built() -> World:
    """A box on a ball on a floor, a door, a mouse."""
    world = World(precision="double")
    world.add_body(shape=Plane(), type="static")
    world.add_body(shape=Box(half=(0.5, 0.4, 0.3)), position=(0, 0, 2), name="box")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0.1, 0, 0.5))
    door = world.add_body(shape=Box(half=(0.5, 0.05, 1)), position=(3, 0, 2))
    world.add_joint(Hinge(a=None, b=door, anchor=(2.5, 0, 2), axis=(0, 0, 1), lower=-1, upper=1))
    world.add_joint(Mouse(a=ball, anchor=ball.position, target=(0, 1, 1)))
    for _ in range(10):
        world.step()
    return world


def vector(number: float) -> tuple[float, float, float]:
    return (0.0, number, 1.0)


def places(world: World, number: float) -> dict[str, object]:
    """Every place, by the name that its refusal must hold: a function that gives it the number."""
    box, (hinge, mouse) = world.bodies[1], world.joints
    found = {f"body {name}": (name, lambda name=name: setattr(box, name, vector(number) if name in VECTORS else
                                                               (0, 0, number, 1) if name == "rotation" else number))
             for name in BODY if hasattr(box, name)}
    found |= {f"world {name}": (name.split("_")[0], lambda name=name: setattr(world, name, vector(number)
                                                                              if name == "gravity" else number))
              for name in WORLD if hasattr(world, name)}
    found |= {f"joint {name}": (name, lambda name=name: hinge.set(**{name: number})) for name in JOINT}
    found |= {f"solver {name}": (name, lambda name=name: setattr(world, "solver", world.solver.replace(**{name: number})))
              for name in SOLVER}
    found |= {
        "impulse": ("impulse", lambda: box.apply_impulse(vector(number))),
        "impulse at": ("at", lambda: box.apply_impulse((1, 0, 0), at=vector(number))),
        "force": ("force", lambda: box.apply_force(vector(number))),
        "force at": ("at", lambda: box.apply_force((1, 0, 0), at=vector(number))),
        "torque": ("torque", lambda: box.apply_torque(vector(number))),
        "mouse target": ("target", lambda: setattr(mouse, "target", vector(number))),
        "new radius": ("radius", lambda: world.add_body(shape=Sphere(radius=number))),
        "new half": ("half", lambda: world.add_body(shape=Box(half=(1, number, 1)))),
        "new position": ("position", lambda: world.add_body(shape=Sphere(radius=1), position=vector(number))),
        "new mass": ("mass", lambda: world.add_body(shape=Sphere(radius=1), mass=number)),
        "new density": ("density", lambda: world.add_body(shape=Sphere(radius=1), density=number)),
        "new anchor": ("anchor", lambda: world.add_joint(Hinge(a=None, b=box, anchor=vector(number), axis=(0, 0, 1)))),
        "new axis": ("axis", lambda: world.add_joint(Hinge(a=None, b=box, anchor=(0, 0, 0), axis=vector(number)))),
        "new dt": ("dt", lambda: World(dt=number)), "new gravity": ("gravity", lambda: World(gravity=vector(number)))}
    return found


NAMES = list(places(built(), 0.0))


def after(world: World, steps: int = 20) -> str:
    for _ in range(steps):
        world.step()
    return world.state_hash()


@pytest.fixture(scope="module")
def untouched() -> str:
    return after(built())


def test_there_are_fifty_places():
    assert len(NAMES) >= 50 and all(hasattr(built().bodies[1], name) for name in BODY)
    assert set(JOINT) <= {field.name for field in dataclasses.fields(Hinge)}


@pytest.mark.parametrize("number", NUMBERS)
def test_each_is_refused_by_name_and_changes_nothing(number, untouched):
    world = built()
    before, wrong = world.state_hash(), []
    for place, (word, give) in places(world, number).items():
        try:
            give()
        except SettingError as error:
            wrong += [f"{place}: {error}"] if word not in str(error) else []
        else:
            wrong.append(f"{place} takes {number}")
        assert world.state_hash() == before, place
    assert not wrong, "\n".join(wrong)
    assert len(world.bodies) == 4 and np.isfinite(world.positions).all()
    assert after(world) == untouched
