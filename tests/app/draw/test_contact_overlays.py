"""Outlines, markers, segments and translucent planes: drawing over the bodies."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import HOVERED, SELECTED, Markers, Segments
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture

CAMERA = Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), 0.6)
YELLOW = (255, 220, 0, 255)
MIDDLE = (HEIGHT // 2, WIDTH // 2)


def yellow(image):
    """(HEIGHT, WIDTH) how yellow the pixels are, 0 to 255."""
    return np.clip(np.minimum(image[..., 0], image[..., 1]) - image[..., 2], 0, 255)


def dot(point, on_top=True, size=12.0):
    return (Markers(np.array([point], np.float32), np.array([YELLOW], np.uint8), size, on_top),)


def line(a, b, width=4.0, on_top=False):
    return (Segments(np.array([[a, b]], np.float32), np.array([YELLOW], np.uint8), width, on_top),)


@pytest.mark.parametrize("kind", ["spheres", "boxes"])
@pytest.mark.parametrize("quality", ["software", "high"])
def test_outline_surrounds_the_selected_body(shoot, kind, quality):
    bodies = (instances([(0, 0, 0)], [(0.8,) * 3], marks=marks) for marks in (0, SELECTED))
    plain, chosen = (shoot(picture(CAMERA, **{kind: body}), quality) for body in bodies)
    ring = np.abs(chosen - plain).max(axis=2) > 40
    assert not ring[MIDDLE], "the inside stays as it is"
    row = np.flatnonzero(ring[MIDDLE[0]])
    body = np.abs(plain - shoot(picture(CAMERA), quality)).max(axis=2)[MIDDLE[0]] > 20
    left, right = np.flatnonzero(body)[[0, -1]]
    assert len(row) >= 4 and row.min() < left <= row.min() + 5 and row.max() > right >= row.max() - 5
    blue = chosen[MIDDLE[0], row.min() + 1]
    assert blue[2] > blue[0] + 40, "in the accent colour"


def test_outline_shines_through_what_hides_the_body(shoot):
    wall = ((0, -3, 0), (3.0, 0.2, 3.0))
    def scene(marks):
        return instances([wall[0], (0, 0, 0)], [wall[1], (0.8,) * 3], marks=np.array([0, marks]))
    difference = np.abs(shoot(picture(CAMERA, boxes=scene(SELECTED))) - shoot(picture(CAMERA, boxes=scene(0)))).max(axis=2)
    assert (difference > 40).sum() > 100


def test_hovered_outline_is_fainter(shoot):
    images = [shoot(picture(CAMERA, boxes=instances([(0, 0, 0)], [(0.8,) * 3], marks=marks))) for marks in (0, HOVERED, SELECTED)]
    row = MIDDLE[0]
    outside = np.abs(images[2] - images[0]).max(axis=2)[row] > 40
    assert 0 < np.abs(images[1] - images[0])[row][outside].sum() < np.abs(images[2] - images[0])[row][outside].sum()


def test_marker_on_a_surface_is_whole(shoot):
    """A contact point in the corner of two bodies is hidden by neither."""
    camera = Camera((3.0, -8.0, 4.0), (0.0, 0.0, 0.0), 0.5)
    point = (0.5, -0.5, 0.0)
    box = instances([(0, 0, 0.5)], [(0.5,) * 3])
    alone = yellow(shoot(picture(camera, markers=dot(point)))).astype(float)
    placed = yellow(shoot(picture(camera, boxes=box, planes=GROUND, markers=dot(point)))).astype(float)
    assert (placed > 100).sum() > 0.9 * (alone > 100).sum()


@pytest.mark.parametrize("make", [dot, lambda point, on_top: line((-0.5, *point[1:]), (0.5, *point[1:]), 6.0, on_top)])
def test_hidden_overlays_are_faint_or_gone(shoot, make):
    wall = instances([(0, -2, 0)], [(1.5, 0.2, 1.5)], colors=[(40, 40, 60)])
    key = "markers" if make is dot else "segments"
    free = yellow(shoot(picture(CAMERA, **{key: make((0, 0, 0), True)})))[MIDDLE]
    faint = yellow(shoot(picture(CAMERA, boxes=wall, **{key: make((0, 0, 0), True)})))[MIDDLE]
    gone = yellow(shoot(picture(CAMERA, boxes=wall, **{key: make((0, 0, 0), False)})))[MIDDLE]
    assert free > 180 and 0.08 * free < faint < 0.6 * free and gone < 10


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_lines_are_as_wide_as_asked(shoot, scale):
    image = yellow(shoot(picture(CAMERA, segments=line((-1, 0, 0), (1, 0, 0), 5.0)), scale=scale))
    assert image[:, WIDTH // 2].sum() / image[:, WIDTH // 2].max() == pytest.approx(5.0 * scale, abs=0.8)


def test_lines_end_where_they_should(shoot):
    image = yellow(shoot(picture(CAMERA, segments=line((-1, 0, 0), (0.5, 0, 0), 3.0)))) > 100
    columns = np.flatnonzero(image.any(axis=0))
    ends = CAMERA.project([(-1, 0, 0), (0.5, 0, 0)], WIDTH, HEIGHT)[:, 0]
    assert (columns[0], columns[-1] + 1) == pytest.approx(tuple(ends), abs=2.5)


def test_a_line_from_behind_the_eye_is_cut(shoot):
    image = yellow(shoot(picture(CAMERA, segments=line((0.3, -30, -0.5), (0, 0, 0), 4.0))))
    assert image[MIDDLE[0] + 1, MIDDLE[1]] > 60 and image[-2].max() > 60, "it runs from the middle to the lower edge"
    assert not (yellow(shoot(picture(CAMERA, segments=line((0.3, -30, -0.5), (0.1, -20, 0), 4.0)))) > 60).any(), "wholly behind"


def test_a_plane_is_glass_from_behind(shoot):
    """A wall is translucent when its solid side is towards the eye, and opaque from its front."""
    sphere = instances([(0, 2, 0)], [(0.8,) * 3], colors=[(255, 40, 40)])
    for normal, visible in (((0.0, 1.0, 0.0, 0.0), True), ((0.0, -1.0, 0.0, 0.0), False)):
        middle = shoot(picture(CAMERA, sphere, planes=(normal,)))[MIDDLE]
        assert (middle[0] > middle[2] + 40) == visible
