"""Framing: whatever is to be seen is inside its part of the picture, and no smaller than it must be."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.draw.camera import CLOSEST, Camera
from app.draw.framing import APART, MARGIN, Aperture, Outline, aperture_of, framed, outline_of, widened
from tests.support.synthetic import BOX, DYNAMIC, GROUND, SPHERE, STATIC, view_of_bodies

near = st.floats(-20, 20)
places = st.lists(st.tuples(near, near, near), min_size=1, max_size=12)
radii = st.floats(0.0, 3.0)
directions = st.tuples(st.floats(-3.1, 3.1), st.floats(-1.5, 1.5))
apertures = st.builds(Aperture, st.floats(0.05, 1.5), st.floats(0.05, 1.5))
TURNED = (0.0, 0.0, 0.3827, 0.9239)
BODIES = [GROUND, (BOX, DYNAMIC, (0, 0, 1), (0.5, 0.4, 0.3), TURNED), (SPHERE, DYNAMIC, (3, 0, 1), (0.7,) * 3),
          (BOX, STATIC, (0, 0, -1), (50, 50, 1)), (BOX, STATIC, (-2, 0, 1), (0.1, 0.1, 1))]


def camera_in(direction) -> Camera:
    camera = Camera((0, -10, 0), (0, 0, 0))
    camera.yaw, camera.pitch = direction
    return camera


def excess(camera, outline, aperture):
    """(2, 2) by which the outline reaches out of the aperture at its sides [m], at most 0 where it is inside."""
    x, y, depth = ((outline.points - camera.eye) @ axis for axis in (camera.right, camera.up, -camera.backward))
    return np.array([[(side * way + outline.radii * np.hypot(1, tangent) - tangent * depth).max() for side in (-1, 1)]
                     for way, tangent in zip((x, y), aperture)])


@given(places, radii, directions, apertures)
def test_all_is_inside_and_from_nearer_it_is_not(points, radius, direction, aperture):
    outline, camera = Outline(np.array(points), np.full(len(points), radius)), camera_in(direction)
    camera.target, camera.distance = framed(camera, outline, aperture)
    assert excess(camera, outline, aperture).max() < 1e-6
    depths = (camera.eye - outline.points) @ camera.backward
    half = (depths.max() - depths.min()) / 2 + radius
    assert depths.min() > radius, "in front of the eye"
    assert camera.distance == pytest.approx(depths.min() - radius + half), "it turns about the middle of what is seen"
    filled = (excess(camera, outline, aperture) > -1e-6).all(axis=1).any()
    assert filled or camera.distance == pytest.approx(APART * half + CLOSEST), "from one side to the other"


@given(places, radii, directions, apertures, st.tuples(near, near, near), st.floats(0.5, 200))
def test_a_camera_is_moved_no_more_than_needed(points, radius, direction, aperture, target, distance):
    outline, camera = Outline(np.array(points), np.full(len(points), radius)), camera_in(direction)
    camera.target, camera.distance = np.array(target), distance
    seen = excess(camera, outline, aperture).max() <= 0
    before = camera.eye
    camera.target, camera.distance = widened(camera, outline, aperture)
    assert excess(camera, outline, aperture).max() < 1e-6 * max(1.0, camera.distance)
    assert (camera.eye - before) @ camera.backward > -1e-6, "never nearer"
    if seen:
        assert camera.eye == pytest.approx(before, abs=1e-6)


def test_the_outline_is_of_bodies_without_planes_and_floors():
    outline = outline_of(view_of_bodies(BODIES))
    assert len(outline.points) == 8 + 8 + 1 and sorted(outline.radii)[-2:] == pytest.approx([0.0, 0.7])
    corner = outline.points[:8].max(axis=0)
    assert corner == pytest.approx(((0.5 + 0.4) / 2**0.5, (0.5 + 0.4) / 2**0.5, 1.3), abs=1e-3), "corners of the turned box"
    assert len(outline_of(view_of_bodies(BODIES), frozenset((3,))).points) == 1
    assert outline_of(view_of_bodies([GROUND])) is None
    assert len(outline_of(view_of_bodies(BODIES[3:4])).points) == 8, "the floor, when there is nothing else"


def test_a_body_that_is_nowhere_is_not_seen():
    view = view_of_bodies(BODIES)
    positions = view.positions.copy()
    positions[2] = np.nan
    assert len(outline_of(dataclasses.replace(view, positions=positions)).points) == 16


def test_the_aperture_is_that_of_a_part_of_the_picture():
    camera = Camera((0, -10, 0), (0, 0, 0), 0.9)
    across, up = aperture_of(0.9, (300, 200), 400)
    x, y, _ = camera.project([(10 * across, 0, 10 * up)], 800, 400)[0]
    assert (x - 400, 200 - y) == pytest.approx(((1 - 2 * MARGIN) * 150, (1 - 2 * MARGIN) * 100))
