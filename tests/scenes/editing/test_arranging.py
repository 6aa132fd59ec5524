"""Aligning, spreading and putting down by bounds; bodies that joints hold together move as one."""
from __future__ import annotations

import math

import numpy as np
import pytest

from scenes.draft import Draft
from scenes.editing import arranging
from scenes.editing.arranging import NothingMoves
from scenes.editing.bounds import bounds_of
from scenes.loader import loads

HEAD = "format: 1\nbodies:\n"
THREE = HEAD + """\
  - {name: a, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2]}
  - {name: b, shape: {sphere: {radius: 0.25}}, position: [2, 1, 3]}
  - {name: c, shape: {box: {half: [1, 0.1, 0.2]}}, position: [9, -1, 7], rotation: {axis: [0, 0, 1], angle: 90 deg}}
  - {name: floor, shape: {plane: {}}}
"""


def draft(text: str = THREE) -> Draft:
    return Draft(loads(text))


def places(made: Draft) -> np.ndarray:
    return np.array([plan.position for plan in made.document.bodies])


def test_bounds_of_a_turned_box():
    """A cube on its edge reaches half its diagonal, a box turned by a right angle has its sides exchanged."""
    text = HEAD + "  - {shape: {box: {half: [1, 1, 1]}}, position: [1, 2, 3], rotation: {axis: [1, 0, 0], angle: 45 deg}}\n"
    box = bounds_of(loads(text).bodies[0])
    assert box.high - (1, 2, 3) == pytest.approx((1, math.sqrt(2), math.sqrt(2)), abs=1e-12)
    assert box.low + box.high == pytest.approx((2, 4, 6))
    turned = bounds_of(loads(THREE).bodies[2])
    assert turned.high - turned.low == pytest.approx((0.2, 2, 0.4), abs=1e-12) and bounds_of(loads(THREE).bodies[3]) is None


@pytest.mark.parametrize("axis", "xyz")
@pytest.mark.parametrize("edge", arranging.EDGES)
def test_align(axis, edge):
    """All have the same coordinate then, which one of them or their middle had before; nothing else moves."""
    made, k = draft(), "xyz".index(axis)
    before = [bounds_of(plan) for plan in made.document.bodies[:3]]
    goal = {"lows": min(box.low[k] for box in before), "highs": max(box.high[k] for box in before),
            "centres": (min(box.low[k] for box in before) + max(box.high[k] for box in before)) / 2}[edge]
    made.do(arranging.align(made.content, made.document, [0, 1, 2, 3], axis, edge))
    after = [bounds_of(plan) for plan in made.document.bodies[:3]]
    assert [{"lows": box.low, "highs": box.high, "centres": box.middle}[edge][k] for box in after] == pytest.approx([goal] * 3)
    others = [j for j in range(3) if j != k]
    assert np.allclose(np.delete(places(made)[:3], k, axis=1), [[box.middle[j] for j in others] for box in before])
    assert made.undoable == f"align {edge} of 4 bodies along {axis}"
    with pytest.raises(NothingMoves, match="so already"):
        arranging.align(made.content, made.document, [0, 1, 2], axis, edge)


def test_spread():
    """Gaps between bounds are equal, and the outer two stay: from 0.5 to 8.9 along x, less a ball of 0.5."""
    made = draft()
    made.do(arranging.spread(made.content, made.document, [2, 0, 1]))
    assert places(made)[:3, 0] == pytest.approx((0, 0.5 + (8.4 - 0.5) / 2 + 0.25, 9))
    assert places(made)[:3, 1:].tolist() == [[0, 2], [1, 3], [-1, 7]] and made.undoable == "spread 3 bodies along x"
    made.undo()
    made.do(arranging.spread(made.content, made.document, [0, 1, 2], "z"))
    assert places(made)[:3, 2] == pytest.approx((2, 2.5 + (6.8 - 2.5 - 0.5) / 2 + 0.25, 7))
    with pytest.raises(NothingMoves, match="three bodies or more"):
        arranging.spread(made.content, made.document, [0, 1])


def test_put_down_on_the_ground_and_on_each_other():
    """The lower one comes to the floor, the upper one onto it; one beside falls to the floor."""
    text = HEAD + """\
  - {name: upper, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0.4, 0, 9]}
  - {name: lower, shape: {sphere: {radius: 0.25}}, position: [0, 0, 5]}
  - {name: beside, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [3, 0, 5]}
  - {name: sunk, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [6, 0, 0.25]}
  - {name: floor, shape: {plane: {}}}
  - {name: table, type: static, shape: {box: {half: [0.5, 0.5, 0.1]}}, position: [3, 0, 1]}
"""
    made = draft(text)
    made.do(arranging.put_down(made.content, made.document, [0, 1, 2, 3]))
    assert places(made)[:4, 2] == pytest.approx((1.0, 0.25, 1.6, 0.5))
    with pytest.raises(NothingMoves, match="so already"):
        arranging.put_down(made.content, made.document, [0, 1, 2, 3])


def test_put_down_on_a_slope():
    """The corner of the bounds that is uphill touches the plane: z = x for one at 45 degrees."""
    text = HEAD + ("  - {name: box, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [2, 0, 9]}\n"
                   "  - {name: slope, shape: {plane: {normal: [-1, 0, 1], offset: 0}}}\n")
    made = draft(text)
    made.do(arranging.put_down(made.content, made.document, [0]))
    assert places(made)[0] == pytest.approx((2, 0, 2.5 + 0.5))


def test_over_nothing_bodies_stay():
    made = draft(HEAD + "  - {name: box, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [2, 0, 9]}\n")
    with pytest.raises(NothingMoves, match="nothing below box"):
        arranging.put_down(made.content, made.document, [0])


def test_what_joints_hold_together_moves_as_one():
    """Two boxes on a weld keep their places towards each other, and the weld goes along."""
    text = HEAD + """\
  - {name: a, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 3]}
  - {name: b, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [1, 0, 4]}
  - {name: c, shape: {sphere: {radius: 0.25}}, position: [5, 0, 8]}
  - {name: floor, shape: {plane: {}}}
joints:
  - {name: weld, type: fixed, a: a, b: b, anchor: [0.5, 0, 3.5]}
"""
    made = draft(text)
    assert [unit.numbers for unit in arranging.units(made.document, [0, 1, 2, 3])] == [(0, 1), (2,)]
    made.do(arranging.put_down(made.content, made.document, [0, 1, 2]))
    assert places(made)[:3, 2] == pytest.approx((0.5, 1.5, 0.25))
    assert made.document.joints[0].keys["anchor"] == pytest.approx((0.5, 0, 1.0))
    with pytest.raises(NothingMoves, match="what joints hold together counts as one"):
        arranging.align(made.content, made.document, [0, 1], "x", "lows")
