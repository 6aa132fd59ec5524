"""The cards of one and of several bodies: mixed values, one edit for all, buttons that arrange, the palette's rows."""
from __future__ import annotations

import pytest

from app.headless.options import RunOptions
from app.panels.editing.color_field import hex_of, rgb_of
from app.published.group_card import MIXED
from app.simulation.commands import ArrangeBodies, EditBodies
from app.simulation.scene_reader import SceneReader
from physics.definitions.material import RESISTANCES

TEXT = """\
format: 1
materials: {ice: {friction: 0.02}, rubber: {friction: 0.9}}
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2], mass: 3, friction: 0.3}
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [4, 0, 1.5], mass: 3}
  - {name: rock, shape: {sphere: {radius: 0.25}}, position: [8, 0, 1.5], mass: 8}
"""
FLOOR, CRATE, BALL, ROCK = range(1, 5)


@pytest.fixture
def scene(bench, tmp_path):
    """The bench on a scene's file."""
    path = tmp_path / "cards.yaml"
    path.write_text(TEXT)
    bench.session.source_of_scenes = SceneReader(RunOptions(), print)
    assert bench.session.open(str(path))
    bench.session.ready = bench.session.paused = True
    bench.state.size = (1280, 1600)
    return bench


def choose(scene, *uids):
    scene.session.editing.group.choose(uids)
    return scene.frame(3)


def test_the_card_of_several(scene):
    widgets = choose(scene, CRATE, BALL)
    assert {"group title", "edit:type", "edit:mass", "edit:material", "edit:friction", "edit:color", "button:lows_x",
            "button:spread_z", "button:put_down"} <= widgets.keys() and "edit:name" not in widgets
    assert "edit:mass" not in choose(scene, FLOOR, FLOOR + 99)             # a plane has no mass, and one is none of several


def test_a_material_is_set_at_all_and_takes_their_own_values(scene):
    """A body's own friction would hide that of the material."""
    choose(scene, CRATE, BALL)
    scene.click("edit:material")
    scene.click("choice:material:ice")
    assert scene.commands == [EditBodies((CRATE, BALL), {"material": "ice", "density": None, "friction": None,
                                                         "restitution": None} | dict.fromkeys(RESISTANCES))]
    scene.obey()
    assert scene.session.status().group.value("friction") == 0.02 and "friction: 0.3" not in scene.session.editing.draft.text


def test_a_drag_of_a_mixed_number_is_one_edit(scene):
    choose(scene, BALL, ROCK)
    assert scene.session.status().group.value("mass") == MIXED
    scene.drag("edit:mass", 0.3, 0.8)
    edits = [command for command in scene.commands if isinstance(command, EditBodies)]
    assert len(edits) > 1 and len({command.merges for command in edits}) == 1
    scene.obey()
    masses = [plan.mass for plan in scene.session.editing.draft.document.bodies[2:]]
    assert masses[0] == masses[1] > 0 and scene.session.status().edits.undo == "change 2 bodies"
    scene.session.editing.undo()
    assert not scene.session.status().edits.undo


def test_a_kind_for_all(scene):
    choose(scene, CRATE, BALL)
    scene.click("edit:type")
    scene.click("choice:type:static")
    scene.obey()
    assert [plan.type for plan in scene.session.editing.draft.document.bodies] == ["static", "static", "static", "dynamic"]


def test_buttons_arrange(scene):
    choose(scene, CRATE, BALL, ROCK)
    for name, command in (("highs_z", ArrangeBodies((CRATE, BALL, ROCK), "highs", "z")),
                          ("spread_x", ArrangeBodies((CRATE, BALL, ROCK), "spread", "x")),
                          ("put_down", ArrangeBodies((CRATE, BALL, ROCK), "down"))):
        scene.click(f"button:{name}")
        assert scene.commands == [command]
        scene.obey()
    assert scene.session.status().edits.undo == "put 3 bodies down"


def test_the_palette_arranges(scene):
    choose(scene, CRATE, BALL)
    scene.state.act("palette")
    scene.type("low sides along y")
    scene.click("row:arrange lows_y")
    assert scene.commands == [ArrangeBodies((CRATE, BALL), "lows", "y")]


def test_a_color_by_its_swatch_and_none(scene):
    choose(scene, CRATE, BALL)
    scene.click("edit:color")
    scene.click("color:teal")
    scene.obey()
    assert scene.session.editing.draft.document.colors == {1: (0, 128, 128), 2: (0, 128, 128)}
    assert scene.session.publish().view.table.tints[1].tolist() == [0, 128, 128, 255]
    scene.click("button:no_color")
    scene.obey()
    assert not scene.session.editing.draft.document.colors and "color" not in scene.session.editing.draft.text


def test_the_picker_is_dragged_as_one_edit(scene):
    choose(scene, CRATE, BALL)
    scene.click("edit:color")
    scene.drag("color:picker", 0.2, 0.6)
    scene.obey()
    assert len(scene.session.editing.draft.document.colors) == 2 and scene.session.status().edits.undo == "change 2 bodies"
    scene.session.editing.undo()
    assert not scene.session.status().edits.undo


def test_one_body_has_the_same_fields(scene):
    scene.state.gizmo = "move"
    widgets = choose(scene, CRATE)
    assert {"edit:name", "edit:type", "edit:position", "edit:size", "edit:mass", "edit:material", "edit:friction",
            "edit:restitution", "edit:color", "button:put_down"} <= widgets.keys()
    widgets = choose(scene, FLOOR)
    assert "edit:friction" in widgets and not {"edit:mass", "edit:color", "edit:position", "button:put_down"} & widgets.keys()


def test_a_plane_has_normal_and_offset(scene):
    scene.state.gizmo = "move"
    choose(scene, FLOOR)
    scene.drag("edit:offset", 0.3, 0.8)
    assert {next(iter(command.values["shape"]["plane"]["normal"])) for command in scene.commands[:-1]} == {0.0}
    scene.obey()
    floor = scene.session.editing.draft.document.bodies[0].shape
    assert floor.offset > 0 and floor.normal == (0, 0, 1) and scene.session.status().edits.undo == "resize floor"


def test_colors_go_there_and_back():
    for text in ("#000000", "#ff8801", "#ffffff"):
        assert hex_of(rgb_of(text)) == text
    assert hex_of([-0.1, 0.5, 1.2]) == "#0080ff"
