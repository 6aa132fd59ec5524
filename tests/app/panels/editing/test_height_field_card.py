"""The cards of a height field: what it is, what of it can be edited, alone and with others; no change of its kind of shape."""
from __future__ import annotations

import pytest

from app.headless.options import RunOptions
from app.panels.editing.generator_fields import _shape_in
from app.panels.selection_card import WORDS, size_text
from app.simulation.commands import EditBodies, EditBody
from app.simulation.commands.editing import SHAPES
from app.simulation.scene_reader import SceneReader
from physics.definitions.shapes import Box, HeightField
from tests.support.height_fields import HILLS, SCENE

FIELD, BALL, CRATE = range(1, 4)


@pytest.fixture
def scene(bench, tmp_path):
    path = tmp_path / "hills.yaml"
    path.write_text(SCENE)
    bench.session.source_of_scenes = SceneReader(RunOptions(), print)
    assert bench.session.open(str(path))
    bench.session.ready = bench.session.paused = True
    bench.state.size, bench.state.gizmo = (1280, 1600), "move"
    return bench


def choose(scene, *uids):
    scene.session.editing.group.choose(uids)
    return scene.frame(3)


def test_what_it_is():
    assert WORDS[HeightField.kind] == "height field"
    assert size_text(HeightField.kind, HILLS.size, HILLS) == "8 × 8 m, 289 heights"
    wide = HeightField(heights=[[0.0] * 129] * 129, spacing=0.5)
    assert size_text(HeightField.kind, wide.size, wide) == "64 × 64 m, 16,641 heights"


def test_its_fields_are_those_of_ground(scene):
    widgets = choose(scene, FIELD)
    assert {"edit:name", "edit:type", "edit:position", "edit:grid", "edit:friction", "edit:color"} <= widgets.keys()
    assert not {"edit:shape", "edit:mass", "button:put_down"} & widgets.keys()


@pytest.mark.parametrize("uids", [(FIELD,), (FIELD, BALL)])
def test_it_cannot_be_made_dynamic(scene, uids):
    choose(scene, *uids)
    scene.click("edit:type")
    assert "choice:type:dynamic" not in scene.frame(2)
    scene.click("choice:type:kinematic")
    assert any(isinstance(command, EditBodies) and command.uids == uids for command in scene.commands)
    scene.obey()
    assert scene.session.editing.draft.document.bodies[0].type == "kinematic"


def test_others_can_be(scene):
    choose(scene, BALL)
    scene.click("edit:type")
    assert {"choice:type:static", "choice:type:kinematic"} <= scene.frame(2).keys()


def test_all_bodies_but_the_ground_are_selected_with_one_key(scene):
    scene.session.editing.group.choose_all()
    assert scene.session.editing.group.uids == (BALL, CRATE)


def test_it_is_made_by_no_mouse_and_no_generator():
    assert "height_field" not in SHAPES
    assert isinstance(_shape_in({"height_field": {"formula": "x"}}), Box)


def test_a_new_position_keeps_the_formula(scene):
    choose(scene, FIELD)
    scene.commands.append(EditBody(FIELD, {"position": [0.0, 0.0, 0.5]}))
    scene.obey()
    text = scene.session.editing.draft.text
    assert "position: [0.0, 0.0, 0.5]" in text and "formula" in text and "heights" not in text
