"""Edits of joints and events of the open scene: at the beginning, kept from a run, and followed by worlds that go on."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from app.headless.options import RunOptions
from app.simulation.commands import (
    AddJoint,
    AddVariant,
    CreateEvent,
    CreateJoint,
    DeleteEvent,
    DeleteJoint,
    EditBody,
    EditEvent,
    EditJoint,
    FollowEdit,
    FollowEvents,
    GoTo,
    KeepJoint,
    LoadScene,
    Pause,
    Redo,
    RemoveBody,
    RenameBody,
    RenameJoint,
    Restart,
    SaveScene,
    SelectEvent,
    SetJoint,
    SetSolver,
    Undo,
)
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.simulation.sharing.making import share_of, taken
from scenes.editing.edit import Edit
from scenes.editing.operations import Put

TEXT = """\
format: 1
world: {precision: double}
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2]}    # heavy
  - {shape: {sphere: {radius: 0.25}}, position: [2, 0, 3]}
joints:
  - {name: arm, type: hinge, a: world, b: crate, anchor: [0, 0, 3], axis: [0, 1, 0], motor_torque: 50}
events:
  - {at: 0.02, apply_force: {body: crate, force: [10, 0, 0], for: 0.1}}
  - {at: 0.5, set: {joints.arm.motor_speed: 2}}
"""


@pytest.fixture
def session(tmp_path) -> Session:
    """A session on a scene file, paused at its beginning."""
    path = tmp_path / "parts.yaml"
    path.write_text(TEXT)
    session = Session(SceneReader(RunOptions(precision="double"), lambda error: None))
    session.keep_history(64)
    give(session, LoadScene(str(path)), Pause(True))
    session.ready = True
    return session


def give(session: Session, *commands) -> None:
    for command in commands:
        session.submit(command)
    session.apply_pending()
    while session.travel.under_way:
        session.travel.go()


def steps(session: Session, count: int) -> None:
    for _ in range(count):
        session.advance()


def uid(session: Session, name: str) -> int:
    world = session.variant.world
    return next(one.uid for one in (*world.bodies, *world.joints) if one.name == name)


def ball(session: Session) -> int:
    return int(session.variant.begun.bodies[2])


def fault(session: Session) -> str:
    found = session.status().fault
    return found.text if found is not None else ""


def content(session: Session):
    return session.editing.draft.content


def hinge(session: Session, kind=CreateJoint):
    """A joint between two places on crate and ball."""
    return kind("hinge", uid(session, "crate"), ball(session), (0.5, 0.0, 0.25), (-0.25, 0.0, 0.0), (1.0, 0.0, 0.0))


def test_a_joint_at_the_beginning_is_an_edit(session):
    give(session, hinge(session))
    assert content(session)["joints"][1] == {"name": "hinge", "type": "hinge", "a": "crate", "b": "sphere",
                                             "anchor": [0.5, 0.0, 2.25], "axis": [1.0, 0.0, 0.0]}
    assert content(session)["bodies"][2]["name"] == "sphere"                        # so that the joint can name it
    assert session.selected_joint == uid(session, "hinge") and session.status().edits.undo == "add hinge"
    give(session, Restart())
    assert len(session.variant.world.joints) == 2
    give(session, Undo())
    assert len(session.variant.world.joints) == 1 and "name" not in content(session)["bodies"][2]
    give(session, Redo())
    give(session, hinge(session))
    assert content(session)["joints"][2]["name"] == "hinge_2" and not fault(session)


def test_a_joint_to_the_world(session):
    give(session, CreateJoint("distance", uid(session, "crate"), None, (0.0, 0.0, 0.5), (0.0, 0.0, 9.0)))
    entry = content(session)["joints"][1]
    assert (entry["a"], entry["b"], entry["anchor_a"], entry["anchor_b"]) == ("crate", "world", [0, 0, 2.5], [0, 0, 9])


def test_while_it_runs_a_joint_is_a_change_of_the_world_that_can_be_kept(session):
    give(session, Pause(False))
    steps(session, 40)
    give(session, hinge(session))
    made = session.selected_joint
    assert made is not None and not session.status().edits.undo and session.step_count == 40
    assert session.status().edits.keepable and session.status().edits.joint is None
    give(session, SetJoint(made, "motor_torque", 7.0), EditJoint(made, {"upper": 1.0}))
    assert "keep it in the scene first" in fault(session)
    give(session, KeepJoint(made))
    entry = content(session)["joints"][1]
    assert entry["anchor"] == [0.5, 0.0, 2.25] and entry["motor_torque"] == 7.0      # where the bodies are in the file
    assert session.step_count == 0 and session.paused and session.selected_joint == uid(session, "hinge")
    assert session.status().edits.joint.number == 1 and not session.status().edits.keepable
    give(session, KeepJoint(uid(session, "arm")))
    assert "only a joint that you made" in fault(session)


def test_a_joint_of_something_that_is_not_in_the_scene_is_told(session):
    give(session, CreateJoint("hinge", uid(session, "crate"), 99, (0, 0, 0), (0, 0, 0)))
    assert "gone" in fault(session) and not session.status().edits.undo
    give(session, CreateJoint("hinje", uid(session, "crate"), None, (0, 0, 0), (0, 0, 0)))
    assert "did you mean 'hinge'" in fault(session)


def test_a_joint_is_renamed_changed_and_deleted(session):
    give(session, RenameJoint(uid(session, "arm"), "lever"))
    assert content(session)["events"][1]["set"] == {"joints.lever.motor_speed": "2"}
    session.selected_joint = uid(session, "lever")
    give(session, EditJoint(uid(session, "lever"), {"anchor": [0, 0, 4]}))
    assert session.variant.world.joints[0].definition.anchor == (0, 0, 4) and session.selected_joint == uid(session, "lever")
    give(session, DeleteJoint(uid(session, "lever")))
    assert not session.variant.world.joints and len(content(session)["events"]) == 1 and session.selected_joint is None
    for _ in range(3):
        give(session, Undo())
    assert session.editing.draft.text == TEXT and uid(session, "arm")


@pytest.mark.parametrize("edit, reads", [
    (lambda s: EditBody(uid(s, "crate"), {"friction": 0.9}), lambda s: s.variant.body(uid(s, "crate")).friction == 0.9),
    (lambda s: EditBody(uid(s, "crate"), {"restitution": 0.5}), lambda s: s.variant.body(uid(s, "crate")).restitution == 0.5),
    (lambda s: EditBody(uid(s, "crate"), {"surface_velocity": [1, 0, 0]}),
     lambda s: s.variant.body(uid(s, "crate")).surface_velocity.tolist() == [1, 0, 0]),
    (lambda s: EditJoint(uid(s, "arm"), {"motor_speed": 3.0}), lambda s: s.variant.world.joints[0].motor_speed == 3.0),
    (lambda s: EditJoint(uid(s, "arm"), {"lower": -1.0}), lambda s: s.variant.world.joints[0].lower == -1.0),
    (lambda s: RenameBody(uid(s, "crate"), "chest"), lambda s: s.variant.body(int(s.variant.begun.bodies[1])).name == "chest"),
    (lambda s: RenameJoint(uid(s, "arm"), "lever"), lambda s: s.variant.world.joints[0].name == "lever"),
    (lambda s: EditEvent(1, {"at": 0.6}), lambda s: s.variant.run.events[1].first == 36),
    (lambda s: DeleteEvent(1), lambda s: len(s.variant.run.events) == 1),
    (lambda s: CreateEvent(uid(s, "crate"), "impulse", (0.0, 0.0, 5.0), at=2.0), lambda s: len(s.variant.run.events) == 3)])
def test_a_world_that_runs_follows_and_goes_on(session, edit, reads):
    """So does it when the edit is taken back and made again; a restart begins as the document says."""
    give(session, Pause(False))
    steps(session, 10)
    run = session.run
    assert not reads(session)
    give(session, edit(session))
    assert not fault(session)
    assert session.step_count == 10 and session.run == run and not session.paused and reads(session)
    steps(session, 5)
    give(session, Undo())
    assert session.step_count == 15 and not reads(session) and session.editing.draft.text == TEXT
    give(session, Redo())
    assert session.step_count == 15 and reads(session)
    give(session, Restart())
    assert session.step_count == 0 and reads(session)
    built = scenes.build(scenes.loads(session.editing.draft.text), precision="double")
    assert session.variant.world.state_hash() == built.state_hash()


@pytest.mark.parametrize("edit", [
    lambda s: EditBody(uid(s, "crate"), {"mass": 9.0}), lambda s: EditBody(uid(s, "crate"), {"position": [0, 0, 5]}),
    lambda s: EditJoint(uid(s, "arm"), {"anchor": [0, 0, 4]}), lambda s: EditEvent(0, {"apply_force.force": [0, 9, 0]}),
    lambda s: DeleteEvent(0), lambda s: EditEvent(1, {"at": 0.01}), lambda s: DeleteJoint(uid(s, "arm"))])
def test_what_only_the_beginning_has_returns_there(session, edit):
    give(session, Pause(False))
    steps(session, 10)
    give(session, edit(session))
    assert session.step_count == 0 and session.paused and session.status().edits.undo and not fault(session)


def test_going_on_equals_the_script_that_does_the_same(session):
    """The followed world is bit for bit one in which the same is set by hand at the same step."""
    document = scenes.loads(TEXT)
    world = scenes.build(document, precision="double")
    runner = scenes.Runner(document, world)
    for step in range(60):
        if step == 20:
            world.bodies[1].friction, world.joints[0].motor_speed = 0.1, 3.0
        runner.step()
    give(session, Pause(False))
    steps(session, 20)
    give(session, EditBody(uid(session, "crate"), {"friction": 0.1}), EditJoint(uid(session, "arm"), {"motor_speed": 3.0}))
    steps(session, 40)
    assert session.variant.world.state_hash() == world.state_hash()


def test_an_event_that_is_added_while_it_runs_acts(session):
    give(session, Pause(False))
    steps(session, 20)
    give(session, CreateEvent(ball(session), "impulse", (0.0, 3.0, 0.0)))
    assert content(session)["events"][2]["at"] == 0.334 and content(session)["bodies"][2]["name"] == "sphere"
    assert session.editing.event == 2 and session.status().edits.events[2].uid == ball(session)
    steps(session, 2)
    assert session.variant.body(ball(session)).velocity[1] > 0 and session.step_count == 22


def test_two_ends_of_a_range_that_pass_each_other_begin_anew(session):
    give(session, EditJoint(uid(session, "arm"), {"lower": -1.0, "upper": -0.5}), Pause(False))
    steps(session, 5)
    give(session, EditJoint(uid(session, "arm"), {"lower": 0.5, "upper": 1.0}))
    assert (session.variant.world.joints[0].lower, session.variant.world.joints[0].upper) == (0.5, 1.0) and not fault(session)


def test_settings_of_the_scene_are_followed_unless_the_user_turned_them(session):
    turn = lambda beta: session.editing.do(lambda _: Edit("turn beta", (Put(("solver", "beta"), beta),)))      # noqa: E731
    fall = lambda g: session.editing.do(lambda _: Edit("gravity", (Put(("world", "gravity"), [0, 0, g]),)))      # noqa: E731
    give(session, Pause(False))
    steps(session, 3)
    turn(0.3)
    fall(-3)
    world = session.variant.world
    assert session.step_count == 3 and world.solver.beta == 0.3 and tuple(world.gravity) == (0, 0, -3)
    assert session.variant.changes() == {} and session.variant.scene_tuning.solver.beta == 0.3
    give(session, SetSolver("beta", 0.5))
    turn(0.2)
    assert session.step_count == 3 and world.solver.beta == 0.5 and session.variant.changes() == {"solver": {"beta": 0.5}}
    session.editing.do(lambda _: Edit("finer", (Put(("world", "dt"), 0.01),)))
    assert session.step_count == 0 and session.variant.world.dt == 0.01


def test_all_variants_follow(session):
    give(session, AddVariant(), Pause(False))
    session.ready = True
    steps(session, 5)
    give(session, EditJoint(uid(session, "arm"), {"motor_speed": 3.0}), EditEvent(1, {"at": 0.7}))
    assert [variant.world.joints[0].motor_speed for variant in session.variants] == [3.0, 3.0] and session.step_count == 5
    assert [variant.run.events[1].first for variant in session.variants] == [42, 42]


def test_numbers_are_those_of_the_scene_after_a_removal(session):
    """A body that was removed from the running world alone does not shift the others."""
    give(session, Pause(False))
    steps(session, 2)
    give(session, RemoveBody(uid(session, "crate")))
    give(session, EditBody(ball(session), {"friction": 0.25}))
    assert content(session)["bodies"][2]["friction"] == 0.25 and "friction" not in content(session)["bodies"][1]
    give(session, EditBody(uid(session, "floor"), {"friction": 0.125}))
    assert content(session)["bodies"][0]["friction"] == 0.125 and session.step_count == 2 and not fault(session)


def test_histories_take_the_edits_again(session):
    """Back before the edit and on again: the same bits; and another future where the old one is left."""
    give(session, Pause(False))
    steps(session, 10)
    give(session, EditJoint(uid(session, "arm"), {"motor_speed": 3.0}), EditEvent(1, {"at": 0.3}),
         RenameBody(uid(session, "crate"), "chest"))
    steps(session, 20)
    last, events = session.variant.world.state_hash(), session.variant.run.events
    give(session, GoTo(5))
    assert session.step_count == 5 and session.variant.world.joints[0].motor_speed == 0 and uid(session, "crate")
    assert session.variant.run.events != events
    steps(session, 25)
    assert session.variant.world.state_hash() == last and session.variant.run.events == events and uid(session, "chest")


def test_a_share_file_of_a_run_that_was_edited_plays(session, tmp_path):
    """It begins with the scene as it was at its beginning, and has the edits as commands."""
    from app.headless.options import is_share
    from app.share.writing import write
    from app.simulation.sharing.playing import Player, source_of
    give(session, Pause(False))
    steps(session, 10)
    give(session, EditJoint(uid(session, "arm"), {"motor_speed": 3.0}), RenameBody(uid(session, "crate"), "chest"),
         CreateEvent(uid(session, "crate"), "force", (5.0, 0.0, 0.0), (0.5, 0.0, 0.0)), EditEvent(1, {"at": 0.4}))
    steps(session, 40)
    give(session, EditEvent(1, {"at": 0.9}), Undo())
    assert session.step_count == 0 and not fault(session)          # the event had begun
    give(session, Pause(False))
    steps(session, 10)
    give(session, EditJoint(uid(session, "arm"), {"motor_speed": -3.0}), EditBody(uid(session, "chest"), {"friction": 0.2}),
         EditEvent(1, {"at": 0.45}), Undo())
    steps(session, 40)
    assert session.step_count == 50 and not fault(session)
    session.sharing.take(1)
    found = session.sharing.shared.taken
    assert "chest" in found.origin.text and "motor_speed: 3" in found.origin.text
    path = tmp_path / "edited.impulse"
    write(path, share_of(found))
    assert is_share(str(path))
    player = Player(source_of(str(path)))
    while not player.done:
        player.step()
    assert player.world.state_hash() == session.variant.world.state_hash()
    give(session, Restart())
    session.sharing.take(2)
    assert "chest" in session.sharing.shared.taken.origin.text


def test_events_are_selected_changed_and_deleted(session):
    give(session, CreateEvent(uid(session, "crate"), "torque", (0.0, 0.0, 4.0), at=1.0, lasts=2.0))
    card = session.status().edits.events[2]
    assert (card.at, card.lasts, card.word, card.body, card.vector) == (1.0, 2.0, "apply_torque", "crate", (0, 0, 4))
    assert "point" not in content(session)["events"][2]["apply_torque"]
    assert card.acts(1.0) and card.acts(2.9) and not card.acts(3.1) and not card.acts(0.9)
    assert session.status().edits.events[1].about == "set joints.arm.motor_speed = 2"
    give(session, SelectEvent(0), EditEvent(0, {"apply_force.for": 0.5}, "for"), EditEvent(0, {"apply_force.for": 0.6}, "for"))
    assert session.status().edits.event == 0 and session.status().edits.events[0].lasts == 0.6
    give(session, Undo())
    assert session.status().edits.events[0].lasts == 0.1                              # a drag is one edit
    give(session, SelectEvent(2), Undo())
    assert session.status().edits.event is None and len(session.status().edits.events) == 2
    give(session, DeleteEvent(0))
    assert len(content(session)["events"]) == 1 and session.status().edits.event is None


@pytest.mark.parametrize("command, words", [
    (lambda s: CreateEvent(uid(s, "crate"), "forse", (1.0, 0.0, 0.0)), "did you mean 'force'"),
    (lambda s: CreateEvent(99, "force", (1.0, 0.0, 0.0)), "gone"), (lambda s: EditEvent(7, {"at": 1}), "no event 8"),
    (lambda s: EditEvent(0, {"apply_force.for": -1}), "out of range"), (lambda s: DeleteEvent(7), "no event 8")])
def test_what_cannot_be_is_said_and_changes_nothing(session, command, words):
    give(session, command(session))
    assert words in fault(session) and not session.status().edits.undo


def test_what_is_saved_is_the_same_scene(session, tmp_path):
    give(session, hinge(session), CreateEvent(ball(session), "force", (0.0, 0.0, 30.0), (0.1, 0.0, 0.0)),
         SaveScene(str(tmp_path / "saved.yaml")))
    give(session, Pause(False))
    steps(session, 100)
    document = scenes.load(str(tmp_path / "saved.yaml"))
    world = scenes.build(document, precision="double")
    runner = scenes.Runner(document, world)
    for _ in range(100):
        runner.step()
    assert world.state_hash() == session.variant.world.state_hash() and np.isfinite(world.positions).all()


def test_a_scene_set_from_the_command_line_takes_joints_in_its_world(tmp_path):
    path = tmp_path / "set.yaml"
    path.write_text(TEXT)
    session = Session(SceneReader(RunOptions(precision="double", settings=("bodies.crate.mass=3",)), lambda error: None,
                                  (str(path), None)))
    give(session, LoadScene(str(path)), Pause(True))
    give(session, hinge(session))
    assert len(session.variant.world.joints) == 2 and not session.status().edits.undo and not fault(session)
    assert [type(command) for command in session.variant.joined.values()] == [AddJoint]


def test_taken_is_the_run_of_the_beginning(session):
    give(session, Pause(False))
    steps(session, 3)
    give(session, EditJoint(uid(session, "arm"), {"motor_speed": 1.0}))
    steps(session, 1)
    run = taken(session.variant, session.scene.origin).run
    assert [type(one.command).__name__ for one in run.inputs[3] if hasattr(one, "command")] == ["FollowEdit"]


@pytest.mark.parametrize("command, words", [
    (FollowEdit("window", 0, "x", 1), "no section"), (FollowEdit("solver", 0, "betta", 0.3), "beta"),
    (FollowEdit("world", 0, "gravitie", 1.0), "gravity"), (FollowEdit("world", 0, "gravity", 1.0), "three numbers"),
    (FollowEdit("bodies", 2, "mass", 1.0), "cannot be changed"), (FollowEdit("bodies", 2, "friction", "much"), "friction"),
    (FollowEdit("bodies", 2, "name", 3.0), "not a name"), (FollowEdit("bodies", 2, "surface_velocity", 3.0), "surface_velocity"),
    (FollowEdit("joints", 1, "motor", 1.0), "motor_speed"), (FollowEvents(5, 0, ()), "there are 2"),
    (FollowEvents(0, 9, ()), "there are 2"), (FollowEvents(-1, 0, ()), "there are 2"),
    (FollowEvents(0, 0, ("[" * 2000,)), "events"),
    (FollowEvents(0, 0, ('{"at": 1}',)), "exactly one"), (FollowEvents(0, 0, ("3",)), "events"),
    (FollowEvents(0, 0, ('{"at": 1, "set": {"joints.arm.speed": 1}}',)), "no 'speed'")])
def test_what_a_file_says_is_checked(session, command, words):
    """A share file may have any command: it changes nothing, and says why."""
    before, events = session.variant.world.state_hash(), session.variant.run.events
    give(session, command)
    assert words in fault(session)
    assert session.variant.world.state_hash() == before and session.variant.run.events == events
