"""Bodies are at the pixels given by the camera, occlude one another correctly and show their rotation."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import GHOST, HOVERED, PLAIN
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture

CAMERA = Camera((6.0, -8.0, 5.0), (0.4, 0.2, 0.8), 0.8)
QUALITIES = ("software", "balanced", "high")
RED, GREEN = (255, 40, 40), (40, 255, 40)


def changed(shoot, frame, empty, quality="software"):
    """(HEIGHT, WIDTH) bool: pixels that differ clearly between two frames."""
    return np.abs(shoot(frame, quality) - shoot(empty, quality)).max(axis=2) > 30


@pytest.mark.parametrize("quality", QUALITIES)
@pytest.mark.parametrize("center", [(0.0, 0.0, 0.0), (2.0, 1.5, 1.0), (-1.5, 0.5, 2.0)])
def test_sphere_is_where_the_camera_says(shoot, quality, center):
    radius = 0.7
    ball = instances([center], [(radius,) * 3], marks=PLAIN)
    sphere, empty = (picture(CAMERA, spheres, shadows=False) for spheres in (ball, None))
    seen = changed(shoot, sphere, empty, quality)
    rows, columns = np.nonzero(seen)
    px, py, depth = CAMERA.project([center], WIDTH, HEIGHT)[0]
    assert columns.mean() + 0.5 == pytest.approx(px, abs=1.5) and rows.mean() + 0.5 == pytest.approx(py, abs=1.5)
    away = float(np.linalg.norm(CAMERA.eye - np.array(center)))
    reach = HEIGHT / 2 / math.tan(CAMERA.fov / 2) * radius / math.sqrt(away**2 - radius**2) * away / depth
    assert math.sqrt(len(rows) / math.pi) == pytest.approx(reach, rel=0.05)


@pytest.mark.parametrize("quality", QUALITIES)
def test_box_covers_its_corners(shoot, quality):
    half, position = np.array((0.9, 0.5, 0.7)), np.array((0.3, 0.1, 0.6))
    turn = np.array((0.2, -0.3, 0.25, 0.0))
    turn[3] = math.sqrt(1 - turn @ turn)
    axis, w = turn[:3], turn[3]
    corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * half
    corners = corners + 2 * np.cross(axis, np.cross(axis, corners) + w * corners) + position
    pixels = CAMERA.project(corners, WIDTH, HEIGHT)
    box, empty = (picture(CAMERA, boxes=boxes, shadows=False) for boxes in (instances([position], [half], [turn]), None))
    seen = changed(shoot, box, empty, quality)
    rows, columns = np.nonzero(seen)
    assert (columns.min(), columns.max() + 1) == pytest.approx((pixels[:, 0].min(), pixels[:, 0].max()), abs=2)
    assert (rows.min(), rows.max() + 1) == pytest.approx((pixels[:, 1].min(), pixels[:, 1].max()), abs=2)


@pytest.mark.parametrize("first", ["spheres", "boxes"])
@pytest.mark.parametrize("second", ["spheres", "boxes"])
def test_the_nearer_body_hides_the_farther(shoot, first, second):
    camera = Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), 0.6)
    bodies = {"spheres": None, "boxes": None}
    near, far = ((0, -2, 0), RED), ((0, 2, 0), GREEN)
    for kind, (position, color) in ((first, near), (second, far)):
        if first == second:
            bodies[kind] = instances([far[0], near[0]], [(0.6,) * 3] * 2, colors=[GREEN, RED], marks=PLAIN)
        else:
            bodies[kind] = instances([position], [(0.6,) * 3], colors=[color], marks=PLAIN)
    middle = shoot(picture(camera, **bodies))[HEIGHT // 2, WIDTH // 2]
    assert middle[0] > middle[1] + 40, "the red body is nearer"


def test_spheres_cut_boxes_where_they_meet(shoot):
    """A sphere half inside a box shows its outer half alone: the depth it writes is that of its surface."""
    camera = Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), 0.5)
    box = instances([(0, 1.0, 0)], [(1.5, 1.0, 1.5)], colors=[GREEN])
    image = shoot(picture(camera, instances([(0, 0.5, 0)], [(1.0,) * 3], colors=[RED], marks=PLAIN), box))
    row = image[HEIGHT // 2]
    red = np.flatnonzero(row[:, 0] > row[:, 1] + 30)
    circle = math.sqrt(1.0 - 0.25)                                 # of the sphere in the box's front face, y = 0
    reach = HEIGHT / 2 / math.tan(0.25) * circle / 10.0
    assert len(red) / 2 == pytest.approx(reach, rel=0.06)


def test_turning_shows_on_spheres_unless_plain(shoot):
    s, c = math.sin(0.3), math.cos(0.3)
    turns = [(0, 0, 0, 1), (s, 0, 0, c), (0, s, 0, c), (0, 0, s, c)]
    for marks, differs in ((0, True), (PLAIN, False)):
        still, *turned = (shoot(picture(CAMERA, instances([(0, 0, 1)], [(1.0,) * 3], [turn], [RED], marks))) for turn in turns)
        for image in turned:
            assert ((np.abs(image - still).max(axis=2) > 20).sum() > 100) == differs


def test_hovering_brightens_and_ghosts_let_through(shoot):
    box = [(0, 0, 1)], [(0.8,) * 3], None, [RED]
    plain, hovered, ghost = (shoot(picture(CAMERA, boxes=instances(*box, marks))) for marks in (0, HOVERED, GHOST))
    nothing = shoot(picture(CAMERA))
    px, py, _ = CAMERA.project([(0, 0, 1)], WIDTH, HEIGHT)[0].astype(int)
    assert hovered[py, px].sum() > plain[py, px].sum() + 20
    for channel in (0, 1):
        low, high = sorted((plain[py, px, channel], nothing[py, px, channel]))
        assert low < ghost[py, px, channel] < high or high - low < 12


def test_the_eye_may_be_inside_a_body(shoot):
    camera = Camera((0.0, -0.3, 0.0), (0.0, 0.0, 0.0))
    image = shoot(picture(camera, instances([(0, 0, 0)], [(1.0,) * 3], colors=[RED], marks=PLAIN)))
    assert image[HEIGHT // 2, WIDTH // 2, 0] > image[HEIGHT // 2, WIDTH // 2, 1] + 10
    shoot(picture(camera, boxes=instances([(0, 0, 0)], [(1.0,) * 3])))


def test_broken_numbers_harm_no_other_body(shoot):
    good = instances([(0, 0, 1)], [(0.7,) * 3], colors=[RED], marks=PLAIN)
    bad = instances([(0, 0, 1), (math.nan, 0, 0), (math.inf, 0, 0)], [(0.7,) * 3] * 3, colors=[RED] * 3, marks=PLAIN)
    difference = np.abs(shoot(picture(CAMERA, good, planes=GROUND)) - shoot(picture(CAMERA, bad, planes=GROUND)))
    assert (difference.max(axis=2) > 8).mean() < 0.002


def test_thousands_of_bodies(shoot):
    random = np.random.default_rng(1)
    positions = random.uniform(-20, 20, (8000, 3))
    spheres, boxes = (instances(half, [(0.4,) * 3] * 4000) for half in np.split(positions, 2))
    camera = Camera((40, -50, 30), (0, 0, 0))
    assert changed(shoot, picture(camera, spheres, boxes), picture(camera)).mean() > 0.3
