"""Runner of the case about manifolds of two boxes, at random and in the 24 x 24 orientations of a cube."""
from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np

from app.studies.validate.registry import Measured, runner
from app.studies.validate.run import Run
from app.studies.validate.runners.joint_measures import turn
from physics import Box
from physics.bodies.rotation import product

SIZES = {                                       # [m] half lengths of A and B
    "cubes": ((0.05,) * 3, (0.05,) * 3),
    "cube and small cube": ((0.05,) * 3, (0.013,) * 3),
    "slabs": ((0.08, 0.08, 0.005), (0.06, 0.09, 0.004)),
    "needles": ((0.002, 0.002, 0.09), (0.002, 0.09, 0.002)),
    "slab and needle": ((0.08, 0.08, 0.005), (0.002, 0.002, 0.09)),
    "all different": ((0.02, 0.05, 0.11), (0.09, 0.03, 0.013)),
}
CORNERS = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))
TILTS = (0.0, 1e-15, 1e-12, 1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 0.05, np.pi / 4)
PARALLEL = 1e-7                                  # sine between edges whose cross product says nothing
PITCH = 1.0                                      # between pairs [m]


class Boxes(NamedTuple):
    """A box each of many pairs: centres (n, 3) [m], quaternions (n, 4), half lengths (3,)."""

    centre: np.ndarray
    rotation: np.ndarray
    half: np.ndarray

    @property
    def axes(self) -> np.ndarray:
        """(n, 3, 3) the directions of the edges, one a row."""
        x, y, z, w = self.rotation.T
        columns = np.array(((1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
                            (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
                            (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))))
        return columns.transpose(2, 1, 0)

    def corners(self) -> np.ndarray:
        """(n, 8, 3) [m]."""
        return self.centre[:, None] + (CORNERS * self.half) @ self.axes


def gaps_along(a: Boxes, b: Boxes, directions: np.ndarray) -> np.ndarray:
    """(n, k) distances between the boxes' shadows along unit vectors (n, k, 3) [m]; negative where they overlap."""
    of_a, of_b = (np.einsum("nci,nki->nkc", boxes.corners(), directions) for boxes in (a, b))
    return np.maximum(of_b.min(2) - of_a.max(2), of_a.min(2) - of_b.max(2))


def separation(a: Boxes, b: Boxes) -> np.ndarray:
    """(n,) the true separation of boxes [m]: the largest gap along the 15 directions that bound the difference of two boxes."""
    crossed = np.cross(a.axes[:, :, None], b.axes[:, None]).reshape(len(a.centre), 9, 3)
    length = np.linalg.norm(crossed, axis=2)
    edges = gaps_along(a, b, crossed / np.maximum(length, PARALLEL)[:, :, None])
    faces = gaps_along(a, b, np.concatenate((a.axes, b.axes), 1))
    return np.maximum(faces.max(1), np.where(length > PARALLEL, edges, -np.inf).max(1))


def _unit(q: np.ndarray) -> np.ndarray:
    return q / np.linalg.norm(q, axis=-1, keepdims=True)


def _cube_turns() -> np.ndarray:
    """(24, 4) the rotations of a cube."""
    found: list[np.ndarray] = []
    for q in itertools.product((-1.0, 0.0, 1.0), repeat=4):
        length = np.linalg.norm(q)
        if length in (1.0, 2.0) or np.isclose(length, np.sqrt(2)):
            unit = np.array(q) / length
            if not any(np.isclose(abs(unit @ other), 1) for other in found):
                found.append(unit)
    return np.array(found)


def random_pairs(rng: np.random.Generator, count: int, halves: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rotations of A and B and the way from A to B: boxes that share a point, moved apart by up to 1.3 of their overlap."""
    qa, qb = _unit(rng.normal(size=(count, 4))), _unit(rng.normal(size=(count, 4)))
    a, b = Boxes(np.zeros((count, 3)), qa, halves[0]), Boxes(np.zeros((count, 3)), qb, halves[1])
    inside = [np.einsum("ni,nij->nj", rng.uniform(-1, 1, (count, 3)) * boxes.half, boxes.axes) for boxes in (a, b)]
    way = inside[0] - inside[1]
    directions = np.concatenate((a.axes, b.axes), 1)
    gaps = gaps_along(a, b._replace(centre=way), directions)
    axis = directions[np.arange(count), gaps.argmax(1)]
    away = axis * np.sign((axis * way).sum(1))[:, None]
    return qa, qb, way - away * (gaps.max(1) * rng.uniform(0, 1.3, count))[:, None]


def canonical_pairs(rng: np.random.Generator, halves: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The 24 x 24 orientations, tilted a little, side by side along an axis, touching, overlapping or apart."""
    turns = _cube_turns()
    grid = np.array(list(itertools.product(range(24), range(24), range(len(TILTS)))))
    count = len(grid)
    qa = turns[grid[:, 0]]
    tilts = np.array([turn(rng.normal(size=3), TILTS[k]) for k in grid[:, 2]])
    qb = np.array([product(tilt, q) for tilt, q in zip(tilts, turns[grid[:, 1]])])
    a, b = Boxes(np.zeros((count, 3)), qa, halves[0]), Boxes(np.zeros((count, 3)), qb, halves[1])
    direction = np.eye(3)[rng.integers(3, size=count)] * rng.choice((-1.0, 1.0), (count, 1))
    reach = sum(np.einsum("nci,ni->nc", boxes.corners(), direction).max(1) for boxes in (a, b))
    least = halves.min()
    aside = rng.choice((0.0, 0.3, 1.0), (count, 1)) * rng.uniform(-1, 1, (count, 3)) * least * (direction == 0)
    return qa, qb, direction * (reach - rng.choice((0.0, 1e-3, 0.2, -0.1), count) * least)[:, None] + aside


@runner("G01")
def manifolds(run: Run) -> Measured:
    """Thousands of pairs of boxes in one world without gravity, whose contacts are read after a single step."""
    found = []
    for point in run.points:
        rng, halves = np.random.default_rng(run["seed"]), np.array(SIZES[point["sizes"].replace("_", " ")])
        made = random_pairs(rng, run["configs"], halves) if point["poses"] == "random" else canonical_pairs(rng, halves)
        found.append(_judged(run, halves, made))
    return found


def _judged(run: Run, halves: np.ndarray, made: tuple[np.ndarray, np.ndarray, np.ndarray]) -> dict[str, float]:
    qa, qb, way = made
    count, side = len(qa), int(np.ceil(np.sqrt(len(qa))))
    middle = np.stack((PITCH * (np.arange(count) % side - side // 2), PITCH * (np.arange(count) // side - side // 2),
                       np.zeros(count)), 1)
    world = run.world(gravity=(0, 0, 0))
    for k in range(count):
        world.add_body(shape=Box(half=tuple(halves[0])), type="static", position=middle[k], rotation=qa[k])
        world.add_body(shape=Box(half=tuple(halves[1])), position=middle[k] + way[k], rotation=qb[k])
    places, turns = world.positions.copy(), world.rotations.copy()
    index = {body.uid: k for k, body in enumerate(world.bodies)}
    world.step()
    a, b = Boxes(places[::2], turns[::2], halves[0]), Boxes(places[1::2], turns[1::2], halves[1])
    true, scale = separation(a, b), float(halves.max())
    tolerance = 1e-4 * scale + 1e-9
    contacts = world.contact_arrays()
    pair = np.array([index[uid] // 2 for uid in contacts.bodies[:, 0]], int)
    points = np.bincount(pair, minlength=count)
    deepest = np.full(count, np.inf)
    np.minimum.at(deepest, pair, contacts.separations)
    touching = points > 0
    normals = np.zeros((count, 3))
    normals[pair] = contacts.normals
    spread = float(np.abs(contacts.normals - normals[pair]).max()) if len(pair) else 0.0
    own = gaps_along(a, b, normals[:, None])[:, 0]
    return {"most points of a pair": float(points.max()), "largest difference of normals in a pair": spread,
            "largest error of a normal's length": float(np.abs(np.linalg.norm(normals[touching], axis=1) - 1).max()),
            "phantoms": float((touching & (true > tolerance)).sum()), "missed": float((~touching & (true < -tolerance)).sum()),
            "too deep": float((touching & (deepest < own - tolerance)).sum()),
            "over a tenth deeper than the least overlap": float((touching & (deepest < 1.1 * true - tolerance)).sum())}
