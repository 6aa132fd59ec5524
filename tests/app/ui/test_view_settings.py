"""The file of the view settings: the window opens for any content, and reports errors."""
from __future__ import annotations

import json
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.draw.view_options import ViewOptions
from app.ui import view_settings
from app.ui.view_settings import SettingsStore, ViewSettings, load, overrides_among, save
from physics.definitions.tunable import SettingError


def test_round_trip_keeps_only_what_differs(tmp_path):
    path = tmp_path / "deep" / "view.json"
    changed = ViewSettings(theme="light", grab_hertz=8.0)
    save(path, changed)
    assert json.loads(path.read_text()) == {"theme": "light", "grab_hertz": 8.0}
    assert load(path) == (changed, [])


def test_a_missing_file_is_no_complaint(tmp_path):
    assert load(tmp_path / "none.json") == (ViewSettings(), [])


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "null", "\x00\xff", '{"theme": ' * 5000, "NaN"])
def test_a_damaged_file_gives_the_defaults_and_one_complaint(tmp_path, text):
    path = tmp_path / "view.json"
    path.write_text(text, encoding="utf-8")
    settings, complaints = load(path)
    assert settings == ViewSettings() and len(complaints) == 1 and str(path) in complaints[0]


def test_one_bad_value_costs_only_itself(tmp_path):
    path = tmp_path / "view.json"
    path.write_text('{"theme": "pink", "grab_hertz": 9, "video_fps": 1e99, "colour": 1, "metrics": "yes", "scale": 1.5}')
    settings, complaints = load(path)
    assert settings == ViewSettings(grab_hertz=9.0, scale=1.5)
    assert len(complaints) == 4 and any("video_fps" in c for c in complaints)


@pytest.mark.parametrize("size, scale", [(15, 1.0), (24, 1.6), (8, 0.75), (40, 2.0), ("large", 1.0), (float("nan"), 1.0)])
def test_the_size_of_texts_of_older_files_is_taken_over(tmp_path, size, scale):
    path = tmp_path / "view.json"
    path.write_text(json.dumps({"text_size": size, "theme": "light"}))
    assert load(path) == (ViewSettings(scale=scale, theme="light"), [])


@given(st.dictionaries(st.sampled_from([*ViewSettings.__dataclass_fields__, "nonsense"]),
                       st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.integers()))))
def test_nothing_breaks_loading(tmp_path_factory, content):
    path = tmp_path_factory.mktemp("settings") / "view.json"
    path.write_text(json.dumps(content))
    settings, _ = load(path)
    assert isinstance(settings, ViewSettings)


def test_a_folder_in_the_files_place_is_told(tmp_path):
    settings, complaints = load(tmp_path)
    assert settings == ViewSettings() and len(complaints) == 1


def test_an_unknown_setting_names_the_nearest():
    with pytest.raises(SettingError, match="grab_hertz"):
        ViewSettings().replace(grab_herz=3)


def test_the_keeper_writes_when_the_slider_rests(tmp_path):
    store = SettingsStore(tmp_path / "view.json")
    assert store.keep(ViewSettings(grab_hertz=6.0), 10.0) == "" and not store.path.exists()
    store.keep(ViewSettings(grab_hertz=7.0), 10.9)
    store.keep(ViewSettings(grab_hertz=7.0), 11.8)
    assert not store.path.exists()
    store.keep(ViewSettings(grab_hertz=7.0), 12.0)
    assert store.outcome() == "" and load(store.path)[0].grab_hertz == 7.0
    store.keep(ViewSettings(grab_hertz=8.0), float("inf"))          # the window closes
    assert load(store.path)[0].grab_hertz == 8.0


def test_the_keeper_tells_once_when_it_cannot_write(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    store = SettingsStore(blocked / "view.json")
    store.keep(ViewSettings(theme="light"), 1.0)
    first = store.keep(ViewSettings(theme="light"), 3.0)
    assert str(blocked) in (first or store.outcome())
    assert store.keep(ViewSettings(theme="light"), 9.0) == store.outcome() == ""
    assert os.listdir(tmp_path) == ["file"]


def test_the_window_does_not_wait_for_the_disk(tmp_path, monkeypatch):
    written, go_on = [], threading.Event()

    def slow(path, settings):
        assert go_on.wait(20)
        written.append(settings.grab_hertz)

    monkeypatch.setattr(view_settings, "save", slow)
    store = SettingsStore(tmp_path / "view.json")
    for now, hertz in ((1.0, 6.0), (3.0, 6.0), (4.0, 7.0), (6.0, 7.0)):
        assert store.keep(ViewSettings(grab_hertz=hertz), now) == "" and not written
    go_on.set()
    store.keep(ViewSettings(grab_hertz=7.0), float("inf"))
    assert written == [6.0, 7.0]


def test_the_command_line_sets_the_view_for_one_run(tmp_path):
    others, view = overrides_among(("solver.iterations=3", "view.contacts=true", "view.grab_hertz = 8", "view.theme=light"),
                                   ViewSettings)
    assert others == ("solver.iterations=3",) and view == {"contacts": True, "grab_hertz": 8.0, "theme": "light"}
    store = SettingsStore(tmp_path / "view.json", overrides=view)
    assert store.settings == ViewSettings(contacts=True, grab_hertz=8.0, theme="light")
    store.keep(store.settings, 1.0)
    store.keep(store.settings, 9.0)
    assert not store.path.exists()
    store.keep(store.settings.replace(theme="dark", shot_speed=9.0, grab_hertz=7.0), float("inf"))
    assert load(store.path)[0] == ViewSettings(shot_speed=9.0, grab_hertz=7.0)


@pytest.mark.parametrize(("text", "word"), [
    ("view.contact=true", "view.contacts"), ("view.contacts", "view.theme=light"), ("view.theme=pink", "dark"),
    ("view.scale=9", "0.75 to 2"), ("view.contacts=7", "view.contacts")])
def test_a_wrong_view_setting_says_what_is_right(text, word):
    with pytest.raises(SettingError, match=word):
        overrides_among((text,), ViewSettings)


def test_pictures_without_a_window_take_what_belongs_to_pictures():
    assert overrides_among(("view.shadows=false",), ViewOptions) == ((), {"shadows": False})
    with pytest.raises(SettingError, match="view.shadows"):
        overrides_among(("view.shot_speed=3",), ViewOptions)
