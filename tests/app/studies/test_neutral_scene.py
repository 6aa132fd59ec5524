"""Neutral scenes: the documents of the benchmark as arrays, and unsupported features."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from app.headless.errors import InputError
from app.studies.neutral_scene import BOX, OTHER, SPHERE, letters, load, neutral, spelt_out
from physics.bodies.rotation import matrix

ALONE = """\
format: 1
title: Alone
about: A body.
bodies:
  - {{name: ball, {0}}}
  - {{name: other, shape: {{box: {{half: [1, 2, 3]}}}}, position: [9, 0, 0], {1}}}
{2}
"""
BALL = "shape: {sphere: {radius: 0.5}}"


def _scene(ball: str = BALL, other: str = "density: 500", rest: str = "") -> object:
    return neutral(scenes.loads(ALONE.format(ball, other, rest)))


def test_letters_are_the_benchmark_scenes():
    assert list(letters()) == list("ABCDEFGHIJKLM")
    assert letters()["C"] == "benchmark/c_box_pit"
    assert load("g").id == "benchmark/g_column"


def test_letters_can_be_written_together():
    assert spelt_out(["GJ", "a", "G", "card_house"]) == ("G", "J", "a", "card_house")


def test_a_scene_as_arrays():
    scene = _scene(BALL + ", velocity: [1, 2, 3], mass: 7, friction: 0.3")
    assert scene.shape.tolist() == [SPHERE, BOX]
    assert scene.half.tolist() == [[0.5] * 3, [1, 2, 3]]
    assert scene.mass.tolist() == [7, 500 * 48] and scene.friction[0] == 0.3
    assert scene.velocity[0].tolist() == [1, 2, 3]
    assert scene.volume == pytest.approx([np.pi / 6, 48])
    assert scene.inertia[0] == pytest.approx([0.4 * 7 * 0.25] * 3)
    assert scene.inertia[1] == pytest.approx(24000 / 3 * np.array([4 + 9, 1 + 9, 1 + 4]))
    assert scene.free.all() and scene.steps > 0


def test_shapes_of_few_engines():
    """Capsules, hulls and compounds are neutral; what adapters of boxes and spheres alone lack is named."""
    assert _scene().uncommon is None
    hull = _scene("shape: {convex: {points: [[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3]]}}")
    assert hull.shape.tolist() == [OTHER, BOX] and hull.uncommon == "no convex in this comparison"
    assert hull.volume[0] == pytest.approx(1)
    turned = matrix(hull.principal_axes[0])
    own = turned @ np.diag(hull.inertia[0]) @ turned.T                       # of a corner of a box, about its centre of mass
    assert own[0, 1] == pytest.approx(1000 * 1 * 2 / 80) and own[2, 2] == pytest.approx(1000 * 3 * (1 + 4) / 80)


def test_pits_of_shapes():
    """2,000 capsules, 2,000 hulls of 12 to 24 corners, 500 compounds of three boxes."""
    for letter, count, name in (("K", 2000, "capsule"), ("L", 2000, "convex"), ("M", 500, "compound")):
        scene = neutral(load(letter))
        assert [solid.name for solid in scene.solid[scene.free]] == [name] * count and scene.fixed.sum() == 5
        assert letter != "L" or {len(solid.hull.vertices) for solid in scene.solid[scene.free]} <= set(range(12, 25))
        assert letter != "M" or all(len(solid.children) == 3 for solid in scene.solid[scene.free])


def test_the_net_has_its_joints():
    scene = neutral(load("F"))
    assert len(scene.joints) == 4851 and scene.fixed.sum() == 50 and scene.steps == 300
    apart = np.linalg.norm(scene.anchors - scene.position[scene.joints[:, 0]], axis=1)
    assert apart == pytest.approx(np.full(4851, 0.5))


STRANGE = {
    "plane": (("shape: {plane: {normal: [0, 0, 1], offset: 0}}, type: static",), "is a plane"),
    "height field": (("shape: {height_field: {formula: x}}, type: static",), "is a height field"),
    "cylinder": (("shape: {cylinder: {radius: 0.2, half_length: 0.4}}",), "is a cylinder"),
    "cone": (("shape: {cone: {radius: 0.2, half_length: 0.4}}",), "is a cone"),
    "rotated": ((BALL + ", rotation: {axis: [0, 0, 1], angle: 30 deg}",), "starts rotated"),
    "sensor": ((BALL + ", sensor: true",), "is a sensor"),
    "filtered": ((BALL + ", collides_with: []",), "has collision categories"),
    "bouncy": ((BALL + ", restitution: 0.5",), "has restitution"),
    "damped": ((BALL + ", linear_damping: 0.5",), "has linear_damping"),
    "kinematic": ((BALL + ", type: kinematic",), "is kinematic"),
    "belt": ((BALL + ", surface_velocity: [1, 0, 0]",), "moving surface"),
    "hinge": ((BALL, "mass: 1", "joints: [{type: hinge, a: ball, b: other, anchor: [0, 0, 0], axis: [0, 0, 1]}]"), "hinge"),
    "cone": ((BALL, "mass: 1", "joints: [{type: ball_socket, a: ball, b: other, anchor: [0, 0, 0], cone: 1}]"), "ball_socket"),
    "to the world": ((BALL, "mass: 1", "joints: [{type: ball_socket, a: ball, b: world, anchor: [0, 0, 0]}]"), "to the world"),
    "no group": ((BALL, "mass: 1", "joints: [{type: ball_socket, a: ball, b: other, anchor: [0, 0, 0]}]"), "one group"),
    "two groups": ((BALL + ", group: 1", "group: 2"), "one group"),
}


@pytest.mark.parametrize(("parts", "word"), STRANGE.values(), ids=STRANGE.keys())
def test_what_is_not_neutral(parts, word):
    with pytest.raises(InputError, match=word):
        _scene(*parts)


def test_an_adapter_says_that_it_has_no_height_field():
    from app.studies.accuracy.setup import lacking_shape
    from physics.definitions.body_definition import BodyDefinition
    from physics.definitions.shapes import Box, HeightField
    ground = BodyDefinition(shape=HeightField(heights=[[0, 0], [0, 1]], spacing=1))
    assert lacking_shape([ground], (Box,)) == "no height field in this comparison"
    assert lacking_shape([ground], (HeightField,)) is None
