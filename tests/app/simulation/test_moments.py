"""Saving a moment from a session: the file opens as a scene that goes on as the session does."""
from __future__ import annotations

import pytest

import scenes
from app.headless.options import RunOptions
from app.simulation.commands import AddJoint, EditBody, Grab, LoadScene, SaveMoment, SetBody, SetWorld, Undo
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from tests.support.sessions import give

CAMERA = {"position": [3.0, -8.0, 4.0], "target": [0.0, 0.0, 1.0], "fov": 0.8}


@pytest.fixture
def session() -> Session:
    """A session on the door."""
    made = opened("joints/door")
    return made


def opened(name: str) -> Session:
    session = Session(SceneReader(RunOptions(), lambda error: None))
    give(session, LoadScene(name))
    session.ready, session.paused = True, False
    return session


def said(session: Session) -> str:
    status = session.status()
    return status.fault.text if status.fault is not None else status.notices[-1].text if status.notices else ""


def steps(session: Session, number: int) -> str:
    for _ in range(number):
        session.advance()
    return session.variant.world.state_hash()


def test_the_file_goes_on_as_the_session_does(session, tmp_path):
    """With all that was changed by hand: a force of the mouse, a new joint, friction, gravity."""
    steps(session, 50)
    ball = next(body for body in session.variant.world.bodies if body.type == "dynamic" and not any(
        body in (joint.a, joint.b) for joint in session.variant.world.joints))
    give(session, SetBody(ball.uid, "friction", 0.9), SetWorld("gravity", (0.0, 0.0, -4.0)), SetWorld("restitution", 0.3),
         Grab(ball.uid, (0.0, 0.0, 0.1), (0.0, 0.0, 3.0)),
         AddJoint("distance", ball.uid, None, (0.0, 0.0, 0.0), (1.0, 1.0, 4.0)))
    steps(session, 40)
    path = tmp_path / "later.yaml"
    give(session, SaveMoment(str(path), CAMERA))
    assert "goes on as this world does" in said(session) and session.step_count == 90
    again = opened(str(path))
    card = again.scene.card
    assert card.eye == (3.0, -8.0, 4.0) and card.target == (0.0, 0.0, 1.0) and card.fov == 0.8 and "1.50 s later" in card.title
    assert again.step_count == 0 and again.variant.world.note == ""
    assert steps(again, 0) == steps(session, 0)
    assert steps(again, 120) == steps(session, 120)


def test_a_restart_begins_at_the_moment(session, tmp_path):
    steps(session, 70)
    give(session, SaveMoment(str(tmp_path / "later.yaml"), CAMERA))
    first = steps(session, 0)
    again = opened(str(tmp_path / "later.yaml"))
    assert steps(again, 30) != first
    again.restart()
    assert steps(again, 0) == first


def test_an_edit_lets_the_state_go_and_undo_brings_it_back(session, tmp_path):
    steps(session, 70)
    give(session, SaveMoment(str(tmp_path / "later.yaml"), CAMERA))
    first = steps(session, 0)
    again = opened(str(tmp_path / "later.yaml"))
    body = next(one for one in again.variant.world.bodies if one.type == "dynamic")
    give(again, EditBody(body.uid, {"friction": 0.05}))
    assert "state" not in again.editing.draft.content and again.variant.world.note == "" and steps(again, 0) != first
    give(again, Undo())
    assert steps(again, 0) == first


def test_bookmarks_stay(tmp_path):
    session = opened(str(_with_camera(tmp_path)))
    steps(session, 3)
    give(session, SaveMoment(str(tmp_path / "later.yaml"), CAMERA))
    camera = scenes.load(tmp_path / "later.yaml").camera
    assert camera.follow == "ball" and [mark.name for mark in camera.bookmarks] == ["near"] and camera.position == (3, -8, 4)


def _with_camera(folder):
    path = folder / "scene.yaml"
    path.write_text("format: 1\nbodies:\n  - {name: ball, shape: {sphere: {radius: 1}}}\ncamera: {position: [9, 9, 9], "
                    "follow: ball, bookmarks: [{name: near, position: [1, 0, 0], target: [0, 0, 0], fov: 0.5}]}\n")
    return path


def test_what_cannot_be_written_is_said(session, tmp_path):
    give(session, SaveMoment(str(tmp_path / "nowhere" / "x.yaml"), CAMERA))
    assert "cannot be written" in said(session)
    give(session, SaveMoment(str(tmp_path), CAMERA))
    assert "cannot be written" in said(session)


def test_the_folder_of_pictures_is_made(session, tmp_path):
    folder = tmp_path / "pictures" / "here"
    give(session, SaveMoment(str(folder / "x.yaml"), CAMERA, str(folder)))
    assert (folder / "x.yaml").is_file()
    give(session, SaveMoment(str(tmp_path / "other" / "x.yaml"), CAMERA, str(folder)))
    assert not (tmp_path / "other").exists()
