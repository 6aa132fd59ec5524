"""Settings that are not understood are kept.

Seen: `--view-settings notes.json` with somebody's notes was `{"grid": false}` after one change, with exit code 0; a settings file
of a later version, or a broken one, lost what was in it, and so did the list of last scenes.  A number of 400 digits
stopped every start.  Expected: the old file is set aside as `.bak`, and a message says so.
"""
from __future__ import annotations

import json

import pytest

from app.ui import last_scenes, view_settings
from app.ui.last_scenes import Kept
from app.ui.view_settings import SettingsStore, ViewSettings

TEXTS = ["my own notes\n", '{"my": "precious", "data": [1, 2, 3]}', '{"theme": "light", "new_thing": 1}', '{"theme": ', "[1]",
         "\x00"]


@pytest.mark.parametrize("text", TEXTS)
def test_view_settings_are_set_aside_and_told(tmp_path, text):
    path = tmp_path / "view.json"
    path.write_text(text)
    store = SettingsStore(path)
    assert store.complaints and path.read_text() == text
    said = store.keep(store.settings.replace(grid=False), float("inf"))
    assert "view.json.bak" in said and (tmp_path / "view.json.bak").read_text() == text
    assert json.loads(path.read_text())["grid"] is False
    store.keep(store.settings.replace(grid=False, scale=1.5), float("inf"))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["view.json", "view.json.bak"]


def test_a_second_file_is_set_aside_too(tmp_path):
    for number, text in enumerate(("first", "second")):
        (tmp_path / "view.json").write_text(text)
        view_settings.save(tmp_path / "view.json", ViewSettings(scale=1.0 + number / 10))
    assert (tmp_path / "view.json.bak").read_text() == "first" and (tmp_path / "view.json.bak2").read_text() == "second"


def test_our_own_settings_leave_nothing_beside(tmp_path):
    for scale in (1.1, 1.2):
        assert view_settings.save(tmp_path / "view.json", ViewSettings(scale=scale)) == ""
    assert [one.name for one in tmp_path.iterdir()] == ["view.json"]


@pytest.mark.parametrize("name", ["text_size", "scale", "video_fps"])
def test_a_number_of_400_digits(tmp_path, name):
    (tmp_path / "view.json").write_text(f'{{"{name}": {"9" * 400}}}')
    settings, _ = view_settings.load(tmp_path / "view.json")
    assert settings == ViewSettings() or settings == ViewSettings(scale=2.0)


@pytest.mark.parametrize("text", [one for one in TEXTS if "theme" not in one])
def test_last_scenes_are_set_aside(tmp_path, text):
    path = tmp_path / "last_scenes.json"
    path.write_text(text)
    assert last_scenes.load(path) == Kept()
    last_scenes.save(path, Kept(("stacking/tower",), True))
    assert (tmp_path / "last_scenes.json.bak").read_text() == text and last_scenes.load(path).welcomed
