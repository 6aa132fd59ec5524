"""The card *Make*: every shape and every edit by the mouse alone."""
from __future__ import annotations

import pytest
from imgui_bundle import imgui

from app.panels.stack import NARROWEST
from app.panels.toolbar import MAKE, buttons
from app.simulation.commands import CreateBody
from app.simulation.commands.editing import SHAPES
from app.ui.ui_state import UiState


def test_the_toolbar_opens_and_closes_it(bench):
    bench.frame()
    bench.state.introduced = True
    assert "window:make" not in bench.frame()
    bench.click("button:make")
    assert "window:make" in bench.frame(3)
    assert not bench.state.introduced                     # cards do not cover each other
    bench.click("make:close")
    assert not bench.state.new_body.open


def test_it_has_every_shape_and_the_buttons_of_its_groups(bench):
    bench.state.new_body.open = True
    widgets = bench.frame(3)
    assert {f"make:{ {'sphere': 'ball', 'plane': 'floor'}.get(shape, shape)}" for shape in SHAPES} <= set(widgets)
    for group in buttons(bench.state.controls):
        for control in group:
            assert f"button:{control.action}" in widgets
    names = {control.action for group in buttons(bench.state.controls) if group[0].button.group >= MAKE for control in group}
    assert names >= {"undo", "redo", "gizmo", "duplicate", "put_down", "delete", "generators", "draw_event", "save_scene", "save",
                     "share"}


def test_a_click_waits_for_the_scene_and_a_second_one_gives_up(bench):
    bench.state.new_body.open = True
    bench.frame(3)
    bench.click("make:plank")
    assert bench.state.new_body.shape == "plank" and not _created(bench)
    bench.click("make:plank")
    assert not bench.state.new_body.active
    bench.click("make:floor")
    assert [command.shape for command in _created(bench)] == ["plane"]


def test_a_shape_is_dragged_onto_the_scene(bench):
    bench.state.new_body.open = True
    bench.frame(3)
    io = imgui.get_io()
    io.add_mouse_pos_event(*bench.at("make:box"))
    bench.frame()
    io.add_mouse_button_event(0, True)
    bench.frame()
    io.add_mouse_pos_event(640, 400)
    bench.frame()
    assert bench.state.new_body.preview is not None
    io.add_mouse_button_event(0, False)
    bench.frame()
    assert len(_created(bench)) == 1 and not bench.state.new_body.active


def test_the_card_of_generators_takes_its_place(bench):
    bench.state.new_body.open = True
    bench.frame(3)
    bench.state.introduced = True
    bench.click("button:generators")
    assert not bench.state.introduced
    widgets = bench.frame(3)
    assert "window:generators" in widgets and "window:make" not in widgets


def test_a_generator_is_added_and_its_card_closes(bench):
    bench.frame()
    bench.state.act("generators")
    bench.frame(3)
    bench.click("making:add")
    bench.frame(3)
    assert not bench.state.making_generator.active
    assert [command for command in bench.commands if type(command).__name__ == "AddGenerator"]


def _created(bench) -> list[CreateBody]:
    assert isinstance(bench.state, UiState)
    return [command for command in bench.commands if isinstance(command, CreateBody)]


@pytest.mark.parametrize("size, scale", [((1280, 720), 1.0), ((1280, 720), 1.5), ((1920, 1080), 1.5), ((800, 600), 1.0)])
@pytest.mark.parametrize("action", ["make", "generators"])
def test_the_camera_frames_the_scene_beside_the_card(bench, size, scale, action):
    """What the camera looks at, and the preview there, is in the middle of what the card leaves free."""
    bench.state.size = size
    bench.state.change(scale=scale)
    bench.frame(4)
    before = bench.state.area
    bench.state.act(action)
    card = bench.frame(4)[f"window:{action}"]
    left, top, width, height = bench.state.area
    assert left >= card[2] and (top, left + width, height) == (before[1], before[0] + before[2], before[3])
    assert width >= NARROWEST * before[2]
    bench.state.motion.tick(9.0)
    x, y, _ = bench.state.chosen_viewport.project(bench.state.motion.camera, [bench.state.motion.camera.target])[0]
    assert (x, y) == pytest.approx((left + width / 2, top + height / 2))
    bench.state.act(action)
    bench.frame(4)
    assert bench.state.area == before


def test_the_card_has_its_room_when_the_other_panels_are_hidden(bench):
    bench.state.change(panels=False)
    bench.frame(3)
    assert bench.state.area == (0.0, 0.0, *bench.state.size)
    bench.state.act("make")
    card = bench.frame(4)["window:make"]
    assert bench.state.area[0] > card[2] and bench.state.area[3] == bench.state.size[1]
