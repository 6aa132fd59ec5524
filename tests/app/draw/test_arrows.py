"""Arrows: from their start to their tip, with heads of constant size, in round scales."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.draw.arrows import HEAD, MOST, arrows, round_scale
from app.draw.camera import Camera

CAMERA = Camera((0.0, -10.0, 2.0), (0.0, 0.0, 0.0))
STARTS = np.array([(0, 0, 0), (1, 0, 1), (2, 1, 0), (0, 5, 0)], np.float32)
WAYS = np.array([(0, 0, 2), (0.02, 0, 0), (0, 0, 0), (1, 1, 1)], np.float32)


def test_arrows_end_at_their_tips_with_heads_that_face_the_eye():
    shafts, heads = arrows(STARTS, WAYS, (1, 2, 3, 4), CAMERA.pose, 2.0)
    there = [0, 1, 3]
    assert len(shafts.points) == len(heads.points) == 3, "none without a length"
    assert heads.points[:, 0] == pytest.approx(STARTS[there] + WAYS[there])
    assert shafts.points[:, 0] == pytest.approx(STARTS[there])
    middles = heads.points[:, 1:].mean(axis=1)
    assert middles == pytest.approx(shafts.points[:, 1], abs=1e-6), "the shaft ends in the head"
    seen = CAMERA.project(heads.points.reshape(-1, 3), 1280, 720)[:, :2].reshape(3, 3, 2)
    assert np.linalg.norm(seen[0, 0] - seen[0, 1:].mean(axis=0)) == pytest.approx(HEAD, rel=0.1)
    small = np.linalg.norm(heads.points[1, 0] - middles[1])
    assert small == pytest.approx(MOST * 0.02, rel=1e-3), "a short arrow has a smaller head"
    assert (heads.colors == (1, 2, 3, 4)).all() and (shafts.colors == (1, 2, 3, 4)).all()


def test_an_arrow_towards_the_eye_is_finite():
    way = (np.array(CAMERA.eye) * 0.1)[None].astype(np.float32)
    shafts, heads = arrows(np.zeros((1, 3), np.float32), way, (1, 2, 3, 4), CAMERA.pose, 2.0)
    assert np.isfinite(shafts.points).all() and np.isfinite(heads.points).all()


@given(st.floats(1e-9, 1e9), st.floats(1e-3, 1e3))
def test_scales_are_round_and_the_largest_is_nearly_the_longest(largest, longest):
    scale = round_scale(largest, longest)
    assert f"{scale:.3e}"[0] in "125" and f"{scale:.3e}"[2:5] == "000"
    assert 0.39 * longest < largest / scale <= longest * (1 + 1e-6)
