"""Runners of the cases about springs and about motors with a rate: a ball on one axis against the closed recursion."""
from __future__ import annotations

from math import pi
from typing import Any

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import IDENTITY, Counter, implicit_spring, turn
from physics import Axis, Body, Distance, Hinge, SixDof, Slider, Sphere, World
from physics.joints.six_dof import ROTATIONS, TRANSLATIONS

FRAME = turn((1, 2, -1), 0.8)                    # of the 6-DoF joints, so that no axis is one of the world's
AXES = (*TRANSLATIONS, *ROTATIONS)
ROPE = 50.0                                      # length of a distance spring, so that it never passes through zero


class Axle:
    """A ball and the one axis along or about which its joint lets it move: where it is, how fast, and what it does besides."""

    def __init__(self, body: Body, joint: str, swapped: int):
        self.body, self.sign, self.turning = body, -1 if swapped else 1, joint in ("hinge", "rx", "ry", "rz")
        self.frame = IDENTITY if joint in ("hinge", "slider", "distance") else FRAME
        unit = np.eye(3)[AXES.index(joint) % 3] if joint in AXES else np.array((0.0, 0.0, 1.0))
        u, w = self.frame[:3], self.frame[3]
        self.axis = unit + 2 * np.cross(u, np.cross(u, unit) + w * unit)
        self.counter, self.start = Counter(), body.position

    @property
    def place(self) -> float:
        """How far b has gone against a since the start [m] or [rad]."""
        if not self.turning:
            return self.sign * float((self.body.position - self.start) @ self.axis)
        q = self.body.rotation
        return self.sign * self.counter.read(2 * float(np.arctan2(q[:3] @ self.axis, q[3])))

    @property
    def speed(self) -> float:
        """Rate of the place."""
        velocity = self.body.angular_velocity if self.turning else self.body.velocity
        return self.sign * float(velocity @ self.axis)

    @property
    def aside(self) -> float:
        """What the ball does across its axis [m/s] or [rad/s]."""
        moved = (self.body.angular_velocity, self.body.velocity)
        along, other = moved if self.turning else moved[::-1]
        return float(np.linalg.norm(along - (along @ self.axis) * self.axis) + np.linalg.norm(other))


def _ball(world: World, point: dict[str, Any], run: Run, drive: dict[str, float]) -> Axle:
    """A ball in a joint of the wanted kind, driven along its axis."""
    ball = world.add_body(shape=Sphere(radius=point.get("radius", run.names.get("radius"))), group=1)
    partners = {"a": ball, "b": None} if point["swapped"] else {"a": None, "b": ball}
    joint, force = point["joint"], {"motor_force": 1e9} if "motor_speed" in drive else {}
    if joint == "hinge":
        torque = {"motor_torque": 1e9} if force else {}
        world.add_joint(Hinge(**partners, anchor=(0, 0, 0), axis=(0, 0, 1), **drive, **torque))
    elif joint == "slider":
        world.add_joint(Slider(**partners, anchor=(0, 0, 0), axis=(0, 0, 1), **drive, **force))
    elif joint == "distance":
        ends = ((0, 0, 0), (0, 0, -ROPE))
        if point["swapped"]:
            ends = ((0, 0, 0), (0, 0, ROPE))
        else:
            ends = ends[::-1]
        spring = {name: drive[name] for name in ("hertz", "damping_ratio")}
        world.add_joint(Distance(**partners, anchor_a=ends[0], anchor_b=ends[1], length=ROPE + drive["rest"], **spring))
    else:
        free = {name: Axis(mode="fixed") for name in AXES} | {joint: Axis(mode="free", **drive, **force)}
        world.add_joint(SixDof(**partners, anchor=(0, 0, 0), frame=FRAME, **free))
    return Axle(ball, joint, point["swapped"])


@runner("E13", "E13b", "E13c")
def spring(run: Run) -> Measured:
    """Balls without gravity, drawn to a place by springs."""
    world, axles, springs = run.world(gravity=(0, 0, 0)), [], []
    for point in run.points:
        hertz, ratio = (point.get(name, run.names.get(name)) for name in ("hertz", "damping_ratio"))
        axles.append(_ball(world, point, run, {"hertz": hertz, "damping_ratio": ratio, "rest": -run["start"]}))
        springs.append((2 * pi * hertz, ratio))
    states = [(run["start"], 0.0)] * len(axles)
    found = [dict.fromkeys(("largest distance from the recursion", "motion aside"), 0.0) for _ in axles]
    for n in range(1, run["steps"] + 1):
        world.step()
        for k, axle in enumerate(axles):
            for _ in range(run["substeps"]):
                states[k] = implicit_spring(*states[k], run.h, *springs[k])
            place = axle.place + run["start"]
            found[k][f"after {n}"] = place
            _worse(found[k], "largest distance from the recursion", abs(place - states[k][0]))
            _worse(found[k], "motion aside", axle.aside)
    return found


@runner("E15", "E15b")
def damper(run: Run) -> Measured:
    """Balls without gravity, brought to a speed at a rate."""
    world = run.world(gravity=(0, 0, 0))
    axles = [_ball(world, point, run, {"motor_speed": run["target"], "motor_rate": run["rate"]}) for point in run.points]
    found, v = [dict.fromkeys(("largest distance from the recursion", "motion aside"), 0.0) for _ in axles], 0.0
    for _ in range(run["steps"]):
        world.step()
        for _ in range(run["substeps"]):
            v = (v + run.h * run["rate"] * run["target"]) / (1 + run.h * run["rate"])
        for axle, row in zip(axles, found):
            _worse(row, "largest distance from the recursion", abs(axle.speed - v))
            _worse(row, "motion aside", axle.aside)
    return found


def _worse(row: dict[str, float], name: str, number: float) -> None:
    row[name] = max(row[name], float(number))
