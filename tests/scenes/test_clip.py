"""Bodies as text for the clipboard: what is copied, what can be pasted, and what is said about the rest."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from scenes.clip import clip_of, copied, pasted
from scenes.draft import Draft
from scenes.loader import loads
from scenes.schema.problems import SceneError

TEXT = """\
format: 1
materials:
  ice: {friction: 0.01}
  steel: {density: 7800}
categories: [player, debris]
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2], material: ice, category: debris}
  - {name: ball, shape: {sphere: {radius: 1/4}}, position: [2, 0, 1], mass: 3}
joints:
  - {name: rope, type: distance, a: crate, b: ball, anchor_a: [0, 0, 2], anchor_b: [2, 0, 1]}
  - {name: pin, type: ball_socket, a: world, b: ball, anchor: [2, 0, 1]}
events:
  - {at: 1, apply_impulse: {body: ball, impulse: [0, 0, 1]}}
"""


def draft(text: str = TEXT) -> Draft:
    return Draft(loads(text))


def test_what_is_copied_is_a_small_scene():
    """With the joints among the bodies, and the materials and categories that they name; it says the same."""
    text = copied(draft().content, [2, 1])
    there, small = loads(TEXT), loads(text)
    assert small.bodies == there.bodies[1:] or [p.name for p in small.bodies] == ["crate", "ball"]
    assert [plan.position for plan in small.bodies] == [(0, 0, 2), (2, 0, 1)] and small.bodies[0].friction == 0.01
    assert small.bodies[1].shape.radius == 0.25 and "'" not in text
    assert [joint.name for joint in small.joints] == ["rope", "pin"]
    assert list(small.scene.materials) == ["ice"] and small.scene.categories == ("debris",)
    alone = loads(copied(draft().content, [1]))
    assert not alone.joints and len(alone.bodies) == 1


def test_pasted_beside_the_first_ones():
    """All names are free then; the bodies stand on the place, as they stood towards each other, with their joints."""
    made = draft()
    made.do(pasted(made.document, made.content, clip_of(copied(made.content, [1, 2])), (10.0, 5.0, 0.0)))
    crate, ball = made.document.bodies[3:]
    assert (crate.name, ball.name) == ("crate_2", "ball_2") and made.undoable == "paste 2 bodies"
    assert np.subtract(ball.position, crate.position) == pytest.approx((2, 0, -1))
    assert ball.position[2] == pytest.approx(0.25)                    # its bounds, the lower ones, stand on the place
    assert (crate.position[0] - 0.5 + ball.position[0] + 0.25) / 2 == pytest.approx(10) and crate.position[1] == 5
    rope, pin = made.document.joints[2:]
    assert (rope.name, rope.a, rope.b) == ("rope_2", 3, 4) and rope.keys["anchor_b"] == pytest.approx(ball.position)
    assert (pin.name, pin.a, pin.b) == ("pin_2", None, 4) and pin.keys["anchor"] == pytest.approx(ball.position)
    assert list(made.content["materials"]) == ["ice", "steel"]
    assert made.undo().bodies == loads(TEXT).bodies and made.text == TEXT


def test_pasted_into_another_scene():
    """Its materials and categories come along; a material of the same name that is another one gets a name of its own."""
    clip = clip_of(copied(draft().content, [1, 2]))
    made = draft("format: 1\nmaterials:\n  ice: {friction: 0.5}\nbodies:\n  - {name: ball, shape: {plane: {}}}\n")
    made.do(pasted(made.document, made.content, clip))
    crate = made.document.bodies[1]
    assert made.content["bodies"][1]["material"] == "ice_2" and crate.friction == 0.01
    assert crate.position == (0, 0, 2) and made.document.bodies[2].name == "ball_2"
    assert made.document.scene.categories == ("debris",) and loads(made.text).bodies == made.document.bodies
    scenes.build(made.document)


def test_names_of_generated_bodies_are_taken():
    made = draft("format: 1\ngenerate:\n  - grid: {name: brick, count: [3, 1, 1], spacing: [1, 1, 1], "
                 "shape: {sphere: {radius: 0.2}}}\n")
    made.do(pasted(made.document, made.content, clip_of("bodies: [{name: brick_1, shape: {sphere: {radius: 1}}}]")))
    assert made.document.bodies[0].name == "brick_3" and len(made.document.bodies) == 4


def test_a_whole_scene_gives_its_bodies_and_joints():
    clip = clip_of(TEXT)
    assert clip.left_out == ("events",) and len(clip.document.bodies) == 3 and len(clip.document.joints) == 2


@pytest.mark.parametrize("text, words", [
    ("", "has no bodies|empty"), ("hello", "has no bodies"), ("[1, 2]", "has no bodies"), ("bodies: []", "has no bodies"),
    ("position: [0, 0, 1]\n", "has no bodies"), ("a: [", "not YAML"), ("x" * 1_000_001, "more than 1,000,000 bytes"),
    ("bodies: [{shape: {sphere: {radius: -1}}}]", r"clipboard:1:\d+: bodies\[0\].shape.sphere.radius: -1.0 is out of range"),
    ("bodies:\n  - {shape: {sphere: {radius: 1}}, nme: x}\n", r"clipboard:2:\d+: bodies\[0\].nme: .*did you mean 'name'"),
    ("bodies: [{shape: {sphere: {radius: 1}}, material: ice}]", "ice"),
    ("bodies: [{shape: {sphere: {radius: 1}}, position: [nan, 0, 0]}]", "not a finite number"),
    ("bodies: [{name: a, shape: {sphere: {radius: 1}}}]\njoints: [{type: fixed, a: a, b: b, anchor: [0, 0, 0]}]", "'b'"),
    ("bodies: " + "[" * 60 + "]" * 60, "nested deeper"), ("bodies: !!python/object:os.system [x]", "tags are not allowed"),
    ("format: 2\nbodies: [{shape: {sphere: {radius: 1}}}]", "format 1 only"), ("bodies: [\x00]", "cannot stand in a scene"),
])
def test_what_cannot_be_pasted_is_said(text, words):
    with pytest.raises(SceneError, match=words):
        clip_of(text)
