"""Edits of generators: added, changed, removed, and broken up with the same world hash."""
from __future__ import annotations

import itertools

import pytest

import scenes
from scenes import catalog
from scenes.draft import Draft
from scenes.editing import bodies, generators
from scenes.loader import loads
from scenes.schema.problems import SceneError

TEXT = """\
format: 1
materials: {ice: {density: 900, friction: 0.05}}
world: {seed: 4}
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: crate, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 8, 0.5]}
generate:
  # a wall of ice
  - wall: {name: brick, columns: 4, rows: 3, position: [0, 0, 0.25], heading: 30 deg, shape: {box: {half: [0.5, 0.25, 0.25]}},
           material: ice}
  - chain: {name: rope, count: 5, from: [0, 3, 5], to: [2, 3, 4], shape: {sphere: {radius: 0.1}}, mass: 1/3}
  - pile: {count: 12, cells: 2, position: [6, 0, 1]}                       # without a name
  - copies:
      name: toy
      count: 3
      step: [2, 0.1, 0]
      turn: 25 deg
      position: [-9, -5, 0.7]
      velocity: [0.1, 0, 0]
      bodies:
        - {name: car, shape: {box: {half: [0.5, 0.3, 0.2]}}, rotation: {axis: [1, 2, 3], angle: 10 deg}}
        - {name: wheel, shape: {sphere: {radius: 0.2}}, position: [0.6, 0, -0.2], angular_velocity: [0, 3, 0]}
      joints:
        - {name: axle, type: hinge, a: car, b: wheel, anchor: [0.6, 0, -0.2], axis: [0, 1, 0]}
        - {type: six_dof, a: car, anchor: [0, 0, 0], x: free, y: free, z: {limit: [-1, 1], hertz: 2}, rx: free, ry: free,
           rz: free}
  - grid: {name: net, count: [3, 3, 1], spacing: [0.5, 0.5, 1], position: [-6, 6, 4], shape: {sphere: {radius: 0.1}},
           joint: {type: distance, upper: 0.6}, tie: {type: mouse, target: [-6, 6, 5], max_force: 3}}
joints:
  - {name: hook, type: ball_socket, a: rope_0, anchor: [0, 3, 5]}
  - {name: leash, type: distance, a: crate, b: toy_0.car, anchor_a: [0, 8, 0.5], anchor_b: [-9, -5, 0.7]}
events:
  - {at: 0.2, apply_impulse: {body: brick_3, impulse: [0, 30, 0]}}
expect:
  - {what: max(height(brick)) < 5}
"""
COUNT = 5


def hash_after(document, steps: int = 40) -> str:
    runner = scenes.Runner(document, scenes.build(document, overrides=["world.precision=double"]), expect=False)
    for _ in runner.each_step(steps):
        pass
    return runner.world.state_hash()


def broken_up(draft: Draft, number: int):
    return draft.do(generators.break_up(draft.content, number, draft.document))


@pytest.mark.parametrize("number", range(COUNT))
def test_broken_up_it_is_the_same_world(number):
    draft = Draft(loads(TEXT))
    before = draft.document
    after = broken_up(draft, number)
    assert len(after.scene.generate) == COUNT - 1 and len(after.bodies) == len(before.bodies)
    assert hash_after(after) == hash_after(before)
    assert [(joint.type, joint.name) for joint in after.joints] == [(joint.type, joint.name) for joint in before.joints]
    assert loads(draft.text).bodies == after.bodies and hash_after(loads(draft.text), 5) == hash_after(before, 5)
    assert draft.undoable.startswith("break up")
    draft.undo()
    assert draft.text == TEXT


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_several_are_broken_up_in_any_order(order):
    draft = Draft(loads(TEXT))
    expected = hash_after(draft.document, 20)
    left = list(range(COUNT))
    for one in order:
        broken_up(draft, left.index(one))
        left.remove(one)
    assert hash_after(draft.document, 20) == expected
    while draft.document.scene.generate:
        broken_up(draft, 0)
    assert hash_after(draft.document, 20) == expected and "generate" not in draft.text and "behind" not in draft.text


def test_all_generators_of_the_catalog():
    """Each of them alone, in every scene that is not too long."""
    seen = 0
    for entry in catalog.entries():
        document = scenes.load(entry.id)
        if not document.scene.generate or len(document.bodies) > 450:
            continue
        expected = scenes.build(document).state_hash()
        for number in range(len(document.scene.generate)):
            draft = Draft(document)
            assert scenes.build(broken_up(draft, number)).state_hash() == expected, (entry.id, number)
            seen += 1
    assert seen > 40


def test_what_bodies_share_stays_as_it_is_written():
    draft = Draft(loads(TEXT))
    broken_up(draft, 0)
    body = draft.content["bodies"][2]
    assert body["name"] == "brick_0" and body["material"] == "ice" and "density" not in body


def test_bodies_without_a_name_get_one_for_their_joints():
    draft = Draft(loads(TEXT.replace("name: rope, ", "").replace("a: rope_0", "a: crate")))
    expected = hash_after(draft.document, 10)
    broken_up(draft, 1)
    assert hash_after(draft.document, 10) == expected and draft.content["bodies"][2]["name"] == "body_0"


def test_too_many_are_refused():
    draft = Draft(loads("format: 1\ngenerate:\n  - pile: {name: much, count: 8000}\n"))
    with pytest.raises(ValueError, match="8,000 bodies.* at most 100,000"):
        generators.break_up(draft.content, 0, draft.document)


def test_a_new_one_has_a_name_of_its_own():
    draft = Draft(loads(TEXT))
    taken = {plan.name for plan in draft.document.bodies}
    wall = {"columns": 2, "rows": 1, "shape": {"box": {"half": [0.1, 0.1, 0.1]}}}
    draft.do(generators.add_generator(draft.content, "wall", {**wall, "name": "brick"}, taken))
    draft.do(generators.add_generator(draft.content, "wall", wall, taken))
    assert [entry[generators.word_of(entry)].get("name") for entry in draft.content["generate"][-2:]] == ["brick_2", "wall"]
    assert draft.document.bodies[-1].name == "wall_1"


def test_numbers_are_changed_and_a_drag_is_one_edit():
    draft = Draft(loads(TEXT))
    for x in (1.0, 2.0, 3.0):
        draft.do(generators.set_generator(draft.content, 0, {"position": [x, 0, 0.25]}, merges="position 0"))
    assert draft.document.bodies[2].position[0] != loads(TEXT).bodies[2].position[0] and "# a wall of ice" in draft.text
    draft.undo()
    assert draft.text == TEXT
    with pytest.raises(SceneError, match="out of range"):
        draft.do(generators.set_generator(draft.content, 0, {"rows": 0}))
    draft.do(generators.set_generator(draft.content, 0, {"material": None, "heading": None}))
    assert "heading" not in draft.text


def test_a_removed_one_takes_what_names_its_bodies():
    draft = Draft(loads(TEXT))
    document = draft.do(generators.remove_generator(draft.content, 0, draft.document))
    assert not document.scene.events and not document.expect and len(document.joints) == len(loads(TEXT).joints)
    document = draft.do(generators.remove_generator(draft.content, 0, draft.document))
    assert "hook" not in draft.text and "leash" in draft.text


@pytest.mark.parametrize("behind, words", [("{bodies: -1}", "out of range"), ("{bodies: x}", "number"), ("{more: 1}", "no key"),
                                           ("3", "mapping")])
def test_wrong_places_in_the_order(behind, words):
    with pytest.raises(SceneError, match=words):
        loads(f"format: 1\ngenerate:\n  - pile: {{count: 2}}\n    behind: {behind}\n")


def test_the_order_of_creation():
    """`behind` counts entries; without it generators come behind all bodies and before all joints."""
    ball = "shape: {sphere: {radius: 0.1}}"
    document = loads(f"""format: 1
bodies: [{{name: a, {ball}}}, {{name: b, {ball}, position: [1, 0, 0]}}]
generate:
  - stack: {{name: s, count: 2, step: [0, 0, 1], {ball}, joint: ball_socket}}
    behind: {{bodies: 1, joints: 1}}
  - stack: {{name: t, count: 2, step: [0, 0, 1], position: [5, 0, 0], {ball}, joint: ball_socket}}
joints: [{{name: j, type: fixed, a: a, b: b, anchor: [0, 0, 0]}}, {{name: k, type: fixed, a: s_0, anchor: [0, 0, 0]}}]
""")
    assert [plan.name for plan in document.bodies] == ["a", "s_0", "s_1", "b", "t_0", "t_1"]
    assert [joint.name for joint in document.joints] == ["t_joint_0", "j", "s_joint_0", "k"]
    assert [(joint.a, joint.b) for joint in document.joints] == [(4, 5), (0, 3), (1, 2), (1, None)]
    assert document.numbers_of("generate", 0) == [1, 2] and document.numbers_of("bodies", 1) == [3]


def test_a_body_that_goes_leaves_the_order_of_the_others():
    draft = Draft(loads(TEXT))
    broken_up(draft, 2)
    order = [plan.name for plan in draft.document.bodies]
    draft.do(bodies.remove(draft.content, [1]))
    assert [plan.name for plan in draft.document.bodies] == [name for name in order if name != "crate"]
    assert draft.content["generate"][0]["behind"] == {"bodies": 1, "joints": 0}
