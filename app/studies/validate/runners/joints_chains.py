"""Runners of the cases about many joints that lean on each other: chains, cantilevers, nets."""
from __future__ import annotations

from typing import Any

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import Pair, turn
from physics import BallSocket, Body, Box, Fixed, Slider, Sphere, World


def _pin(world: World, a: Body | None, b: Body, anchor) -> Pair:
    """A ball socket between two bodies, and the two points it holds together."""
    world.add_joint(BallSocket(a=a, b=b, anchor=anchor))
    return Pair(a, b, anchor)


@runner("E07", "E07b", "E07c", "E07d")
def heavy_end(run: Run) -> Measured:
    """Links that hang straight down, the last of which is heavier; let go at rest."""
    found = []
    for point in run.points:
        world, pairs, above = run.world(**{name: point[name] for name in ("warm_start",) if name in point}), [], None
        half, ratio = (0.5 * run["width"], 0.5 * run["width"], 0.5 * run["length"]), point.get("ratio", run.names.get("ratio"))
        for k in range(run["links"]):
            link = world.add_body(shape=Box(half=half), mass=ratio if k == run["links"] - 1 else 1, group=1,
                                  position=(0, 0, -(k + 0.5) * run["length"]))
            pairs.append(_pin(world, above, link, (0, 0, -k * run["length"])))
            above = link
        gaps = []
        for _ in range(run["steps"]):
            world.step()
            gaps.append(max(pair.gap for pair in pairs))
        found.append({"largest gap": max(gaps), "gap at the end": gaps[-1],
                      "largest speed at the end": float(np.abs(world.velocities).max())})
    return found


@runner("E07e")
def swinging_chain(run: Run) -> Measured:
    """Links that stand out level from a wall, with a ball at their end; let go at rest."""
    found, length = [], run["length"]
    for point in run.points:
        world, pairs, above = run.world(geometric_stiffness=bool(point["geometric_stiffness"])), [], None
        half = (0.46 * length, 0.5 * point["width"], 0.5 * point["width"])
        for k in range(run["links"]):
            link = world.add_body(shape=Box(half=half), mass=1, group=1, position=((k + 0.5) * length, 0, 0))
            pairs.append(_pin(world, above, link, (k * length, 0, 0)))
            above = link
        end = run["links"] * length
        ball = world.add_body(shape=Sphere(radius=0.5), mass=point["ball"], group=1, position=(end + 0.5, 0, 0))
        pairs.append(_pin(world, above, ball, (end, 0, 0)))
        gaps = []
        for _ in range(run["steps"]):
            world.step()
            gaps.append(max(pair.gap for pair in pairs))
        found.append({"largest gap": max(gaps), "gap at the end": gaps[-1]})
    return found


@runner("E11", "E11b")
def catenary(run: Run) -> Measured:
    """Rods in a V between two points of a level, shaken down."""
    length, count, half_span = run["length"], run["rods"], 0.5 * run["span"]
    world, above, pins = run.world(), None, []
    lean = np.arccos(half_span / (0.5 * count * length))
    end = np.array((-half_span, 0.0, 0.0))
    for k in range(count):
        angle = lean if k < count // 2 else -lean
        along = length * np.array((np.cos(angle), 0, -np.sin(angle)))
        rod = world.add_body(shape=Box(half=(0.5 * length, 0.05, 0.05)), mass=run["mass"], position=end + 0.5 * along,
                             rotation=turn((0, 1, 0), angle), group=1)
        pins.append(world.add_joint(BallSocket(a=above, b=rod, anchor=end)))
        above, end = rod, end + along
    pins.append(world.add_joint(BallSocket(a=above, b=None, anchor=end)))
    for _ in range(run.steps(run["seconds"])):
        world.step()
        for rod in world.bodies:
            rod.velocity, rod.angular_velocity = run["damping"] * rod.velocity, run["damping"] * rod.angular_velocity
    sag = -min(float(joint.anchors[:, 2].mean()) for joint in pins)
    first, last = pins[0].force, -pins[-1].force             # both on the chain
    return [{"sag": sag, "vertical force": 0.5 * (first[2] + last[2]), "horizontal force": 0.5 * (last[0] - first[0])}]


@runner("E12")
def substeps_pay(run: Run) -> Measured:
    """Small balls in a row, level, with a ball a thousand times as heavy at the end."""
    peaks = []
    for substeps in (run["substeps"], 5 * run["substeps"]):
        world, pairs, before, edge = run.world(substeps=substeps, iterations=1), [], None, 0.1 * run["radius"]
        for k in range(run["links"]):
            radius = run["heavy"] if k == run["links"] - 1 else run["radius"]
            ball = world.add_body(shape=Sphere(radius=radius), density=run["density"], position=(edge + radius, 0, 0), group=1)
            pairs.append(_pin(world, before, ball, (edge - 0.1 * run["radius"], 0, 0)))
            before, edge = ball, edge + 2 * radius + 0.2 * run["radius"]
        peak = 0.0
        for _ in range(run.steps(run["seconds"])):
            world.step()
            peak = max(peak, max(pair.gap for pair in pairs))
        peaks.append(peak)
    return [{"gain": peaks[0] / peaks[1]}]


@runner("E18", "E18b", "E18c", "E18d", "E18e")
def cantilever(run: Run) -> Measured:
    """Boxes welded to each other and to the world, side by side on a level."""
    found = []
    for point in run.points:
        world, before, half = run.world(), None, np.array(run["half"])
        for k in range(point["count"]):
            box = world.add_body(shape=Box(half=tuple(half)), mass=run["mass"], position=((2 * k + 1) * half[0], 0, 0), group=1)
            a, b = (box, before) if point["swapped"] else (before, box)
            world.add_joint(Fixed(a=a, b=b, anchor=(2 * k * half[0], 0, 0)))
            before = box
        tip = Pair(None, before, (2 * point["count"] * half[0], 0, 0))
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"sag at the end": -tip.shift[2]})
    return found


def _net(run: Run) -> World:
    """Balls in a grid that stands upright, every fourth of the top row held."""
    world, n, balls = run.world(), run["rows"], {}
    for i in range(n):
        for j in range(n):
            held = i == 0 and (j % 4 == 0 or j == n - 1)
            place = np.array((j, 0.0, -i))
            ball = balls[i, j] = world.add_body(shape=Sphere(radius=run["radius"]), position=place,
                                                type="static" if held else "dynamic")
            for other, middle in (((i - 1, j), (0, 0, 0.5)), ((i, j - 1), (-0.5, 0, 0))):
                before = balls.get(other)
                if before is not None and "dynamic" in (before.type, ball.type):
                    world.add_joint(BallSocket(a=before, b=ball, anchor=place + middle))
    return world


def _sliders(run: Run) -> World:
    """Chains of boxes that hang on rails, to the left and to the right in turn."""
    world, half = run.world(), (run["half"],) * 3
    for chain in range(run["chains"]):
        above = world.add_body(shape=Box(half=half), type="static", position=(4 * chain, 0, 0))
        for i in range(run["boxes"]):
            box = world.add_body(shape=Box(half=half), position=(4 * chain, 0, -(i + 1)))
            world.add_joint(Slider(a=above, b=box, anchor=box.position, axis=(1 if i % 2 == 0 else -1, 0, 1),
                                   lower=-run["limit"], upper=run["limit"]))
            above = box
    return world


@runner("E24", "E24b")
def long_run(run: Run) -> Measured:
    """How far and how fast anything gets, and whether energy comes out of nothing."""
    found = []
    for point in run.points:
        found.append(_watch(_net(run), run["net_steps"]) if point["structure"] == "net"
                     else _watch(_sliders(run), run["slider_steps"]))
    return found


def _watch(world: World, steps: int) -> dict[str, float]:
    start, far, fast, energies = world.energy().total, 0.0, 0.0, []
    for n in range(steps):
        world.step()
        if n % 10 == 9:
            far = max(far, float(np.linalg.norm(world.positions, axis=1).max()))
            fast = max(fast, float(np.linalg.norm(world.velocities, axis=1).max()))
            energies.append(world.energy().total)
    found: dict[str, Any] = {"largest distance": far, "largest speed": fast}
    return found | {"largest gain of energy": (max(energies) - start) / abs(start)}
