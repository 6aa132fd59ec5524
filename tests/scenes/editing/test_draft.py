"""Drafts: edits that are made, taken back, made again and saved."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from scenes import loader
from scenes.clip import clip_of, copied, pasted
from scenes.draft import Draft
from scenes.editing import arranging, bodies, events, generators, joints
from scenes.editing.edit import Edit
from scenes.editing.mentions import expression_renamed
from scenes.editing.moving import STILL, about, move
from scenes.editing.operations import Put, entries
from scenes.loader import loads
from scenes.schema.problems import SceneError
from scenes.schema.shapes import FINITE, shape_like
from tests.support.constraint_worlds import random_rotation

TEXT = """\
# a comment at the top
format: 1
title: Draft

solver: {beta: 0.2}            # of the solver
bodies:
  # the floor
  - {name: floor, shape: {plane: {}}}
  - name: crate                # heavy
    shape: {box: {half: [0.5, 0.5, 0.5]}}
    position: [0, 0, 2]
    mass: 3
  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [2, 0, 1]}
joints:
  - {name: rope, type: distance, a: crate, b: ball, anchor_a: [0, 0, 2], anchor_b: [2, 0, 1]}
events:
  - at: 1
    apply_impulse: {body: ball, impulse: [0, 0, 1]}
expect:
  - what: height(ball) > 0
"""


def draft() -> Draft:
    return Draft(loads(TEXT, file="draft.yaml", id="draft"))


def same(one, other) -> bool:
    """Whether two documents build the same world."""
    return (one.bodies, one.joints, one.scene.events, one.scene.solver) == (other.bodies, other.joints, other.scene.events,
                                                                          other.scene.solver)


def random_edit(content, rng: np.random.Generator, document=None) -> Edit:
    """One of the things that a person does in the editor; to several bodies where the document is given."""
    count, jointed = len(content.get("bodies") or ()), len(content.get("joints") or ())
    what = rng.integers(0, 17 if document is None else 21)
    if 14 <= what < 17 and count < 60:
        return generator_edit(content, rng)
    if what >= 17 and count >= 4:
        return edit_of_several(content, document, rng, int(what) - 8)
    if what == 0 or count < 3:
        shape = shape_like(FINITE[int(rng.integers(len(FINITE)))], (0.3, 0.4, 0.5))
        return bodies.add_body(content, {"shape": shape, "position": [round(float(x), 3) for x in rng.uniform(-5, 5, 3)]})
    if what == 1 and count < 30:
        return bodies.duplicate(content, sorted(set(rng.integers(1, count, 2).tolist())), (1, 0, 0.5))
    if what == 2:
        return bodies.remove(content, sorted(set(rng.integers(1, count, 2).tolist())))
    one = int(rng.integers(1, count))
    if what == 3:
        name = f"thing_{rng.integers(1e9)}"
        return bodies.rename(content, one, name)
    if what == 4:
        return bodies.set_body(content, one, {"mass": float(rng.uniform(1, 9)), "friction": None}, merges=f"mass {one}")
    if what == 5:
        named = [body["name"] for _, body in entries(content, "bodies") if body.get("name") != "floor" and body.get("name")]
        if named:
            return joints.add_joint(content, {"type": "ball_socket", "a": "world", "b": str(rng.choice(named)),
                                              "anchor": [0, 0, 1]})
    if what == 6 and jointed:
        return joints.remove_joint(content, int(rng.integers(jointed)))
    if what == 7 and content["bodies"][one].get("name"):
        return events.add_event(content, float(rng.integers(5)), {"apply_force": {
            "body": content["bodies"][one]["name"], "force": [0, 0, 5], "for": 1}})
    if what in (9, 10) and jointed:
        joint = int(rng.integers(jointed))
        if what == 9:
            return joints.rename_joint(content, joint, f"link_{rng.integers(1e9)}")
        force = None if rng.random() < 0.3 else round(float(rng.uniform(1, 9)), 3)
        return joints.set_joint(content, joint, {"break_force": force}, merges=f"force {joint}")
    pushes = [at for at, event in entries(content, "events") if "body" in event.get("apply_force", {})]
    if what in (11, 12, 13) and pushes:
        event = int(rng.choice(pushes))
        body = content["events"][event]["apply_force"]["body"]
        later = {"at": float(rng.integers(5)), "apply_force.point": [0.1, 0, 0]}
        return (events.set_event(content, event, later, f"time {event}"),
                events.set_event(content, event, {"apply_torque": {"body": body, "torque": [0, 0, 1], "for": 1}}),
                events.remove_event(content, event))[what - 11]
    return Edit("turn beta", (Put(("solver", "beta"), round(float(rng.uniform(0, 1)), 3)),), "beta")


def edit_of_several(content, document, rng: np.random.Generator, what: int) -> Edit:
    """Change, move, arrange, or copy and paste some of the bodies."""
    some = sorted(set(rng.integers(1, len(content["bodies"]), 4).tolist()))
    if what == 9:
        return bodies.set_bodies(content, some, {"friction": round(float(rng.uniform(0, 1)), 3), "mass": None})
    if what == 10:
        motion = about(rng.uniform(-1, 1, 3), rng.uniform(-1, 1, 3), random_rotation(rng) if rng.random() < 0.5 else STILL)
        return move(content, document, dict.fromkeys(some, motion))
    if what == 11 and len(content["bodies"]) < 30:
        return pasted(document, content, clip_of(copied(content, some)), rng.uniform(-5, 5, 3).tolist())
    try:
        if rng.random() < 0.3:
            return arranging.put_down(content, document, some)
        axis = "xyz"[rng.integers(3)]
        if rng.random() < 0.3:
            return arranging.spread(content, document, some, axis)
        return arranging.align(content, document, some, axis, arranging.EDGES[rng.integers(3)])
    except arranging.NothingMoves:
        return bodies.set_bodies(content, some, {"restitution": 0.5})


WORDS = {"wall": {"columns": 2, "rows": 2, "shape": {"box": {"half": [0.2, 0.1, 0.1]}}},
         "chain": {"count": 3, "from": [0, 0, 9], "to": [1, 0, 9], "shape": {"sphere": {"radius": 0.1}}},
         "pile": {"count": 5, "cells": 2}}


def generator_edit(content, rng: np.random.Generator) -> Edit:
    """A new generator, a number of one, or one that is broken up or removed."""
    count, what, document = len(content.get("generate") or ()), rng.integers(0, 4), document_of(content)
    if count == 0 or what == 0:
        word = str(rng.choice(list(WORDS)))
        return generators.add_generator(content, word, WORDS[word], {plan.name for plan in document.bodies})
    one = int(rng.integers(count))
    if what == 1:
        return generators.set_generator(content, one, {"position": rng.uniform(-9, 9, 3).round(3).tolist()}, merges=f"move {one}")
    return (generators.break_up if what == 2 else generators.remove_generator)(content, one, document)


def document_of(content):
    return loader.document_of(dict(content), loader.Source("x", None, TEXT, draft()._root, "x"))


def storm(made: Draft, actions: int, seed: int) -> None:
    """So many random edits; some are taken back and made again, some lead to no scene and change nothing."""
    rng, wrong = np.random.default_rng(seed), 0
    for _ in range(actions):
        draw = rng.random()
        if draw < 0.1:
            made.undo()
        elif draw < 0.15:
            made.redo()
        else:
            before = made.content
            try:
                made.do(random_edit(made.content, rng, made.document))
            except SceneError:
                wrong += 1
                assert made.content is before
    assert wrong < 0.2 * actions


def undo_and_redo_all(actions: int, seed: int) -> None:
    made = draft()
    storm(made, actions, seed)
    while made.redoable:                       # the last of them may have taken some back
        made.redo()
    final, text, there = made.document, made.text, scenes.build(made.document).state_hash()
    count = 0
    while made.undoable:
        made.undo()
        count += 1
    assert count > actions / 4
    assert made.text == TEXT and same(made.document, loads(TEXT)) and not made.changed
    assert scenes.build(made.document).state_hash() == scenes.build(loads(TEXT)).state_hash()
    while made.redoable:
        made.redo()
    assert made.document is final and made.text == text and scenes.build(made.document).state_hash() == there


@pytest.mark.parametrize("seed", range(3))
def test_undo_all_and_redo_all(seed):
    """The first text and the first hash come back, and then the last ones."""
    undo_and_redo_all(150, seed)


@pytest.mark.soak
def test_undo_all_and_redo_all_of_ten_thousand():
    undo_and_redo_all(10_000, 7)


@pytest.mark.parametrize("seed", range(5))
def test_the_text_says_what_the_content_does(seed):
    """A text after edits reads as the document that they made, with every comment on what is still there."""
    made = draft()
    storm(made, 60, seed)
    assert same(loads(made.text), made.document)
    assert "# a comment at the top" in made.text and "# of the solver" in made.text
    assert "# heavy" in made.text or "crate" not in bodies.named(made.content)


def test_edits_in_a_row_are_one(tmp_path):
    """A slider that is dragged is one edit until it is let go."""
    made = draft()
    for mass in (4, 5, 6):
        made.do(bodies.set_body(made.content, 1, {"mass": mass}, merges="mass of crate"))
    assert made.document.bodies[1].mass == 6 and made.undo().bodies[1].mass == 3 and not made.undoable
    made.redo()
    made.do(bodies.set_body(made.content, 1, {"mass": 7}, merges="mass of crate"))
    assert made.undo().bodies[1].mass == 6
    made.redo()
    made.settle()
    made.do(bodies.set_body(made.content, 1, {"mass": 8}, merges="mass of crate"))
    assert made.undo().bodies[1].mass == 7


def test_a_new_edit_forgets_what_was_taken_back():
    made = draft()
    made.do(bodies.remove(made.content, [2]))
    made.undo()
    made.do(bodies.set_body(made.content, 1, {"mass": 9}))
    assert made.redoable == "" and made.redo().bodies[1].mass == 9 and len(made.document.bodies) == 3


def test_removing_a_body_takes_what_names_it():
    made = draft()
    made.do(bodies.remove(made.content, [2]))
    assert made.undoable == "remove ball"
    assert [plan.name for plan in made.document.bodies] == ["floor", "crate"]
    assert not made.document.joints and not made.document.scene.events and not made.document.expect
    assert "joints" not in made.text and "heavy" in made.text
    assert same(made.undo(), loads(TEXT))


def test_a_new_name_goes_to_joints_and_events():
    made = draft()
    made.do(bodies.rename(made.content, 1, "chest"))
    assert made.content["joints"][0]["a"] == "chest" and made.document.joints[0].a == 1
    made.do(Edit("no expectation", ()))


def test_a_new_name_goes_to_expectations_and_the_camera():
    made = Draft(loads(TEXT + "camera: {follow: ball}   # with it\n"))
    made.do(bodies.rename(made.content, 2, "globe-1"))
    assert made.content["expect"][0]["what"] == 'height("globe-1") > 0' and made.document.camera.follow == "globe-1"
    assert "# with it" in made.text and same(loads(made.text), made.document)
    made.do(bodies.remove(made.content, [2]))
    assert made.document.camera is None or made.document.camera.follow == ""
    assert same(loads(made.text), made.document)


@pytest.mark.parametrize(("kind", "before", "after"), [
    ("body", "max(speed(crate)) < crate", "max(speed(chest)) < crate"),
    ("body", "crate(speed) > speed(crate_2)", "crate(speed) > speed(crate_2)"),
    ("body", "speed('crate') > peak(height(crate)) - 0.5", 'speed("chest") > peak(height(chest)) - 0.5'),
    ("body", 'inside(gate, "crate") > 1', 'inside(gate, "chest") > 1'),
    ("body", "abs(joint_measure(crate)) < 1", "abs(joint_measure(crate)) < 1"),
    ("joint", "abs(joint_measure(crate)) < speed(crate)", "abs(joint_measure(chest)) < speed(crate)"),
    ("body", "what(", "what(")])
def test_a_new_name_in_an_expression(kind, before, after):
    assert expression_renamed(before, kind, "crate", "chest") == after


def test_copies_have_names_and_joints_of_their_own():
    made = draft()
    made.do(bodies.duplicate(made.content, [1, 2], (0, 3, 0)))
    assert [plan.name for plan in made.document.bodies] == ["floor", "crate", "ball", "crate_2", "ball_2"]
    first, second = made.document.joints
    assert (second.a, second.b, second.name) == (3, 4, "rope_2")
    assert np.allclose(np.subtract(second.keys["anchor_b"], first.keys["anchor_b"]), (0, 3, 0))
    assert made.undoable == "duplicate 2 bodies"


def test_what_leads_to_no_scene_changes_nothing():
    made = draft()
    before = made.content
    for edit, words in ((bodies.set_body(made.content, 1, {"mass": -1}), "mass"),
                        (bodies.rename(made.content, 1, "ball"), "taken"),
                        (Edit("nowhere", (Put(("bodies", 9, "mass"), 1),)), "leads nowhere")):
        with pytest.raises(SceneError, match=words):
            made.do(edit)
    assert made.content is before and not made.undoable


def test_saving(tmp_path):
    """The file has the text; the draft knows whether it still has."""
    made, path = draft(), tmp_path / "mine.yaml"
    made.do(bodies.add_body(made.content, {"shape": {"sphere": {"radius": 0.5}}, "position": [0, 0, 4]}))
    assert made.changed
    saved = made.save(path)
    assert not made.changed and path.read_text() == made.text and same(saved, made.document) and saved.id == "mine"
    made.undo()
    assert made.changed
    made.redo()
    assert not made.changed
    with pytest.raises(SceneError, match="cannot be written"):
        made.save(tmp_path / "no" / "folder" / "x.yaml")


def test_what_another_program_wrote_is_not_lost(tmp_path):
    """A file that has changed since it was read is not written over; under another name the scene is saved."""
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    made = Draft(scenes.load(path))
    made.do(bodies.set_body(made.content, 1, {"mass": 5}))
    made.save(path)
    made.do(bodies.set_body(made.content, 1, {"mass": 6}))
    made.save(path)
    path.write_text(TEXT + "# another editor\n")
    made.do(bodies.set_body(made.content, 1, {"mass": 7}))
    with pytest.raises(SceneError, match="changed by another program"):
        made.save(path)
    assert path.read_text().endswith("# another editor\n") and made.changed
    assert made.save(tmp_path / "other.yaml").bodies[1].mass == 7
