"""Height fields in scenes: by heights or a formula, with one message for what is wrong."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from scenes.loader import loads
from scenes.schema.shapes import values_of

BODY = "format: 1\nbodies:\n  - {name: ground, %sshape: {height_field: {%s}}}\n"


def plan_of(keys, more=""):
    return loads(BODY % (more, keys)).bodies[0]


def wrong(keys, more=""):
    with pytest.raises(scenes.SceneError) as error:
        plan_of(keys, more)
    return str(error.value)


def test_heights_as_they_are():
    plan = plan_of("heights: [[0, 0.1, 1/4], [0, 0, 0]], spacing: 2")
    assert plan.shape.heights == ((0.0, 0.1, 0.25), (0.0, 0.0, 0.0)) and plan.shape.spacing == 2.0
    assert plan.type == "static"
    again = loads(BODY % ("", str(values_of(plan.shape)["height_field"])[1:-1].replace("(", "[").replace(")", "]")))
    assert again.bodies[0].shape == plan.shape


def test_a_formula_over_its_extent():
    shape = plan_of('formula: "0.5 * x - y", extent: [4, 2], spacing: 0.5').shape
    assert len(shape.heights) == 5 and len(shape.heights[0]) == 9
    x, y, z = np.moveaxis(shape.points, 2, 0)
    assert x.min() == -2 and y.max() == 1 and z == pytest.approx(0.5 * x - y)


def test_what_moves_is_kinematic():
    assert plan_of('formula: "0"', "type: kinematic, velocity: [0, 0, 1], ").type == "kinematic"
    assert "type: a height field is static or kinematic, not dynamic" in wrong('formula: "0"', "type: dynamic, ")


def test_copies_of_ground_are_ground():
    text = "format: 1\ngenerate: [{copies: {count: 2, step: [9, 0, 0], bodies: [{shape: {height_field: {formula: x}}}]}}]\n"
    assert [plan.type for plan in loads(text).bodies] == ["static", "static"]


@pytest.mark.parametrize(("keys", "words"), [
    ("spacing: 1", "needs either heights or a formula"),
    ('formula: "x", heights: [[0, 0], [0, 0]]', "needs either heights or a formula"),
    ("heights: [[0, 0], [0, 0]], extent: [1, 1]", "extent: follows from the number of heights"),
    ("heights: [[0, 0], [0]]", "rows of 1 and of 2"), ("heights: [0, 1]", "needs a list of rows of heights"),
    ("heights: [[0, high], [0, 0]]", "'high' is not a number"), ("heights: [[0, .nan], [0, 0]]", "not a finite number"),
    ('formula: "sinus(x)"', "formula: column 1: there is no function 'sinus'; did you mean 'sin'"),
    ('formula: "1 / x"', "formula: is inf m at x = 0"), ('formula: "x", spacing: 0.001', "allowed are at least 2 rows of 2"),
    ('formula: "x", extent: [0.1, 9]', "makes 19 rows of 1 heights"), ('formula: "x", spacing: -1', "spacing"),
    ('formula: "x", extend: [1, 1]', "did you mean 'extent'")])
def test_what_is_wrong_is_said_once(keys, words):
    message = wrong(keys)
    assert words in message and message.startswith("text:3:") and "Traceback" not in message


def test_generators_make_no_ground():
    with pytest.raises(scenes.SceneError, match="a height field is one body under `bodies`"):
        loads("format: 1\ngenerate: [{stack: {count: 2, step: [0, 0, 1], shape: {height_field: {formula: x}}}}]\n")


def test_too_many_triangles_are_refused_where_they_are():
    field = "{shape: {height_field: {formula: x, extent: [32, 32], spacing: 0.25}}}"
    text = f"format: 1\ngenerate:\n  - copies: {{count: 7, step: [40, 0, 0], bodies: [{field}]}}\n"
    with pytest.raises(scenes.SceneError) as error:
        loads(text)
    assert "text:3:" in str(error.value)
    assert "229,376 parts of compounds and triangles of height fields in all" in str(error.value)
    assert len(loads(text.replace("count: 7", "count: 6")).bodies) == 6


def test_ground_is_joined_to_nothing_that_stands_still():
    text = BODY % ("", "formula: x") + "joints:\n  - {type: hinge, b: ground, a: world, anchor: [0, 0, 0], axis: [0, 0, 1]}\n"
    with pytest.raises(scenes.SceneError, match="dynamic"):
        loads(text)
