"""Overlaps of sensors: kinds of shapes against a plain scalar reference, who is reported, and paths through thin sensors."""
from __future__ import annotations

import numpy as np
import pytest

from physics.bodies.arrays import FIRST, new_bodies
from physics.collision.overlap import SensorSearch, find_overlaps
from physics.definitions.body_types import DYNAMIC, KINEMATIC, STATIC
from tests.support.box_reference import boxed, edge_separations, face_separations
from tests.support.samples import place, rotation

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])
CLOSE = 1e-4                                     # [m] separations nearer to 0 are left to rounding


def overlaps(bodies, count, sensors, paths=0, room=4096):
    """(sensor, body) counted from 0."""
    for row in sensors:
        bodies.sensor[FIRST + row] = 1
    found = np.empty((room, 2), np.int64)
    rows = np.array([FIRST + row for row in sensors], np.int64)
    number = find_overlaps(bodies, SensorSearch(rows, FIRST + count, paths), found)
    assert number <= room
    return [tuple(pair) for pair in (found[:number] - FIRST).tolist()]


def separation(one, two):
    """Separation [m] of two shapes (kind, size, position, quaternion), by plain numbers."""
    if one[0] > two[0]:                              # box, plane, sphere
        one, two = two, one
    kinds = one[0], two[0]
    if kinds == ("box", "box"):
        a, b = boxed(*one[1:]), boxed(*two[1:])
        return max(face_separations(a, b).max(), edge_separations(a, b).max())
    if kinds == ("sphere", "sphere"):
        return np.linalg.norm(np.subtract(one[2], two[2])) - one[1] - two[1]
    if kinds == ("box", "sphere"):
        local = rotation(one[3]).T @ np.subtract(two[2], one[2])
        outside = np.linalg.norm(local - np.clip(local, -one[1], one[1]))
        return (outside if outside > 0 else (np.abs(local) - one[1]).max()) - two[1]
    plane, other = (two, one) if kinds[0] == "box" else (one, two)
    normal, offset = plane[1]
    reach = other[1] if other[0] == "sphere" else np.abs(rotation(other[3]).T @ normal) @ other[1]
    return normal @ other[2] - offset - reach


def some_shapes(count, seed):
    """Spheres, boxes and a few planes at random in a small room."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        q, kind = rng.normal(size=4), rng.choice(["sphere", "box", "plane"], p=[0.45, 0.45, 0.1])
        normal = rng.normal(size=3)
        size = {"sphere": rng.uniform(0.1, 0.8), "box": rng.uniform(0.05, 0.9, 3),
                "plane": (normal / np.linalg.norm(normal), rng.uniform(-2, -1))}[kind]
        yield kind, size, rng.uniform(-2, 2, 3), q / np.linalg.norm(q)


@PRECISIONS
def test_every_pair_of_shapes_against_plain_numbers(precision):
    shapes = list(some_shapes(60, 3))
    bodies = new_bodies(len(shapes), precision)
    for number, (kind, size, position, q) in enumerate(shapes):
        place(bodies, FIRST + number, kind, size, position, q)
    sensors, seen = range(0, 60, 3), set()
    found = set(overlaps(bodies, 60, sensors))
    for sensor in sensors:
        for other in range(60):
            kinds = {shapes[sensor][0], shapes[other][0]}
            if other in sensors or kinds == {"plane"}:
                assert (sensor, other) not in found
                continue
            gap = separation(shapes[sensor], shapes[other])
            if abs(gap) > CLOSE:
                assert ((sensor, other) in found) == (gap < 0), (shapes[sensor], shapes[other], gap)
                seen.add((shapes[sensor][0], shapes[other][0], gap < 0))
    assert len(seen) == 16, "each kind of sensor against each kind of body, apart and overlapping"


@pytest.mark.parametrize(("changes", "reported"), [
    ({}, True),
    ({"type": (STATIC, DYNAMIC)}, True),
    ({"type": (STATIC, KINEMATIC)}, True),
    ({"type": (KINEMATIC, STATIC)}, True),
    ({"type": (STATIC, STATIC)}, False),
    ({"group": (4, 4)}, False),
    ({"group": (4, 5)}, True),
    ({"category": (2, 4), "mask": (4, 2)}, True),
    ({"category": (2, 4), "mask": (4, 4)}, False),
    ({"category": (2, 4), "mask": (2, 2)}, False),
    ({"category": (1 << 31, 1), "mask": (1, 1 << 31)}, True),
    ({"sensor": (1, 1)}, False),
], ids=str)
def test_who_is_reported(changes, reported):
    bodies = new_bodies(2, "single")
    for number in range(2):
        place(bodies, FIRST + number, "sphere", 1.0, (0.5 * number, 0, 0))
    for name, values in changes.items():
        getattr(bodies, name)[FIRST:FIRST + 2] = values
    assert overlaps(bodies, 2, [0]) == ([(0, 1)] if reported else [])


def test_more_than_there_is_room_for_are_counted():
    bodies = new_bodies(40, "single")
    for number in range(40):
        place(bodies, FIRST + number, "sphere", 1.0, (0.01 * number, 0, 0))
    bodies.sensor[FIRST] = 1
    found = np.full((7, 2), -1, np.int64)
    assert find_overlaps(bodies, SensorSearch(np.array([FIRST]), FIRST + 40, 0), found) == 39
    assert found[:, 1].tolist() == list(range(FIRST + 1, FIRST + 8))


@PRECISIONS
@pytest.mark.parametrize(("sensor", "start", "end", "through"), [
    (("box", (0.01, 1, 1), (0, 0, 0)), (-3, 0.2, 0), (3, 0.2, 0), True),
    (("box", (0.01, 1, 1), (0, 0, 0)), (-3, 1.5, 0), (3, 1.5, 0), False),
    (("box", (0.01, 1, 1), (0, 0, 0)), (-3, 0, 0), (-1, 0, 0), False),
    (("box", (0.01, 1, 1), (0, 0, 0)), (1, 0, 0), (3, 0, 0), False),
    (("sphere", 0.1, (0, 0, 0)), (-3, 0.05, 0), (3, 0.05, 0), True),
    (("sphere", 0.1, (0, 0, 0)), (-3, 0.4, 0), (3, 0.4, 0), False),
], ids=["through a plate", "beside it", "up to it", "away from it", "through a ball", "beside it"])
def test_a_path_through_a_thin_sensor(sensor, start, end, through, precision):
    """Overlaps of paths are those of the centre; without paths only the ends count."""
    bodies = new_bodies(2, precision)
    place(bodies, FIRST, *sensor)
    place(bodies, FIRST + 1, "sphere", 0.2, end)
    bodies.delta[FIRST + 1, :3] = np.subtract(end, start)
    assert overlaps(bodies, 2, [0]) == []
    assert overlaps(bodies, 2, [0], paths=1) == ([(0, 1)] if through else [])


def test_a_path_is_seen_from_the_sensor():
    """A plate that overtakes a body within a step has it on its path; one that flies along with it has not."""
    for moved, met in (((6, 0, 0), True), ((0.1, 0, 0), False)):
        bodies = new_bodies(2, "double")
        place(bodies, FIRST, "box", (0.01, 1, 1), (3, 0, 0))
        place(bodies, FIRST + 1, "sphere", 0.2, (0, 0, 0))
        bodies.delta[FIRST, :3] = moved
        assert overlaps(bodies, 2, [0], paths=1) == ([(0, 1)] if met else [])
