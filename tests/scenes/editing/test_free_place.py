"""A new body is placed where it is wanted, or above what stands there."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics.definitions.shapes import Plane
from scenes.editing.bounds import bounds_of
from scenes.editing.free_place import GAP, free_place

BOX = {"box": {"half": [0.5, 0.5, 0.5]}}
WALL = """\
format: 1
bodies:
  - {name: ground, shape: {plane: {}}}
  - {name: lower, shape: {box: {half: [1, 1, 1]}}, position: [0, 0, 1]}
  - {name: upper, shape: {sphere: {radius: 0.5}}, position: [0.2, 0, 4]}
  - {name: gate, sensor: true, type: static, shape: {box: {half: [9, 9, 9]}}, position: [0, 0, 9]}
"""


@pytest.fixture(scope="module")
def plans(tmp_path_factory):
    path = tmp_path_factory.mktemp("places") / "wall.yaml"
    path.write_text(WALL)
    return scenes.load(str(path))


@pytest.mark.parametrize("wanted, height", [
    ((5, 0, 0.5), 0.5),                           # nothing there
    ((1.5, 0, 1), 1),                             # side by side
    ((0, 0, 1), 2.5 + GAP),                       # between the two, where it has room
    ((0, 0, 2.8), 2.8),                           # the same, without touching either
    ((0, 0, 3.2), 5 + GAP),                       # above both
    ((1.2, 0, 3), 3),                             # beside the ball, above the box
])
def test_a_box(plans, wanted, height):
    assert free_place(plans, BOX, wanted) == pytest.approx([*wanted[:2], height])


def test_no_new_body_overlaps_what_is_there(plans):
    """Of every shape: nothing overlaps, so nothing bursts when the scene is played."""
    from app.simulation.commands.editing import SHAPES
    from physics.bodies.shape_reach import extents
    from scenes.schema.body import ShapeSection, shape_of
    for values in SHAPES.values():
        shape = shape_of(ShapeSection.model_validate(values))
        if isinstance(shape, Plane):
            continue
        low, high = extents(shape, np.eye(3))
        place = np.array(free_place(plans, values, (0.0, 0.0, 1.0)))
        for plan in plans.bodies:
            box = bounds_of(plan)
            if box is not None and not plan.sensor:
                assert (place + low >= box.high - 1e-9).any() or (place + high <= box.low + 1e-9).any(), (values, plan.name)
