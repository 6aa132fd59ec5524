"""Runners of the cases about motors, limits and friction of sliders and hinges."""
from __future__ import annotations

from typing import Any

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import GRAVITY, Run
from app.studies.validate.runners.joint_measures import Counter
from physics import Body, Box, Hinge, Slider, World

X, Z = np.eye(3)[0], np.eye(3)[2]
SIZE = (1.0, 0.1, 0.1)                           # of the rod that hinges turn [m]


def _boxes(run: Run, point: dict[str, Any], *, static: bool, speed: float = 0.0,
           **slider: float) -> tuple[World, Body, Body, Any]:
    """A box at the origin, another at x0 that slides along x against it, and the slider."""
    world = run.world(gravity=GRAVITY if static and not point["swapped"] else (0, 0, 0))
    half = (run["half"],) * 3
    rail = world.add_body(shape=Box(half=half), type="static" if static else "dynamic", density=1000, group=1)
    box = world.add_body(shape=Box(half=half), density=1000, position=(run["x0"], 0, 0), velocity=(point["side"] * speed, 0, 0),
                         group=1)
    a, b = (box, rail) if point["swapped"] else (rail, box)
    return world, rail, box, world.add_joint(Slider(a=a, b=b, anchor=box.position, axis=X, **slider))


@runner("E14", "E14e")
def stops(run: Run) -> Measured:
    """A box thrown along its rail until the limit."""
    found = []
    for point in run.points:
        world, rail, box, joint = _boxes(run, point, static=run.case.id == "E14", speed=run["v0"], lower=-run["limit"],
                                         upper=run["limit"])
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"place": box.position[0], "speed": box.velocity[0], "measure": joint.measure,
                      "other's speed": rail.velocity[0], "distance": box.position[0] - rail.position[0]})
    return found


@runner("E14b", "E14c")
def motor(run: Run) -> Measured:
    """A box driven along its rail by a force up to a speed."""
    found = []
    for point in run.points:
        static = run.case.id == "E14b"
        speed = point["side"] * run["target"] * (1 if static else 2) * (-1 if point["swapped"] else 1)
        world, rail, box, _ = _boxes(run, point, static=static, motor_speed=speed, motor_force=run["mass"] * run["acceleration"])
        row = {}
        for second in (1, 2):
            for _ in range(run.steps(1)):
                world.step()
            row |= {f"speed after {second} s": box.velocity[0], f"place after {second} s": box.position[0],
                    f"other's speed after {second} s": rail.velocity[0], f"other's place after {second} s": rail.position[0]}
        found.append(row)
    return found


@runner("E14d")
def friction(run: Run) -> Measured:
    """A box slowed down by a motor that wants it to stand still."""
    found = []
    for point in run.points:
        world, _, box, _ = _boxes(run, point, static=True, speed=run["v0"], motor_speed=0,
                                  motor_force=run["mass"] * run["deceleration"])
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"speed": box.velocity[0], "place": box.position[0]})
    return found


def _partners(body: Body, swapped: int) -> dict[str, Any]:
    return {"a": body, "b": None} if swapped else {"a": None, "b": body}


@runner("E16")
def hinge_motor(run: Run) -> Measured:
    """A rod that turns about its middle, whose inertia there is the case's, driven by a motor."""
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0))
        mass = 12 * run["inertia"] / (SIZE[0] ** 2 + SIZE[1] ** 2)
        rod = world.add_body(shape=Box(half=tuple(0.5 * length for length in SIZE)), mass=mass)
        sign = -1 if point["swapped"] else 1
        joint = world.add_joint(Hinge(**_partners(rod, point["swapped"]), anchor=(0, 0, 0), axis=Z,
                                      motor_speed=sign * point["side"] * run["target"], motor_torque=run["torque"]))
        spins, torques = [], []
        for _ in range(run.steps(run["seconds"])):
            world.step()
            spins.append(rod.angular_velocity[2])
            torques.append(sign * joint.torque[2])
        times = run.dt * np.arange(1, len(spins) + 1)
        line = point["side"] * np.minimum(run["target"], run["torque"] * times / run["inertia"])
        second = run.steps(1) - 1
        found.append({"spin after 1 s": spins[second], "largest distance from the line": float(np.abs(spins - line).max()),
                      "spin at the end": spins[-1], "torque while it speeds up": torques[second],
                      "torque at the end": torques[-1]})
    return found


@runner("E17")
def limits(run: Run) -> Measured:
    """Rods on hinges with limits, pushed against one and then against the other; all in one world."""
    world, rods = run.world(gravity=(0, 0, 0)), []
    for point in run.points:
        rod = world.add_body(shape=Box(half=tuple(run["half"])), density=1000, position=(run["arm"], 0, 0),
                             angular_damping=run["damping"], group=1)
        sign, (lower, upper) = (-1, (-point["limits"][1], -point["limits"][0])) if point["swapped"] else (1, point["limits"])
        motor = {"motor_speed": sign * point["side"] * run["motor_speed"], "motor_torque": run["motor_torque"]}
        joint = world.add_joint(Hinge(**_partners(rod, point["swapped"]), anchor=(0, 0, 0), axis=Z, lower=np.radians(lower),
                                      upper=np.radians(upper), **(motor if point["drive"] == "motor" else {})))
        rods.append((rod, joint, point, sign))
    counter = Counter()
    found = [{"angle": turned, "measured angle": sign * np.degrees(joint.measure)}
             for (_, joint, _, sign), turned in zip(rods, _drive(run, world, rods, 1, counter))]
    for _, joint, point, _ in rods:
        if point["drive"] == "motor":
            joint.motor_speed = -joint.definition.motor_speed
    return [row | {"angle after going back": turned} for row, turned in zip(found, _drive(run, world, rods, -1, counter))]


def _drive(run: Run, world: World, rods: list, way: int, counter: Counter) -> np.ndarray:
    """Where the rods are after being pushed for a while [deg]."""
    for _ in range(run.steps(run["seconds"])):
        for rod, _, point, _ in rods:
            if point["drive"] == "push":
                rod.apply_torque((0, 0, way * point["side"] * run["torque"]))
        world.step()
        q = world.rotations                              # there is nothing but rods
        counter.read(2 * np.arctan2(q[:, 2], q[:, 3]))
    return np.degrees(counter.angle)
