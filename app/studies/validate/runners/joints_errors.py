"""Runners of the cases about errors of joints: how they shrink, and what is left under load."""
from __future__ import annotations

from typing import Any

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import Mark, Pair
from physics import BallSocket, Body, Distance, Fixed, Mouse, Slider, Sphere

DIRECTION = np.array((0.6, 0.0, 0.8))


def _partners(body: Body, swapped: int) -> dict[str, Any]:
    return {"a": body, "b": None} if swapped else {"a": None, "b": body}


@runner("E02", "E02b")
def drift(run: Run) -> Measured:
    """A ball without gravity whose joint is 0.1 m out of place."""
    return [_drift(run, point) for point in run.points]


def _drift(run: Run, point: dict[str, Any]) -> dict[str, float]:
    world = run.world(gravity=(0, 0, 0), beta=point["beta"])
    ball = world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"])
    arm = np.array(run["arm"], float)
    direction = DIRECTION if not arm.any() else np.array((1.0, 0.0, 0.0))
    held, from_end = Pair(None, ball, arm), -3 * direction
    if point["joint"] == "ball_socket":
        world.add_joint(BallSocket(**_partners(ball, point["swapped"]), anchor=arm))
    else:
        ends = (arm, from_end) if point["swapped"] else (from_end, arm)
        world.add_joint(Distance(**_partners(ball, point["swapped"]), anchor_a=ends[0], anchor_b=ends[1]))
    ball.position = ball.position + run["error"] * direction
    left, share, worst = [held.gap], (1 - point["beta"]) ** run["substeps"], 0.0
    for n in range(1, run["steps"] + 1):
        world.step()
        left.append(held.gap)
        worst = max(worst, abs(left[-1] - share**n * left[0]))
    return {"largest distance from the law": worst, "first ratio": left[1] / left[0], "energy left": world.energy().kinetic}


@runner("E25c", "E25d")
def hang(run: Run) -> Measured:
    """A weight that hangs in a soft joint."""
    return [_hang(run, point) for point in run.points]


def _hang(run: Run, point: dict[str, Any]) -> dict[str, float]:
    soft = {"hertz": point["hertz"], "damping_ratio": run["damping_ratio"]}
    world = run.world(joint_hertz=point["hertz"], joint_damping_ratio=run["damping_ratio"],
                      relax_iterations=point["relax_iterations"])
    ball = world.add_body(shape=Sphere(radius=0.5), mass=run["mass"])
    mark = Mark(ball)
    joint = world.add_joint(_support(point["joint"], ball, point["swapped"], soft))
    for _ in range(run.steps(min(run["seconds"], run["periods"] / point["hertz"]))):
        world.step()
    return {"deflection": -mark.position[2], "force": float(np.linalg.norm(joint.force))}


def _support(joint: str, ball: Body, swapped: int, soft: dict[str, float]):
    """A joint that carries the ball from the world."""
    partners, above = _partners(ball, swapped), (0, 0, 2)
    if joint == "ball_socket":
        return BallSocket(**partners, anchor=(0, 0, 0))
    if joint == "fixed":
        return Fixed(**partners, anchor=(0, 0, 0))
    if joint == "distance":
        ends = ((0, 0, 0), above) if swapped else (above, (0, 0, 0))
        return Distance(**partners, anchor_a=ends[0], anchor_b=ends[1], **soft)
    if joint == "slider":
        return Slider(**partners, anchor=(0, 0, 0), axis=(0, 0, 1), **soft)
    return Mouse(a=ball, anchor=(0, 0, 0), target=(0, 0, 0), **soft)
