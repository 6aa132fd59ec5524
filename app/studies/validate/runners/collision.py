"""Runners of the cases about what contact detection gives the solver."""
from __future__ import annotations

import math

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Box, Plane, Sphere


@runner("G02")
def arrival(run: Run) -> Measured:
    """Bodies that fly straight at the ground, or away from it, without gravity; `advance` is their way in a step."""
    size = run["size"]
    shapes = {"sphere": Sphere(radius=size), "box": Box(half=(size,) * 3)}
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0))
        world.add_body(shape=Plane(), type="static")
        speed = point["advance"] / run.dt
        bodies = {name: world.add_body(shape=shapes[name], position=(5 * k, 0, size + point["gap"]), velocity=(0, 0, -speed),
                                       restitution=point["e"]) for k, name in enumerate(run["shapes"])}
        arrives = math.ceil(point["gap"] / point["advance"]) if point["advance"] > 0 else math.inf
        measured = {f"{name} {what}": value for name in bodies
                    for what, value in (("speed while apart", -speed), ("height after arrival", 0.0))}
        for n in range(1, run["steps"] + 1):
            world.step()
            for name, body in bodies.items():
                if n < arrives:
                    measured[f"{name} speed while apart"] = float(body.velocity[2])
                elif n <= arrives + 1:
                    height = abs(float(body.position[2]) - size)
                    measured[f"{name} height after arrival"] = max(measured[f"{name} height after arrival"], height)
        found.append(measured | {f"{name} final speed": float(body.velocity[2]) for name, body in bodies.items()})
    return found
