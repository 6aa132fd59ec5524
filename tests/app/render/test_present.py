"""Pictures in the window: beside opaque backs of panels they are what they are without, and under these nothing of them."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.render.arrangement.uncovered import Backs
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture

FRAME = picture(Camera((6.0, -8.0, 4.0), (0.0, 0.0, 0.5)), boxes=instances([(0, 0, 0.5), (1.5, 0, 0.5)], [(0.5,) * 3] * 2),
                planes=GROUND)
MOVED = picture(Camera((6.0, -8.0, 4.0), (0.0, 0.0, 0.5)), boxes=instances([(1, -1, 0.5), (2.5, 0, 0.5)], [(0.5,) * 3] * 2),
                planes=GROUND)
BACKS = Backs(((20, 30, 120, 200), (150, 10, 300, 60)), 10, (0.2, 0.4, 0.6))
INK = np.array((51, 102, 153))


@pytest.fixture
def shown(context, renderers):
    """A function detail, backs -> (HEIGHT, WIDTH, 3) int array, bottom row first."""
    def take(detail: float, backs: Backs | None) -> np.ndarray:
        renderer = renderers("software")
        renderer.forget()
        renderer.prepare(FRAME, WIDTH, HEIGHT, detail=detail)
        renderer.present(context.target, backs)
        return context.read().astype(int)[::-1]

    return take


@pytest.mark.parametrize("detail", [1.0, 0.5])
def test_backs_are_opaque_with_round_corners_and_the_rest_is_the_picture(shown, detail):
    plain, backed = shown(detail, None), shown(detail, BACKS)
    under = np.zeros((HEIGHT, WIDTH), bool)
    for left, bottom, right, top in BACKS.boxes:
        assert np.abs(backed[bottom + 10:top - 10, left:right] - INK).max() <= 1
        assert np.abs(backed[bottom:top, left + 10:right - 10] - INK).max() <= 1
        assert np.abs(backed[bottom, left] - plain[bottom, left]).max() <= 3, "the corner is cut"
        assert np.abs(backed[bottom + 4, left + 4] - INK).max() <= 1, "by an arc"
        under[bottom:top, left:right] = True
    assert np.abs(backed - plain)[~under].max() <= 3, "stretched alike"
    assert np.abs(plain[~under] - INK).max() > 50


@pytest.mark.parametrize("detail", [1.0, 0.5])
def test_kept_panels_keep_every_pixel_and_the_rest_is_the_new_picture(context, renderers, detail):
    renderer = renderers("software")
    renderer.prepare(FRAME, WIDTH, HEIGHT, detail=detail)
    renderer.present(context.target, BACKS)
    before = context.read().astype(int)[::-1]
    renderer.prepare(MOVED, WIDTH, HEIGHT, detail=detail)
    renderer.present(context.target, BACKS, keeps=True)
    kept = context.read().astype(int)[::-1]
    renderer.present(context.target, BACKS)
    whole = context.read().astype(int)[::-1]
    panels = np.zeros((HEIGHT, WIDTH), bool)
    for left, bottom, right, top in BACKS.boxes:
        panels[bottom:top, left:right] = True
    assert np.array_equal(kept[panels], before[panels])
    assert np.abs(kept - whole)[~panels].max() <= 3 and np.abs(before - whole)[~panels].max() > 50


def test_nothing_is_stretched_where_backs_lie(shown, monkeypatch):
    from app.render.passes import present
    drawn = []
    monkeypatch.setattr(present, "uncovered", lambda area, covers: drawn.append((area, covers)) or ())
    shown(1.0, BACKS)
    assert not drawn, "a picture of the window's pixels is copied whole"
    left = shown(0.5, BACKS)
    assert drawn == [((0, 0, WIDTH, HEIGHT), BACKS.middles)] and np.abs(left[100, 70] - INK).max() <= 1
