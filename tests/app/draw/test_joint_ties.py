"""Glyphs of joints that tie two points: rope, rod, spring, strut, pulley."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.joints.glyph_batch import LIMIT, MAIN, ROPE, SPRING
from tests.support.joint_primitives import ZOO, curves, lines
from tests.support.joint_views import joint, view_of_joints
from tests.support.synthetic import DYNAMIC, SPHERE


def test_a_rope_is_as_long_as_it_is():
    """A parabola of the depth used has the rope's length within 4 % while it is not nearly folded."""
    for length in (1.21, 1.4, 1.8):
        ends = [(SPHERE, DYNAMIC, (-1, 0, 0), (0.4,) * 3), (SPHERE, DYNAMIC, (1, 0, 0), (0.4,) * 3)]
        view = view_of_joints(ends, [joint("distance", 1, 2, (-0.6, 0, 0), anchor_b=(0.6, 0, 0), upper=length)])
        drawn = lines(view, ROPE)
        assert np.linalg.norm(drawn[:, 1] - drawn[:, 0], axis=1).sum() == pytest.approx(length, rel=0.04)
        assert drawn[..., 2].min() < -0.02 and np.abs(drawn[..., 1]).max() < 1e-6, "it hangs down"


def test_rod_spring_and_strut_run_between_their_anchors():
    for name, meaning in (("rod", MAIN), ("spring", SPRING), ("strut", MAIN)):
        drawn = lines(ZOO[name], meaning)
        assert drawn[0, 0] == pytest.approx((-0.6, 0, 0)) and drawn[-1, 1] == pytest.approx((0.6, 0, 0), abs=1e-6)
    marks = lines(ZOO["strut"], LIMIT).reshape(-1, 3)[:, 0]
    assert sorted(set(np.round(marks, 5))) == [pytest.approx(0.2), pytest.approx(0.9)], "0.8 and 1.5 m from a's anchor"


def test_a_pulley_runs_over_wheels_at_its_ground_points():
    """Three straight pieces along the sides of a rectangle, and arcs that join them end to end without a kink."""
    first, second, *straight = curves(ZOO["pulley"], ROPE)
    a, across, b = (piece[0] for piece in straight)
    assert a[0] == pytest.approx((-1, 0, 0.4)) and b[1] == pytest.approx((1, 0, 0.4))
    assert a[:, 0] == pytest.approx((-1, -1)) and across[:, 2] == pytest.approx((1.6, 1.6)) and b[:, 0] == pytest.approx((1, 1))
    for arc, before, after in ((first, a, across), (second, b[::-1], across[::-1])):
        assert arc[0, 0] == pytest.approx(before[1]) and arc[-1, 1] == pytest.approx(after[0])
        for piece, way in ((arc[0], before[1] - before[0]), (arc[-1], after[1] - after[0])):
            turn = (piece[1] - piece[0]) / np.linalg.norm(piece[1] - piece[0]) @ way / np.linalg.norm(way)
            assert turn > 0.998


@pytest.mark.parametrize("b", [(3, 0, 1.6), (1, 0, 1.6), (-1, 0, 1.6), (0, 0, 1.6), (1, 0, 2.6)])
def test_a_pulley_with_odd_corners_stays_near_its_rope(b):
    """Straight on, folded back, at the ground point itself: nothing is drawn far from where the rope is."""
    ends = [(SPHERE, DYNAMIC, (-1, 0, 0), (0.4,) * 3), (SPHERE, DYNAMIC, b, (0.4,) * 3)]
    view = view_of_joints(ends, [joint("pulley", 1, 2, (-1, 0, 0.4), anchor_b=b, ground_a=(-1, 0, 1.6), ground_b=(1, 0, 1.6),
                                       ratio=1.0)])
    points = lines(view, ROPE).reshape(-1, 3)
    low, high = np.minimum((-1, 0, 0.4), b) - 0.35, np.maximum((1, 0, 1.6), b) + 0.35
    assert np.isfinite(points).all() and (points > low).all() and (points < high).all()
