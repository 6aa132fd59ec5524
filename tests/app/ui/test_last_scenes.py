"""The last scenes: newest first, at most eight, those that are gone are dropped, and a damaged file is none."""
from __future__ import annotations

import json
import time

import pytest

from app.published.status import SceneCard
from app.ui.last_scenes import MOST, Kept, LastScenes, load, save, word_of
from scenes import catalog


def scenes_of(last):
    """The scenes, once it was asked which are there."""
    end = time.monotonic() + 20
    while last._there is not None and time.monotonic() < end:
        last.scenes
        time.sleep(0.001)
    return last.scenes


def test_the_newest_comes_first_and_each_once(tmp_path):
    last = LastScenes(tmp_path / "deep" / "last.json")
    for word in ("stacking/tower", "joints/cradle", "stacking/tower", ""):
        last.opened(word)
    assert last.scenes == ("stacking/tower", "joints/cradle")
    last.close()
    again = LastScenes(tmp_path / "deep" / "last.json")
    assert scenes_of(again) == ("stacking/tower", "joints/cradle") and not again.welcomed
    again.close()


def test_at_most_eight_are_kept(tmp_path):
    last = LastScenes(tmp_path / "last.json")
    for entry in catalog.entries()[:MOST + 3]:
        last.opened(entry.id)
    assert len(last.scenes) == MOST and last.scenes[0] == catalog.entries()[MOST + 2].id
    last.close()


def test_what_is_gone_is_dropped(tmp_path):
    there = tmp_path / "there.yaml"
    there.write_text("format: 1\n")
    save(tmp_path / "last.json", Kept((str(tmp_path / "gone.yaml"), str(there), "no/scene", "stacking/tower", "relative.yaml")))
    last = LastScenes(tmp_path / "last.json")
    assert scenes_of(last) == (str(there), "stacking/tower")
    last.close()


def test_a_scene_that_is_opened_while_files_are_looked_for_is_kept(tmp_path):
    save(tmp_path / "last.json", Kept(("stacking/tower", "no/scene")))
    last = LastScenes(tmp_path / "last.json")
    last.opened("joints/cradle")
    assert scenes_of(last) == ("joints/cradle", "stacking/tower")
    last.close()


def test_the_welcome_is_remembered(tmp_path):
    last = LastScenes(tmp_path / "last.json")
    assert not last.welcomed
    last.seen()
    last.close()
    assert LastScenes(tmp_path / "last.json").welcomed


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", '{"scenes": 3}', '{"scenes": [1, "", "a\\u0000b", null]}', "x" * 60_000,
                                  json.dumps({"scenes": ["y" * 5000], "welcomed": "yes"}), "[" * 9999])
def test_a_damaged_file_is_none(tmp_path, text):
    (tmp_path / "last.json").write_text(text)
    assert load(tmp_path / "last.json") == Kept()


def test_without_a_file_nothing_is_written(tmp_path):
    last = LastScenes(None)
    last.opened("stacking/tower")
    last.seen()
    last.close()
    assert last.scenes == ("stacking/tower",) and last.welcomed and not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_no_fault(tmp_path):
    (tmp_path / "file").write_text("")
    last = LastScenes(tmp_path / "file" / "last.json")
    last.opened("stacking/tower")
    last.close()
    assert last.scenes == ("stacking/tower",)


def test_the_word_of_a_scene_opens_it_again(tmp_path):
    entry = catalog.find("tower")
    assert word_of(SceneCard(entry.id, str(entry.path))) == entry.id
    assert word_of(SceneCard("tower", str(tmp_path / "tower.yaml"))) == str(tmp_path / "tower.yaml")
    assert word_of(SceneCard("new scene")) == ""
