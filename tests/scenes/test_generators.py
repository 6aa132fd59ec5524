"""Generators place what they say, in a fixed order, the same every time."""
from __future__ import annotations

import math

import numpy as np
import pytest

import scenes
from scenes import SceneError
from scenes.generators.pile import draws
from scenes.reading.scene_model import GENERATORS, generator_of

BOX = "shape: {box: {half: [0.5, 0.25, 0.1]}}"


def made(entry: str, head: str = "") -> tuple:
    """The bodies of one generator."""
    return scenes.loads(f"format: 1\ntitle: x\n{head}generate:\n  - {entry}\n").bodies


def positions(entry: str) -> np.ndarray:
    return np.array([plan.position for plan in made(entry)])


def test_all_of_them():
    assert set(GENERATORS) == {"grid", "stack", "wall", "pyramid", "chain", "ring", "pile", "copies"}


def test_grid_is_centred_on_its_lowest_layer():
    p = positions(f"grid: {{count: [3, 2, 2], spacing: [1, 2, 3], position: [10, 0, 1], {BOX}}}")
    assert p[[0, 1, 3, 6]].tolist() == [[9, -1, 1], [10, -1, 1], [9, 1, 1], [9, -1, 4]]
    assert p[:6].mean(0).tolist() == [10, 0, 1]


def test_names_are_numbered():
    assert [b.name for b in made(f"stack: {{name: b, count: 3, step: [0, 0, 1], {BOX}}}")] == ["b_0", "b_1", "b_2"]
    assert [b.name for b in made(f"stack: {{count: 2, step: [0, 0, 1], {BOX}}}")] == ["", ""]


def test_stack_staggers_and_turns():
    p = positions(f"stack: {{count: 3, step: [0, 0, 1], stagger: [0.1, 0, 0], {BOX}}}")
    assert p.tolist() == [[0.1, 0, 0], [-0.1, 0, 1], [0.1, 0, 2]]
    bodies = made(f"stack: {{count: 2, step: [0, 0, 1], offset: [0, 2, 0], turn: 90 deg, {BOX}}}")
    assert bodies[1].position == pytest.approx((-2, 0, 1))
    assert bodies[1].rotation == pytest.approx((0, 0, math.sqrt(0.5), math.sqrt(0.5)))


def test_wall_is_a_running_bond():
    bodies = made(f"wall: {{columns: 4, rows: 3, gap: 0.1, lift: 0.05, {BOX}}}")
    p = np.array([b.position for b in bodies])
    assert len(p) == 4 + 3 + 4
    assert np.diff(p[:4, 0]) == pytest.approx([1.1] * 3)
    assert p[4:7, 0] == pytest.approx((p[:3, 0] + p[1:4, 0]) / 2)
    assert sorted(set(np.round(p[:, 2], 9))) == pytest.approx([0, 0.25, 0.5])


def test_a_turned_wall():
    bodies = made(f"wall: {{columns: 3, rows: 1, heading: 90 deg, {BOX}}}")
    assert np.array([b.position for b in bodies]) == pytest.approx(np.array([[0, -1, 0], [0, 0, 0], [0, 1, 0]]))
    assert bodies[0].rotation == pytest.approx((0, 0, math.sqrt(0.5), math.sqrt(0.5)))


def test_pyramids():
    flat = positions("pyramid: {base: 4, position: [0, 0, 0.5], shape: {box: {half: [0.5, 0.5, 0.5]}}}")
    assert len(flat) == 10 and flat[-1].tolist() == [0, 0, 3.5] and flat[0].tolist() == [-1.5, 0, 0.5]
    square = positions("pyramid: {base: 4, form: square, gap: 0.5, lift: 0.25, shape: {sphere: {radius: 0.5}}}")
    assert len(square) == 30 and square[-1].tolist() == [0, 0, 3.75] and square[0].tolist() == [-2.25, -2.25, 0]
    assert len(positions(f"pyramid: {{base: 4, levels: 2, {BOX}}}")) == 7
    overlapping = positions("pyramid: {base: 2, gap: -0.25, shape: {box: {half: [0.5, 0.5, 0.5]}}}")
    assert overlapping[1][0] - overlapping[0][0] == 0.75


def test_ring_closes_or_sweeps():
    p = positions(f"ring: {{count: 4, radius: 2, {BOX}}}")
    assert p == pytest.approx(np.array([[2, 0, 0], [0, 2, 0], [-2, 0, 0], [0, -2, 0]]), abs=1e-12)
    arc = positions(f"ring: {{count: 3, radius: 2, start: 90 deg, sweep: 180 deg, {BOX}}}")
    assert arc == pytest.approx(np.array([[0, 2, 0], [-2, 0, 0], [0, -2, 0]]), abs=1e-12)


def test_ring_faces_and_flies():
    entry = f"ring: {{count: 4, radius: 2, facing: {{}}, outward_speed: 3, {BOX}}}"
    for facing, angle in [("outward", math.pi / 2), ("tangent", math.pi), ("fixed", 0.0)]:
        body = made(entry.replace("{}", facing))[1]
        assert 2 * math.atan2(body.rotation[2], body.rotation[3]) == pytest.approx(angle)
        assert body.velocity == pytest.approx((0, 3, 0))


def test_chain_goes_from_end_to_end():
    p = positions("chain: {count: 5, from: [0, 0, 4], to: [0, 0, 0], joint: none, shape: {sphere: {radius: 0.1}}}")
    assert p[:, 2].tolist() == [4, 3, 2, 1, 0]


def test_pile_numbers_are_the_known_sequence():
    """s = 1664525 s + 1013904223 mod 2^32 from s = 1, of which the top 24 bits."""
    number = draws(1)
    assert [round(next(number) * 2**24) for _ in range(3)] == [1015568748 >> 8, 1586005467 >> 8, 2165703038 >> 8]


def test_pile_draws_in_the_promised_order():
    number = draws(1)
    u = [next(number) for _ in range(11)]
    box, ball = made("pile: {count: 2, cells: 1, mix: both, position: [0, 0, 0.6]}")
    assert box.position == pytest.approx((0.08 * u[0] - 0.04, 0.04 - 0.08 * u[1], 0.6), abs=0)
    assert box.shape.half == pytest.approx((0.25 + 0.25 * u[2], 0.25 + 0.25 * u[4], 0.25 + 0.25 * u[3]), abs=0)
    assert box.angular_velocity == pytest.approx((2 * u[5] - 1, 1 - 2 * u[7], 2 * u[6] - 1), abs=0)
    assert ball.shape.radius == pytest.approx(0.3 + 0.2 * u[10]) and ball.position[2] == 0.6 + 1.1


def test_pile_depends_on_both_seeds_and_nothing_else():
    entry = "pile: {count: 50, cells: 3, seed: 5}"
    assert made(entry) == made(entry)
    assert made(entry) != made(entry.replace("5}", "6}"))
    assert made(entry.replace("5}", "6}")) == made(entry, head="world: {seed: 1}\n")


def test_pile_ranges_are_checked():
    with pytest.raises(SceneError, match=r"generate\[0\].pile.half: needs \[smallest, largest\]"):
        made("pile: {count: 5, half: [0.5, 0.1]}")


def test_a_generator_shares_the_keys_of_a_body():
    body = made("stack: {count: 2, step: [0, 0, 1], material: m, friction: 0.9, can_sleep: false, " + BOX + "}",
                head="materials: {m: {density: 10, friction: 0.1}}\n")[1]
    assert (body.density, body.friction, body.can_sleep, body.mass) == (10, 0.9, False, None)


def test_a_generator_makes_no_planes():
    with pytest.raises(SceneError, match="a generator makes bodies of finite size; a plane is one body"):
        made("grid: {count: [2, 1, 1], spacing: [1, 1, 1], shape: {plane: {}}}")


@pytest.mark.parametrize("entry", [
    f"grid: {{count: [3, 2, 2], spacing: [1, 2, 3], {BOX}}}", f"stack: {{count: 7, step: [0, 0, 1], {BOX}}}",
    f"wall: {{columns: 1, rows: 4, {BOX}}}", f"wall: {{columns: 5, rows: 4, {BOX}}}", f"pyramid: {{base: 5, levels: 9, {BOX}}}",
    f"pyramid: {{base: 5, form: square, levels: 2, {BOX}}}", f"ring: {{count: 1, radius: 1, sweep: 1, {BOX}}}",
    "pile: {count: 17, cells: 2}", f"chain: {{count: 1, from: [0, 0, 0], to: [1, 1, 1], joint: none, {BOX}}}",
    f"chain: {{name: c, count: 6, from: [0, 0, 0], to: [1, 1, 1], {BOX}}}",
    f"grid: {{name: g, count: [4, 3, 2], spacing: [1, 1, 1], joint: fixed, {BOX}}}",
    f"grid: {{name: g, count: [4, 1, 5], spacing: [1, 1, 1], joint: fixed, fix: top, {BOX}}}",
    f"grid: {{count: [4, 4, 1], spacing: [1, 1, 1], joint: fixed, fix: rim, {BOX}}}",
    f"stack: {{count: 4, step: [0, 0, 1], joint: hinge, tie: {{type: mouse, target: [0, 0, 1]}}, {BOX}}}",
    f"ring: {{name: r, count: 5, radius: 2, joint: hinge, {BOX}}}",
    f"ring: {{count: 5, radius: 2, sweep: 90 deg, joint: hinge, {BOX}}}",
    f"ring: {{count: 2, radius: 2, joint: hinge, {BOX}}}",
    f"copies: {{name: c, count: 3, bodies: [{{name: a, {BOX}}}, {{{BOX}}}], joints: [{{name: j, type: fixed, a: a}}]}}"])
def test_the_totals_and_names_are_told_without_making_them(entry):
    document = scenes.loads(f"format: 1\ntitle: x\ngenerate:\n  - {entry}\n")
    generator = generator_of(document.scene.generate[0])
    assert (generator.total, generator.joint_total) == (len(document.bodies), len(document.joints))
    assert [generator.name_of(i) for i in range(generator.total)] == [body.name for body in document.bodies]
    assert [generator.is_dynamic(i) for i in range(generator.total)] == [body.type == "dynamic" for body in document.bodies]
    assert dict(generator.joint_names()) == {joint.name: joint.type for joint in document.joints if joint.name}
