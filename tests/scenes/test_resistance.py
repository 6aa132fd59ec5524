"""Rolling and spinning resistance in scenes: keys of materials, bodies and generators, metrics, and messages."""
from __future__ import annotations

import pytest

import scenes
from physics.definitions.material import RESISTANCES
from physics.measure.sampler import Sampler
from scenes.loader import loads
from scenes.schema.problems import SceneError

SCENE = """\
format: 1
materials:
  felt: {rolling_resistance: 0.01, rolling_share: 0.05, spinning_resistance: 1/500, spinning_share: 0.02}
bodies:
  - {name: floor, shape: {plane: {}}, spinning_resistance: 0.003}
  - {name: own, shape: {sphere: {radius: 0.1}}, position: [0, 0, 1], material: felt, rolling_resistance: 0.02, spinning_share: 0}
  - {name: plain, shape: {sphere: {radius: 0.1}}, position: [1, 0, 0.1]}
generate:
  - pile: {name: pile, count: 4, cells: 2, mix: sphere, position: [5, 0, 1], material: felt, rolling_share: 0.2}
"""


def test_values_of_bodies_their_materials_and_the_defaults():
    world = scenes.build(loads(SCENE))
    found = {body.name: [getattr(body, name) for name in RESISTANCES] for body in world.bodies}
    assert found["floor"] == pytest.approx([0, 0.003, 0, 0]) and found["plain"] == [0, 0, 0, 0]
    assert found["own"] == pytest.approx([0.02, 0.002, 0.05, 0]) and found["pile_3"] == pytest.approx([0.01, 0.002, 0.2, 0.02])


def test_metrics_of_bodies():
    world = scenes.build(loads(SCENE))
    sampler, own = Sampler(world), next(body.uid for body in world.bodies if body.name == "own")
    assert [float(sampler.read(name, [own])[0]) for name in RESISTANCES] == pytest.approx([0.02, 0.002, 0.05, 0])


@pytest.mark.parametrize(("old", "new", "words"), [
    ("rolling_share: 0.2", "rolling_share: -0.2", "rolling_share: -0.2 is out of range; allowed is 0 to 10"),
    ("rolling_resistance: 0.02", "rolling_resistance: 1001", "rolling_resistance: 1001 is out of range; allowed is 0 to 1000 m"),
    ("rolling_resistance: 0.02", "rolling_resistence: 0.02", "did you mean 'rolling_resistance'"),
    ("spinning_resistance: 0.003", "spinning_resistance: .inf", "is not a finite number"),
    ("spinning_resistance: 1/500", "spinning_resistance: [1]", "spinning_resistance"),
    ("spinning_share: 0.02", "spinning_share: 2 deg", "spinning_share")])
def test_bad_values_are_told_with_their_place(old, new, words):
    with pytest.raises(SceneError) as told:
        loads(SCENE.replace(old, new))
    assert words in str(told.value) and any(character.isdigit() for character in str(told.value).split(": ")[0])
