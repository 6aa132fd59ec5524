"""A session on a height field: history, removal and undo, kinds, arranging, shooting, copying, and all that is published."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import scenes
from app.draw.camera import Camera
from app.draw.frame_builder import frame_of
from app.draw.ghosts import with_ghosts
from app.headless.options import RunOptions
from app.published.view import Parts
from app.simulation.commands import (
    AddVariant,
    ApplyImpulse,
    ArrangeBodies,
    CopyBodies,
    CopyPoses,
    CreateBody,
    CreateJoint,
    DeleteBodies,
    DuplicateBodies,
    EditBodies,
    EditBody,
    GoTo,
    KeepHistory,
    LoadScene,
    MoveBodies,
    Observe,
    PasteBodies,
    Redo,
    RemoveBody,
    Restart,
    SaveMoment,
    Select,
    SelectAll,
    SelectBodies,
    SetBody,
    Shoot,
    Undo,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.watch.codec import Decoder, Encoder
from physics.definitions.shapes import HeightField
from tests.support.height_fields import HILLS, SCENE, height
from tests.support.sessions import give

FIELD, BALL, CRATE = range(1, 4)
FORMULA = "0.4 * sin(x) * cos(0.8 * y) + 0.1"


@pytest.fixture
def session(tmp_path) -> Session:
    path = tmp_path / "hills.yaml"
    path.write_text(SCENE)
    session = Session(SceneReader(RunOptions(precision="double"), lambda error: None))
    give(session, LoadScene(str(path)))
    session.ready = session.paused = True
    return session


def run(session: Session, steps: int) -> None:
    for _ in range(steps):
        session.advance()


def faultless(session: Session) -> bool:
    return session.status().fault is None


def draft_text(session: Session) -> str:
    return session.editing.draft.text


def test_all_parts_of_a_publication(session):
    give(session, Observe(**{field.name: True for field in dataclasses.fields(Parts)}), Select(FIELD))
    run(session, 40)
    made = session.publish()
    assert made.view.table.shapes[0] == HILLS and made.view.contact_count and faultless(session)
    assert made.status.body.settings and made.inside.rows.size
    again = Decoder().decode(*Encoder().encode(made))
    assert again.view.table.shapes[0] == HILLS and np.array_equal(again.view.positions, made.view.positions)


def test_back_and_forth_in_time(session):
    give(session, KeepHistory(64))
    run(session, 30)
    known = session.variant.world.state_hash()
    run(session, 30)
    later = session.variant.world.state_hash()
    give(session, GoTo(30))
    while session.travel.under_way:
        session.travel.go()
    assert session.variant.world.state_hash() == known and session.step_count == 30 and faultless(session)
    run(session, 30)
    assert session.variant.world.state_hash() == later


def test_it_is_removed_and_comes_back(session):
    give(session, DeleteBodies((FIELD,)))
    assert len(session.variant.world.bodies) == 2
    give(session, Undo())
    assert isinstance(session.variant.body(FIELD).shape, HeightField) and draft_text(session) == SCENE
    run(session, 20)
    give(session, RemoveBody(FIELD))
    run(session, 20)
    assert len(session.variant.world.bodies) == 2 and faultless(session)
    give(session, Restart())
    assert len(session.variant.world.bodies) == 3


def test_kinds(session):
    give(session, EditBodies((FIELD,), {"type": "kinematic"}))
    assert session.variant.body(FIELD).type == "kinematic" and FORMULA in draft_text(session)
    before = draft_text(session)
    give(session, EditBody(FIELD, {"type": "dynamic"}))
    assert draft_text(session) == before and "static or kinematic" in session.status().fault.text
    give(session, EditBodies((FIELD,), {"type": "static"}), EditBody(FIELD, {"friction": 0.9, "color": "#336644"}))
    assert session.variant.body(FIELD).friction == pytest.approx(0.9) and session.variant.body(FIELD).type == "static"
    give(session, SetBody(FIELD, "friction", 0.2))
    assert session.variant.body(FIELD).friction == pytest.approx(0.2)


def test_bodies_are_arranged_made_and_shot_over_it(session):
    give(session, SelectAll())
    assert session.status().group.uids == (BALL, CRATE)
    give(session, ArrangeBodies((FIELD, BALL, CRATE), "down"))
    bodies = {body.name: body.position for body in session.variant.world.bodies}
    assert bodies["hills"].tolist() == [0, 0, 0]
    assert 0.39 <= bodies["ball"][2] - height(0, 0) < 0.7
    give(session, CreateBody("sphere", (1.5, 0.0, 0.0)), MoveBodies((FIELD, BALL), shift=(0.0, 0.0, 0.1)))
    made = [body for body in session.variant.world.bodies][-1]
    assert made.position[2] > height(1.5, 0.0) + 0.2
    give(session, Shoot((0.0, -6.0, 3.0), (0.0, 10.0, -2.0)), ApplyImpulse(BALL, (0.0, 0.0, 1.0)))
    run(session, 30)
    assert faultless(session)


def test_a_joint_to_it_is_in_the_scene(session):
    give(session, CreateJoint("ball_socket", BALL, FIELD, (0.0, 0.0, -0.4), (0.0, 0.0, 0.5), (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)))
    run(session, 10)
    assert len(session.variant.world.joints) == 1 and faultless(session)


def test_copies(session):
    give(session, SelectBodies((FIELD, BALL)), CopyBodies((FIELD, BALL)))
    text = session.status().group.copied.text
    assert FORMULA in text
    give(session, PasteBodies(text, (0.0, 20.0, 0.0)), DuplicateBodies((FIELD,), (20.0, 0.0, 0.0)), CopyPoses((FIELD,)))
    names = [body.name for body in session.variant.world.bodies]
    assert names.count("hills_2") == names.count("hills_3") == 1 and faultless(session)
    give(session, Undo(), Redo())
    run(session, 10)
    assert faultless(session)


def test_a_moment_of_the_window_has_its_heights(session, tmp_path):
    run(session, 15)
    give(session, SaveMoment(str(tmp_path / "moment.yaml"), {}))
    saved = scenes.load(str(tmp_path / "moment.yaml"))
    assert saved.bodies[0].shape == HILLS and saved.bodies[0].type == "static"


def test_variants_have_ghosts_of_bodies_alone(session):
    give(session, AddVariant())
    run(session, 20)
    views = session.publish().views
    frame = with_ghosts(frame_of(views[0], 1.0, Camera((0, -9, 5), (0, 0, 0)).pose), views, 0, 1.0)
    assert sum(len(group.hulls) for group in frame.solids) == 1
