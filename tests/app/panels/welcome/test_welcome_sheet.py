"""The welcome sheet: what it offers opens by a click and by keys, it has room in every window, and its switch is kept."""
from __future__ import annotations

import time

import pytest
from imgui_bundle import imgui

from app.panels.welcome.entries import SCENES, last_of, lessons_of, scenes_of
from app.simulation.commands import LoadScene
from app.simulation.editing.new_scene import NEW
from app.ui.last_scenes import LastScenes
from scenes import catalog
from tests.support.marked_widgets import marked_widget


@pytest.fixture
def welcome(bench):
    end = time.monotonic() + 60
    while not bench.state.lessons.entries and time.monotonic() < end:
        time.sleep(0.01)
    bench.state.act("welcome")
    bench.frame(4)
    return bench


def offered(bench, prefix="welcome:"):
    return [name for name in bench.frame(3) if name.startswith(prefix)]


def test_six_scenes_two_lessons_and_the_ways_on(welcome):
    names = offered(welcome)
    ids = {entry.id for entry in catalog.entries()}
    assert sum(name.removeprefix("welcome:") in ids for name in names) == SCENES
    assert [name for name in names if "lesson:" in name] == ["welcome:lesson:course/force_on_a_circle",
                                                             "welcome:lesson:find_the_bug/sinking"]
    assert {"welcome:scenes", "welcome:file", "welcome:new", "welcome:at start"} <= set(names)
    assert welcome.state.last_scenes.welcomed


def test_a_click_on_a_picture_opens_the_scene(welcome):
    welcome.commands.clear()
    welcome.click("welcome:welcome/welcome")
    assert welcome.commands == [LoadScene("welcome/welcome")] and welcome.state.open_sheet == ""


def test_a_click_on_a_lesson_opens_it(welcome, monkeypatch):
    opened = []
    monkeypatch.setattr(welcome.state.lessons, "open", opened.append)
    welcome.click("welcome:lesson:course/force_on_a_circle")
    assert opened == ["course/force_on_a_circle"] and welcome.state.open_sheet == ""


def test_an_empty_scene_is_made(welcome):
    welcome.commands.clear()
    welcome.click("welcome:new")
    assert welcome.commands == [LoadScene(NEW)]


def test_all_scenes_are_one_click_away(welcome):
    welcome.click("welcome:scenes")
    assert welcome.state.open_sheet == "scenes" and "search:scenes" in welcome.frame(3)


def test_a_file_is_chosen_in_the_systems_dialog(welcome):
    asked = []
    welcome.state.file_dialog.begin = lambda title: asked.append(title) or False
    welcome.click("welcome:file")
    assert asked == ["Open a scene"] and welcome.state.open_sheet == "scenes", "without a dialog its path is typed there"


def test_the_switch_is_a_setting(welcome):
    welcome.click("welcome:at start")
    assert welcome.state.settings.welcome
    welcome.click("welcome:at start")
    assert not welcome.state.settings.welcome


@pytest.mark.parametrize("end", ["button:close welcome", "cancel"])
def test_it_closes(welcome, end):
    welcome.click(end) if ":" in end else welcome.state.act(end)
    welcome.frame(3)
    assert welcome.state.open_sheet == "" and not offered(welcome)


def test_the_keyboard_alone_opens_what_is_marked(welcome):
    welcome.commands.clear()
    for _ in range(60):
        welcome.press(imgui.Key.tab)
        if marked_widget(welcome) == "welcome:friction/bowling_lane":
            break
    else:
        pytest.fail("Tab never came to it")
    welcome.press(imgui.Key.enter)
    assert welcome.commands == [LoadScene("friction/bowling_lane")]


@pytest.mark.parametrize("size", [(1280, 720), (900, 600), (640, 400), (480, 320)])
def test_it_has_room_in_every_window(welcome, size):
    welcome.state.size = size
    left, top, right, bottom = welcome.frame(4)["window:welcome"]
    assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
    inside = [welcome.state.widgets[name] for name in offered(welcome)]
    assert all(box[0] >= left - 1 and box[2] <= right + 1 for box in inside), "nothing is cut at the side"


def test_the_last_scenes_are_there_without_the_present_one(welcome, tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text("format: 1\n")
    last = welcome.state.last_scenes = LastScenes(None)
    for word in (str(file), "joints/cradle", "one"):
        last.opened(word)
    assert offered(welcome, "welcome:last:") == ["welcome:last:joints/cradle", f"welcome:last:{file}"]
    welcome.commands.clear()
    welcome.click(f"welcome:last:{file}")
    assert welcome.commands == [LoadScene(str(file))]


def test_scenes_of_many_kinds_come_first():
    entries = catalog.entries()
    found = scenes_of(entries)
    assert found[0].word == "welcome/welcome" and len({offer.word.split("/")[0] for offer in found}) == SCENES
    assert not scenes_of([])


def test_a_finished_lesson_gives_way_to_the_next():
    from app.lessons import shelf
    entries = shelf.entries()
    first, second = (entry.id for entry in entries[:2])
    assert [offer.word for offer in lessons_of(entries, {first})][0] == second
    course = [entry.id for entry in entries if entry.category == "course"]
    assert [offer.word for offer in lessons_of(entries, course)][0] == first, "when all are done it begins anew"
    assert lessons_of([]) == []


def test_words_that_name_nothing_are_no_offers():
    assert last_of(["no/scene", "relative.yaml"], catalog.entries()) == []
