"""Shapes for the editor: of the size of what they replace, as valid scenes; points as text and back."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics.definitions.shapes import SHAPES
from scenes.editing.bounds import half_extents
from scenes.schema.shapes import DIE, FINITE, WEDGE, hull_like, points_in, shape_like, text_of_points, values_of

HALF = (0.5, 0.3, 0.8)


def made(values):
    (word, keys), = values.items()
    return SHAPES[word](**keys)


@pytest.mark.parametrize("word", FINITE)
def test_one_of_each_kind_fits_the_box(word):
    shape = made(shape_like(word, HALF))
    assert shape.name == word
    reach = np.array(half_extents(shape))
    farther = 1.5 if word in ("cone", "convex") else 1         # is a tip from the centre of mass
    assert (reach <= np.array(HALF) * farther + 1e-9).all()
    assert made(values_of(shape)) == shape
    scenes.loads(f"bodies: [{{shape: {shape_like(word, HALF)}}}]\nformat: 1\n".replace("'", ""))


def test_a_flat_box_becomes_a_capsule_all_the_same():
    assert made(shape_like("capsule", (0.5, 0.5, 0.1))).half_length > 0


def test_the_hulls_to_begin_with():
    wedge, die = (made(hull_like(points, HALF)).hull for points in (WEDGE, DIE))
    assert sorted(map(len, wedge.faces)) == [3, 3, 4, 4, 4] and len(wedge.vertices) == 6
    assert sorted(map(len, die.faces)) == 8 * [3] + 6 * [8] and len(die.vertices) == 24


def test_points_as_text_and_back():
    points = [[0.0, 0.5, -1.25], [1e-3, 2.0, 3.0]]
    assert points_in(text_of_points(points)) == points
    assert points_in("[0, 0.5, -1.25]\n\n(1/1000; 2, 3)") == points
    assert points_in("0 0 0  1 1 1") == [[0, 0, 0], [1, 1, 1]]


@pytest.mark.parametrize(("text", "words"), [("0 0", "line 1 of the points has 2 numbers"),
                                             ("0 0 0\n1 2 x", "'x' is not a number"),
                                             ("0 0 0\n1 2 3 4", "line 2 of the points has 4 numbers")])
def test_text_that_is_no_points(text, words):
    with pytest.raises(ValueError, match=words):
        points_in(text)


def test_a_pile_of_all_shapes():
    text = "format: 1\ngenerate: [{pile: {name: thing, count: 120, mix: %s, seed: 4}}]\n"
    plans = scenes.loads(text % "all").bodies
    assert {plan.shape.name for plan in plans} == set(FINITE) and len(plans) == 120
    assert [plan.shape for plan in plans] == [plan.shape for plan in scenes.loads(text % "all").bodies]
    assert max(max(half_extents(plan.shape)) for plan in plans) <= 0.75 + 1e-9
    assert {plan.shape.name for plan in scenes.loads(text % "both").bodies} == {"box", "sphere"}
