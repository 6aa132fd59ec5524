"""The scene's file: edits, camera and film are written by one writer, none of which loses another's changes; catalog and lessons
stay as they are; what another program has written is not written over."""
from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

import scenes
from app.headless.options import RunOptions
from app.published.film_plan import Bookmark, Caption, FilmPlan, Keyframe, SlowPart, Vantage, entries_of, plan_of
from app.simulation.commands import (
    DeleteBodies,
    EditBody,
    FollowFile,
    LoadScene,
    ReloadScene,
    RenameBody,
    SaveScene,
    Undo,
)
from app.simulation.editing.scene_file import SOURCE
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from scenes import catalog
from tests.support.sessions import give

VANTAGE = Vantage((1.0, 2.0, 3.0), (0.0, 0.0, 0.5), 0.9)
PLAN = FilmPlan("ball", (Bookmark("near", VANTAGE),), (Keyframe(0.5, VANTAGE),), (Caption(0.0, 1.0, "Look: here", "top"),),
                (SlowPart(1.0, 2.0, 0.5),))
FILM = entries_of(PLAN)
TEXT = """\
format: 1            # mine
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [0, 0, 1]}     # heavy
"""


def session_on(file, *settings: str) -> Session:
    name = str(file)
    session = Session(SceneReader(RunOptions(settings=settings, precision="double"), lambda error: None, (name, None)))
    give(session, LoadScene(name))
    session.ready = True
    return session


def said(session: Session) -> str:
    """All notices, and the fault."""
    status = session.status()
    return "\n".join([*(notice.text for notice in status.notices), status.fault.text if status.fault else ""])


def uid(session: Session, name: str) -> int:
    return next(body.uid for body in session.variant.world.bodies if body.name == name)


@pytest.fixture
def path(tmp_path) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    return path


@pytest.fixture
def session(path) -> Session:
    return session_on(path)


def test_a_film_is_saved_with_the_edits_and_edits_with_the_film(session, path):
    """As before, the film's saver wrote the file itself, without the edits, and the draft refused to write from then on."""
    give(session, EditBody(uid(session, "ball"), {"mass": 5.0}), SaveScene("", FILM))
    saved = scenes.load(path)
    assert plan_of(saved) == PLAN and saved.bodies[1].mass == 5
    assert "format: 1            # mine" in saved.text and "# heavy" in saved.text
    assert not session.editing.card.changed
    give(session, EditBody(uid(session, "ball"), {"mass": 6.0}), SaveScene())
    saved = scenes.load(path)
    assert plan_of(saved) == PLAN and saved.bodies[1].mass == 6 and "another program" not in said(session)
    give(session, SaveScene("", entries_of(PLAN.changed(follow="", captions=()))))
    assert plan_of(scenes.load(path)) == PLAN.changed(follow="", captions=()) and scenes.load(path).bodies[1].mass == 6


def test_the_world_goes_on_while_a_film_is_saved(session, path):
    session.paused = False
    for _ in range(30):
        session.advance()
    run, height = session.status().run, session.variant.world.bodies[1].position[2]
    give(session, SaveScene("", FILM))
    status = session.status()
    assert session.step_count == 30 and status.run == run and not session.paused
    assert session.variant.world.bodies[1].position[2] == height and status.scene.film == PLAN


def test_a_film_is_taken_back_and_saved_as_it_was(session, path):
    give(session, SaveScene("", FILM))
    run = session.status().run
    assert session.editing.card.undo == "camera and film"
    give(session, Undo())
    assert session.status().scene.film == FilmPlan() and session.status().run == run and session.editing.card.changed
    give(session, SaveScene())
    assert path.read_text() == TEXT


def test_the_film_follows_a_body_that_is_renamed_or_removed(session, path):
    give(session, SaveScene("", FILM), RenameBody(uid(session, "ball"), "globe"))
    assert session.status().scene.film == PLAN.changed(follow="globe")
    give(session, SaveScene())
    assert plan_of(scenes.load(path)).follow == "globe"
    give(session, DeleteBodies((uid(session, "globe"),)), SaveScene())
    assert plan_of(scenes.load(path)).follow == "" and plan_of(scenes.load(path)).path == PLAN.path


def test_a_film_of_a_body_that_is_not_there_is_refused(session, path):
    give(session, SaveScene("", FILM | {"follow": "nobody"}))
    assert "there is no body 'nobody'" in said(session) and path.read_text() == TEXT


def test_what_another_program_wrote_is_not_written_over_and_nothing_is_lost(session, path, tmp_path):
    other = TEXT + "title: By another program\n"
    give(session, EditBody(uid(session, "ball"), {"mass": 5.0}))
    path.write_text(other)
    give(session, SaveScene("", FILM))
    assert path.read_text() == other and "another program" in said(session)
    give(session, SaveScene(str(tmp_path / "new.yaml")))
    saved = scenes.load(tmp_path / "new.yaml")
    assert plan_of(saved) == PLAN and saved.bodies[1].mass == 5 and path.read_text() == other


def test_a_file_that_was_saved_under_another_name_is_watched_too(session, path, tmp_path):
    new = tmp_path / "new.yaml"
    give(session, EditBody(uid(session, "ball"), {"mass": 5.0}), SaveScene(str(new)))
    new.write_text(TEXT + "title: By another program\n")
    give(session, EditBody(uid(session, "ball"), {"mass": 6.0}), SaveScene())
    assert scenes.load(new).title == "By another program" and "another program" in said(session)


@pytest.mark.parametrize("encode", [lambda text: b"\xef\xbb\xbf" + text.encode(),
                                    lambda text: text.replace("\n", "\r\n").encode()])
def test_a_byte_order_mark_and_windows_line_ends_are_no_change(path, encode):
    path.write_bytes(encode(TEXT))
    session = session_on(path)
    give(session, SaveScene("", FILM))
    assert plan_of(scenes.load(path)) == PLAN and "another program" not in said(session)


def test_the_programs_own_writing_is_no_news(session, path):
    """A reading would forget the edits that can be taken back."""
    give(session, EditBody(uid(session, "ball"), {"mass": 5.0}), SaveScene())
    run = session.status().run
    give(session, FollowFile())
    assert session.editing.card.undo and session.status().run == run
    give(session, Undo())
    assert session.editing.document.bodies[1].mass != 5


def test_another_programs_writing_is_read_unless_edits_would_be_lost(session, path):
    path.write_text(TEXT + "title: By another program\n")
    give(session, FollowFile())
    assert session.status().scene.title == "By another program"
    give(session, EditBody(uid(session, "ball"), {"mass": 5.0}))
    path.write_text(TEXT + "title: Again\n")
    give(session, FollowFile())
    assert session.status().scene.title == "By another program" and session.editing.document.bodies[1].mass == 5
    assert "Your edits are kept" in said(session)
    give(session, ReloadScene())
    assert session.status().scene.title == "Again" and not session.editing.card.undo


def test_a_scene_of_the_program_is_copied_once_and_stays_as_it_is(tmp_path):
    source, folder = catalog.find("stacking/tower").path, tmp_path / "mine"
    before = source.read_bytes()
    folder.mkdir()
    (folder / "tower.yaml").write_text("mine")
    session = session_on("stacking/tower")
    film = FILM | {"follow": ""}
    give(session, SaveScene("", film, str(folder)))
    give(session, SaveScene("", film | {"camera.path": []}, str(folder)))
    assert source.read_bytes() == before and (folder / "tower.yaml").read_text() == "mine"
    assert sorted(one.name for one in folder.iterdir()) == ["tower-2.yaml", "tower.yaml"]
    assert plan_of(scenes.load(folder / "tower-2.yaml")) == PLAN.changed(follow="", path=())
    assert session.status().scene.file == str(folder / "tower-2.yaml")


def test_scenes_of_lessons_belong_to_the_program_too(tmp_path):
    lesson = next((SOURCE / "lessons").rglob("scene.yaml"))
    before = lesson.read_bytes()
    session = session_on(lesson)
    give(session, SaveScene("", FILM | {"follow": ""}))
    assert "no file of its own" in said(session) and lesson.read_bytes() == before
    give(session, SaveScene("", FILM | {"follow": ""}, str(tmp_path / "mine")))
    assert lesson.read_bytes() == before and plan_of(scenes.load(tmp_path / "mine" / "scene.yaml")).path == PLAN.path


def test_the_folder_of_the_program_is_made_and_no_other(session, tmp_path):
    folder = tmp_path / "captures"
    give(session, SaveScene(str(folder / "new.yaml"), None, str(folder)))
    assert scenes.load(folder / "new.yaml").bodies
    give(session, SaveScene(str(tmp_path / "nowhere" / "new.yaml"), None, str(folder)))
    assert not (tmp_path / "nowhere").exists() and "cannot be written" in said(session)


def test_values_of_the_command_line_do_not_get_into_the_file(path):
    session = session_on(path, "bodies.ball.mass=9")
    assert session.variant.run.document.values
    give(session, SaveScene("", FILM))
    saved = scenes.load(path)
    assert plan_of(saved) == PLAN and saved.bodies[1].mass != 9 and session.variant.world.bodies[1].mass == 9
    run = session.status().run
    give(session, FollowFile())
    assert session.status().run == run and session.status().scene.film == PLAN


def test_a_film_as_it_is_makes_no_edit(session, path):
    stamp = path.stat().st_mtime_ns
    give(session, SaveScene("", entries_of(FilmPlan())))
    assert path.read_text() == TEXT and not session.editing.card.undo and path.stat().st_mtime_ns >= stamp


def test_the_entries_are_plain_and_complete():
    """Every part of a plan is in its entries, so that each one is saved."""
    parts = {field.name for field in dataclasses.fields(FilmPlan)}
    assert len(FILM) == len(parts)
    assert FILM["film.captions"] == [{"from": 0.0, "until": 1.0, "text": "Look: here", "place": "top"}]
    assert json.loads(json.dumps(FILM)) == FILM
