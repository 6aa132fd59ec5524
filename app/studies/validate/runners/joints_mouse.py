"""Runners of the cases about joints."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Mouse, Sphere


@runner("E22", "E22b")
def pull(run: Run) -> Measured:
    """A ball without gravity, pulled along x: the ratio of the distances of two steps that follow each other."""
    world = run.world(gravity=(0, 0, 0))
    ball = world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"])
    anchor = np.array(run.names.get("anchor", (0, 0, 0)), float)
    target = anchor + (run["offset"], 0, 0)
    joint = world.add_joint(Mouse(a=ball, anchor=anchor, target=target, hertz=0, beta=run["beta"]))
    distances = [run["offset"]]
    for _ in range(run.names.get("steps", 1)):
        world.step()
        distances.append(float(np.linalg.norm(joint.anchor - target)))
    ratios = np.divide(distances[1:], distances[:-1])
    return [{"first error ratio": ratios[0], "largest error ratio": ratios.max(), "smallest error ratio": ratios.min()}]


@runner("E22c")
def weak_pull(run: Run) -> Measured:
    """A ball lifted by a joint that is as strong as it is."""
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, -point["gravity"]))
        ball = world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"])
        world.add_joint(Mouse(a=ball, anchor=(0, 0, 0), target=(0, 0, run["offset"]), hertz=0, beta=run["beta"],
                              max_force=point["max_force"]))
        steps = run.steps(run["seconds"])
        for _ in range(steps):
            world.step()
        found.append({"acceleration": float(ball.velocity[2]) / (steps * run.dt)})
    return found


@runner("E22d")
def hold(run: Run) -> Measured:
    """A ball held at a point where it is."""
    found = []
    for point in run.points:
        world = run.world()
        ball = world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"], angular_damping=5)
        joint = world.add_joint(Mouse(a=ball, anchor=point["anchor"], target=point["anchor"], hertz=0, beta=run["beta"]))
        for _ in range(run.steps(run["seconds"])):
            world.step()
        found.append({"distance": float(np.linalg.norm(joint.anchor - point["anchor"])),
                      "force": float(np.linalg.norm(joint.force))})
    return found
