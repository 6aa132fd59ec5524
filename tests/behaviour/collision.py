"""Runners of the cases about what contact detection gives the solver."""
from __future__ import annotations

from physics import Box, Plane, Sphere
from tests.behaviour.case import Run
from tests.behaviour.runners import Measured, runner


@runner("G02")
def arrival(run: Run) -> Measured:
    """Bodies that fly straight at smooth ground without gravity; `advance` is their way in a step."""
    size, steps = run["size"], run["steps"]
    shapes = {"sphere": Sphere(radius=size), "box": Box(half=(size,) * 3)}
    found = []
    for point in run.points:
        world = run.world(gravity=(0, 0, 0))
        world.add_body(shape=Plane(), type="static", friction=0)
        speed = point["advance"] / run.dt
        bodies = {name: world.add_body(shape=shapes[name], position=(3 * k, 0, size + point["gap"]), velocity=(0, 0, -speed),
                                       restitution=point["e"]) for k, name in enumerate(run["shapes"])}
        measured = {f"{name} speed while apart": -speed for name in bodies} | {f"{name} lowest": point["gap"] for name in bodies}
        for n in range(1, steps + 1):
            world.step()
            for name, body in bodies.items():
                height = float(body.position[2]) - size
                measured[f"{name} lowest"] = min(measured[f"{name} lowest"], height)
                if n * point["advance"] < 0.999 * point["gap"]:
                    measured[f"{name} speed while apart"] = float(body.velocity[2])
        for name, body in bodies.items():
            measured[f"{name} final speed"] = float(body.velocity[2])
            measured[f"{name} final height"] = float(body.position[2]) - size
        found.append(measured)
    return found
