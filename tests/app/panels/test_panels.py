"""Every panel in use: the commands of its widgets, and the conditions under which it is shown."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from imgui_bundle import imgui

from app.input.actions import REPEAT
from app.panels.energy_plot import limits
from app.panels.selection_card import category_text, mass_text
from app.panels.toast_cards import broken
from app.published.status import Compiling, Fault
from app.simulation.commands import (
    LoadScene,
    Pause,
    RemoveBody,
    ResetTuning,
    Restart,
    Select,
    SetSolver,
    SetTimeScale,
    SetWorld,
    Step,
    UsePreset,
)
from app.ui.file_dialog import FileDialog
from app.ui.ui_state import Recording
from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import tunables
from scenes import catalog
from tests.support.fake_world import BALL, FLOOR


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [(480, 320), (800, 600), (1280, 720), (3840, 2160)])
def test_everything_draws_in_every_window(bench, theme, size):
    bench.state.size, bench.scale = size, 2.0 if size[0] > 2000 else 1.0
    bench.state.change(theme=theme, contacts=True, normals=True, impulses=True, aabbs=True)
    bench.session.selection = 1
    bench.changes = {"compiling": Compiling(2, 14, "dynamics.advance"), "fault": Fault(3, "x", "y\n" * 60, "/tmp/z")}
    bench.state.recording = Recording("Offline film", "/tmp/a.mp4", 0.4, 1.2)
    bench.state.say("A film", "good", "/a/very/long/path/" * 6)
    for sheet in ("", "help", "scenes", "palette"):
        bench.state.open_sheet = sheet
        bench.frame(3)
    for name, (left, top, right, bottom) in bench.state.widgets.items():
        assert right >= left and bottom >= top, name


def test_before_the_first_scene_nothing_can_be_turned(bench):
    bench.blank()
    assert "window:opening" in bench.state.widgets
    bench.commands.clear()
    bench.blank()
    assert bench.commands == []


def test_every_solver_tunable_has_its_widget(bench):
    bench.state.size = (1280, 2400)
    bench.click("section:Joints")
    bench.click("section:More solver settings")
    shown = {name.removeprefix("field:") for name in bench.frame() if name.startswith("field:")}
    assert set(tunables(SolverSettings)) <= shown


def test_a_slider_acts_while_it_moves(bench):
    bench.session.variants[0].tune(solver=PRESETS["classic"])
    bench.drag("field:iterations", 0.2, 0.8)
    values = [c.value for c in bench.commands if c == SetSolver("iterations", c.value)]
    assert len(values) > 2 and values == sorted(values) and 35 <= values[-1] <= 45


def test_right_click_puts_back_what_the_scene_has(bench):
    bench.session.variants[0].tune(solver=SolverSettings(iterations=30))
    bench.click("field:iterations", button=1)
    assert bench.commands == [SetSolver("iterations", 1)]


@pytest.mark.parametrize("button", [0, 1])
def test_an_unused_setting_does_nothing(bench, button):
    assert SolverSettings().unused("beta")
    bench.click("field:beta", 0.8, button=button)
    assert bench.commands == []
    bench.session.variants[0].tune(solver=PRESETS["classic"])
    bench.click("field:beta", 0.8, button=button)
    assert len(bench.commands) >= 1


def test_an_override_starts_as_the_scene_and_goes_back_to_it(bench):
    bench.click("field:friction", 0.75)
    assert bench.commands and bench.commands[-1].value == pytest.approx(1.5, abs=0.1)
    bench.obey()
    assert bench.session.variants[0].world.friction_override == pytest.approx(1.5, abs=0.1)
    bench.click("field:friction", button=1)
    assert bench.commands[-1] == SetWorld("friction", None)


def test_a_choice_is_a_list(bench):
    bench.click("field:stabilization")
    bench.click("choice:stabilization:split_impulse")
    assert bench.commands == [SetSolver("stabilization", "split_impulse")]


def test_presets_and_the_way_back(bench):
    bench.click("field:preset")
    bench.click("choice:preset:classic")
    bench.click("button:reset tuning")
    assert bench.commands == [UsePreset("classic"), ResetTuning()]


def test_knobs(bench):
    for name, kind in (("knob:time_scale", SetTimeScale), ("knob:gravity", SetWorld)):
        bench.commands.clear()
        bench.drag(name, 0.4, 0.9)
        assert bench.commands and all(type(c) is kind for c in bench.commands)
        bench.obey()
        assert bench.session.published.status.fault is None
        bench.click(name, button=1)
        assert len(bench.commands) >= 1
        bench.obey()
    assert bench.session.time_scale == 1.0 and bench.session.variants[0].world.gravity == pytest.approx((0, 0, -9.81))


def test_the_toolbar(bench):
    for action in ("restart", "pause", "step"):
        bench.click(f"button:{action}")
    assert bench.commands == [Restart(), Pause(True), Step(1)]
    bench.click("button:screenshot")
    bench.click("button:record")
    assert list(bench.state.requests) == ["screenshot", "record"]
    bench.click("button:theme")
    assert bench.state.settings.theme == "light"
    bench.click("button:scenes")
    assert bench.state.open_sheet == "scenes"


def test_overlays_ask_the_session_for_what_they_need(bench):
    bench.click("field:normals")
    assert bench.state.settings.normals and bench.commands[-1].contacts and not bench.commands[-1].aabbs
    bench.obey()
    assert bench.session.publish().view.contacts is not None
    bench.click("field:normals")
    assert not bench.state.settings.normals and not bench.commands[-1].contacts


def test_the_red_card_stays_until_it_is_closed(bench):
    bench.changes = {"fault": Fault(7, "bad.yaml cannot be opened", "bad.yaml:3:1: no")}
    assert "window:fault" in bench.frame()
    bench.click("button:close fault")
    assert "window:fault" not in bench.frame()
    bench.changes = {"fault": Fault(8, "again", "x")}
    assert "window:fault" in bench.frame()
    bench.state.act("cancel")
    assert "window:fault" not in bench.frame()


def test_a_recording_can_be_finished_or_cancelled(bench):
    bench.state.recording = Recording("Recording", "/tmp/a.mp4", -1.0, 3.0)
    bench.click("button:finish recording")
    bench.click("button:cancel recording")
    assert list(bench.state.requests) == ["record", "cancel_recording"]
    bench.state.requests.clear()
    bench.state.recording = Recording("Offline film", "/tmp/a.mp4", 0.5, 3.0)
    bench.click("button:finish recording")
    bench.click("button:cancel recording")
    assert list(bench.state.requests) == ["record", "cancel_recording"]
    bench.state.recording = Recording("Writing", "/tmp/a.mp4", 1.0, 3.0)
    assert not {"button:finish recording", "button:cancel recording"} & set(bench.frame())


@pytest.mark.parametrize("size", [(480, 320), (800, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("panels", [True, False])
def test_toasts_leave_the_progress_cards_free(bench, size, panels):
    bench.state.size = size
    bench.state.change(panels=panels)
    bench.state.recording = Recording("Offline film", "/tmp/a.mp4", 0.4, 1.2)
    bench.changes = {"compiling": Compiling(3, 14, "x.advance")}
    bench.state.say("The first message")
    bench.state.say("The second message", "good", "/tmp/a.png")
    widgets = bench.frame(4)
    for card in ("recording", "compiling"):
        for number in range(2):
            left, top, right, bottom = widgets[f"window:{card}"]
            ours = widgets[f"window:toast {number}"]
            assert ours[2] <= left or ours[0] >= right or ours[3] <= top or ours[1] >= bottom, (card, number)


def test_compiling_is_shown(bench):
    bench.changes = {"compiling": Compiling(3, 14, "x.advance"), "ready": False}
    assert "window:compiling" in bench.frame()
    bench.changes = {"ready": False}
    assert "window:opening" in bench.frame()
    bench.changes = {"opening": "stacking/tower"}
    assert "window:opening" in bench.frame()
    bench.changes = {}
    assert not {"window:compiling", "window:opening"} & set(bench.frame())


def test_a_path_can_be_copied(bench):
    bench.state.say("Saved", "good", "/tmp/picture.png")
    bench.frame(20)
    copied = []
    imgui.get_platform_io().platform_set_clipboard_text_fn = lambda _context, text: copied.append(text)
    bench.click("button:copy path")
    assert copied == ["/tmp/picture.png"]


def test_the_scene_picker_finds_by_letters_and_opens_by_enter(bench):
    bench.state.act("scenes")
    bench.type("bouncrow")
    rows = [name for name in bench.frame() if name.startswith("row:")]
    assert rows[0] == "row:collision/bounce_row"
    bench.press(imgui.Key.enter)
    assert bench.commands[-1] == LoadScene("collision/bounce_row") and bench.state.open_sheet == ""


def test_the_scene_picker_by_category_and_click(bench):
    bench.state.act("scenes")
    bench.frame(3)
    bench.click("category:friction")
    rows = {name.removeprefix("row:") for name in bench.frame() if name.startswith("row:")}
    assert rows == {entry.id for entry in catalog.entries() if entry.category == "friction"}
    bench.click("row:friction/slope_friction")
    assert bench.commands[-1] == LoadScene("friction/slope_friction")


def test_a_file_can_be_chosen_in_the_systems_dialog(bench):
    class Chosen:
        done = False

        def ready(self, timeout):
            return self.done

        def result(self):
            return ["/home/me/tower.yaml"]

    shown = Chosen()
    bench.state.file_dialog = FileDialog(lambda *what: shown)
    bench.state.act("scenes")
    bench.frame(3)
    bench.click("button:open_file")
    bench.frame()
    assert bench.state.file_dialog.waiting and not bench.commands
    bench.state.open_sheet = ""
    shown.done = True
    bench.frame()
    assert bench.commands[-1] == LoadScene("/home/me/tower.yaml") and not bench.state.file_dialog.waiting


def test_a_file_can_be_typed(bench):
    bench.state.act("scenes")
    bench.type("/home/me/my scene.yaml")
    bench.press(imgui.Key.enter)
    assert bench.commands[-1] == LoadScene("/home/me/my scene.yaml")


def test_a_press_beside_a_sheet_closes_it(bench):
    bench.state.act("help")
    bench.frame(3)
    io = imgui.get_io()
    io.add_mouse_pos_event(5.0, 5.0)
    bench.frame()
    for down in (True, False):
        io.add_mouse_button_event(0, down)
        bench.frame()
    assert bench.state.open_sheet == "" and bench.commands == []


def test_the_palette_obeys(bench):
    for typed, expected in (("pause", Pause(True)), ("preset classic", UsePreset("classic")),
                            ("stabilization none", SetSolver("stabilization", "none"))):
        bench.commands.clear()
        bench.state.act("palette")
        bench.type(typed)
        bench.press(imgui.Key.enter)
        assert bench.commands == [expected]


def test_the_selected_body_is_described_and_can_be_removed(bench):
    bench.session.selection = BALL
    assert "window:selection" in bench.frame()
    bench.state.act("remove")
    assert bench.commands == [RemoveBody(BALL)]
    bench.obey()
    assert "window:selection" not in bench.frame()


def test_a_static_body_is_removed_when_asked_twice(bench):
    bench.session.selection = FLOOR
    bench.frame()
    bench.state.act("remove")
    (toast,) = bench.state.toasts.current(bench.now)
    assert bench.commands == [] and toast.text.startswith("floor is static: Delete again removes it")
    bench.now += REPEAT + 1
    bench.frame()
    bench.state.act("remove")
    assert bench.commands == [], "the first question was too long ago"
    bench.session.selection = BALL
    bench.frame()
    bench.state.act("remove")
    bench.session.selection = FLOOR
    bench.frame()
    bench.state.act("remove")
    assert bench.commands == [RemoveBody(BALL)], "another body was asked for in between"
    bench.state.act("remove")
    assert bench.commands == [RemoveBody(BALL), RemoveBody(FLOOR)]


def test_the_card_of_a_sensor_tells_what_is_in_it(bench):
    """Rows of overlaps and categories are there where there is something to tell."""
    rows = {"row:Category", "row:Collides with", "row:Reports", "row:In it", "row:Is in"}
    ball, other = (bench.session.variant.world.body(uid) for uid in (BALL, BALL + 1))
    bench.session.selection = BALL
    assert not rows & set(bench.frame())
    ball.overlaps, ball.mask = [other], 0b10
    assert rows & set(bench.frame()) == {"row:Category", "row:Collides with", "row:Is in"}
    ball.sensor = True
    bench.session.open("one")
    bench.session.variant.world.body(BALL).sensor = True
    bench.session.selection = BALL
    assert rows & set(bench.frame()) == {"row:In it"}
    settings = {setting.name: setting.unused for setting in bench.state.status.body.settings}
    assert settings["friction"] == "a sensor touches nothing"


@pytest.mark.parametrize(("bits", "text"), [
    (0b1, "default"), (0b110, "player, debris"), (0xFFFFFFFF, "all"), (0, "none"), (0b11000, "3, 4")])
def test_categories_in_words(bits, text):
    assert category_text(bits, ("default", "player", "debris")) == text


def test_cancel_goes_from_the_top_down(bench):
    bench.session.selection, bench.state.open_sheet = 1, "help"
    bench.state.recording = Recording("Recording", "/tmp/a.mp4")
    bench.frame()
    bench.state.act("cancel")
    assert bench.state.open_sheet == "" and not bench.state.requests
    bench.state.act("cancel")
    assert list(bench.state.requests) == ["cancel_recording"] and bench.commands == []
    bench.state.recording = None
    bench.state.act("cancel")
    assert bench.commands == [Select(None)]


def test_hidden_panels_leave_only_news(bench):
    bench.state.act("panels")
    bench.changes = {"fault": dataclasses.replace(Fault(1, "a", "b"))}
    windows = {name for name in bench.frame() if name.startswith("window:")}
    assert windows == {"window:fault"}


@pytest.mark.parametrize(("typed", "row"), [
    ("gravity", "row:setting knob:gravity"), ("sleeping", "row:setting field:sleep"), ("rewind", "row:action restart"),
    ("slow motion", "row:action slower"), ("reload", "row:action reload"), ("theme", "row:action theme"),
    ("divergence hop", None)])
@pytest.mark.parametrize("sheet", ["palette", "scenes"])
def test_words_of_a_help_find_settings_and_actions(bench, typed, row, sheet):
    bench.state.act(sheet)
    bench.type(typed)
    rows = [name for name in bench.frame() if name.startswith("row:")]
    assert row in rows if row else not any(name.startswith(("row:setting", "row:action")) for name in rows)
    assert sheet != "palette" or row is None or rows.index(row) < 4


def test_words_of_a_text_find_scenes_and_benchmarks_come_last(bench):
    texts = {entry.id: entry for entry in catalog.entries()}
    bench.state.act("scenes")
    bench.type("boxes")
    rows = [name.removeprefix("row:") for name in bench.frame() if name.startswith("row:")]
    said = [row for row in rows if row in texts and "boxes" in f"{texts[row].title} {texts[row].about}".lower()]
    categories = [row.split("/")[0] for row in said]                # others have the letters alone, and come after all
    first = categories.index("benchmark")
    assert first > 5 and set(categories[first:]) == {"benchmark"}
    assert any("boxes" in texts[row].about and "boxes" not in texts[row].title.lower() for row in rows if row in texts)


@pytest.mark.parametrize(("typed", "widget"), [("position iterations", "field:position_iterations"), ("gravity", "knob:gravity"),
                                               ("shot speed", "field:shot_speed")])
def test_a_found_setting_is_unfolded_and_scrolled_to(bench, typed, widget):
    bench.state.size = (1280, 500)
    bench.state.act("palette")
    bench.type(typed)
    assert f"row:setting {widget}" in bench.frame()
    bench.press(imgui.Key.enter)
    left, top, right, bottom = bench.frame(12)[widget]
    panel = bench.state.widgets["window:panel"]
    assert panel[1] < top and bottom < panel[3]


def test_texts_of_large_and_of_no_numbers():
    assert [mass_text(mass) for mass in (1.5, 9261.0, 114093.4, 2e8)] == ["1.5 kg", "9261 kg", "114,093 kg", "2e+08 kg"]
    assert limits([np.zeros(3), np.zeros(0)]) == (-0.02, 1.0) and limits([np.array([0.0, 2.0])])[1] > 2


def test_a_long_path_breaks_before_the_files_name():
    assert broken("/tmp/a/b.png", False) == "/tmp/a/b.png" and broken("/tmp/a/b.png", True) == "/tmp/a/\nb.png"
    assert broken("C:\\a\\b.png", True) == "C:\\a\\\nb.png" and broken("b.png", True) == "b.png"
