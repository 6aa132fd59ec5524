"""The fields of a shape in the card of a body: its kind, its lengths, and the points of a hull, each change an edit."""
from __future__ import annotations

import pytest
from imgui_bundle import imgui

from app.headless.options import RunOptions
from app.panels.selection_card import size_text
from app.simulation.commands import EditBody, SettleEdits
from app.simulation.scene_reader import SceneReader
from scenes.editing.bounds import half_extents
from tests.support.solid_shapes import HAMMER, SOLIDS

TEXT = """\
format: 1
bodies:
  - {name: crate, shape: {box: {half: [0.5, 0.4, 0.3]}}, position: [0, 0, 2]}
  - {name: pill, shape: {capsule: {radius: 0.25, half_length: 0.5}}, position: [4, 0, 1.5]}
  - {name: tent, shape: {convex: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}}, position: [8, 0, 1.5]}
"""
CRATE, PILL, TENT = range(1, 4)


@pytest.fixture
def scene(bench, tmp_path):
    path = tmp_path / "shapes.yaml"
    path.write_text(TEXT)
    bench.session.source_of_scenes = SceneReader(RunOptions(), print)
    assert bench.session.open(str(path))
    bench.session.ready = bench.session.paused = True
    bench.state.size, bench.state.gizmo = (1280, 1600), "move"
    return bench


def choose(scene, uid):
    scene.session.editing.group.choose((uid,))
    return scene.frame(3)


def edits(scene):
    return [command for command in scene.commands if isinstance(command, EditBody)]


def shape_of(scene, number):
    return scene.session.editing.draft.document.bodies[number].shape


def test_each_shape_has_its_own_fields(scene):
    assert {"edit:shape", "edit:size"} <= choose(scene, CRATE).keys()
    widgets = choose(scene, PILL)
    assert {"edit:radius", "edit:half_length"} <= widgets.keys() and "edit:size" not in widgets
    widgets = choose(scene, TENT)
    assert "edit:points" in widgets and "edit:radius" not in widgets


@pytest.mark.parametrize("word", ["sphere", "capsule", "cylinder", "cone", "convex"])
def test_another_kind_of_the_same_size_and_back(scene, word):
    choose(scene, CRATE)
    scene.click("edit:shape")
    scene.click(f"edit:shape {word}")
    assert next(iter(edits(scene)[0].values["shape"])) == word and isinstance(scene.commands[-1], SettleEdits)
    scene.obey()
    assert shape_of(scene, 0).name == word
    assert max(half_extents(shape_of(scene, 0))) == pytest.approx(0.5, abs=0.2)
    scene.session.editing.undo()
    assert shape_of(scene, 0).name == "box"


def test_a_drag_of_a_length_is_one_edit_and_keeps_the_other(scene):
    choose(scene, PILL)
    scene.drag("edit:half_length", 0.3, 0.8)
    found = edits(scene)
    assert len(found) > 1 and len({command.merges for command in found}) == 1
    assert isinstance(scene.commands[-1], SettleEdits)
    scene.obey()
    assert shape_of(scene, 1).half_length > 0.5 and shape_of(scene, 1).radius == 0.25


def type_points(scene, text):
    """Replace the text of the points, and press Enter."""
    scene.click("edit:points", 0.9)
    imgui.get_io().add_key_event(imgui.Key.mod_ctrl, True)
    scene.press(imgui.Key.a)
    imgui.get_io().add_key_event(imgui.Key.mod_ctrl, False)
    scene.type(text)
    scene.press(imgui.Key.enter)


def test_points_are_typed_and_taken_by_enter(scene):
    choose(scene, TENT)
    type_points(scene, "0 0 0  2 0 0  0 2 0  0 0 2")
    (edit,) = edits(scene)
    assert edit.values == {"shape": {"convex": {"points": [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]}}}
    scene.obey()
    assert shape_of(scene, 2).volume == pytest.approx(8 / 6)


def test_text_that_is_no_points_is_said(scene):
    choose(scene, TENT)
    type_points(scene, "0 0")
    assert not edits(scene) and "needs three" in scene.state.toasts.current(scene.state.now)[-1].text


def test_sizes_as_text():
    text = {name: size_text(shape.kind, half_extents(shape), shape) for name, shape in SOLIDS.items()}
    assert text["capsule"] == "r 0.3 m, 1.6 m long" and text["cylinder"] == "r 0.5 m, 0.8 m long"
    assert text["cone"] == "r 0.5 m, 1.2 m long" and text["hull"] == "6 corners, 1.2 × 0.7 × 0.9 m"
    assert size_text(HAMMER.kind, half_extents(HAMMER), HAMMER).startswith("4 parts, ")
