"""Editing scenes with a height field: bounds, what lies on it, moving, pasting; a formula stays a formula."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import scenes
from physics.bodies.rotation import rotate
from physics.bodies.shape_reach import support
from physics.definitions.shapes import Box
from scenes.draft import Draft
from scenes.editing import arranging, moving
from scenes.editing.bodies import duplicate
from scenes.editing.bounds import Bounds, bounds_of, bounds_over, half_extents
from scenes.editing.free_place import GAP, free_place
from scenes.editing.moving import Motion
from scenes.editing.pasting import base_of, part_of, paste
from scenes.schema.shapes import values_of
from scenes.writer import save
from tests.support.height_fields import HILLS, SCENE, height

TILT = (0.0, np.sin(0.2), 0.0, np.cos(0.2))
POINTS = HILLS.points.reshape(-1, 3)
FORMULA = '"0.4 * sin(x) * cos(0.8 * y) + 0.1"'


def plan(turn=(0.0, 0.0, 0.0, 1.0), place=(1.0, 2.0, 3.0), shape=HILLS):
    return SimpleNamespace(shape=shape, position=place, rotation=turn)


def draft() -> Draft:
    return Draft(scenes.loads(SCENE))


@pytest.mark.parametrize("turn", [(0.0, 0.0, 0.0, 1.0), TILT])
def test_bounds_are_those_of_its_points(turn):
    found, points = bounds_of(plan(turn)), rotate(np.array(turn), POINTS) + (1, 2, 3)
    assert found.low == pytest.approx(points.min(axis=0)) and found.high == pytest.approx(points.max(axis=0))
    assert support(HILLS, np.array([(0.0, 0.0, 1.0)])) == pytest.approx(POINTS[:, 2].max())
    assert half_extents(HILLS) == HILLS.size


@pytest.mark.parametrize("turn", [(0.0, 0.0, 0.0, 1.0), TILT])
def test_over_a_rectangle_its_highest_point_there_counts(turn):
    points = rotate(np.array(turn), POINTS) + (1, 2, 3)
    here = Bounds(np.array((0.9, 1.2, 0.0)), np.array((2.6, 2.9, 1.0)))
    inside = ((points[:, :2] > here.low[:2]) & (points[:, :2] < here.high[:2])).all(axis=1)
    found = bounds_over(plan(turn), here)
    assert points[inside, 2].max() <= found.high[2] <= points[inside, 2].max() + 0.15
    assert found.low[2] < points[:, 2].min() and found.low[:2] == pytest.approx(here.low[:2])
    beside = Bounds(np.array((50.0, 0, 0)), np.array((51.0, 1, 1)))
    assert bounds_over(plan(turn), beside) is None
    box = plan(shape=Box(half=(1, 1, 1)))
    assert bounds_over(box, here).high == pytest.approx(bounds_of(box).high), "of others all"


def test_a_new_body_stands_on_its_surface_however_deep_it_is_wanted():
    document, box = scenes.loads(SCENE), {"box": {"half": [0.1, 0.1, 0.1]}}
    low, high = (place for place in (POINTS[POINTS[:, 2].argmin()], POINTS[POINTS[:, 2].argmax()]))
    for point in (low, high):
        wanted = (float(point[0]), float(point[1]), float(point[2]) - 0.3)
        *across, z = free_place(document, box, wanted)
        assert across == pytest.approx(wanted[:2])
        assert 0.1 <= z - point[2] <= 0.1 + GAP + 0.08, "not above the highest hill"
    assert free_place(document, box, (3.0, 3.0, 5.0)) == pytest.approx((3.0, 3.0, 5.0))
    assert free_place(document, box, (30.0, 3.0, 0.0)) == pytest.approx((30.0, 3.0, 0.0)), "beside it"


def test_bodies_are_put_down_on_it_and_it_stays():
    made = draft()
    made.do(arranging.put_down(made.content, made.document, [0, 1, 2]))
    ground, ball, crate = made.document.bodies
    assert ground.position == (0.0, 0.0, 0.0)
    for body, half in ((ball, 0.4), (crate, 0.4)):
        x, y, z = body.position
        near = [height(x + dx, y + dy) for dx in (-0.5, 0, 0.5) for dy in (-0.5, 0, 0.5)]
        assert height(x, y) <= z - half <= max(near) + 1e-9
    with pytest.raises(arranging.NothingMoves):
        arranging.put_down(made.content, made.document, [0])


def test_it_is_moved_turned_and_keeps_its_formula():
    made = draft()
    made.do(moving.move(made.content, made.document, {0: Motion((1.0, 0.0, 0.5), TILT)}))
    ground = made.document.bodies[0]
    assert ground.position == pytest.approx((1.0, 0.0, 0.5)) and ground.rotation == pytest.approx(TILT, abs=1e-8)
    assert FORMULA in made.text and "# ground" in made.text and "heights" not in made.text
    made.undo()
    assert made.text == SCENE


def test_it_is_duplicated_copied_and_pasted():
    made = draft()
    made.do(duplicate(made.content, [0], (0.0, 0.0, -2.0)))
    part = part_of(made.content, [0])
    plans = scenes.loads(SCENE)
    assert base_of(plans) == pytest.approx((0.0, 0.0, POINTS[:, 2].min()), abs=1e-6)
    made.do(paste(made.content, part, SimpleNamespace(bodies=plans.bodies[:1], joints=[]), (0.0, 9.0, 0.0)))
    first, *_, second, third = made.document.bodies
    assert [second.name, third.name] == ["hills_2", "hills_3"] and second.shape == third.shape == first.shape
    assert third.position == pytest.approx((0.0, 9.0, 0.0)) and made.text.count("0.4 * sin(x) * cos(0.8 * y) + 0.1") == 3


def test_as_in_a_file_it_has_heights_and_is_the_same_again():
    values = values_of(HILLS)
    assert set(values["height_field"]) == {"heights", "spacing"}
    from scenes.schema.body import ShapeSection, shape_of
    assert shape_of(ShapeSection.model_validate(values)) == HILLS


def test_a_saved_document_keeps_the_formula(tmp_path):
    save(scenes.loads(SCENE), tmp_path / "hills.yaml", {"bodies[0].friction": 0.9})
    text = (tmp_path / "hills.yaml").read_text()
    assert FORMULA in text and scenes.loads(text).bodies[0].friction == 0.9
