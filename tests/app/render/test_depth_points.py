"""Small boxes are points in maps of depths: the same depths as those of the boxes' faces."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import GHOST
from app.render.passes.depth import POINT_RADIUS
from tests.support.gl_pictures import instances, picture

ROUNDING = 8 * 2.0 ** -24  # of depths around 1/2 after a handful of operations in single precision


@pytest.fixture
def depths(context, renderers, monkeypatch):
    """A function frame, radius of points [texels] -> (n, n) depths of the shadow map, and the number of points."""
    from app.render import renderer as module
    from app.render.resources.gl import gl

    def take(frame, radius):
        monkeypatch.setattr(module, "POINT_RADIUS", radius)
        renderer = renderers("software")
        renderer.forget()
        renderer.draw(picture(Camera()), 64, 48, 1.0, context.target)           # other bodies, so that the map is made anew
        renderer.draw(frame, 64, 48, 1.0, context.target)
        parts, size = renderer._parts, renderer._parts.shadow_map.size
        read = np.empty((size, size), np.float32)
        gl.glBindTexture(gl.GL_TEXTURE_2D, parts.shadow_map.texture)
        gl.glGetTexImage(gl.GL_TEXTURE_2D, 0, gl.GL_DEPTH_COMPONENT, gl.GL_FLOAT, read)
        return read, parts.boxes.points.count

    return take


def pile(count=500, marks=0):
    """Boxes of all orientations in a wide space, so that each covers a few texels of the map."""
    random = np.random.default_rng(4)
    turns = random.normal(size=(count, 4))
    turns /= np.linalg.norm(turns, axis=1, keepdims=True)
    boxes = instances(random.uniform(-40, 40, (count, 3)), random.uniform(0.15, 0.3, (count, 3)), turns, marks=marks)
    return picture(Camera((60.0, -70.0, 40.0), (0, 0, 0), 0.9), boxes=boxes, shadows=True)


def test_points_have_the_depths_of_the_boxes(depths):
    (faces, none), (points, some) = depths(pile(), 0.0), depths(pile(), POINT_RADIUS)
    assert none == 0 and some == 500
    covered = (faces < 1.0) | (points < 1.0)
    both = (faces < 1.0) & (points < 1.0)
    assert covered.sum() > 5000 and both.sum() > 0.97 * covered.sum(), "the same texels but for some of silhouettes"
    apart = np.abs(faces - points)[both]
    assert np.median(apart) < ROUNDING and (apart < 1e-4).mean() > 0.97, "the same faces, moved back by the same offset"


def test_a_translucent_box_casts_no_shadow(depths):
    read, points = depths(pile(marks=GHOST), POINT_RADIUS)
    assert points == 0 and (read == 1.0).all()


def test_larger_boxes_keep_their_faces(depths):
    read, points = depths(pile(), 1.0)
    assert points == 0 and (read < 1.0).sum() > 5000
