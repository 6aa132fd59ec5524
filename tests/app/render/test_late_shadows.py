"""Shadows of pictures with fewer pixels than the window: every second one keeps those of the picture before."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import Frame
from app.render.passes.depth import DepthPass
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture


def moved(x: float, shadows: bool = True) -> Frame:
    """A box over the ground at x [m]."""
    return picture(Camera((6.0, -8.0, 4.0), (0.0, 0.0, 0.5)), boxes=instances([(x, 0, 0.5)], [(0.5,) * 3]), planes=GROUND,
                   shadows=shadows)


@pytest.fixture
def drawn(context, renderers, monkeypatch):
    """A function frame, detail -> whether the picture got a shadow map of its own."""
    renderer, maps, draw = renderers("software"), [], DepthPass.draw
    renderer.forget()
    monkeypatch.setattr(DepthPass, "draw", lambda self, *arguments: (maps.append(1), draw(self, *arguments)))

    def take(frame: Frame, detail: float) -> bool:
        before = len(maps)
        renderer.prepare(frame, WIDTH, HEIGHT, detail=detail)
        renderer.present(context.target)
        return len(maps) > before

    return take


def test_every_second_late_picture_has_new_shadows(drawn):
    assert drawn(moved(9.0), 1.0)
    assert [drawn(moved(0.1 * k), 0.5) for k in range(4)] == [False, True, False, True]
    assert all(drawn(moved(0.1 * k), 1.0) for k in range(5, 8))
    assert [drawn(moved(2.0), 0.5), drawn(moved(2.0), 1.0)] == [False, True], "what comes to rest has its own"


def test_shadows_that_were_off_are_new(drawn):
    assert not drawn(moved(3.0, shadows=False), 0.5)
    assert drawn(moved(3.1), 0.5)


def test_a_late_picture_without_shadows_of_its_own_shows_the_old_ones(context, renderers):
    """Pixel by pixel that of new shadows, but near the box, which moved by a hundredth of its size."""
    renderer, pictures = renderers("software"), []
    for detail in (0.75, 1.0):
        renderer.forget()
        renderer.prepare(moved(0.0), WIDTH, HEIGHT)
        renderer.prepare(moved(0.01), WIDTH, HEIGHT, detail=detail)
        renderer.present(context.target)
        pictures.append(context.read().astype(int))
    assert (np.abs(pictures[0] - pictures[1]).max(axis=2) > 40).mean() < 0.02
