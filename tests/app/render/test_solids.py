"""Solids are drawn where rays meet them, in every quality, with shadows, outlines, ghosts, and stripes that show turning."""
from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import GHOST, HOVERED, PLAIN, SELECTED, Solids
from app.draw.solids.hull_form import form_of
from app.draw.solids.rays import distances
from physics.bodies.rotation import product, rotate_back
from physics.definitions.shapes import Convex
from scenes.editing.bounds import half_extents
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture
from tests.support.solid_shapes import SOLIDS

CAMERA = Camera((2.2, -2.9, 1.6), (0.1, 0.0, 0.4), 0.8)
FAR = Camera((22.0, -29.0, 16.0), (0.1, 0.0, 0.4), 0.8)
PLACE = np.array((0.1, 0.0, 0.5))
TURN = np.array((0.3, -0.2, 0.4, 0.0))
TURN[3] = np.sqrt(1 - TURN @ TURN)
QUALITIES = ("software", "balanced", "high")


def solid(shape, place=PLACE, turn=TURN, marks=PLAIN, color=(255, 60, 60)):
    """One solid of a frame."""
    hulls = (form_of(shape),) if isinstance(shape, Convex) else ()
    return (Solids(shape.kind, instances([place], [half_extents(shape)], [turn], color, marks), hulls),)


def changed(shoot, frame, other, quality="software"):
    return np.abs(shoot(frame, quality) - shoot(other, quality)).max(axis=2) > 24


@cache
def lines_of_sight(camera) -> tuple[np.ndarray, np.ndarray]:
    """Starts and directions (pixels, 3) of the lines of sight of all pixels."""
    rays = [camera.ray(x + 0.5, y + 0.5, WIDTH, HEIGHT) for y in range(HEIGHT) for x in range(WIDTH)]
    return np.array([start for start, _ in rays]), np.array([way for _, way in rays])


def covered(shape, camera) -> np.ndarray:
    """(HEIGHT, WIDTH) bool: pixels whose lines of sight meet the shape."""
    starts, ways = lines_of_sight(camera)
    start, along = rotate_back(TURN[None], starts - PLACE), rotate_back(TURN[None], ways)
    hulls = [form_of(shape)] * len(start) if isinstance(shape, Convex) else ()
    found = distances(shape.kind, start, along, np.tile(half_extents(shape), (len(start), 1)), hulls)
    return np.isfinite(found).reshape(HEIGHT, WIDTH)


@pytest.mark.parametrize("name", SOLIDS)
def test_it_covers_the_pixels_whose_rays_meet_it(shoot, name):
    shape = SOLIDS[name]
    expected = covered(shape, CAMERA)
    for quality in QUALITIES:
        frame, empty = (picture(CAMERA, solids=solids, shadows=False) for solids in (solid(shape), ()))
        seen = changed(shoot, frame, empty, quality)
        wrong = (seen != expected).sum()
        assert expected.sum() > 1500 and wrong < 0.04 * expected.sum(), (quality, wrong, expected.sum())


@pytest.mark.parametrize("name", SOLIDS)
def test_far_ones_have_fewer_triangles_and_the_same_middle(shoot, name):
    shape = SOLIDS[name]
    frame, empty = (picture(FAR, solids=solids, shadows=False) for solids in (solid(shape), ()))
    rows, columns = np.nonzero(changed(shoot, frame, empty))
    px, py, _ = FAR.project([PLACE], WIDTH, HEIGHT)[0]
    assert len(rows) > 15 and (columns.mean() + 0.5, rows.mean() + 0.5) == pytest.approx((px, py), abs=1.5)


@pytest.mark.parametrize("name", SOLIDS)
def test_shadow_outline_hover_and_ghost(shoot, name):
    shape = SOLIDS[name]
    plain = picture(CAMERA, planes=GROUND, solids=solid(shape), shadows=False)
    shadow = picture(CAMERA, planes=GROUND, solids=solid(shape))
    body = covered(shape, CAMERA)
    dark = changed(shoot, shadow, plain) & ~body
    assert dark.sum() > 200, "a shadow on the ground"
    outline = changed(shoot, picture(CAMERA, planes=GROUND, solids=solid(shape, marks=PLAIN | SELECTED), shadows=False), plain)
    assert (outline & ~body).sum() > 100 and (outline & body).sum() < 0.1 * body.sum(), "a line around it"
    near = np.pad(body, 6)
    grown = np.any([near[dy:dy + HEIGHT, dx:dx + WIDTH] for dy in range(13) for dx in range(13)], axis=0)
    assert not (outline & ~grown).any(), "and nowhere else"
    hovered = changed(shoot, picture(CAMERA, planes=GROUND, solids=solid(shape, marks=PLAIN | HOVERED), shadows=False), plain)
    assert (hovered & ~body).sum() > 40
    ghost = shoot(picture(CAMERA, planes=GROUND, solids=solid(shape, marks=PLAIN | GHOST)))
    empty = shoot(picture(CAMERA, planes=GROUND))
    inner = body & ~changed(lambda frame, _: frame, empty, empty)
    assert np.abs(ghost - empty)[inner].mean() > 5
    assert np.abs(ghost - empty)[~grown].max() < 24, "a ghost has no shadow"


@pytest.mark.parametrize("name", ["capsule", "cylinder", "coin", "cone"])
def test_stripes_show_a_turn_about_the_axis(shoot, name):
    shape, fifteen = SOLIDS[name], np.array((0.0, 0.0, np.sin(np.pi / 12), np.cos(np.pi / 12)))
    turned = product(TURN, fifteen)
    striped, smooth = (changed(shoot, *(picture(CAMERA, solids=solid(shape, turn=turn, marks=marks), shadows=False)
                                        for turn in (TURN, turned))) for marks in (0, PLAIN))
    assert striped.sum() > 1000 > 40 > smooth.sum()


def test_many_different_hulls_are_one_call(shoot):
    """Each hull keeps its own triangles and its own row, in whatever order."""
    random = np.random.default_rng(5)
    shapes = [Convex(points=tuple(map(tuple, random.normal(size=(9, 3)).round(3).tolist()))) for _ in range(6)]
    places = [(1.4 * (k % 3) - 1.4, 1.4 * (k // 3), 0.5) for k in range(6)]
    sizes = [half_extents(shape) for shape in shapes]

    def frame(order):
        bodies = instances([places[k] for k in order], [sizes[k] for k in order], marks=0)
        return picture(FAR, solids=(Solids(Convex.kind, bodies, tuple(form_of(shapes[k]) for k in order)),), shadows=False)

    assert not changed(shoot, frame(range(6)), frame((3, 1, 5, 0, 2, 4))).any()
    assert changed(shoot, frame(range(6)), frame(range(5))).any()


def test_the_same_frame_is_the_same_picture(shoot):
    frame = picture(CAMERA, planes=GROUND, solids=tuple(group for shape in SOLIDS.values() for group in solid(shape))[1:])
    assert np.array_equal(shoot(frame, "high"), shoot(frame, "high"))


def test_a_frame_without_them_compiles_nothing(context):
    from app.render.renderer import Renderer
    renderer = Renderer("software")
    renderer.draw(picture(CAMERA, planes=GROUND), WIDTH, HEIGHT, 1.0, context.target)
    assert not renderer._parts.solids._all()
    renderer.release()
