"""Saving a film plan: into the scene's own file, into a copy of the catalog's, on another thread, and what goes wrong."""
from __future__ import annotations

import threading
import time

import pytest

import scenes
from app.published.film_plan import Bookmark, Caption, FilmPlan, Keyframe, SlowPart, Vantage, plan_of
from app.ui.film_saving import FilmSaver
from scenes import catalog

VANTAGE = Vantage((1.0, 2.0, 3.0), (0.0, 0.0, 0.5), 0.9)
PLAN = FilmPlan("ball", (Bookmark("near", VANTAGE),), (Keyframe(0.5, VANTAGE),), (Caption(0.0, 1.0, "Look: here", "top"),),
                (SlowPart(1.0, 2.0, 0.5),))
SCENE = "format: 1   # mine\nbodies: [{name: ball, shape: {sphere: {radius: 1}}}]\n"


@pytest.fixture
def saver(tmp_path):
    saver = FilmSaver(tmp_path / "mine")
    yield saver
    saver.close()


def saved(saver, file, plan=PLAN):
    saver.save(str(file), plan)
    assert saver.busy
    until = time.monotonic() + 20
    while (found := saver.ended()) is None:
        assert time.monotonic() < until
        time.sleep(0.005)
    assert not saver.busy
    return found


def test_a_scene_s_own_file(saver, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(SCENE)
    assert saved(saver, path) == (path, PLAN, "")
    assert plan_of(scenes.load(path)) == PLAN and path.read_text().startswith("format: 1   # mine\n")
    changed = PLAN.changed(follow="", captions=())
    saved(saver, path, changed)
    assert plan_of(scenes.load(path)) == changed


def test_what_another_program_wrote_meanwhile_stays(saver, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(SCENE)
    path.write_text(SCENE + "title: By another program\n")
    saved(saver, path)
    assert scenes.load(path).title == "By another program"


def test_a_scene_of_the_program_is_copied_once_and_stays_as_it_is(saver, tmp_path):
    source = catalog.find("stacking/tower").path
    before = source.read_bytes()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "tower.yaml").write_text("mine")
    first = saved(saver, source, PLAN.changed(follow=""))
    assert first.path == tmp_path / "mine" / "tower-2.yaml" and not first.problem
    second = saved(saver, source, PLAN.changed(follow="", path=()))
    assert second.path == first.path and plan_of(scenes.load(first.path)).path == ()
    assert source.read_bytes() == before and (tmp_path / "mine" / "tower.yaml").read_text() == "mine"
    assert scenes.load(first.path).bodies == scenes.load(source).bodies


@pytest.mark.parametrize(("text", "says"), [(None, "there is no such file"), ("format: 2\n", "reads format 1 only"),
                                            (SCENE.replace("ball", "box"), "there is no body 'ball'")])
def test_what_goes_wrong_is_said_and_nothing_is_written(saver, tmp_path, text, says):
    path = tmp_path / "a.yaml"
    if text is not None:
        path.write_text(text)
    found = saved(saver, path)
    assert says in found.problem and (path.read_text() if path.exists() else None) == text


def test_it_is_done_on_another_thread(saver, tmp_path, monkeypatch):
    path, threads = tmp_path / "a.yaml", []
    path.write_text(SCENE)
    write = FilmSaver._write

    def noted(*words):
        threads.append(threading.current_thread())
        write(*words)

    monkeypatch.setattr(FilmSaver, "_write", staticmethod(noted))
    saved(saver, path)
    assert threads and threads[0] is not threading.current_thread()


def test_that_a_file_was_written_is_told_once(saver, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text(SCENE)
    assert not saver.wrote()
    saver.save(str(path), PLAN)
    assert saver.wrote()
    while saver.ended() is None:
        time.sleep(0.005)
    assert saver.wrote() and not saver.wrote()
