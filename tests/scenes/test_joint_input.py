"""Every mistake with joints gives a message with its place, its key and the correct form, all at once."""
from __future__ import annotations

import pytest

import scenes
from scenes import SceneError

HEAD = """\
format: 1
title: x
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: rail, type: kinematic, shape: {box: {half: [1, 1, 1]}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 5]}
  - {name: crate, shape: {box: {half: [1, 1, 1]}}, position: [3, 0, 1]}
"""
AT = "anchor: [0, 0, 5]"
LINK = "count: 3, from: [0, 0, 0], to: [0, 0, 2], shape: {sphere: {radius: 0.1}}"

# (an entry of `joints`, with @ where the message points; the key, and the words of the message)
JOINTS = [
    (f"type: hinge, a: @bal, b: crate, {AT}, axis: [0, 0, 1]", "a", "there is no body 'bal'; did you mean 'ball'?"),
    (f"type: hinge, a: ball, b: @crat, {AT}, axis: [0, 0, 1]", "b", "there is no body 'crat'; did you mean 'crate'?"),
    (f"type: hinge, a: ball, b: @ball, {AT}, axis: [0, 0, 1]", "b", "joins 'ball' to itself"),
    (f"type: hinge, a: @world, {AT}, axis: [0, 0, 1]", "a", "joins 'world' to itself"),
    (f"type: hinge, a: world, b: @world, {AT}, axis: [0, 0, 1]", "b", "joins 'world' to itself"),
    ("type: fixed, a: @floor", "a", "neither 'floor' nor 'world' is dynamic"),
    ("type: fixed, a: @floor, b: rail", "a", "neither 'floor' nor 'rail' is dynamic"),
    (f"type: mouse, a: @rail, {AT}, target: [0, 0, 0]", "a", "neither 'rail' nor 'world' is dynamic"),
    (f"type: hinge, a: ball, {AT}, axis: @[0, 0, 0]", "axis", "[0, 0, 0] is not a direction"),
    (f"type: hinge, a: ball, {AT}, axis: @[0, 1]", "axis", "needs a list of 3 numbers"),
    (f"type: hinge, a: ball, {AT}, axis: @up", "axis", "needs a list of 3 numbers, and here is 'up'"),
    (f"type: hinge, a: ball, {AT}, axis: [0, 0, 1], lower: @2, upper: 1", "lower", "2 is above upper, 1"),
    (f"type: hinge, a: ball, {AT}, axis: [0, 0, 1], lower: @2 m", "lower", "'2 m' is not a number"),
    (f"type: hinge, a: ball, {AT}, axis: [0, 0, 1], lower: @~", "lower", "needs a number, and here is nothing"),
    (f"type: hinge, a: ball, {AT}, axis: [0, 0, 1], motor_speed: @90 deg", "motor_speed", "write 90 deg/s"),
    (f"type: hinge, a: ball, {AT}, axis: [0, 0, 1], motor_torqe: 3".replace("motor_torqe", "@motor_torqe"), "motor_torqe",
     "there is no key 'motor_torqe' here; did you mean 'motor_torque'?"),
    (f"type: ball_socket, a: ball, {AT}, twist_lower: @10 deg, twist_upper: -10 deg", "twist_lower", "is above twist_upper"),
    (f"type: ball_socket, a: ball, {AT}, cone: @-1", "cone", "-1 is out of range; allowed is 0 to 3.14"),
    (f"type: ball_socket, a: ball, {AT}, cone: @30 m", "cone", "'30 m' is not a number"),
    (f"type: slider, a: ball, {AT}, axis: [1, 0, 0], lower: @30 deg", "lower", "is an angle, but this is in m"),
    (f"type: slider, a: ball, {AT}, axis: [1, 0, 0], hertz: @-3", "hertz", "-3 is out of range; allowed is 0 to 240 Hz"),
    ("type: distance, a: ball, anchor_a: [0, 0, 5], anchor_b: [0, 0, 9], lower: @5, upper: 4", "lower", "5 is above upper, 4"),
    ("type: gear, a: ball, b: crate, axis_a: [0, 0, 1], axis_b: [0, 0, 1], ratio: @0", "ratio", "0 would only stop a"),
    ("type: gear, a: ball, b: crate, axis_a: @[0, 0, 0], axis_b: [0, 0, 1]", "axis_a", "is not a direction"),
    ("type: rack, a: ball, b: crate, axis_a: [0, 0, 1], axis_b: [1, 0, 0], radius: @0", "radius", "0 would only stop the rack"),
    ("type: angle, a: ball, b: crate, angle: @10 deg", "angle", "needs an axis"),
    ("type: pulley, a: ball, b: crate, anchor_a: [0, 0, 5], anchor_b: [3, 0, 1], ground_a: @[0, 0, 5], ground_b: [3, 0, 9]",
     "ground_a", "the rope has no direction there"),
    (f"type: six_dof, a: ball, {AT}, x: @fre", "x.mode", "'fre' is not known; did you mean 'free'?"),
    (f"type: six_dof, a: ball, {AT}, x: {{limit: @[1, -1]}}", "x.limit", "1 is above upper, -1"),
    (f"type: six_dof, a: ball, {AT}, x: {{limit: @1}}", "x.limit", "needs a list of 2 numbers in m"),
    (f"type: six_dof, a: ball, {AT}, x: {{limit: [@-10 deg, 1]}}", "x.limit[0]", "is an angle, but this is in m"),
    (f"type: six_dof, a: ball, {AT}, x: @{{mode: limit}}", "x", "write limit: [lower, upper]"),
    (f"type: six_dof, a: ball, {AT}, x: @{{mode: free, limit: [0, 1]}}", "x", "write limit: [lower, upper]"),
    (f"type: six_dof, a: ball, {AT}, x: {{mode: @fixed, hertz: 3}}", "x.mode", "a fixed axis has no motor and no spring"),
    (f"type: six_dof, a: ball, {AT}, rx: {{@motr_speed: 3}}", "rx.motr_speed", "did you mean 'motor_speed'?"),
    (f"type: six_dof, a: ball, {AT}, rx: @[0, 1]", "rx", "needs a mapping, and here is a list"),
    (f"type: six_dof, a: ball, {AT}, frame: @[1, 1, 0, 0]", "frame", "has length 1, and this one has 1.41"),
    (f"type: ball_socket, a: ball, {AT}, break_force: @-1", "break_force", "-1 is out of range; allowed is 0 to 1e+12 N"),
    (f"type: ball_socket, a: ball, {AT}, enabled: @yes", "enabled", "'yes' is neither true nor false"),
    (f"type: ball_socket, a: ball, {AT}, name: @a b", "name", "'a b' is not a name"),
    (f"type: mouse, a: ball, @b: crate, {AT}, target: [0, 0, 0]", "b", "there is no key 'b' here"),
    ("@type: hinge, a: ball, axis: [0, 0, 1]", "", "the key 'anchor' is missing"),
    (f"@type: hinge, {AT}, axis: [0, 0, 1]", "", "the key 'a' is missing"),
    (f"type: @hing, a: ball, {AT}", "type", "there is no joint type 'hing' here; did you mean 'hinge'?"),
]

# the same for entries of `generate`
GENERATORS = [
    (f"chain: {{{LINK}, joint: @bal_socket}}", "chain.joint.type", "there is no joint type 'bal_socket' here; did you mean"),
    (f"chain: {{{LINK}, joint: @gear}}", "chain.joint.type", "allowed are none, ball_socket, hinge,"),
    (f"chain: {{{LINK}, joint: {{type: hinge, lower: @2, upper: 1}}}}", "chain.joint.lower", "2 is above upper, 1"),
    (f"chain: {{{LINK}, joint: {{type: hinge, @anchor: [0, 0, 0]}}}}", "chain.joint.anchor", "there is no key 'anchor' here"),
    (f"chain: {{{LINK}, joint: {{type: hinge, axis: @[0, 0, 0]}}}}", "chain.joint.axis", "is not a direction"),
    (f"chain: {{{LINK}, type: @static}}", "chain.type", "links between static bodies hold nothing"),
    (f"chain: {{{LINK}, tie: {{type: @gear}}}}", "chain.tie.type", "there is no joint type 'gear' here"),
    (f"chain: {{{LINK}, tie: @{{type: mouse}}}}", "chain.tie", "the key 'target' is missing"),
    ("grid: {count: [2, 2, 2], spacing: [1, 1, 1], fix: @bottom, shape: {sphere: {radius: 0.1}}}", "grid.fix",
     "'bottom' is not known; allowed are none, top, rim, corners"),
    ("copies: {bodies: [{name: a, shape: {sphere: {radius: 1}}}], joints: [{type: fixed, a: @b}]}", "copies.joints[0].a",
     "there is no body 'b'"),
    ("copies: {bodies: [{name: a, shape: {sphere: {radius: 1}}}], joints: [{type: fixed, a: @ball}]}", "copies.joints[0].a",
     "there is no body 'ball'"),
    ("copies: {bodies: [{name: a, shape: {sphere: {radius: 1}}}, {name: @a, shape: {sphere: {radius: 1}}}]}",
     "copies.bodies[1].name", "the name 'a' is taken"),
    ("copies: {bodies: @[{shape: {plane: {}}}]}", "copies.bodies", "a plane has no copies"),
    ("copies: {bodies: @[]}", "copies.bodies", "needs one body at least"),
    ("copies: {bodies: [{material: @gold, shape: {sphere: {radius: 1}}}]}", "copies.bodies[0].material",
     "there is no material 'gold'"),
]

EVENTS = [
    ("set: {@joints.dor.motor_speed: 2}", "set.joints.dor.motor_speed", "there is no joint 'dor'; did you mean 'door'?"),
    ("set: {joints.door.motor_sped: @2}", "set.joints.door.motor_sped", "a hinge joint has no 'motor_sped' to set; did you mean"),
    ("set: {joints.door.axis: @[0, 0, 1]}", "set.joints.door.axis", "a hinge joint has no 'axis' to set"),
    ("set: {joints.door.hertz: @999}", "set.joints.door.hertz", "999 is out of range; allowed is 0 to 240 Hz"),
    ("set: {joints.hand.target: @[0, 0]}", "set.joints.hand.target", "needs a list of 3 numbers in m"),
    ("set: @{joints.door: 2}", "set", "needs the name of a joint and a key of it"),
    ("remove: {joint: @dor}", "remove.joint", "there is no joint 'dor'"),
    ("remove: @{joint: door, body: ball}", "remove", "needs a body or a joint, and not both"),
    ("remove: @{}", "remove", "needs a body or a joint, and not both"),
]
DOOR = f"""\
joints:
  - {{name: door, type: hinge, a: ball, {AT}, axis: [0, 0, 1]}}
  - {{name: hand, type: mouse, a: ball, {AT}, target: [0, 0, 6]}}
"""


def told(text: str) -> list[str]:
    """The problems of an invalid scene."""
    with pytest.raises(SceneError) as caught:
        scenes.loads(text)
    return [str(problem) for problem in caught.value.problems]


def check(marked: str, path: str, words: str) -> None:
    """The scene has this mistake where the @ stands, and no other."""
    before = marked.partition("@")[0]
    found = told(marked.replace("@", ""))
    place = f"text:{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}: {path}: "
    assert len(found) == 1 and found[0].startswith(place) and words in found[0], f"{place}{words}\n" + "\n".join(found)


@pytest.mark.parametrize(("entry", "key", "words"), JOINTS, ids=[f"{key}-{entry}"[:60] for entry, key, _ in JOINTS])
def test_one_mistake_in_a_joint(entry, key, words):
    opened = f"{HEAD}joints:\n  - {{{entry}}}\n".replace("{@type", "@{type")
    check(opened, f"joints[0].{key}" if key else "joints[0]", words)


@pytest.mark.parametrize(("entry", "key", "words"), GENERATORS, ids=[f"{key}-{entry}"[:60] for entry, key, _ in GENERATORS])
def test_one_mistake_in_a_generator_of_joints(entry, key, words):
    check(f"{HEAD}generate:\n  - {entry}\n", f"generate[0].{key}", words)


@pytest.mark.parametrize(("action", "key", "words"), EVENTS, ids=[action[:60] for action, _, _ in EVENTS])
def test_one_mistake_in_an_event_on_joints(action, key, words):
    marked = f"{HEAD}{DOOR}events:\n  - {{at: 1, {action}}}\n"
    if "{@joints" in marked:                             # a key's own place is that of its value
        marked = marked.replace("@", "").replace(": 2}", ": @2}")
    check(marked, f"events[0].{key}", words)


def test_all_mistakes_of_a_joint_and_of_its_neighbours_at_once():
    found = told(HEAD + f"""\
joints:
  - {{name: j, type: hinge, a: bal, {AT}, axis: [0, 0, 0], hertz: -1}}
  - {{name: j, type: six_dof, a: ball, b: ball, {AT}, x: fre, ry: {{limit: [2, 1]}}}}
  - {{type: slider, a: ball, {AT}, axis: [0, 0, 1], lower: 2, upper: 1}}
""")
    assert [line.split(": ")[1] for line in found] == [
        "joints[0].a", "joints[0].axis", "joints[0].hertz", "joints[1].name", "joints[1].b", "joints[1].x.mode",
        "joints[1].ry.limit", "joints[2].lower"]


def test_names_of_joints_are_given_once_also_by_generators():
    found = told(f"{HEAD}generate:\n  - chain: {{name: link, {LINK}}}\n"
                 "joints:\n  - {name: link_joint_1, type: fixed, a: ball}\n")
    assert found == ["text:11:12: joints[0].name: the name 'link_joint_1' is taken by that of a generator"]
    chain, copies = f"chain: {{name: a_0.b, {LINK}}}", "copies: {name: a, bodies: [{name: s, shape: {sphere: {radius: 1}}}]"
    found = told(f"{HEAD}generate:\n  - {chain}\n  - {copies}, joints: [{{name: b_joint_1, type: fixed, a: s}}]}}\n")
    assert found == ["text:10:20: generate[1].copies.name: would name a joint 'a_0.b_joint_1', and that name is taken"]


def test_too_many_joints_are_counted_and_never_made():
    grid = "grid: {count: [40, 40, 25], spacing: [1, 1, 1], joint: ball_socket, shape: {sphere: {radius: 0.1}}}"
    found = told(f"format: 1\ntitle: x\ngenerate:\n  - {grid}\n")
    assert found == ["text:3:1: generate: 116,400 joints in all; at most 100,000 are allowed"]


def test_a_joint_may_hold_on_to_a_body_of_an_unreadable_generator():
    found = told(f"{HEAD}generate:\n  - chain: {{name: link, {LINK.replace('count: 3', 'count: 0')}}}\n"
                 "joints:\n  - {type: fixed, a: ball, b: link_2}\n")
    assert len(found) == 1 and "count" in found[0]


ODD = ["[]", "{}", "[1]", "{type: x}", "~", "1", "nan", "true", "[[1]]", "''", "world"]
PLACES = [
    "joints: @", "joints: [@]", "joints: [{name: j, type: @, a: ball}]", "joints: [{name: @, type: fixed, a: ball}]",
    "joints: [{type: fixed, a: @}]", "joints: [{type: fixed, a: ball, b: @}]",
    "joints: [{type: six_dof, a: ball, anchor: [0, 0, 5], x: @}]",
    "joints: [{type: six_dof, a: ball, anchor: [0, 0, 5], x: {mode: @}}]",
    "joints: [{type: six_dof, a: ball, anchor: [0, 0, 5], frame: @, ry: {limit: @}}]",
    "joints: [{type: hinge, a: ball, anchor: @, axis: @}]", f"generate: [{{chain: {{{LINK}, joint: @}}}}]",
    f"generate: [{{chain: {{{LINK}, joint: {{type: @}}}}}}]", f"generate: [{{chain: {{{LINK}, tie: @}}}}]",
    f"generate: [{{chain: {{{LINK}, tie: {{type: @, target: [0, 0, 1]}}}}}}]", "generate: [{copies: @}]",
    "generate: [{copies: {name: @, bodies: @}}]", "generate: [{copies: {bodies: [{name: @, shape: {sphere: {radius: 1}}}]}}]",
    "generate: [{copies: {bodies: [{name: a, shape: {sphere: {radius: 1}}}], joints: @}}]",
    "generate: [{copies: {bodies: [{name: a, shape: {sphere: {radius: 1}}}], joints: [{name: @, type: @, a: @}]}}]",
    "events: [{at: 1, set: @}]", "events: [{at: 1, set: {joints.: @, joints.a.b: @}}]", "events: [{at: 1, remove: @}]",
    "events: [{at: 1, remove: {joint: @}}]",
    "joints: [{name: j, type: mouse, a: ball, anchor: [0, 0, 5], target: [0, 0, 6]}]\n"
    "events: [{at: 1, set: {joints.j.target: @, joints.j.enabled: @, joints.j.hertz: @}}]"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("value", ODD)
def test_an_odd_value_anywhere_is_read_or_refused_with_a_place(place, value):
    try:
        scenes.loads(HEAD + place.replace("@", value) + "\n")
    except SceneError as error:
        assert all(problem.line >= 1 and problem.message for problem in error.problems)


TURNED = """\
joints:
  - {name: door, type: hinge, a: world, b: crate, anchor: [3, 0, 1], axis: [0, 0, 1], lower: -1, upper: 1}
"""


@pytest.mark.parametrize("events, line, told", [
    ("  - {at: 1, set: {joints.door.lower: 2}}", 11, "events[0].set.joints.door.lower: at 1 s lower: 2 is above upper, 1"),
    ("  - {at: 1, set: {joints.door.lower: 3, joints.door.upper: 2}}", 11, "lower: 3 is above upper, 2"),
    ("  - {at: 2, set: {joints.door.lower: -2}}\n  - {at: 1, set: {joints.door.upper: -1.5}}", 12,
     "lower: -1 is above upper, -1.5"),
])
def test_events_that_a_joint_would_refuse_in_its_time_are_told_at_once(events, line, told):
    with pytest.raises(SceneError) as caught:
        scenes.loads(HEAD + TURNED + "events:\n" + events + "\n")
    assert [problem.line for problem in caught.value.problems] == [line] and told in str(caught.value)


def test_both_ends_of_a_range_may_move_past_where_the_other_was():
    document = scenes.loads(HEAD + TURNED + "events:\n  - {at: 0, set: {joints.door.lower: 2, joints.door.upper: 3}}\n")
    world = scenes.build(document)
    scenes.Runner(document, world).step()
    door = next(iter(world.joints))
    assert (door.lower, door.upper) == (2.0, 3.0)
