"""Runners of the cases about pendulums and linkages."""
from __future__ import annotations

from typing import Any

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import Counter, Mark, Pair, turn
from physics import Axis, Body, Box, Hinge, SixDof, Sphere, World
from physics.bodies.rotation import rotate

AXIS = (0.0, 1.0, 0.0)                           # pendulums swing in the plane y = 0
AXIS_TO_Z = turn((1, 0, 0), -np.pi / 2)          # frame whose z axis is that axis


def _about(q: np.ndarray) -> np.ndarray:
    """Turns about AXIS within half a turn [rad], of bodies that stand like this."""
    return 2 * np.arctan2(q[..., 1] * np.where(q[..., 3] < 0, -1, 1), np.abs(q[..., 3]))


def _hinge(world: World, joint: str, pair: tuple, anchor) -> None:
    a, b = pair[::-1] if "swapped" in joint else pair
    if joint.startswith("hinge"):
        world.add_joint(Hinge(a=a, b=b, anchor=anchor, axis=AXIS))
    else:
        fixed = {name: Axis(mode="fixed") for name in ("x", "y", "z", "rx", "ry")}
        world.add_joint(SixDof(a=a, b=b, anchor=anchor, frame=AXIS_TO_Z, **fixed, rz=Axis(mode="free")))


@runner("E08")
def period(run: Run) -> Measured:
    """Rods of which each hangs at its end, all in one world for each step."""
    found: dict[int, dict[str, float]] = {}
    for dt in {point["dt"] for point in run.points}:
        members = {k: point for k, point in enumerate(run.points) if point["dt"] == dt}
        found |= _swing(run, dt, members)
    return [found[k] for k in range(len(run.points))]


def _swing(run: Run, dt: float, members: dict[int, dict[str, Any]]) -> dict[int, dict[str, float]]:
    world, rods, points = run.world(dt=dt), [], []
    half = (0.5 * run["width"], 0.5 * run["width"], 0.5 * run["length"])
    for point in members.values():
        q = turn(AXIS, point["angle"])
        rods.append(world.add_body(shape=Box(half=half), mass=1, rotation=q, group=1,
                                   position=-half[2] * np.array((np.sin(point["angle"]), 0, np.cos(point["angle"])))))
        points.append(Mark(rods[-1]).point)
        _hinge(world, point["joint"], (None, rods[-1]), (0, 0, 0))
    angles, gaps, tilts = [], [], []
    for _ in range(round(run["seconds"] / dt)):
        world.step()
        q = world.rotations                              # there is nothing but rods
        angles.append(_about(q))
        gaps.append(np.linalg.norm(world.positions + rotate(q, np.array(points)), axis=1))
        tilts.append(np.hypot(q[:, 0], q[:, 2]))
    angles = np.array(angles)
    found = {}
    for column, (k, point) in enumerate(members.items()):
        twin = next(c for c, other in enumerate(members.values()) if other["angle"] == point["angle"]
                    and other["joint"] == point["joint"].replace("six_dof", "hinge"))
        found[k] = {"period": _period(angles[:, column], dt), "largest gap": np.max(gaps, 0)[column],
                    "largest tilt": np.max(tilts, 0)[column],
                    "distance from the hinge": float(np.abs(angles[:, column] - angles[:, twin]).max())}
    return found


def _period(angles: np.ndarray, dt: float) -> float:
    """Mean time between two crossings of the middle in the same direction [s]."""
    at = np.flatnonzero(np.sign(angles[1:]) != np.sign(angles[:-1]))
    times = dt * (at + angles[at] / (angles[at] - angles[at + 1]))
    return float(2 * np.diff(times).mean())


@runner("E09")
def pendulum(run: Run) -> Measured:
    """A small ball on a hinge away from it."""
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, -run["gravity"]))
        place = run["length"] * np.array((np.sin(run["angle"]), 0, -np.cos(run["angle"])))
        ball = world.add_body(shape=Sphere(radius=run["radius"]), mass=1, position=place)
        _hinge(world, "hinge_swapped" if point["swapped"] else "hinge", (None, ball), (0, 0, 0))
        start, kinetic, total = world.energy().total, [], []
        for _ in range(run.steps(run["seconds"])):
            world.step()
            energy = world.energy()
            kinetic.append(energy.kinetic)
            total.append(energy.total)
        middle = slice(run.steps(0.5), run.steps(1.6))       # half a period is 1.06 s
        found.append({"largest change of energy": np.abs(np.array(total) - start).max() / abs(start),
                      "least kinetic energy at the turn": min(kinetic[middle]) / abs(start),
                      "largest kinetic energy": max(kinetic) / (run["gravity"] * run["length"])})
    return found


@runner("E10")
def double_pendulum(run: Run) -> Measured:
    """Two rods, let go when they lie level."""
    found = []
    for point in run.points:
        world = run.world(dt=point["dt"])
        half = (0.5 * run["length"], 0.5 * run["width"], 0.5 * run["width"])
        rods = [world.add_body(shape=Box(half=half), mass=run["mass"], position=((k + 0.5) * run["length"], 0, 0), group=1)
                for k in range(2)]
        for k, pair in enumerate(((None, rods[0]), (rods[0], rods[1]))):
            _hinge(world, "hinge_swapped" if point["swapped"] else "hinge", pair, (k * run["length"], 0, 0))
        start, changes = world.energy().total, []
        for _ in range(round(run["seconds"] / point["dt"])):
            world.step()
            changes.append((world.energy().total - start) / run["scale"])
        found.append({"change of energy": changes[-1], "largest gain of energy": max(changes),
                      "largest loss of energy": -min(changes)})
    return found


class Linkage:
    """Crank, coupler and rocker between two pivots of the world, the crank level at the start and away from the other pivot.

    Angles are turns from x to z.  Freudenstein: the coupler's length fixes the rocker's angle for each of the crank's.
    All start with the speeds that go with the crank's.
    """

    def __init__(self, run: Run, point: dict[str, Any]):
        self.run, self.world, kinematic = run, run.world(), point["drive"] == "kinematic"
        self.crank = self._rod(0, "kinematic" if kinematic else "dynamic")
        self.coupler, self.rocker = self._rod(1, "dynamic"), self._rod(2, "dynamic")
        (pivot, knee), (far, elbow) = self.ends(0, 0.0), self.ends(2, 0.0)
        links = [(self.crank, self.coupler, knee), (self.coupler, self.rocker, elbow), (None, self.rocker, far)]
        if not kinematic:
            links.append((None, self.crank, pivot))
        self.pairs = []
        for a, b, place in links:
            motor = {"motor_speed": run["omega"], "motor_torque": 1e6} if (a, b) == (None, self.crank) else {}
            if point["swapped"]:
                a, b, motor = b, a, {name: value * (-1 if name == "motor_speed" else 1) for name, value in motor.items()}
            self.world.add_joint(Hinge(a=a, b=b, anchor=place, axis=(0, -1, 0), **motor))
            self.pairs.append(Pair(a, b, place))

    def ends(self, k: int, crank: float) -> tuple[np.ndarray, np.ndarray]:
        """Where crank, coupler or rocker begins and ends."""
        far, knee = np.array((self.run["ground"], 0.0, 0.0)), self.run["crank"] * _unit(crank)
        elbow = far + self.run["rocker"] * _unit(self.rocker_angle(crank))
        return ((np.zeros(3), knee), (knee, elbow), (far, elbow))[k]

    def _placed(self, k: int, crank: float) -> tuple[np.ndarray, float]:
        """Middle and angle of a rod; a kinematic crank turns about its middle, which is then its pivot."""
        start, end = self.ends(k, crank)
        return 0.5 * (start + end), float(np.arctan2(*(end - start)[[2, 0]]))

    def _rod(self, k: int, kind: str) -> Body:
        small, omega = 1e-6, self.run["omega"]
        (start, end), half = self.ends(k, 0.0), 0.5 * self.run["width"]
        (middle, angle), (ahead, more), (behind, less) = (self._placed(k, crank) for crank in (0.0, small, -small))
        speed, spin = omega * (ahead - behind) / (2 * small), omega * (more - less) / (2 * small)
        if kind == "kinematic":
            middle, speed = start, np.zeros(3)
        return self.world.add_body(shape=Box(half=(0.5 * np.linalg.norm(end - start), half, half)), type=kind, mass=1, group=1,
                                   position=middle, rotation=turn((0, -1, 0), angle), velocity=speed,
                                   angular_velocity=(0, -spin, 0))

    def rocker_angle(self, crank: float) -> float:
        """Freudenstein's equation solved for the branch with the elbow above [rad]."""
        run = self.run
        knee = run["crank"] * _unit(crank)
        between = knee - np.array((run["ground"], 0, 0))
        length = np.linalg.norm(between)
        opening = np.arccos((run["rocker"] ** 2 + length**2 - run["coupler"] ** 2) / (2 * run["rocker"] * length))
        return float(np.arctan2(between[2], between[0]) - opening)


def _unit(angle: float) -> np.ndarray:
    return np.array((np.cos(angle), 0.0, np.sin(angle)))


@runner("E23", "E23b")
def linkage(run: Run) -> Measured:
    """A crank that turns twice."""
    found = []
    for point in run.points:
        made, turned, followed, errors, gaps = Linkage(run, point), Counter(), Counter(), [], []
        for n in range(1, run.steps(run["seconds"]) + 1):
            made.world.step()
            crank = turned.read(-_about(made.crank.rotation))
            expected = made.rocker_angle(run["omega"] * n * run.dt if point["drive"] == "kinematic" else crank)
            actual = followed.read(-_about(made.rocker.rotation))
            errors.append(abs((actual - expected + np.pi) % (2 * np.pi) - np.pi))
            gaps.append(max(pair.gap for pair in made.pairs))
        found.append({"largest error of the rocker": np.degrees(max(errors)), "largest gap": max(gaps),
                      "turns of the crank": turned.angle / (2 * np.pi)})
    return found
