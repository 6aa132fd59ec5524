"""The window reuses a scene that the command line has read and built."""
from __future__ import annotations

import pytest

import scenes
from app.cli import open as command
from app.headless.options import RunOptions, open_scene
from app.simulation.commands import CreateBody, LoadScene, Restart, SaveScene
from app.simulation.editing.new_scene import NEW
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from tests.support.fake_world import apply

SCENE = "format: 1\ntitle: Short\nbodies:\n  - {name: a, shape: {sphere: {radius: 1}}, position: [0, 0, 3]}\n"


@pytest.fixture
def counted(monkeypatch):
    """Numbers of reads and builds of a scene."""
    counts = {"load": 0, "build": 0}

    def counting(name, work):
        def counted(*arguments, **keywords):
            counts[name] += 1
            return work(*arguments, **keywords)
        return counted

    for name in counts:
        monkeypatch.setattr(scenes, name, counting(name, getattr(scenes, name)))
    return counts


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "short.yaml"
    path.write_text(SCENE)
    return path


def _open(session: Session, command_) -> None:
    session.submit(command_)
    session.apply_pending()


def test_the_window_takes_what_the_command_line_opened(counted, scene, monkeypatch):
    wanted = []
    monkeypatch.setenv("DISPLAY", ":4711")
    monkeypatch.setattr(command, "prepare_platform", lambda: None)
    monkeypatch.setattr(command, "show", lambda options: wanted.append(options))
    command.open(str(scene))
    assert counted == {"load": 1, "build": 1}
    options = wanted[0]
    session = Session(SceneReader(options.run, print, (options.scene, options.opened)))
    _open(session, LoadScene(options.scene))
    assert counted == {"load": 1, "build": 1} and session.scene.card.title == "Short" and session.step_count == 0
    _open(session, Restart())
    assert counted == {"load": 1, "build": 2}, "a world that went on is built anew"
    scene.write_text(SCENE.replace("Short", "Saved"))
    _open(session, LoadScene(str(scene)))
    assert counted == {"load": 2, "build": 3} and session.scene.card.title == "Saved", "a file may have been saved meanwhile"


def test_another_scene_is_read(counted, scene):
    session = Session(SceneReader(RunOptions(), print, (str(scene), open_scene(str(scene), RunOptions()))))
    _open(session, LoadScene("stacking/tower"))
    assert counted == {"load": 2, "build": 2} and session.scene.card.id == "stacking/tower"


def test_a_film_instead_reads_once(counted, scene, monkeypatch, tmp_path):
    """The film and the picture are of one reading and two worlds."""
    from app.cli import render
    monkeypatch.chdir(tmp_path)
    shots = []
    monkeypatch.setattr(render, "shoot", lambda opened, shot: shots.append(opened))
    command.film_instead(str(scene), RunOptions(), "no display")
    assert counted == {"load": 1, "build": 2}
    assert len(shots) == 2 and shots[0].document is shots[1].document and shots[0].world is not shots[1].world


def test_the_empty_scene_has_no_file_and_can_be_edited(tmp_path):
    session = Session(SceneReader(RunOptions(), lambda error: None))
    apply(session, LoadScene(NEW))
    assert session.scene.card.file == "" and session.scene.card.title == "New scene"
    assert [body.name for body in session.variant.world.bodies] == ["floor"]
    apply(session, CreateBody("box", (0.0, 0.0, 2.0)), SaveScene(str(tmp_path / "mine.yaml")))
    assert session.scene.card.file == str(tmp_path / "mine.yaml") and "box" in (tmp_path / "mine.yaml").read_text()
