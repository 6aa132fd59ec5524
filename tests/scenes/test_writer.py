"""Saving: changed values are replaced in place, everything else stays, and the file is never incomplete."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from scenes import SceneError, catalog
from scenes.writer import edited
from tests.support.good_scene import GOOD

COMMENTED = """\
# A scene with comments everywhere.
format: 1
title: "Quoted: title"      # why it is called so

# about the world
world: {dt: 1/60}           # one sixtieth
solver:
  # fewer is faster
  iterations: 4             # a good number
bodies:
  - {name: a, shape: {sphere: {radius: 0.50}}, mass: 1e3}      # the first
  # between
  - name: b                 # the second
    shape: {box: {half: [1, 2.0, 3]}}
# at the end
"""


def test_nothing_changes_when_nothing_is_asked():
    assert edited(COMMENTED, {}) == COMMENTED


def test_one_value_changes_one_line():
    text = edited(COMMENTED, {"solver.iterations": 9})
    old, new = COMMENTED.splitlines(), text.splitlines()
    changed = [(a, b) for a, b in zip(old, new) if a.split() != b.split()]
    assert len(old) == len(new) and len(changed) == 1
    assert changed[0][1].split() == ["iterations:", "9", "#", "a", "good", "number"]


def test_all_comments_and_the_order_stay():
    text = edited(COMMENTED, {"bodies[0].mass": 5, "world.dt": "1/120", "title": "New"})
    for comment in ("# A scene with comments everywhere.", "# why it is called so", "# about the world", "# one sixtieth",
                    "# fewer is faster",
                    "# the first", "# between", "# the second", "# at the end"):
        assert comment in text
    assert "radius: 0.50" in text and "dt: 1/120" in text and "mass: 5" in text and "[1, 2.0, 3]" in text
    keys = [line.split(":")[0] for line in text.splitlines() if line[:1].isalpha()]
    assert keys == ["format", "title", "world", "solver", "bodies"]


def test_new_sections_vectors_and_numbers_from_numpy():
    text = edited(COMMENTED, {"camera": {"position": (1.0, 2.0, 3.0), "target": np.zeros(3).tolist()},
                              "bodies[1].position": (0, 0, 1.5), "solver.beta": np.float64(0.25)})
    document = scenes.loads(text)
    assert document.camera.position == (1, 2, 3) and document.bodies[1].position == (0, 0, 1.5)
    assert document.scene.solver.beta == 0.25
    assert "camera: {position: [1.0, 2.0, 3.0], target: [0.0, 0.0, 0.0]}" in text


def test_a_section_that_is_not_there_is_made():
    assert scenes.loads(edited("format: 1\ntitle: x\n", {"solver.beta": 0.4})).scene.solver.beta == 0.4


def test_a_value_is_taken_out():
    text = edited(COMMENTED, {"solver.iterations": None, "bodies[0].mass": None})
    assert scenes.loads(text).bodies[0].mass is None and "iterations" not in text and "solver" not in text


def test_an_entry_is_added_before_another():
    body = {"name": "between", "shape": {"sphere": {"radius": 1}}}
    text = edited(COMMENTED, [("bodies[+1]", body), ("bodies[+3]", body | {"name": "last"})])
    assert [plan.name for plan in scenes.loads(text).bodies] == ["a", "between", "b", "last"]
    assert "# the first" in text and "# the second" in text and "# between" in text


def test_changes_in_turn_refer_to_what_is_there_then():
    text = edited(COMMENTED, [("bodies[0]", None), ("bodies[0].name", "c")])
    assert [plan.name for plan in scenes.loads(text).bodies] == ["c"]


@pytest.mark.parametrize("path", ["bodies[7].mass", "bodies[+7]", "title[+0]", "title.x.y", "bodies.x", "bodies[x].mass"])
def test_paths_that_lead_nowhere(path):
    with pytest.raises(SceneError, match="leads nowhere"):
        edited(COMMENTED, {path: 1})


@pytest.mark.parametrize("entry", catalog.entries(), ids=lambda entry: entry.id)
def test_every_scene_survives_a_round_trip(entry):
    text = entry.path.read_text("utf-8")
    before = scenes.loads(text)
    again = edited(text, {"run": before.run + 1})
    assert scenes.loads(again).bodies == before.bodies
    assert scenes.loads(again).run == before.run + 1
    changed = set(again.splitlines()) - set(text.splitlines())
    assert len(changed) == 1 and changed.pop().startswith("run: "), "no other line is written in another way"


def test_save_writes_and_returns_the_new_document(tmp_path):
    path = tmp_path / "mine.yaml"
    saved = scenes.save(scenes.loads(GOOD), path, {"solver.beta": 0.5, "title": "Mine"})
    assert (saved.title, saved.scene.solver.beta, saved.id) == ("Mine", 0.5, "mine")
    assert scenes.load(path) == saved
    assert "# a comment" in path.read_text()


def test_a_change_that_makes_no_scene_is_not_written(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    with pytest.raises(SceneError, match=r"solver.beta: 5 is out of range"):
        scenes.save(scenes.loads(GOOD), path, {"solver.beta": 5})
    assert path.read_text() == GOOD and list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(SceneError, match="cannot be written"):
        scenes.save(scenes.loads(GOOD), tmp_path / "no" / "mine.yaml")


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)

    def full(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SceneError, match="No space left on device"):
        scenes.save(scenes.loads(GOOD), path, {"title": "New"})
    assert path.read_text() == GOOD and list(tmp_path.iterdir()) == [path]
