"""Runners of SimBenchmark's 666 and Kapla tower; bouncing is with bounces (B02), rolling with friction (C07)."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Plane, Sphere, World


def balls_666(world: World, run: Run, restitution: float, height: float) -> None:
    """A cube of 216 balls a little out of line, the lowest `height` above the ground."""
    rng, n, gap = np.random.default_rng(run["seed"]), run["rows"], run["gap"]
    world.add_body(shape=Plane(), type="static", restitution=restitution, friction=0)
    for k in range(n ** 3):
        place = np.array((k % n, k // n % n, k // n ** 2)) * gap + rng.uniform(0, run["shaken"], 3) + (0, 0, height)
        world.add_body(shape=Sphere(radius=run["radius"]), mass=run["mass"], position=place, restitution=restitution, friction=0)


@runner("D09")
def overlaps_of_666(run: Run) -> Measured:
    """The mean over the steps of the summed squares of all overlaps at their ends."""
    found = []
    for point in run.points:
        world = run.world(dt=point["step"])
        balls_666(world, run, 0.0, run["height"])
        sums = []
        for _ in range(round(run["seconds"] / point["step"])):
            world.step()
            sums.append(float((np.minimum(world.contact_arrays().separations, 0) ** 2).sum()))
        found.append({"mean squared overlap": float(np.mean(sums))})
    return found


@runner("D09b")
def energy_of_666(run: Run) -> Measured:
    """The mean over the steps of the squared change of energy, of elastic balls."""
    found = []
    for point in run.points:
        world = run.world(dt=point["step"])
        balls_666(world, run, 1.0, run["height"])
        start, errors = world.energy().total, []
        for _ in range(round(run["seconds"] / point["step"])):
            errors.append((world.energy().total - start) ** 2)
            world.step()
        found.append({"mean squared energy error": float(np.mean(errors))})
    return found


def kapla_tower(world: World, run: Run) -> Body:
    """Floors of bases across and walls along two sides, 17 blocks each; returns the last wall of the top floor."""
    bases, t, length, high = run["bases"], run["thick"], run["length"], run["high"]
    world.add_body(shape=Plane(), type="static", friction=run["mu"])
    base, wall = Box(half=(t / 2, (length + t) / 2, high / 2)), Box(half=(length / 2, t / 2, high / 2))

    def put(shape: Box, x: float, y: float, z: float) -> Body:
        return world.add_body(shape=shape, mass=run["mass"], position=(x, y, z), friction=run["mu"])

    for floor in range(run["floors"]):
        low = 2 * floor * high
        for k in range(bases):
            put(base, k * length, 0, low + high / 2)
        places = [(2 * k * length + length / 2, -length / 2) for k in range(bases // 2)]
        places += [(2 * k * length + 3 * length / 2, length / 2) for k in range(bases // 2 - 1)]
        places += [(length / 2, length / 2), ((bases - 2) * length + length / 2, length / 2)]
        for x, y in places:
            last = put(wall, x, y, low + 3 * high / 2)
    return last


@runner("X01")
def standing_tower(run: Run) -> Measured:
    """How many steps the tower stands: until its last block lies below the top floor."""
    found = []
    for point in run.points:
        world = run.world(iterations=point["iterations"])
        last, fallen, steps = kapla_tower(world, run), 2 * run["high"] * (run["floors"] - 1), 0
        while steps < run["steps"] and last.position[2] >= fallen:
            world.step()
            steps += 1
        found.append({"steps that it stands": float(steps)})
    return found
