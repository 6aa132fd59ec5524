"""What joints of a file mean: their plans, those of generators and copies, and what events do to them in a world."""
from __future__ import annotations

import math

import pytest

import scenes
from physics.joints import JOINTS
from scenes.writer import edited
from tests.scenes.test_joint_input import HEAD, LINK
from tests.support.joint_samples import SAMPLES

HALF = math.sqrt(0.5)


def plans(text: str, head: str = "format: 1\ntitle: x\n") -> tuple:
    """The joints of a scene."""
    return scenes.loads(head + text).joints


def of_generator(entry: str) -> tuple:
    return plans(f"generate:\n  - {entry}\n")


def test_angles_and_the_world():
    hinge, rod = plans("""\
joints:
  - {name: door, type: hinge, a: world, b: ball, anchor: [0, 0, 5], axis: [0, 0, 2], lower: -45 deg, motor_speed: 90 deg/s}
  - {type: distance, a: crate, b: ball, anchor_a: [3, 0, 1], anchor_b: [0, 0, 5], break_force: 1e3}
""", HEAD)
    assert (hinge.a, hinge.b, hinge.name) == (None, 2, "door") and (rod.a, rod.b) == (3, 2)
    assert hinge.keys["lower"] == pytest.approx(-math.pi / 4) and hinge.keys["motor_speed"] == pytest.approx(math.pi / 2)
    assert "upper" not in hinge.keys and rod.keys["break_force"] == 1000


def test_axes_of_six_degrees_of_freedom():
    joint, = plans("""\
joints:
  - type: six_dof
    a: ball
    anchor: [0, 0, 5]
    frame: {axis: [0, 0, 1], angle: 90 deg}
    x: free
    y: {limit: [-1, 2], hertz: 3}
    rx: {limit: [-10 deg, 10 deg]}
    rz: {motor_speed: 90 deg/s, motor_force: 7}
""", HEAD)
    keys = joint.keys
    assert keys["frame"] == pytest.approx((0, 0, HALF, HALF))
    assert (keys["x"].mode, keys["y"].mode, keys["rx"].mode, keys["rz"].mode) == ("free", "limit", "limit", "free")
    assert (keys["y"].lower, keys["y"].upper, keys["y"].hertz) == (-1, 2, 3)
    assert keys["rx"].upper == pytest.approx(math.radians(10)) and keys["rz"].motor_speed == pytest.approx(math.pi / 2)
    made = joint.definition([object()] * 4)
    assert made.z.mode == "fixed" and made.b is None


def test_a_chain_joins_its_links_midway():
    joints = of_generator(f"chain: {{name: link, {LINK}}}")
    assert [(j.type, j.name, j.a, j.b) for j in joints] == [("ball_socket", "link_joint_0", 0, 1),
                                                            ("ball_socket", "link_joint_1", 1, 2)]
    assert joints[1].keys["anchor"] == (0, 0, 1.5) and joints[1].keys["axis"] == (0, 0, 1)
    assert of_generator(f"chain: {{{LINK}, joint: none}}") == ()


@pytest.mark.parametrize(("joint", "keys"), [
    ("hinge", {"anchor": (0, 0, 0.5), "axis": (0, 1, 0)}), ("fixed", {"anchor": (0, 0, 0.5)}),
    ("distance", {"anchor_a": (0, 0, 0), "anchor_b": (0, 0, 1)}),
    ("{type: hinge, axis: [1, 0, 0], lower: -20 deg}", {"anchor": (0, 0, 0.5), "axis": (1, 0, 0), "lower": -math.radians(20)}),
    ("{type: distance, upper: 1.5, break_force: 9}",
     {"anchor_a": (0, 0, 0), "anchor_b": (0, 0, 1), "upper": 1.5, "break_force": 9})])
def test_links_of_every_kind(joint, keys):
    made = of_generator(f"chain: {{{LINK}, joint: {joint}}}")
    assert set(made[0].keys) == set(keys)
    assert all(made[0].keys[name] == pytest.approx(value) for name, value in keys.items())


def test_a_horizontal_chain_of_hinges_bends_up_and_down():
    joint = of_generator("chain: {count: 2, from: [0, 0, 5], to: [0, 3, 5], joint: hinge, shape: {sphere: {radius: 0.1}}}")[0]
    assert joint.keys["axis"] == pytest.approx((-3, 0, 0))


def test_a_grid_joins_neighbours_and_leaves_fixed_ones_alone():
    entry = "grid: {count: [3, 1, 3], spacing: [1, 1, 1], joint: ball_socket, fix: top, shape: {sphere: {radius: 0.4}}}"
    document = scenes.loads(f"format: 1\ntitle: x\ngenerate:\n  - {entry}\n")
    assert [body.type for body in document.bodies] == ["dynamic"] * 6 + ["static"] * 3
    across, up = {(0, 1), (1, 2), (3, 4), (4, 5)}, {(0, 3), (1, 4), (2, 5), (3, 6), (4, 7), (5, 8)}
    assert {(j.a, j.b) for j in document.joints} == across | up
    for fix, fixed in [("rim", 8), ("corners", 4), ("none", 0)]:
        flat = entry.replace("top", fix).replace("[3, 1, 3]", "[3, 3, 1]")
        types = [body.type for body in scenes.loads(f"format: 1\ntitle: x\ngenerate:\n  - {flat}\n").bodies]
        assert types.count("static") == fixed


def test_a_ring_is_a_closed_necklace():
    pairs = [(j.a, j.b) for j in of_generator("ring: {count: 4, radius: 2, joint: fixed, shape: {sphere: {radius: 0.1}}}")]
    assert pairs == [(0, 1), (1, 2), (2, 3), (3, 0)]


def test_every_body_may_be_tied_to_the_world():
    joints = of_generator("grid: {name: g, count: [2, 1, 1], spacing: [2, 1, 1], shape: {sphere: {radius: 0.1}}, "
                          "tie: {type: mouse, target: [0, 0, 9], max_force: 50}}")
    assert [(j.name, j.a, j.b) for j in joints] == [("g_tie_0", 0, None), ("g_tie_1", 1, None)]
    assert joints[1].keys == {"anchor": (1, 0, 0), "target": (0, 0, 9), "max_force": 50}


COPIES = """\
generate:
  - copies:
      name: doll
      count: 2
      position: [1, 2, 3]
      step: [5, 0, 0]
      turn: 90 deg
      velocity: [0, 0, -1]
      bodies:
        - {name: torso, shape: {sphere: {radius: 0.3}}, velocity: [1, 0, 0]}
        - {name: head, shape: {box: {half: [0.3, 0.2, 0.1]}}, position: [1, 0, 0], angular_velocity: [3, 0, 0]}
        - {shape: {sphere: {radius: 0.3}}, type: static}
      joints:
        - {name: neck, type: six_dof, a: torso, b: head, anchor: [0.5, 0, 0]}
        - {type: ball_socket, a: torso, anchor: [0, 0, 0], axis: [1, 0, 0]}
"""


def test_copies_are_placed_as_a_whole():
    document = scenes.loads("format: 1\ntitle: x\n" + COPIES)
    assert tuple(plan.name for plan in document.bodies) == ("doll_0.torso", "doll_0.head", "", "doll_1.torso", "doll_1.head", "")
    first, second = document.bodies[1], document.bodies[4]
    assert first.position == pytest.approx((2, 2, 3)) and first.velocity == pytest.approx((0, 0, -1))
    assert second.position == pytest.approx((6, 3, 3)) and second.rotation == pytest.approx((0, 0, HALF, HALF))
    assert second.angular_velocity == pytest.approx((0, 3, 0))
    assert document.bodies[3].velocity == pytest.approx((0, 1, -1)) and document.bodies[5].velocity == (0, 0, 0)
    assert [(j.name, j.a, j.b) for j in document.joints] == [("doll_0.neck", 0, 1), ("", 0, None),
                                                             ("doll_1.neck", 3, 4), ("", 3, None)]
    neck, ball = document.joints[2:]
    assert neck.keys["anchor"] == pytest.approx((6, 2.5, 3)) and neck.keys["frame"] == pytest.approx((0, 0, HALF, HALF))
    assert ball.keys["anchor"] == pytest.approx((6, 2, 3)) and ball.keys["axis"] == pytest.approx((0, 1, 0))


def scene_of(word: str) -> str:
    other = "" if word == "mouse" else "b: crate, "
    return f"{HEAD}joints:\n  - {{name: j, type: {word}, a: ball, {other}{SAMPLES[word].scene}}}    # a comment\nrun: 1\n"


def test_every_type_is_tried():
    assert set(SAMPLES) == set(JOINTS)


@pytest.mark.parametrize("word", SAMPLES)
def test_every_type_builds_and_survives_the_writer(word):
    text = scene_of(word)
    document = scenes.loads(text)
    again = scenes.loads(edited(text, {"joints[0].enabled": False, "joints[0].break_force": 500.0}))
    joint = scenes.build(document).joints[0]
    assert (joint.type_name, joint.name, joint.enabled) == (word, "j", True)
    assert dict(again.joints[0].keys) == {**document.joints[0].keys, "enabled": False, "break_force": 500}
    assert "# a comment" in again.text and scenes.build(again).joints[0].break_force == 500


def test_a_joint_is_added_changed_and_taken_out_by_the_writer():
    text = edited(HEAD, {"joints[0]": {"name": "j", "type": "hinge", "a": "ball", "anchor": (0, 0, 5), "axis": (0, 0, 1)}})
    text = edited(text, {"joints[1]": {"type": "fixed", "a": "crate"}, "joints[0].upper": "45 deg"})
    first, second = scenes.loads(text).joints
    assert (first.name, first.type, second.type) == ("j", "hinge", "fixed")
    assert first.keys["upper"] == pytest.approx(math.pi / 4) and first.keys["anchor"] == (0, 0, 5)
    left, = scenes.loads(edited(text, {"joints[0]": None})).joints
    assert left.type == "fixed"
    with pytest.raises(scenes.SceneError, match="leads nowhere"):
        edited(text, {"joints[3]": {"type": "fixed", "a": "crate"}})


def test_events_turn_and_remove_joints_and_move_what_is_driven():
    document = scenes.loads(HEAD + """\
joints:
  - {name: door, type: hinge, a: ball, anchor: [0, 0, 5], axis: [0, 0, 1]}
  - {name: hand, type: mouse, a: crate, anchor: [3, 0, 1], target: [3, 0, 2]}
events:
  - {at: 0, set: {joints.door.motor_speed: 45 deg/s, joints.door.enabled: false, joints.hand.target: [1, 2, 3]}}
  - {at: 0, set: {solver.substeps: 2}}
  - {at: 1/60, remove: {joint: door}}
  - {at: 2/60, remove: {body: crate}}
  - {at: 2/60, set: {joints.door.motor_speed: 1, joints.hand.max_force: 3}}
  - {at: 2/60, set_velocity: {body: rail, velocity: [0, 0, 2]}}
""")
    world = scenes.build(document)
    runner = scenes.Runner(document, world)
    door, hand = world.joints
    runner.timeline.apply(world)
    assert door.motor_speed == pytest.approx(math.pi / 4) and not door.enabled and tuple(hand.target) == (1, 2, 3)
    assert world.solver.substeps == 2
    runner.step()
    runner.step()
    assert [joint.name for joint in world.joints] == ["hand"]
    runner.step()
    assert len(world.joints) == 0
    rail = next(body for body in world.bodies if body.name == "rail")
    assert rail.position[2] == pytest.approx(2 / 60, rel=1e-5)


def test_metrics_of_joints_are_read_by_name():
    document = scenes.loads(HEAD + """\
joints:
  - {name: loose, type: mouse, a: ball, anchor: [0, 0, 5], target: [0, 0, 8], max_force: 0}
  - {name: held, type: fixed, a: crate}
expect:
  - {what: joint_gap(loose) > 2.9, after: 0.02}
  - {what: joint_gap(held) < 0.01 and joint_tilt(held) < 0.01}
  - {what: max(joint_gap) > 2.9, after: 0.02}
  - {what: count(joint_gap("*")) > 1.5}
  - {what: max(joint_gap) < 1, name: fails}
run: 0.1
""")
    runner = scenes.Runner(document, scenes.build(document))
    for _ in runner.each_step():
        pass
    assert [(r.name, r.passed) for r in runner.results() if not r.passed] == [("fails", False)]
