"""The gizmo's poses as keys of a scene."""
from __future__ import annotations

import numpy as np
import pytest

from app.panels.editing import gizmo
from app.panels.editing.gizmo import keys_of, pose_of, quaternion_of
from physics.bodies.rotation import matrix
from tests.support.constraint_worlds import random_rotation


@pytest.mark.parametrize("seed", range(50))
def test_a_pose_goes_there_and_back(seed):
    """Any rotation, those of half a turn about an axis included."""
    rng = np.random.default_rng(seed)
    q = random_rotation(rng) if seed > 6 else np.eye(4)[seed % 4]
    found = np.array(quaternion_of(matrix(q)))
    assert abs(found @ q) == pytest.approx(1, abs=1e-12)
    position = rng.normal(size=3)
    assert keys_of(pose_of(position, q), turning=False)["position"] == pytest.approx(position.tolist())
    assert abs(np.array(keys_of(pose_of(position, q), turning=True)["rotation"]) @ q) == pytest.approx(1, abs=1e-8)


def test_a_scaled_matrix_is_a_rotation_still():
    q = random_rotation(np.random.default_rng(1))
    assert abs(np.array(quaternion_of(1.5 * matrix(q))) @ q) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize("tool", ["events", "new_body"])
def test_presses_are_the_scene_s_while_something_is_drawn_or_made(bench, monkeypatch, tool):
    monkeypatch.setattr(gizmo, "movable", lambda state: (2,))
    bench.frame()
    bench.state.gizmo = "move"
    assert gizmo.wanted(bench.state)
    bench.state.gizmo_over = True
    {"events": bench.state.events.begin, "new_body": lambda: bench.state.new_body.begin("box")}[tool]()
    assert not gizmo.wanted(bench.state) and not bench.state.gizmo_over
