"""Glyphs of joints that couple two motions: gears, belts, rack."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.draw.joints.glyph_batch import GEAR, ROPE
from tests.support.joint_primitives import ZOO, curves, lines
from tests.support.joint_views import frame_along, joint, product, view_of_joints
from tests.support.joint_views import turned as turn_about
from tests.support.synthetic import BOX, DYNAMIC, SPHERE


def evenly(rim, count=20):
    """(n, 3) points along the pieces (s, 2, 3) of a curve."""
    share = np.linspace(0.0, 1.0, count)[:, None]
    return (rim[:, :1] + (rim[:, 1:] - rim[:, :1]) * share).reshape(-1, 3)


@pytest.mark.parametrize("ratio", [0.8, 1.0, 2.0, 1.5])
@pytest.mark.parametrize("turned_by", [0.0, 0.31, 1.0])
def test_gears_mesh(ratio, turned_by):
    """For all angles a tooth of one wheel is in a gap of the other: no point of one outline is inside the other."""
    bodies = [(SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3), (SPHERE, DYNAMIC, (1.2, 0, 0), (0.5,) * 3)]
    view = view_of_joints(bodies, [joint("gear", 1, 2, (0, 0, 0), anchor_b=(1.2, 0, 0), axis=(0, 1, 0), ratio=ratio,
                                         turn=tuple(turn_about((0, 1, 0), turned_by)))])
    first, second = (evenly(rim)[:, [0, 2]] for rim in curves(view, GEAR) if len(rim) >= 56)
    away = first - (1.2, 0)
    others = second - (1.2, 0)
    angles = np.arctan2(others[:, 1], others[:, 0])
    order = np.argsort(angles)
    outline = np.interp(np.arctan2(away[:, 1], away[:, 0]), angles[order], np.linalg.norm(others, axis=1)[order], period=math.tau)
    tooth = np.ptp(np.linalg.norm(first, axis=1))
    overlap = (outline - np.linalg.norm(away, axis=1)).max()
    assert -0.2 * tooth < overlap < 0.35 * tooth, "they touch and do not overlap"


@pytest.mark.parametrize("ratio, gap", [(-2.0, 1.2), (-0.5, 4.0), (1.5, 9.0)])
def test_wheels_that_cannot_mesh_have_a_belt(ratio, gap):
    """Wheels that turn in the same sense, or are far apart: a belt touches both, crossed when they turn in opposite senses."""
    bodies = [(SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3), (SPHERE, DYNAMIC, (gap, 0, 0), (0.5,) * 3)]
    view = view_of_joints(bodies, [joint("gear", 1, 2, (0, 0, 0), anchor_b=(gap, 0, 0), axis=(0, 1, 0), ratio=ratio)])
    pieces = lines(view, ROPE)
    assert len(pieces) == 2
    for start, end in pieces:
        along = (end - start) / np.linalg.norm(end - start)
        assert start @ along == pytest.approx(0, abs=1e-6) and (end - (gap, 0, 0)) @ along == pytest.approx(0, abs=1e-6)
        assert np.linalg.norm(end - (gap, 0, 0)) == pytest.approx(abs(ratio) * np.linalg.norm(start))
        assert (start[2] * end[2] < 0) == (ratio > 0)


def test_a_rack_lies_on_the_side_that_its_pinion_drives_forwards():
    """The pinion turns about -y; its lowest point then moves along +x, as the rack does, so the bar is below."""
    bar = lines(ZOO["rack"], GEAR).reshape(-1, 3)
    low = bar[bar[:, 2] < -0.95]
    assert len(low) and low[:, 0].max() - low[:, 0].min() > 2.0 and bar[:, 2].max() < 1.0


def test_the_bar_of_a_rack_goes_with_it_and_meshes():
    """The pinion turns by 0.9 rad and the rack moves by its radius times that: all teeth of the bar have moved so."""
    def bar(angle):
        pinion, along = (SPHERE, DYNAMIC, (0, 0, 0), (0.5,) * 3), 0.8 * angle
        start = frame_along((0, -1, 0))
        frame = product(np.array(turn_about((0, -1, 0), angle)), start)
        back = product(frame_along((1, 0, 0)), frame * (-1, -1, -1, 1))
        view = view_of_joints([pinion, (BOX, DYNAMIC, (along, 0, -1.1), (1, 0.2, 0.1))], [joint(
            "rack", 1, 2, (0, 0, 0), anchor_b=(along, 0, -1.1), frame=frame, turn=tuple(back), radius=0.8)])
        return max(curves(view, GEAR), key=lambda piece: np.ptp(piece[..., 0]))
    before, after = bar(0.1), bar(1.0)
    assert after - before == pytest.approx(np.broadcast_to((0.8 * 0.9, 0, 0), before.shape), abs=1e-5)
