"""Runners of the cases about joints as felt: springs, motors and stops on the inertia that their joint leaves."""
from __future__ import annotations

from math import cos, log, pi, sin, sqrt
from typing import Any, NamedTuple

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import GRAVITY, Run
from app.studies.validate.runners.joint_measures import Mark, implicit_spring
from physics import Axis, Body, Box, Hinge, SixDof, Slider, World
from physics.bodies.rotation import opposite, product

Y = (0.0, 1.0, 0.0)
LONG, SHORT = (0.5, 0.05, 0.05), (0.3, 0.1, 0.05)          # half sizes of rods and boxes [m]
SKEW = np.array((0.2, 0.1, 0.3, sqrt(0.86)))


class Joined(NamedTuple):
    """Bodies of one joint, and the axis along or about which it lets b go against a."""

    a: Mark
    b: Mark
    turns: bool
    axis: np.ndarray

    @property
    def place(self) -> float:
        """How far b has gone against a [m] or [rad], within half a turn."""
        if self.turns:
            q = product(opposite(self.a.rotation), self.b.rotation)
            return 2 * float(np.arctan2(q[:3] @ self.axis, abs(q[3])) * np.sign(q[3] or 1))
        turn = np.append(self.b.position - self.a.position, 0)
        return float(product(product(opposite(self.a.rotation), turn), self.a.rotation)[:3] @ self.axis)


def _body(world: World, position: tuple, half: tuple = LONG, mass: float = 1, rotation: Any = (0, 0, 0, 1)) -> Body:
    return world.add_body(shape=Box(half=half), position=position, mass=mass, rotation=tuple(rotation))


def build(world: World, kind: str, drive: dict[str, float]) -> Joined:
    """The bodies and the joint of this name, driven; strengths are called `motor_force` in all of them."""
    hinge = {("motor_torque" if key == "motor_force" else key): number for key, number in drive.items()}
    a, anchor, along = None, (0, 0, 0), (1, 0, 0)
    if kind.startswith("rod"):
        b = _body(world, ({"rod_inside": 0.1, "rod_far_away": 10}.get(kind, 0.5), 0, 0))
        world.add_joint(Hinge(a=None, b=b, anchor=anchor, axis=Y, **hinge))
        return Joined(Mark(None), Mark(b), True, np.array(Y))
    if kind.startswith("two_rods"):
        a, b = _body(world, (-0.5, 0, 0)), _body(world, (0.3, 0, 0), SHORT, 3)
        world.add_joint(Hinge(a=a, b=b, anchor=anchor, axis=Y, **hinge))
        return Joined(Mark(a), Mark(b), True, np.array(Y))
    if kind == "two_skew_boxes":
        a, b = _body(world, (-0.5, 0.2, 0.1), (0.5, 0.05, 0.15), 1, SKEW), _body(world, (0.3, 0, 0), SHORT, 3)
        axis = np.array((0.2, 1, 0.5)) / sqrt(1.29)
        world.add_joint(Hinge(a=a, b=b, anchor=anchor, axis=tuple(axis), **hinge))
        frame = (0.0, 0.0, 0.0, 1.0)
        return Joined(Mark(a, frame=frame), Mark(b, frame=frame), True, axis)
    if kind in ("slider_beside_the_centre", "slider_against_gravity", "slider_under_gravity"):
        along = (1, 0, 0) if kind.endswith("centre") else (0, 0, 1)
        b = _body(world, (0.3, 0.5, 0), SHORT, 3)
        world.add_joint(Slider(a=None, b=b, anchor=anchor, axis=along, **drive))
        return Joined(Mark(None), Mark(b), False, np.array(along, float))
    a, b = _body(world, (-0.5, 0.2, 0.7)), _body(world, (0.3, 0.5, 0), SHORT, 3)
    if kind == "two_on_a_slider":
        world.add_joint(Slider(a=a, b=b, anchor=anchor, axis=along, **drive))
        return Joined(Mark(a), Mark(b), False, np.array(along, float))
    turns = kind == "turn_of_six"
    world.add_joint(SixDof(a=a, b=b, anchor=anchor, **{"ry" if turns else "z": Axis(mode="free", **drive)}))
    return Joined(Mark(a), Mark(b), turns, np.array(Y) if turns else np.array((0.0, 0, 1)))


def inertia_between(joined: Joined) -> float:
    """The mass or inertia of the relative motion at rest: 1 / (J~ M^-1 J~^T), by the Gauss of all six relative motions."""
    kept, inverse = np.zeros((6, 12)), np.zeros((12, 12))
    for side, mark, sign in ((0, joined.a, -1), (6, joined.b, 1)):
        kept[:3, side:side + 3], kept[3:, side + 3:side + 6] = sign * np.eye(3), sign * np.eye(3)
        if mark.body is not None:
            x, y, z = mark.body.position
            kept[:3, side + 3:side + 6] = sign * np.array(((0, -z, y), (z, 0, -x), (-y, x, 0)))       # (-r) x of the anchor at 0
            local = np.diag(np.array(_inverse_inertia(mark.body)))
            turn = _matrix(mark.rotation)
            inverse[side:side + 3, side:side + 3] = np.eye(3) / mark.body.mass
            inverse[side + 3:side + 6, side + 3:side + 6] = turn @ local @ turn.T
    basis, _ = np.linalg.qr(np.column_stack((joined.axis, np.eye(3))))
    basis[:, 0] = joined.axis
    rows = np.zeros((6, 6))
    rows[:3, :3], rows[3:, 3:] = basis.T, basis.T
    k = (rows @ kept) @ inverse @ (rows @ kept).T
    mine = 3 if joined.turns else 0
    return float(np.linalg.inv(k)[mine, mine])


def _inverse_inertia(body: Body) -> list[float]:
    x, y, z = (2 * half for half in body.shape.half)
    return [12 / body.mass / size for size in (y * y + z * z, x * x + z * z, x * x + y * y)]


def _matrix(q: np.ndarray) -> np.ndarray:
    return np.stack([product(product(q, np.append(axis, 0)), opposite(q))[:3] for axis in np.eye(3)], 1)


@runner("E30")
def swing(run: Run) -> Measured:
    """Springs let go beside their rest."""
    found = []
    for point in run.points:
        hertz, ratio, dt, start = point["hertz"], point["damping_ratio"], point["dt"], run["start"]
        world = run.world(gravity=(0, 0, 0), dt=dt)
        joined = build(world, point["body"], {"hertz": hertz, "damping_ratio": ratio, "rest": -start})
        n, state, worst, places, exact = world.solver.substeps, (start, 0.0), 0.0, [start], [start]
        begin = joined.place
        for _ in range(round(run["periods"] / hertz / dt)):
            world.step()
            for _ in range(n):
                state = implicit_spring(*state, dt / n, 2 * pi * hertz, ratio)
            places.append(joined.place - begin + start)
            exact.append(state[0])
            worst = max(worst, abs(places[-1] - exact[-1]) / start)
        (period, decay), (discrete, discrete_decay) = _ringing(places, dt), _ringing(exact, dt)
        point["discrete"] = 1 / discrete / hertz if discrete else 1
        found.append({"largest distance from the recursion": worst, "frequency": 1 / period if period else 0,
                      "damping ratio over the discrete one": decay / discrete_decay if discrete_decay else 0})
    return found


def _ringing(places: list[float], dt: float) -> tuple[float, float]:
    """(period [s], logarithmic decrement) of a free oscillation, by its downward zero crossings and its highest points."""
    x = np.array(places)
    down = np.flatnonzero((x[:-1] > 0) & (x[1:] <= 0))
    if len(down) < 2:
        return 0, 0
    times = (down + x[down] / (x[down] - x[down + 1])) * dt
    tops = [x[first:last].max() for first, last in zip(down[:-1], down[1:])]
    period = float((times[-1] - times[0]) / (len(times) - 1))
    return period, log(places[0] / tops[0]) if tops[0] > 0 else 0


@runner("E31")
def loaded(run: Run) -> Measured:
    """Critically damped springs under a load."""
    found, stiff = [], (2 * pi * run["hertz"]) ** 2
    for point in run.points:
        kind = point["body"]
        twisted = kind.endswith("twisted")
        world = run.world(gravity=(0, 0, 0) if twisted else GRAVITY, dt=point["dt"])
        name = "rod_inside" if kind.endswith("inside") else kind
        joined = build(world, name, {"hertz": run["hertz"], "damping_ratio": 1})
        inertia, body = inertia_between(joined), joined.b.body
        begin, lever = joined.place, 0.0 if kind.startswith("slider") else float(body.position[0])
        for _ in range(round(run["seconds"] / point["dt"])):
            if twisted:
                body.apply_torque((0, run["torque"], 0))
                joined.a.body.apply_torque((0, -run["torque"], 0))
            world.step()
        place = joined.place - begin
        load = run["torque"] if twisted else body.mass * 9.81 * (lever * cos(place) if lever else -1)
        found.append({"place over the closed form": place / (load / inertia / stiff)})
    return found


@runner("E32")
def weak_motor(run: Run) -> Measured:
    """Level rods at a motor that cannot hold them, lifts them, or keeps to its speed."""
    found = []
    for point in run.points:
        dt, torque, sign = point["dt"], point["torque"], -1 if point["swapped"] else 1
        world = run.world(dt=dt)
        rod = _body(world, (point["half"][0], 0, 0), tuple(point["half"]))
        lifts = torque > rod.mass * 9.81 * point["half"][0]
        wanted = -0.5 if torque > 15 else -50.0 if lifts else 0.0
        partners = {"a": rod, "b": None} if point["swapped"] else {"a": None, "b": rod}
        joint = world.add_joint(Hinge(**partners, anchor=(0, 0, 0), axis=Y, motor_speed=sign * wanted, motor_torque=torque))
        world.step()
        first = rod.angular_velocity[1] / dt
        exerted = -sign * joint.torque[1]
        for _ in range(run["steps"] - 1):
            world.step()
        found.append({"torque over the motor's": exerted / torque, "acceleration in the first step": first,
                      "acceleration over all": rod.angular_velocity[1] / dt / run["steps"],
                      "speed over the motor's": rod.angular_velocity[1] / wanted if wanted else 0})
    return found


@runner("E33")
def driven(run: Run) -> Measured:
    """Bodies at rest, driven by motors that never come to their speed."""
    found = []
    for point in run.points:
        dt, strength, falls = point["dt"], run["strength"], point["body"].endswith("gravity")
        world = run.world(gravity=GRAVITY if falls else (0, 0, 0), dt=dt)
        joined = build(world, point["body"], {"motor_speed": 1000, "motor_force": strength})
        exact, speeds = strength / inertia_between(joined) - (9.81 if falls else 0), []
        for _ in range(run["steps"]):
            world.step()
            speeds.append(_speed(joined))
        found.append({"acceleration in the first step": speeds[0] / dt / exact,
                      "acceleration over all": speeds[-1] / dt / run["steps"] / exact})
    return found


def _speed(joined: Joined) -> float:
    """Rate of the place of b against a along or about the axis."""
    v = [np.zeros(3) if mark.body is None else mark.body.angular_velocity if joined.turns else
         mark.body.velocity - np.cross(mark.body.angular_velocity, mark.body.position) for mark in (joined.a, joined.b)]
    return float((v[1] - v[0]) @ joined.axis)


@runner("E34")
def stopped(run: Run) -> Measured:
    """Level rods that fall on a stop."""
    found = []
    for point in run.points:
        dt, angle, sign, half = point["dt"], run["angle"], -1 if point["swapped"] else 1, tuple(point["half"])
        world = run.world(dt=dt)
        rod = _body(world, (half[0], 0, 0), half)
        partners = {"a": rod, "b": None} if point["swapped"] else {"a": None, "b": rod}
        stop = {"lower": -angle} if point["swapped"] else {"upper": angle}
        joint = world.add_joint(Hinge(**partners, anchor=(0, 0, 0), axis=Y, **stop))
        fastest = farthest = 0.0
        for _ in range(round(run["seconds"] / dt)):
            world.step()
            fastest = max(fastest, float(rod.angular_velocity[1]))
            farthest = max(farthest, sign * joint.measure)
        inertia, weight = (half[0] ** 2 + half[2] ** 2) / 3 + half[0] ** 2, 9.81
        found.append({"angle over the stop": sign * joint.measure / angle, "farthest over the stop": farthest / angle,
                      "fastest over the closed form": fastest / sqrt(2 * weight * half[0] * sin(angle) / inertia),
                      "torque over the weight's": -sign * joint.torque[1] / (weight * half[0] * cos(angle)),
                      "force over the weight": sign * joint.force[2] / weight})
    return found
