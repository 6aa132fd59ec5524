"""Runners of the cases about calm: walls lean to no side and come to rest, and what is put down in balance stays in it."""
from __future__ import annotations

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from physics import Body, Box, Plane, World

SEED = 3                                         # of the shuffled order


def places_of(base: int, pitch: float, order: str) -> list[tuple[float, float]]:
    """(x, z) of unit cubes in rows, each row one shorter than the one below, in the order in which they are made."""
    places = [((k + row / 2 - (base - 1) / 2) * pitch, row + 0.5) for row in range(base) for k in range(base - row)]
    if order == "mirrored":
        return [(-x, z) for x, z in places]
    if order == "backward":
        return places[::-1]
    if order == "shuffled":
        return [places[k] for k in np.random.default_rng(SEED).permutation(len(places))]
    return places


def wall(run: Run, point: dict) -> tuple[World, list[Body]]:
    """A wall on the ground."""
    world, names = run.world(), run.names | point
    world.add_body(shape=Box(half=(400, 400, 1)), type="static", position=(0, 0, -1), friction=run["mu"])
    cubes = [world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(x, 0, z), density=names["density"], friction=run["mu"])
             for x, z in places_of(names["base"], names["pitch"], names["order"])]
    return world, cubes


@runner("Q01", "Q02")
def straight(run: Run) -> Measured:
    """How far the top of a wall has moved along it [m], kinetic energy [J/kg] and the deepest overlap [m]."""
    found = []
    for point in run.points:
        world, cubes = wall(run, point)
        start = world.positions[1:len(cubes) + 1].copy()
        for _ in range((run.names | point)["steps"]):
            world.step()
        top = int(start[:, 2].argmax())
        off = world.positions[1:len(cubes) + 1] - start
        found.append({"lean": float(abs(off[top, 0])), "energy": world.energy().kinetic / sum(cube.mass for cube in cubes),
                      "overlap": float(-min(world.contact_arrays().separations.min(), 0.0))})
    return found


@runner("Q03")
def block_on_a_slope(run: Run) -> Measured:
    """How far a block has turned [rad] on a plane across which gravity is tilted."""
    found = []
    for point in run.points:
        slope = np.arctan(point["share"] * run["width"] / run["height"])
        world = run.world(gravity=(run["g"] * np.sin(slope), 0, -run["g"] * np.cos(slope)))
        world.add_body(shape=Plane(), type="static", friction=run["mu"])
        block = world.add_body(shape=Box(half=(run["width"], 0.3, run["height"])), position=(0, 0, run["height"]),
                               friction=run["mu"])
        for _ in range(run["steps"]):
            world.step()
        found.append({"tilt": float(2 * np.arcsin(min(1.0, np.hypot(*block.rotation[:2]))))})
    return found
