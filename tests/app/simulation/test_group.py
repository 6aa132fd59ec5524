"""Several selected bodies of a session: which they are, what is done with all of them, and text for the clipboard."""
from __future__ import annotations

import pytest

import scenes
from app.headless.options import RunOptions
from app.published.group_card import MIXED
from app.simulation.commands import (
    ArrangeBodies,
    CopyBodies,
    CopyPoses,
    DeleteBodies,
    DuplicateBodies,
    EditBodies,
    LoadScene,
    MoveBodies,
    PasteBodies,
    Redo,
    RemoveBody,
    Select,
    SelectAll,
    SelectBodies,
    ToggleSelected,
    Undo,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from tests.support.sessions import give

TEXT = """\
format: 1
title: Several            # a title
materials: {ice: {friction: 0.02}}
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2], material: ice, mass: 3}    # heavy
  - {shape: {sphere: {radius: 0.25}}, position: [2, 0, 1], mass: 3}
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [4, 0, 1.5]}
generate:
  - grid: {name: brick, count: [3, 1, 1], spacing: [1, 1, 1], position: [9, 0, 1], shape: {sphere: {radius: 0.2}}}
joints:
  - {name: rope, type: distance, a: crate, b: ball, anchor_a: [0, 0, 2], anchor_b: [4, 0, 1.5]}
"""
FLOOR, CRATE, NAMELESS, BALL, BRICK = range(1, 6)


@pytest.fixture
def session(tmp_path) -> Session:
    """A session on a scene file."""
    path = tmp_path / "several.yaml"
    path.write_text(TEXT)
    session = Session(SceneReader(RunOptions(precision="double"), lambda error: None))
    give(session, LoadScene(str(path)))
    session.ready = True
    return session


def group(session: Session) -> tuple[int, ...]:
    return session.status().group.uids


def place(session: Session, uid: int) -> list[float]:
    return session.variant.body(uid).position.tolist()


def said(session: Session) -> str:
    return session.status().notices[-1].text


def fault(session: Session) -> str:
    found = session.status().fault
    return found.text if found is not None else ""


def test_the_selection_grows_and_shrinks(session):
    """The selected body is the one that came last; without several it is the selection alone."""
    assert group(session) == ()
    give(session, Select(CRATE))
    assert group(session) == (CRATE,)
    give(session, ToggleSelected(BALL))
    assert group(session) == (CRATE, BALL) and session.selection == BALL
    give(session, SelectBodies((NAMELESS, CRATE), besides=True))
    assert group(session) == (CRATE, BALL, NAMELESS) and session.selection == NAMELESS
    give(session, ToggleSelected(NAMELESS))
    assert group(session) == (CRATE, BALL) and session.selection == BALL
    give(session, Select(CRATE))
    assert group(session) == (CRATE,)                                       # one of them, by a plain click: alone
    give(session, Select(NAMELESS))
    assert group(session) == (NAMELESS,)
    give(session, SelectBodies((CRATE, BALL)), Select(None))
    assert group(session) == () and session.selection is None


def test_all_are_the_scenes_own_bodies_but_planes(session):
    give(session, SelectAll())
    assert group(session) == (CRATE, NAMELESS, BALL)
    give(session, LoadScene("pyramid_2d"), SelectAll())
    assert "no bodies of its own" in said(session) and group(session) == ()


def test_what_the_scene_says_of_all(session):
    give(session, SelectBodies((CRATE, NAMELESS, BALL)))
    card = session.status().group
    assert card.materials == ("ice",) and not card.refusal
    assert (card.value("type"), card.value("mass"), card.value("friction"), card.value("restitution")) == (
        "dynamic", MIXED, MIXED, 0.0)
    give(session, SelectBodies((CRATE, NAMELESS)))
    card = session.status().group
    assert card.value("mass") == 3 and card.value("material") == MIXED
    assert session.status().group is card                                   # made once
    give(session, SelectBodies((CRATE, BRICK)))
    assert "brick_0 is not one of the scene's own bodies" in session.status().group.refusal


def test_all_are_changed_by_one_edit(session):
    give(session, SelectBodies((CRATE, NAMELESS, BALL)), EditBodies((CRATE, NAMELESS, BALL), {"mass": 5.0, "material": "ice"}))
    card = session.status().group
    assert card.uids == (CRATE, NAMELESS, BALL) and card.value("mass") == 5 and card.value("friction") == 0.02
    assert session.status().edits.undo == "change 3 bodies"
    give(session, Undo())
    assert group(session) == (CRATE, NAMELESS, BALL) and session.status().group.value("mass") == MIXED
    assert not session.status().edits.undo and session.editing.draft.text == TEXT


def test_all_are_moved_as_one(session):
    """A drag has one undo; joints among the bodies go along; the selection stays."""
    give(session, SelectBodies((CRATE, BALL)))
    for z in (0.5, 1.0, 1.5):
        give(session, MoveBodies((CRATE, BALL), (2, 0, 1.75), (0, 0, z), merges="drag"))
    assert place(session, CRATE) == [0, 0, 3.5] and place(session, BALL) == [4, 0, 3] and group(session) == (CRATE, BALL)
    assert session.editing.draft.document.joints[-1].keys["anchor_b"] == (4, 0, 3)
    give(session, Undo())
    assert place(session, CRATE) == [0, 0, 2] and not session.status().edits.undo
    give(session, Redo())
    assert place(session, BALL) == [4, 0, 3]


def test_copies_are_selected_and_what_is_deleted_is_not(session):
    give(session, DuplicateBodies((CRATE, BALL), (0, 3, 0)))
    names = [session.variant.body(uid).name for uid in group(session)]
    assert names == ["crate_2", "ball_2"] and len(session.editing.draft.document.joints) == 2
    give(session, DeleteBodies(group(session)))
    assert group(session) == () and len(session.editing.draft.document.joints) == 1


def test_bodies_are_put_down_and_aligned(session):
    give(session, ArrangeBodies((NAMELESS, BALL), "down"))
    assert place(session, NAMELESS)[2] == place(session, BALL)[2] == 0.25 and "put 2 bodies down" in session.status().edits.undo
    give(session, ArrangeBodies((CRATE, NAMELESS), "highs", "z"))
    assert place(session, NAMELESS) == [2, 0, 2.25]
    give(session, ArrangeBodies((CRATE, NAMELESS), "highs", "z"))
    assert "so already" in said(session) and not fault(session)
    give(session, ArrangeBodies((CRATE,), "spread"))
    assert "three bodies or more" in said(session)
    give(session, ArrangeBodies((CRATE,), "hights", "z"))
    assert "did you mean 'highs'" in fault(session)


def test_a_removed_body_does_not_shift_the_others(session):
    """Edits of a world from which a body was removed by hand are those of the body that is meant."""
    give(session, RemoveBody(NAMELESS), SelectBodies((BALL,)), EditBodies((BALL,), {"mass": 7.0}))
    assert [plan.mass for plan in session.editing.draft.document.bodies[1:4]] == [3, 3, 7]
    assert session.variant.body(session.selection).name == "ball"


def test_copied_and_pasted(session):
    give(session, CopyBodies((CRATE, BALL)))
    copied = session.status().group.copied
    assert copied.number == 1 and len(scenes.loads(copied.text).bodies) == 2 and "Copied 2 bodies" in said(session)
    give(session, PasteBodies(copied.text, (0.0, 9.0, 0.0)))
    assert [session.variant.body(uid).name for uid in group(session)] == ["crate_2", "ball_2"]
    assert place(session, group(session)[0])[1:] == [9, 0.75] and session.status().edits.undo == "paste 2 bodies"
    give(session, Undo())
    assert session.editing.draft.text == TEXT


def test_a_text_that_is_no_scene_is_said_and_changes_nothing(session):
    give(session, PasteBodies("bodies: [{shape: {sphere: {radius: -1}}, nme: x}]"))
    assert fault(session).startswith("clipboard:1:") and fault(session).endswith("and 1 more")
    assert not session.status().edits.undo
    give(session, PasteBodies(TEXT.replace("generate", "events").replace(
        "grid: {name: brick, count: [3, 1, 1], spacing: [1, 1, 1], position: [9, 0, 1], shape: {sphere: {radius: 0.2}}}",
        "{at: 1}")))
    assert "not events" in said(session)


def test_the_place_of_a_body_as_it_is_now(session):
    """Of the running world, not of the scene; as keys of a body."""
    session.paused = False
    for _ in range(5):
        session.advance()
    give(session, CopyPoses((BALL,)))
    text = session.status().group.copied.text
    now = session.variant.body(BALL)
    lines = dict(line.split(": ", 1) for line in text.splitlines())
    assert lines["position"] == f"[{', '.join(repr(float(x)) for x in now.position)}]" and now.position[2] < 1.5
    assert list(lines) == ["position", "rotation"] and "after step 5" in said(session)
    give(session, CopyPoses((CRATE, BALL)))
    assert session.status().group.copied.text.startswith("bodies:\n  - {name: crate, position: [")
    give(session, CopyPoses((99,)))
    assert "gone" in fault(session)
