"""Height fields are drawn where rays meet them, from both sides, with lines, shadows, outlines and ghosts, in every quality."""
from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import GHOST, GRID, HOVERED, SELECTED, Solids
from app.draw.solids.field_form import field_form_of, seen_from_above
from app.draw.solids.rays import distances
from app.render.passes import solid
from app.render.passes.solid import OPEN, SolidPass
from physics.bodies.rotation import rotate_back
from physics.definitions.shapes import HeightField
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture
from tests.support.height_fields import HILLS

ABOVE, BELOW = Camera((3.0, -9.0, 5.0), (0.0, 0.0, 0.5), 0.8), Camera((3.0, -8.0, -4.0), (0.0, 0.0, 1.0), 0.8)
PLACE, TURN = np.array((0.2, 0.0, 1.5)), np.array((0.15, -0.1, 0.2, 0.0))
TURN[3] = np.sqrt(1 - TURN @ TURN)
COLOR = 56, 60, 71


def hills(marks=0, turn=TURN, place=PLACE, color=COLOR):
    bodies = instances([place], [HILLS.size], [turn], [color], marks)
    return (Solids(HeightField.kind, bodies, (field_form_of(HILLS),)),)


@cache
def covered(camera) -> np.ndarray:
    """(HEIGHT, WIDTH) bool: pixels whose lines of sight meet it or its edge."""
    rays = [camera.ray(x + 0.5, y + 0.5, WIDTH, HEIGHT) for y in range(HEIGHT) for x in range(WIDTH)]
    start, along = (rotate_back(TURN[None], np.array(part)) for part in (np.array([one for one, _ in rays]) - PLACE,
                                                                         [way for _, way in rays]))
    found = distances(HeightField.kind, start, along, np.zeros((len(start), 3)), (field_form_of(HILLS),) * len(start))
    return np.isfinite(found).reshape(HEIGHT, WIDTH)


def changed(shoot, frame, other, quality="software", least=12):
    return np.abs(shoot(frame, quality) - shoot(other, quality)).max(axis=2) > least


@pytest.mark.parametrize("quality", ["software", "balanced", "high"])
@pytest.mark.parametrize("camera", [ABOVE, BELOW], ids=["above", "below"])
def test_it_covers_the_pixels_whose_rays_meet_it(shoot, camera, quality):
    expected = covered(camera)
    frame, empty = (picture(camera, solids=solids, shadows=False, theme="light") for solids in (hills(), ()))
    wrong = (changed(shoot, frame, empty, quality) != expected).sum()
    assert expected.sum() > 8000 and wrong < 0.04 * expected.sum(), (wrong, expected.sum())


def test_its_triangles_are_flat_and_its_grid_is_drawn(shoot):
    plain, lined, bare = (shoot(picture(ABOVE, solids=hills(marks), shadows=False, grid=grid))
                          for marks, grid in ((0, True), (GRID, True), (GRID, False)))
    assert np.array_equal(plain, bare) and (np.abs(lined - plain).max(axis=2) > 4).mean() > 0.02
    shades = np.unique(plain.reshape(-1, 3), axis=0)
    brightness = plain[covered(ABOVE)].mean(axis=1)
    assert len(shades) > 30 and np.ptp(np.percentile(brightness, (5, 95))) > 5, "facets differ by their slope"


def test_shadows_of_its_hills_of_bodies_on_it_and_below_it(shoot):
    ball = instances([PLACE + (0.0, 0.0, 0.9)], [(0.4,) * 3])
    upright = (0.0, 0.0, 0.0, 1.0)
    floor, above = GROUND, {"solids": hills(turn=upright), "spheres": ball}
    lit, dark = (shoot(picture(ABOVE, planes=floor, shadows=on, theme="light", **above)) for on in (False, True))
    alone_lit, alone_dark = (shoot(picture(ABOVE, planes=floor, shadows=on, theme="light", solids=hills(turn=upright)))
                             for on in (False, True))
    below = np.abs(alone_dark - alone_lit).max(axis=2) > 24
    assert below.sum() > 500, "on the floor"
    on_it = (np.abs(dark - alone_dark).max(axis=2) > 24) & ~(np.abs(lit - alone_lit).max(axis=2) > 24)
    assert on_it.sum() > 60, "of the ball"


def test_a_flat_one_does_not_shade_itself(shoot):
    flat = HeightField(heights=np.zeros((9, 9)), spacing=1.0)
    group = (Solids(HeightField.kind, instances([PLACE], [flat.size], None, [COLOR]), (field_form_of(flat),)),)
    camera = Camera((0.0, -4.0, 5.0), (0.2, 0.0, 1.5), 0.6)
    dark, lit = (shoot(picture(camera, solids=group, shadows=on), "high") for on in (True, False))
    assert np.abs(dark - lit).max() < 8


def test_outline_hover_and_ghost(shoot):
    plain, body = picture(ABOVE, solids=hills(), shadows=False), covered(ABOVE)
    outline = changed(shoot, picture(ABOVE, solids=hills(SELECTED), shadows=False), plain, least=24)
    near = np.pad(body, 6)
    grown = np.any([near[dy:dy + HEIGHT, dx:dx + WIDTH] for dy in range(13) for dx in range(13)], axis=0)
    assert (outline & ~body).sum() > 150 and (outline & body).sum() < 0.1 * body.sum() and not (outline & ~grown).any()
    hovered = shoot(picture(ABOVE, solids=hills(HOVERED), shadows=False)) - shoot(plain)
    inner = hovered[body].mean(axis=1)
    assert np.median(inner) > 2 and np.percentile(inner, 90) < 40, "brighter, without shining"
    empty, ghost = shoot(picture(ABOVE)), shoot(picture(ABOVE, solids=hills(GHOST, color=(120, 190, 235))))
    solid = shoot(picture(ABOVE, solids=hills(color=(120, 190, 235))))
    assert 3 < np.abs(ghost - empty)[body].mean() < np.abs(solid - empty)[body].mean()


def test_it_goes_and_comes_and_moves(shoot):
    one, other, none = hills(), hills(place=PLACE + (1.0, 0.0, 0.0)), ()
    first = shoot(picture(ABOVE, solids=one))
    assert (shoot(picture(ABOVE, solids=other)) != first).any() and (shoot(picture(ABOVE, solids=none)) != first).any()
    assert np.array_equal(shoot(picture(ABOVE, solids=one)), first)


def test_a_still_one_is_uploaded_once(context):
    from app.render.renderer import Renderer
    from app.render.resources.hull_arrays import HullArray
    uploads, kept = [], HullArray._upload
    x = np.linspace(-6, 6, 129)
    large = HeightField(heights=np.sin(x)[:, None] * np.cos(x), spacing=0.5)
    group = Solids(HeightField.kind, instances([PLACE], [large.size], None, [COLOR], GRID), (field_form_of(large),))
    renderer = Renderer("software")
    try:
        HullArray._upload = staticmethod(lambda *given: (uploads.append(given), kept(*given)))
        for k in range(3):
            ball = instances([(0.1 * k, 0.0, 4.0)], [(0.4,) * 3])
            frame = picture(ABOVE, spheres=ball, solids=(group,))
            renderer.draw(frame, WIDTH, HEIGHT, 1.0, context.target)
        assert len(uploads) == 4, "corners and rows of the picture and of the maps"
    finally:
        HullArray._upload = kept if isinstance(kept, staticmethod) else staticmethod(kept)
        renderer.release()


def test_no_back_shows_at_a_crest(shoot, monkeypatch):
    """Seen from above a field has a front alone: a crest was dotted with the dark of its back."""
    x = np.linspace(-9, 9, 61)
    waves = HeightField(heights=0.5 * np.sin(1.7 * x)[None, :] * np.cos(1.3 * x)[:, None], spacing=0.3)
    group = (Solids(HeightField.kind, instances([PLACE], [waves.size], None, [COLOR]), (field_form_of(waves),)),)
    frames = [picture(Camera((8 * np.cos(turn), 8 * np.sin(turn), 3.6), (0.2, 0.0, 1.5), 0.5), solids=group, shadows=False)
              for turn in np.linspace(0, 3, 12)]
    seen = [shoot(frame) for frame in frames]
    monkeypatch.setattr(SolidPass, "_both_sides", lambda self, act: front(act, self._formed[OPEN]))
    assert max(np.abs(picture - shoot(frame)).max() for picture, frame in zip(seen, frames)) <= 3


@pytest.mark.parametrize("place, above", [((0.0, 0.0, 5.0), True), ((2.0, -1.0, 2.2), True), ((0.0, 0.0, 1.0), False),
                                          ((9.0, 0.0, 5.0), False)])
def test_no_back_is_drawn_for_an_eye_over_it(shoot, monkeypatch, place, above):
    """It could not be seen; from beside and from below it can."""
    (group,) = hills(turn=(0.0, 0.0, 0.0, 1.0))
    assert seen_from_above(group, np.array(place)) == above
    frame = picture(Camera(place, (0.5, 0.3, 1.2)), solids=(group,), shadows=False)
    seen = shoot(frame)
    monkeypatch.setattr(solid, "seen_from_above", lambda *_: False)
    assert np.array_equal(shoot(frame), seen)


def front(act, kind) -> None:
    from app.render.resources.gl import gl
    gl.glEnable(gl.GL_CULL_FACE)
    act(kind)
    gl.glDisable(gl.GL_CULL_FACE)
