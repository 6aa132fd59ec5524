"""Cards in a narrow column, as of large texts in a small window: labels stand above their fields, and nothing is cut."""
from __future__ import annotations

import pytest

from app.headless.options import RunOptions
from app.simulation.scene_reader import SceneReader
from tests.app.panels.editing.test_group_card import BALL, CRATE, TEXT

FIELDS = ("edit:type", "edit:friction", "edit:restitution", "edit:rolling_resistance", "edit:color", "button:lows_x")


@pytest.fixture
def scene(bench, tmp_path):
    """The bench on a scene's file."""
    path = tmp_path / "cards.yaml"
    path.write_text(TEXT)
    bench.session.source_of_scenes = SceneReader(RunOptions(), print)
    assert bench.session.open(str(path))
    bench.session.ready = bench.session.paused = True
    return bench


@pytest.mark.parametrize(("width", "scale", "beside"), [(1280, 1.0, True), (1280, 1.5, False), (1920, 1.5, True)])
def test_labels_are_beside_their_fields_where_both_have_room(scene, width, scale, beside):
    scene.state.size, scene.scale = (width, 2400), scale
    scene.session.editing.group.choose((CRATE, BALL))
    widgets = scene.frame(4)
    left, _, right, _ = widgets["window:selection"]
    shares = [(widgets[name][0] - left) / (right - left) for name in FIELDS]
    assert all(share > 0.35 for share in shares) if beside else all(share < 0.15 for share in shares), shares
    assert all(widgets[name][2] <= right for name in FIELDS)
