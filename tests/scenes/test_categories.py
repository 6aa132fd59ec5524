"""Categories of scenes: names become bits, defaults collide with all, generators share them, 31 are allowed."""
from __future__ import annotations

import pytest

import scenes
from physics.definitions.categories import ALL_CATEGORIES
from scenes import SceneError

SCENE = """\
format: 1
categories: [player, debris, terrain]
bodies:
  - {name: plain, shape: {sphere: {radius: 1}}}
  - {name: hero, shape: {sphere: {radius: 1}}, category: player, collides_with: [terrain, default]}
  - {name: ether, shape: {sphere: {radius: 1}}, collides_with: []}
  - {name: gate, shape: {box: {half: [1, 1, 1]}}, type: static, sensor: true, collides_with: [player]}
generate:
  - stack: {name: crate, count: 2, step: [0, 0, 3], shape: {box: {half: [1, 1, 1]}}, category: debris,
            collides_with: [terrain, debris]}
  - copies: {name: pair, count: 2, bodies: [{name: one, shape: {sphere: {radius: 1}}, category: terrain}]}
"""


def test_names_become_bits():
    found = {plan.name: (plan.category, plan.mask, plan.sensor) for plan in scenes.loads(SCENE).bodies}
    assert found == {"plain": (1, ALL_CATEGORIES, False), "hero": (0b10, 0b1001, False), "ether": (1, 0, False),
                     "gate": (1, 0b10, True), "crate_0": (0b100, 0b1100, False), "crate_1": (0b100, 0b1100, False),
                     "pair_0.one": (0b1000, ALL_CATEGORIES, False), "pair_1.one": (0b1000, ALL_CATEGORIES, False)}


def test_the_world_has_them():
    document = scenes.loads(SCENE)
    world = scenes.build(document)
    bodies = {body.name: body for body in world.bodies}
    assert (bodies["hero"].category, bodies["hero"].mask, bodies["gate"].sensor) == (0b10, 0b1001, True)
    assert document.categories == ("default", "player", "debris", "terrain")
    assert scenes.loads("format: 1\n").categories == ()


def test_the_default_category_needs_no_list():
    text = "format: 1\nbodies:\n  - {name: a, shape: {sphere: {radius: 1}}, category: default, collides_with: [default]}\n"
    plan = scenes.loads(text).bodies[0]
    assert (plan.category, plan.mask) == (1, 1)


def test_thirty_one_categories():
    names = [f"c{number}" for number in range(32)]
    text = "format: 1\ncategories: [{}]\nbodies:\n  - {{name: a, shape: {{sphere: {{radius: 1}}}}, category: {}}}\n"
    assert scenes.loads(text.format(", ".join(names[:31]), "c30")).bodies[0].category == 1 << 31
    with pytest.raises(SceneError, match="32 categories; at most 31 are allowed beside 'default'"):
        scenes.loads(text.format(", ".join(names), "c0"))


def test_the_nearest_category_is_named():
    with pytest.raises(SceneError, match="text:5:.*no category 'plaier'; did you mean 'player'. declared are default, player,"):
        scenes.loads(SCENE.replace("category: player", "category: plaier"))
