"""Runners of the cases about bodies and wheels that turn by much in a substep."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import BallSocket, Body, Box, Capsule, Compound, Cone, Convex, Cylinder, Hinge, Sphere
from physics.bodies.principal_axes import in_principal_axes
from physics.bodies.rotation import rotate, rotate_back
from physics.definitions.shapes import Shape

POINTS = ((0, 0, 0), (0.5, 0, 0), (0.1, 0.4, 0), (0.1, 0.1, 0.6), (0.4, 0.4, 0.3))       # [m] of the hull
LEANING = (0.3, 0.1, 0.2, 0.9)                   # rotation of a part of the compound
SHAPES: dict[str, Shape] = {
    "box": Box(half=(0.1, 0.3, 0.2)), "ball": Sphere(radius=0.2), "capsule": Capsule(0.14, 0.37),
    "cylinder": Cylinder(0.14, 0.37), "coin": Cylinder(0.3, 0.02), "wheel": Cylinder(0.3, 0.05), "drum": Cylinder(0.2, 0.1),
    "cone": Cone(0.14, 0.37), "hull": Convex(POINTS),
    "compound": Compound((Capsule(0.1, 0.3), (Cone(0.2, 0.2), (0.5, 0.2, -0.1), LEANING)))}


def momentum(body: Body) -> np.ndarray:
    """I w in the world [N m s]."""
    axes = in_principal_axes(body.rotation, body.shape)
    return rotate(axes, body.inertia * rotate_back(axes, body.angular_velocity))


@runner("T06")
def tumbling(run: Run) -> Measured:
    """Bodies of every shape that spin about none of their axes, far from each other."""
    world = run.world(gravity=(0, 0, 0))
    bodies = [world.add_body(shape=SHAPES[point["shape"]], mass=1, position=(10 * k, 0, 0), angular_velocity=run["w0"])
              for k, point in enumerate(run.points)]
    starts = [momentum(body) for body in bodies]
    energies = [start @ body.angular_velocity for start, body in zip(starts, bodies)]
    found = [{"change of momentum": 0.0, "change of energy": 0.0} for _ in bodies]
    for _ in range(run.steps(run["seconds"])):
        world.step()
        for body, start, energy, one in zip(bodies, starts, energies, found):
            now = momentum(body)
            change = float(np.linalg.norm(now - start) / np.linalg.norm(start))
            one["change of momentum"] = max(one["change of momentum"], change)
            one["change of energy"] = max(one["change of energy"], abs(now @ body.angular_velocity / energy - 1))
    return found


@runner("T07")
def wheels(run: Run) -> Measured:
    """Wheels that spin freely about hinges at the world, all at once."""
    world, made = run.world(gravity=(0, 0, 0)), []
    axis = np.array((0.48, -0.6, 0.64))              # no axis of the world: rounding lets the wheel wobble
    turn = (-axis[1], axis[0], 0, 1 + axis[2])       # from z to the axis
    for k, point in enumerate(run.points):
        place = np.array((3.0 * k, 0, 0))
        wheel = world.add_body(shape=SHAPES[point["shape"]], mass=1, position=place, rotation=turn,
                               angular_velocity=point["spin"] * axis)
        pair = {"a": wheel, "b": None} if point["swapped"] else {"a": None, "b": wheel}
        made.append((wheel, world.add_joint(Hinge(**pair, anchor=place + point["hub"] * axis, axis=axis)), point))
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{"spin over that at the beginning": float(wheel.angular_velocity @ axis) / point["spin"], "tilt": joint.tilt,
             "gap": joint.gap} for wheel, joint, point in made]


@runner("T13")
def whirling(run: Run) -> Measured:
    """Bodies that whirl about a point beside their centre, all at once."""
    world, made, radius = run.world(gravity=(0, 0, 0)), [], run["radius"]
    axis = np.array((0, 0.6, 0.8))                   # across the arm, no axis of the world: rounding lets the body wobble
    for k, point in enumerate(run.points):
        pivot, spin = np.array((3.0 * k, 0, 0)), point["spin"]
        shape = Sphere(radius=0.05) if point["body"] == "ball" else Box(half=(radius, 0.02, 0.02))
        body = world.add_body(shape=shape, mass=1, position=pivot + (radius, 0, 0), angular_velocity=spin * axis,
                              velocity=np.cross(spin * axis, (radius, 0, 0)))
        joint = Hinge(a=None, b=body, anchor=pivot, axis=axis) if point["joint"] == "hinge" else \
            BallSocket(a=None, b=body, anchor=pivot)
        made.append((body, world.add_joint(joint)))
    world.step()
    first = [body.angular_velocity @ axis for body, _ in made]
    for _ in range(run.steps(run["seconds"])):
        world.step()
    return [{"spin over that after a step": float(body.angular_velocity @ axis / spin), "gap at the end": joint.gap}
            for (body, joint), spin in zip(made, first)]
