"""Colours that a scene gives its bodies, those of generators too."""
from __future__ import annotations

import pytest

import scenes
from scenes.loader import loads
from scenes.schema.color import NAMES, bytes_of, checked_color
from scenes.schema.problems import SceneError

TEXT = """\
format: 1
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {sphere: {radius: 1}}, position: [0, 0, 9], color: "#FF8800"}
  - {name: ball, shape: {sphere: {radius: 1}}, position: [0, 0, 5]}
generate:
  - grid: {name: brick, count: [2, 1, 1], spacing: [1, 1, 1], position: [5, 0, 1], shape: {sphere: {radius: 0.2}}, color: teal}
  - copies:
      count: 2
      step: [0, 3, 0]
      position: [-9, 0, 1]
      bodies:
        - {shape: {sphere: {radius: 0.2}}}
        - {shape: {sphere: {radius: 0.2}}, position: [1, 0, 0], color: white}
"""


def test_colors_by_number():
    document = loads(TEXT)
    assert document.colors == {1: (255, 136, 0), 3: (0, 128, 128), 4: (0, 128, 128), 6: (255, 255, 255), 8: (255, 255, 255)}
    assert len(document.bodies) == 9


def test_the_world_knows_none():
    plain = TEXT.replace(', color: "#FF8800"', "").replace(", color: teal", "").replace(", color: white", "")
    assert scenes.build(loads(TEXT)).state_hash() == scenes.build(loads(plain)).state_hash()


@pytest.mark.parametrize("name", NAMES)
def test_names(name):
    assert bytes_of(checked_color(name)) == bytes_of(NAMES[name]) and len(bytes_of(NAMES[name])) == 3


@pytest.mark.parametrize("body, words", [
    ("shape: {sphere: {radius: 1}}, color: purpel", "did you mean 'purple'"),
    ("shape: {sphere: {radius: 1}}, color: ff8800", "no colour"),
    ("shape: {sphere: {radius: 1}}, color: '#ff88'", "no colour"), 
    ("shape: {sphere: {radius: 1}}, color: [1, 2, 3]", "no colour"),
    ("shape: {plane: {}}, color: red", "a plane has the colour of the ground")])
def test_what_is_no_color_is_said(body, words):
    with pytest.raises(SceneError, match=words):
        loads(f"format: 1\nbodies:\n  - {{{body}}}\n")
