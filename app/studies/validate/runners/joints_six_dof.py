"""Runners of the cases about six axes: every mask, every limit, and two rotations held together."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import IDENTITY, Pair, turn
from physics import Angle, Axis, Body, Box, SixDof, Sphere, World
from physics.bodies.rotation import rotate
from physics.joints.six_dof import ROTATIONS, TRANSLATIONS

AXES = (*TRANSLATIONS, *ROTATIONS)
FRAMES = (turn((1, 2, 3), 0.9), turn((-1, 0.3, 0.2), 2.5), turn((0, 1, 0), np.pi / 2))
MASKS = list(itertools.product((False, True), repeat=6))     # which axes are free


class Held(Pair):
    """A box on a 6-DoF joint to the world with some axes free."""

    def __init__(self, run: Run, world: World, free: tuple[bool, ...], frame: np.ndarray, swapped: int):
        self.free, self.swapped = np.array(free), swapped
        self.box = _box(run, world)
        a, b = (self.box, None) if swapped else (None, self.box)
        axes = {name: Axis(mode="free" if loose else "fixed") for name, loose in zip(AXES, free)}
        world.add_joint(SixDof(a=a, b=b, anchor=self.box.position, frame=frame, **axes))
        super().__init__(a, b, self.box.position, frame)

    @property
    def places(self) -> np.ndarray:
        """(6,) shifts and twists."""
        return np.concatenate((self.shift, self.twists))

    @property
    def out(self) -> float:
        """How far locked axes are out of place; of a rotation, the twist about it."""
        return float(np.abs(self.places[~self.free]).max(initial=0))


def _box(run: Run, world: World) -> Body:
    return world.add_body(shape=Box(half=tuple(run["half"])), mass=run["mass"], position=run["position"], group=1,
                          rotation=turn((1, 1, 1), run["tilt"]))


@runner("E19", "E19b")
def masks(run: Run) -> Measured:
    """64 boxes on the same spot, one with each mask, pushed and turned alike; one more without a joint."""
    return [_masks(run, FRAMES[point["frame"]], point["swapped"]) for point in run.points]


def _masks(run: Run, frame: np.ndarray, swapped: int) -> dict[str, float]:
    world = run.world(gravity=(0, 0, 0))
    held, twin = [Held(run, world, mask, frame, swapped) for mask in MASKS], _box(run, world)
    force, torque, worst = np.array(run["force"]), np.array(run["torque"]), 0.0
    for _ in range(run["steps"]):
        for body in (*(one.box for one in held), twin):
            body.apply_force(force)
            body.apply_torque(torque)
        world.step()
        worst = max(worst, *(one.out for one in held))
    substeps = run["steps"] * run["substeps"]
    travel = run.h**2 * substeps * (substeps + 1) / 2
    axes = np.array([rotate(frame, unit) for unit in np.eye(3)])
    pushed = axes @ force / run["mass"] * travel
    sign, translations, singles, rotations = -1 if swapped else 1, [0.0], [0.0], [0.0]
    for one in held:
        moving, turning = one.free[:3], one.free[3:]
        if not swapped or not turning.any():
            translations.append(np.abs(sign * one.shift - pushed)[moving].max(initial=0))
        if turning.sum() == 1 and (not swapped or not moving.any() or moving.all()):
            k = int(np.flatnonzero(turning)[0])
            singles.append(abs(sign * one.twists[k] - _turned(run, axes[k], torque, travel)))
        if turning.all():
            rotations.append(min(np.abs(one.box.rotation - twin.rotation).max(), np.abs(one.box.rotation + twin.rotation).max()))
    return {"largest motion of a locked axis": worst, "free translation's error": max(translations),
            "single free turn's error": max(singles), "free rotation's error": max(rotations)}


def _turned(run: Run, axis: np.ndarray, torque: np.ndarray, travel: float) -> float:
    """Turn of the box about one axis under a torque [rad]."""
    x, y, z = run["half"]
    inertia = run["mass"] / 3 * np.array((y * y + z * z, x * x + z * z, x * x + y * y))
    local = rotate(turn((1, 1, 1), -run["tilt"]), axis)
    return float(axis @ torque / (local @ (inertia * local)) * travel)


class Runner:
    """A ball that runs along or about one axis of a 6-DoF joint into its limit; a may be a second ball, ten times as heavy."""

    def __init__(self, run: Run, world: World, point: dict[str, Any], frame: np.ndarray):
        self.k, self.sign = AXES.index(point["axis"]), -point["side"] if point["swapped"] else point["side"]
        self.ball = world.add_body(shape=Sphere(radius=run["radius"]), mass=2, group=1)
        other = world.add_body(shape=Sphere(radius=run["radius"]), mass=20, group=1) if point["dynamic"] else None
        a, b = (self.ball, other) if point["swapped"] else (other, self.ball)
        axes = {name: Axis(mode="fixed") for name in AXES}
        axes[point["axis"]] = Axis(mode="limit", lower=-run["limit"], upper=run["limit"])
        self.joint = world.add_joint(SixDof(a=a, b=b, anchor=(0, 0, 0), frame=frame, **axes))
        self.pair, self.other = Pair(a, b, (0, 0, 0), frame), other
        self.axis = rotate(frame, np.eye(3)[self.k % 3])
        self._spin(point["side"] * run["speed"] * self.axis)

    def _spin(self, speed: np.ndarray) -> None:
        if self.k < 3:
            self.ball.velocity = self.ball.velocity + speed
        else:
            self.ball.angular_velocity = self.ball.angular_velocity + speed

    @property
    def place(self) -> float:
        """How far b is towards the limit it runs to [m] or [rad]."""
        return self.sign * float((*self.pair.shift, *self.pair.twists)[self.k])

    @property
    def speed(self) -> float:
        """How fast the ball gets on against the other towards the limit."""
        moved = [(body.velocity, body.angular_velocity)[self.k > 2] for body in (self.ball, self.other) if body is not None]
        return float((moved[0] - (moved[1] if self.other else 0)) @ self.axis)

    @property
    def aside(self) -> float:
        """What the ball does across its axis."""
        along, rest = (self.ball.velocity, self.ball.angular_velocity)[::1 if self.k < 3 else -1]
        return float(np.linalg.norm(along - (along @ self.axis) * self.axis) + np.linalg.norm(rest))


@runner("E20")
def limits(run: Run) -> Measured:
    """Balls run into the limit of each axis and are pushed back; all in one world."""
    world, runners, found = run.world(gravity=(0, 0, 0)), [], []
    for k, point in enumerate(run.points):
        runners.append(Runner(run, world, point, FRAMES[k % len(FRAMES)]))
    farthest, aside = np.zeros(len(runners)), np.zeros(len(runners))
    pushing = np.zeros(len(runners))
    for _ in range(run.steps(1)):
        world.step()
        farthest = np.maximum(farthest, [one.place for one in runners])
        aside = np.maximum(aside, [one.aside for one in runners])
        for n, one in enumerate(runners):
            load = (one.joint.torque if one.k > 2 else one.joint.force) @ one.axis * one.sign
            pushing[n] = load if abs(load) > abs(pushing[n]) else pushing[n]
    stopped = [one.speed for one in runners]
    for one, point in zip(runners, run.points):
        one._spin(-point["side"] * run["back"] * one.axis)
    world.step()
    for n, (one, point) in enumerate(zip(runners, run.points)):
        found.append({"farthest place": farthest[n], "speed at the limit": stopped[n],
                      "impulse at the limit points inside": float(pushing[n] < 0),
                      "leaving speed's error": abs(one.speed - stopped[n] + point["side"] * run["back"]),
                      "motion aside": max(aside[n], one.aside)})
    return found


@runner("E21")
def common_spin(run: Run) -> Measured:
    """Two balls apart from each other that spin about the same axis, one way and the other."""
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0))
        axis = np.array(point["axis"], float) / np.linalg.norm(point["axis"])
        radius = run["radius"]
        balls = [world.add_body(shape=Sphere(radius=radius), mass=2.5 * inertia / radius**2, position=(3 * k, 0, 0),
                                angular_velocity=spin * axis)
                 for k, (inertia, spin) in enumerate(zip(run["inertia"], run["spin"]))]
        a, b = balls[::-1] if point["swapped"] else balls
        world.add_joint(Angle(a=a, b=b, axis=axis if point["rows"] == "axis" else None))
        pair, before = Pair(a, b, (0, 0, 0), IDENTITY), _momentum(run, balls)
        world.step()
        spins, change, largest = [float(ball.angular_velocity @ axis) for ball in balls], _momentum(run, balls) - before, 0.0
        for _ in range(run.steps(10)):
            largest = max(largest, pair.angle)
            world.step()
        found.append({"first spin": spins[0], "second spin": spins[1], "change of momentum": np.abs(change).max(),
                      "largest angle in 10 s": largest, "angle after 10 s": pair.angle})
    return found


def _momentum(run: Run, balls: list[Body]) -> np.ndarray:
    return sum(inertia * ball.angular_velocity for inertia, ball in zip(run["inertia"], balls))
