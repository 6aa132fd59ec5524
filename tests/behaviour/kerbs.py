"""Runners of the cases about round things that are pushed against an edge."""
from __future__ import annotations

import math

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Box, Capsule, Cylinder, Plane, Sphere

ACROSS = (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))          # the body's z axis along -y
LEANS = 0.3                                                  # of a normal along x: more is one of the edge, not of the floor


@runner("W10")
def kerb(run: Run) -> Measured:
    """How high a wheel comes, as a share of the kerb, that a level force at a share of what it needs pushes against it."""
    found = []
    for point in run.points:
        size = point["size"]
        radius, height, mass = run["radius"] * size, run["height"] * size, run["mass"]
        arm = math.sqrt(radius**2 - (radius - height)**2)
        world = run.world()
        world.add_body(shape=Plane(), type="static", friction=1)
        world.add_body(shape=Box(half=(2 * size, size, height / 2)), type="static", position=(2 * size + arm, 0, height / 2),
                       friction=1)
        shape = {"sphere": Sphere(radius=radius), "capsule": Capsule(radius, 0.2 * size),
                 "cylinder": Cylinder(radius, 0.2 * size)}
        wheel = world.add_body(shape=shape[point["shape"]], mass=mass, position=(0, 0, radius), rotation=ACROSS, friction=1)
        risen, force, points = 0.0, point["load"] * mass * 9.81 * arm / (radius - height), 9
        for _ in range(run.steps(2 * math.sqrt(size))):
            wheel.apply_force((force, 0, 0))
            world.step()
            risen = max(risen, (float(wheel.position[2]) - radius) / height)
            points = min(points, int((abs(world.contact_arrays().normals[:, 0]) > LEANS).sum()))
        found.append({"risen": risen, "points on the edge": points})
    return found
