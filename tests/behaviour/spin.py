"""Runners of the cases about fast spin: rolling, tops and gyroscopes."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.integrator import spin_momentum
from physics import BallSocket, Body, Box, Plane, Sphere
from physics.bodies.rotation import rotate, rotate_back


@runner("T01")
def bowling(run: Run) -> Measured:
    """A ball that slides over a plane without spin."""
    world = run.world()
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    ball = world.add_body(shape=Sphere(radius=run["radius"]), position=(0, 0, run["radius"]), velocity=(run["v0"], 0, 0),
                          mass=run["mass"], friction=run["mu"])
    found = {}
    for n in range(1, 1 + max(run.steps(point["seconds"]) for point in run.points)):
        world.step()
        speed = ball.velocity[0]
        found[n] = {"speed": speed, "rim speed over speed": ball.angular_velocity[1] * run["radius"] / speed}
    return [found[run.steps(point["seconds"])] for point in run.points]


@runner("T02")
def nut(run: Run) -> Measured:
    """Boxes that spin about their middle axis."""
    world, found = run.world(gravity=(0, 0, 0)), []
    boxes = [world.add_body(shape=Box(half=point["half"]), mass=1, position=(10 * k, 0, 0), angular_velocity=point["w0"])
             for k, point in enumerate(run.points)]
    starts = [spin_momentum(box) for box in boxes]
    energies = [start @ box.angular_velocity for start, box in zip(starts, boxes)]
    found = [{"change of momentum": 0.0, "change of energy": 0.0, "times it turns over": 0} for _ in boxes]
    sides = [1.0] * len(boxes)
    for _ in range(run.steps(run["seconds"])):
        world.step()
        for k, box in enumerate(boxes):
            momentum, one = spin_momentum(box), found[k]
            change = np.linalg.norm(momentum - starts[k]) / np.linalg.norm(starts[k])
            one["change of momentum"] = max(one["change of momentum"], float(change))
            one["change of energy"] = max(one["change of energy"], abs(momentum @ box.angular_velocity / energies[k] - 1))
            side = float(np.sign(rotate_back(box.rotation, box.angular_velocity)[1]))
            one["times it turns over"] += side != sides[k]
            sides[k] = side
    return found


def own_axis(body: Body) -> np.ndarray:
    """The body's z axis in the world."""
    return rotate(body.rotation, np.array((0.0, 0.0, 1.0)))


@runner("T03")
def wobble(run: Run) -> Measured:
    """A plate that spins about an axis beside its own."""
    world = run.world(gravity=(0, 0, 0))
    plate = world.add_body(shape=Box(half=run["half"]), mass=1, angular_velocity=run["w0"])
    momentum, energy = spin_momentum(plate), spin_momentum(plate) @ plate.angular_velocity
    size = np.linalg.norm(momentum)
    along, across = momentum / size, np.cross(momentum / size, (0, 1, 0))
    start, way, last, tilt, gained = own_axis(plate) @ along, 0.0, None, 0.0, 0.0
    for n in range(run.steps(run["seconds"]) + 1):
        axis = own_axis(plate)
        angle = np.arctan2(axis @ np.cross(along, across), axis @ across)
        way += 0.0 if last is None else (angle - last) % (2 * np.pi)
        last = angle
        tilt = max(tilt, abs(np.arccos(axis @ along) - np.arccos(start)))
        gained = max(gained, abs(spin_momentum(plate) @ plate.angular_velocity / energy - 1))
        world.step()
    return [{"rate of wobbling over the exact one": way / run["seconds"] / (size / plate.inertia[0]),
             "change of the angle between axis and momentum": tilt, "change of energy": gained}]


@runner("T04")
def gyroscope(run: Run) -> Measured:
    """Boxes that spin about an axis on which they are held, level, by a ball socket, with the speed of steady precession."""
    arm, spin, found, half = run["arm"], run["spin"], [], np.sqrt(0.5)
    for point in run.points:
        world = run.world()
        top = world.add_body(shape=Box(half=point["half"]), mass=1, position=(arm, 0, 0), rotation=(0, half, 0, half))
        rate = 9.81 * arm / (top.inertia[2] * spin)
        top.velocity, top.angular_velocity = (0, arm * rate, 0), (spin, 0, rate)
        world.add_joint(BallSocket(a=top, b=None, anchor=(0, 0, 0)))
        angles, lowest = [], 0.0
        for _ in range(run.steps(run["begin"] + run["seconds"])):
            world.step()
            angles.append(np.arctan2(top.position[1], top.position[0]))
            lowest = min(lowest, top.position[2])
        way = np.unwrap(angles)[[run.steps(run["begin"]) - 1, -1]]
        found.append({"rate over the exact one": (way[1] - way[0]) / run["seconds"] / rate, "sag over the arm": -lowest / arm,
                      "spin over that at the beginning": own_axis(top) @ top.angular_velocity / spin})
    return found


@runner("T05")
def superball(run: Run) -> Measured:
    """Balls that spin and fall on rough ground, shortly after they met it."""
    radius, found = run["radius"], []
    for point in run.points:
        world, ground = run.world(), {"type": "static", "friction": run["mu"], "restitution": point["restitution"]}
        if point["surface"] == "plane":
            world.add_body(shape=Plane(), **ground)
        else:
            world.add_body(shape=Box(half=(5, 5, 0.5)), position=(0, 0, -0.5), **ground)
        ball = world.add_body(shape=Sphere(radius=radius), position=(0, 0, radius + point["height"]), friction=run["mu"], mass=1,
                              angular_velocity=(0, run["spin"], 0), restitution=point["restitution"])
        for _ in range(run.steps(np.sqrt(2 * point["height"] / 9.81) + 0.12)):
            world.step()
        speed = ball.velocity[0]
        found.append({"speed": speed, "rim speed over speed": ball.angular_velocity[1] * radius / speed})
    return found
