"""Delete, while a scene is edited, deletes from the scene.

Seen: with the card *Make* open, at step 0, the key took the ball out of the world alone; Ctrl+S said "Saved", the file still had
the ball, and a restart brought it back.  Shift+Delete was the key that deletes, and both had the same icon.  Expected: at the
scene's beginning, or while a tool of the editor is out, Delete deletes from the scene, with the joints and events that name the
body, and undo brings all back.  A world that runs loses the body until its restart, as before, and a line says so.
"""
from __future__ import annotations

import pytest

import scenes
from app.headless.options import RunOptions
from app.simulation.commands import (
    AddJoint,
    AddVariant,
    LoadScene,
    Pause,
    Restart,
    SaveScene,
    SelectBodies,
    SelectJoint,
    Shoot,
    Undo,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.support.sessions import give

TEXT = """\
format: 1
bodies:
  - {name: floor, type: static, shape: {box: {half: [5, 5, 0.5]}}, position: [0, 0, -0.5]}
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [0, 0, 1]}          # heavy
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [2, 0, 1]}
generate:
  - pile: {name: brick, count: 2, position: [-3, 0, 1], radius: [0.1, 0.1]}
joints:
  - {type: distance, name: arm, a: ball, b: crate, anchor_a: [0, 0, 1], anchor_b: [2, 0, 1]}
events:
  - {at: 0.5, apply_impulse: {body: ball, impulse: [0, 0, 1]}}
"""


class Editor:
    """The window's state on a session with the scene above, one step behind nothing."""

    def __init__(self, path, step=0):
        self.path = path
        self.session = Session(SceneReader(RunOptions(precision="double"), lambda error: None))
        self.state = UiState(self.session.submit, ViewSettings(), output_folder=None)
        give(self.session, LoadScene(str(path)), Pause(True))
        self.session.ready = True
        for _ in range(step):
            self.session.advance()
        self.look()

    def look(self):
        self.session.apply_pending()
        self.state.take(self.session.publish(), self.state.now + 0.1)

    def select(self, *names):
        give(self.session, SelectBodies(tuple(self.uid(name) for name in names)))
        self.look()

    def delete(self):
        self.state.act("remove")
        self.look()

    def uid(self, name):
        return next(body.uid for body in self.session.variant.world.bodies if body.name == name)

    @property
    def names(self):
        return [body.name for body in self.session.variant.world.bodies if body.name]

    @property
    def saved(self):
        give(self.session, SaveScene())
        self.look()
        return scenes.load(self.path)

    @property
    def said(self):
        return [toast.text for toast in self.state.toasts.current(self.state.now)]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    return path


def with_card(state):
    state.new_body.open = True


def with_arrows(state):
    state.gizmo = "move"


def with_generators(state):
    state.making_generator.begin("pile", (0.0, 0.0, 0.0))


def with_nothing(state):
    """The beginning is enough."""


@pytest.mark.parametrize("tool, step", [(with_nothing, 0), (with_card, 0), (with_arrows, 0), (with_generators, 0), (with_card, 3),
                                        (with_arrows, 3), (with_generators, 3)])
def test_it_deletes_from_the_scene_with_what_hangs_on_it(path, tool, step):
    editor = Editor(path, step)
    tool(editor.state)
    editor.select("ball")
    editor.delete()
    assert "ball" not in editor.names and editor.state.status.edits.changed and editor.state.status.fault is None
    saved = editor.saved
    assert [plan.name for plan in saved.bodies if plan.name] == editor.names and not saved.joints and not saved.scene.events
    give(editor.session, Restart())
    assert "ball" not in editor.names
    give(editor.session, Undo())
    editor.look()
    assert "ball" in editor.names and editor.saved.text == TEXT and len(editor.session.variant.world.joints) == 1


def test_several_bodies_and_a_static_one_go_at_once(path):
    editor = Editor(path)
    editor.select("ball", "crate", "floor")
    editor.delete()
    assert not {"ball", "crate", "floor"} & set(editor.names)
    give(editor.session, Undo())
    assert {"ball", "crate", "floor"} <= set(editor.names) and editor.session.editing.draft.text == TEXT


def test_a_joint_is_deleted_from_the_scene(path):
    editor = Editor(path)
    give(editor.session, SelectJoint(editor.session.variant.world.joints[0].uid))
    editor.look()
    editor.delete()
    assert not editor.saved.joints and not editor.session.variant.world.joints
    give(editor.session, Undo())
    assert len(editor.session.variant.world.joints) == 1


def test_what_came_later_is_of_no_scene_and_goes(path):
    editor = Editor(path)
    give(editor.session, Shoot((0.0, -3.0, 1.0), (0.0, 1.0, 0.0)))
    ball = editor.session.variant.world.bodies[-1]
    give(editor.session, SelectBodies((ball.uid,)))
    editor.look()
    editor.delete()
    assert ball.uid not in editor.session.variant.world.uids and editor.state.status.fault is None
    give(editor.session, AddJoint("distance", editor.uid("ball"), editor.uid("crate"), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)))
    editor.look()
    editor.delete()
    assert len(editor.session.variant.world.joints) == 1 and editor.saved.text == TEXT


def test_one_of_a_pile_needs_the_pile_broken_up(path):
    editor = Editor(path)
    made = [body.uid for body in editor.session.variant.world.bodies if body.name not in ("floor", "ball", "crate")]
    give(editor.session, SelectBodies((made[0],)))
    editor.look()
    editor.delete()
    assert "break the generator up first" in editor.state.status.fault.text
    assert made[0] in editor.session.variant.world.uids and not editor.state.status.edits.changed


def test_a_world_that_runs_loses_it_until_the_restart_and_says_so(path):
    editor = Editor(path, 3)
    editor.select("ball")
    editor.delete()
    assert "ball" not in editor.names and any("until the scene restarts" in text for text in editor.said)
    assert editor.saved.text == TEXT and editor.session.step_count == 3
    give(editor.session, Restart())
    assert "ball" in editor.names


def test_all_variants_lose_it(path):
    editor = Editor(path)
    give(editor.session, AddVariant())
    editor.select("ball")
    editor.delete()
    for variant in editor.session.variants:
        assert "ball" not in [body.name for body in variant.world.bodies]
