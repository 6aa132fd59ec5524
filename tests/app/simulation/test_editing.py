"""Edits of the open scene: commands, the world that follows, undo, redo, saving."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from app.headless.options import RunOptions
from app.simulation.commands import (
    CreateBody,
    DeleteBodies,
    DuplicateBodies,
    EditBody,
    LoadScene,
    Redo,
    RenameBody,
    SaveScene,
    Undo,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from tests.support.sessions import give

TEXT = """\
format: 1
title: Editing            # a title
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2]}    # heavy
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [2, 0, 1]}
generate:
  - pile: {name: brick, count: 3, spacing: [1, 1, 1], from: [5, 0, 1], shape: {sphere: {radius: 0.2}}}
"""


@pytest.fixture
def session(tmp_path) -> Session:
    """A session on a scene file."""
    path = tmp_path / "editing.yaml"
    path.write_text(TEXT.replace("""generate:
  - pile: {name: brick, count: 3, spacing: [1, 1, 1], from: [5, 0, 1], shape: {sphere: {radius: 0.2}}}
""", ""))
    session = Session(SceneReader(RunOptions(precision="double"), lambda error: None))
    give(session, LoadScene(str(path)))
    session.ready = True
    return session


def names(session: Session) -> list[str]:
    return [body.name for body in session.variant.world.bodies]


def uid(session: Session, name: str) -> int:
    return next(body.uid for body in session.variant.world.bodies if body.name == name)


def fault(session: Session) -> str:
    found = session.status().fault
    return found.text if found is not None else ""


def test_a_body_is_added_and_selected(session):
    give(session, CreateBody("box", (1.0, 2.0, 3.0)))
    assert names(session) == ["floor", "crate", "ball", "box"]
    body = session.variant.body(session.selection)
    assert body.name == "box" and body.position.tolist() == [1, 2, 3] and session.paused
    edits = session.status().edits
    assert (edits.undo, edits.redo, edits.changed, edits.own_file) == ("add box", "", True, True)
    assert edits.beginning and edits.body == 3


def test_edits_return_to_the_beginning(session):
    """What has run is at its beginning again, where the edit is made."""
    session.paused = False
    for _ in range(5):
        session.advance()
    give(session, DuplicateBodies((uid(session, "crate"),), (0.0, 3.0, 0.0)))
    assert session.step_count == 0 and session.paused and names(session)[-1] == "crate_2"
    world = session.variant.world
    assert world.body(uid(session, "crate")).position.tolist() == [0, 0, 2]
    assert world.body(session.selection).position.tolist() == [0, 3, 2]


def test_undo_and_redo(session):
    first = session.variant.world.state_hash()
    give(session, EditBody(uid(session, "crate"), {"mass": 5.0}), DeleteBodies((uid(session, "ball"),)))
    last = session.variant.world.state_hash()
    assert names(session) == ["floor", "crate"]
    give(session, Undo(), Undo())
    assert session.variant.world.state_hash() == first and session.status().edits.redo == "change crate"
    give(session, Redo(), Redo())
    assert session.variant.world.state_hash() == last and not session.status().edits.redo
    give(session, Redo())
    assert "no edit to make again" in session.status().notices[-1].text


def test_the_selection_stays_with_its_body(session):
    session.selection = uid(session, "ball")
    give(session, DeleteBodies((uid(session, "crate"),)))
    assert session.variant.body(session.selection).name == "ball"
    give(session, DeleteBodies((uid(session, "ball"),)))
    assert session.selection is None


def test_a_name_is_given_once(session):
    give(session, RenameBody(uid(session, "ball"), "crate"))
    assert "taken" in fault(session) and names(session) == ["floor", "crate", "ball"]
    give(session, RenameBody(uid(session, "ball"), "egg"))
    assert names(session) == ["floor", "crate", "egg"]


@pytest.mark.parametrize("command, words", [(lambda s: DeleteBodies((999,)), "gone"),
                                            (lambda s: EditBody(uid(s, "crate"), {"mass": -1.0}), "out of range")])
def test_what_cannot_be_is_said_and_changes_nothing(session, command, words):
    before = session.variant.world.state_hash()
    give(session, command(session))
    assert words in fault(session) and session.variant.world.state_hash() == before and not session.status().edits.undo


def test_settings_of_the_user_stay(session):
    session.variant.tune(gravity=(0.0, 0.0, -1.0))
    give(session, CreateBody("sphere", (0.0, 0.0, 5.0)))
    assert tuple(session.variant.world.gravity) == (0.0, 0.0, -1.0)


def test_saving_keeps_comments(session, tmp_path):
    give(session, EditBody(uid(session, "crate"), {"mass": 5.0}), SaveScene())
    text = (tmp_path / "editing.yaml").read_text()
    assert "# heavy" in text and "# a title" in text and "mass: 5.0" in text and not session.status().edits.changed
    other = tmp_path / "other.yaml"
    give(session, Undo(), SaveScene(str(other)))
    first, saved = scenes.loads(TEXT.partition("generate")[0]), scenes.load(str(other))
    assert scenes.build(saved).state_hash() == scenes.build(first).state_hash()
    assert session.source == str(other)
    give(session, SaveScene(str(tmp_path / "nowhere" / "x.yaml")))
    assert "cannot be written" in fault(session)


def test_scenes_of_the_catalog_are_saved_elsewhere(session, tmp_path):
    give(session, LoadScene("welcome"))
    give(session, CreateBody("box", (0.0, 0.0, 9.0)), SaveScene())
    assert "another name" in fault(session)
    give(session, SaveScene(str(tmp_path / "mine.yaml")))
    assert "box" in [plan.name for plan in scenes.load(str(tmp_path / "mine.yaml")).bodies]


def test_generated_bodies_are_not_edited_by_themselves(session):
    give(session, LoadScene("pyramid_2d"))
    world = session.variant.world
    give(session, DeleteBodies((world.bodies[-1].uid,)))
    assert "generator" in fault(session) and np.all(session.variant.world.uids == world.uids)
