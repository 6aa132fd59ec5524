"""Runner of the case about thin things that are thrown at thin ground."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Box, Capsule, Cylinder, Plane
from physics.definitions.shapes import Shape
from tests.behaviour.shapes import box_of_points


def thin(name: str, size: float, half: float) -> Shape:
    """A shape of half the extent `size` and half the thickness `half` [m]."""
    flat = (size, size, half)
    return {"coin": Cylinder(size, half), "rod": Capsule(half, size), "hull": box_of_points(flat)}[name]


@runner("N01")
def thrown(run: Run) -> Measured:
    """Things in any pose that are thrown down, side by side: how many went through the ground, and the fastest upwards [m/s]."""
    found = []
    for point in run.points:
        world, size, half, rng = run.world(), run["size"], run["half"], np.random.default_rng(run["seed"])
        if point["floor"] == "plane":
            world.add_body(shape=Plane(), type="static")
        else:
            world.add_body(shape=Box(half=(100, 5, half)), type="static", position=(0, 0, -half))
        shape = thin(point["shape"], size, half)
        bodies = [world.add_body(shape=shape, position=(8 * k * size, 0, rng.uniform(1, 2)), rotation=rng.normal(size=4),
                                 velocity=(0, 0, -point["speed"])) for k in range(run["throws"])]
        up = 0.0
        for _ in range(run.steps(2 / point["speed"] + run["seconds"])):
            world.step()
            up = max(up, *(float(body.velocity[2]) for body in bodies))
        below = sum(float(body.position[2]) < -2 * half - size / 10 for body in bodies)
        found.append({"through": below, "up": up / point["speed"]})
    return found
