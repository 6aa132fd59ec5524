"""Light: places of shadows, gradient of the sky, fog, agreement of themes and presets."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import Camera
from app.draw.frame import PLAIN
from app.render.arrangement.scene_block import SUN
from tests.support.gl_pictures import GROUND, HEIGHT, WIDTH, instances, picture

CAMERA = Camera((5.0, -9.0, 7.0), (1.0, 0.5, 0.5), 0.9)
QUALITIES = ("software", "balanced", "high")


def at(image, point):
    """The 3 x 3 mean colour of the picture at a world point."""
    x, y, _ = CAMERA.project([point], WIDTH, HEIGHT)[0].astype(int)
    return image[y - 1:y + 2, x - 1:x + 2].mean(axis=(0, 1))


@pytest.mark.parametrize("quality", QUALITIES)
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("kind", ["spheres", "boxes"])
def test_shadow_lies_where_the_sun_throws_it(shoot, quality, theme, kind):
    center = np.array((0.0, 0.0, 2.0))
    bodies = {kind: instances([center], [(0.6,) * 3], marks=PLAIN)}
    shaded, bare = (shoot(picture(CAMERA, planes=GROUND, theme=theme, shadows=on, grid=False, **bodies), quality)
                    for on in (True, False))
    middle = center - SUN * (center[2] / SUN[2])
    assert at(shaded, middle).sum() < 0.75 * at(bare, middle).sum(), "no shadow where the sun throws it"
    for aside in ((2.0, 0, 0), (0, -2.0, 0), (-2.5, 0, 0)):
        lit = at(bare, middle + aside).sum()
        assert at(shaded, middle + aside).sum() == pytest.approx(lit, rel=0.05), "shadow where none belongs"


def test_shadows_fall_far_below_their_bodies(shoot):
    """A ground beyond the depth of all casters is shaded as well."""
    center = np.array((-6.0, 1.0, 9.0))
    spheres = instances([center], [(1.0,) * 3], marks=PLAIN)
    shaded, bare = (shoot(picture(CAMERA, spheres, planes=GROUND, shadows=on, grid=False)) for on in (True, False))
    middle = center - SUN * (center[2] / SUN[2])
    assert at(shaded, middle).sum() < 0.8 * at(bare, middle).sum()


def test_lit_side_and_far_side(shoot):
    center = np.array((0.0, 0.0, 1.5))
    image = shoot(picture(CAMERA, instances([center], [(1.0,) * 3], marks=PLAIN)))
    lit, dim = (at(image, center + np.array(place)).sum() for place in ((-0.51, -0.51, 0.43), (0.68, -0.45, -0.27)))
    assert lit > 1.5 * dim


def test_occlusion_darkens_the_foot_of_a_wall(shoot):
    """Ground beside a wall sees less sky than ground far away; no shadow takes part."""
    wall = instances([(0.0, 3.0, 2.0)], [(4.0, 0.5, 2.0)])
    with_wall, without = (shoot(picture(CAMERA, boxes=boxes, planes=GROUND, shadows=False, grid=False), "high")
                          for boxes in (wall, None))
    assert at(with_wall, (0.0, 2.2, 0.0)).sum() < 0.95 * at(without, (0.0, 2.2, 0.0)).sum()
    assert at(with_wall, (3.0, -3.0, 0.0)).sum() == pytest.approx(at(without, (3.0, -3.0, 0.0)).sum(), rel=0.03)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_fog_meets_a_graded_sky(shoot, theme):
    camera = Camera((0.0, -12.0, 2.0), (0.0, 0.0, 3.2), 0.9)
    image = shoot(picture(camera, planes=GROUND, theme=theme, grid=False)).astype(float).mean(axis=1)
    horizon = int(camera.project([camera.eye + 1000 * np.array((0, 1.0, 0))], WIDTH, HEIGHT)[0, 1])
    steps = np.abs(np.diff(image, axis=0)).max(axis=1)
    assert steps[horizon - 6:horizon + 6].max() < 4, "ground and sky must meet without a line"
    assert np.abs(image[3] - image[horizon - 3]).max() > 12, "the sky must change from the horizon upwards"
    assert (np.diff(image[:horizon - 2, 2]) >= -1.5).all() or (np.diff(image[:horizon - 2, 2]) <= 1.5).all(), "in one direction"


def test_light_theme_is_brighter(shoot):
    dark, light = (shoot(picture(CAMERA, planes=GROUND, theme=theme)).mean() for theme in ("dark", "light"))
    assert dark < 90 and light > 160


def test_presets_show_the_same_scene(shoot):
    frame = picture(CAMERA, instances([(0, 0, 1)], [(1.0,) * 3]), instances([(2, 1, 0.5)], [(0.5,) * 3]), GROUND)
    images = [shoot(frame, quality) for quality in QUALITIES]
    for image in images[1:]:
        assert np.abs(image - images[0]).mean() < 8


def test_unknown_theme_is_refused(shoot):
    with pytest.raises(ValueError, match="dark, light"):
        shoot(picture(CAMERA, theme="blue"))


@pytest.mark.parametrize("quality", ["software", "balanced", "high"])
@pytest.mark.parametrize("normal", [(0.0, 0.0, 1.0), (0.3, 0.0, 0.954), (0.8, 0.0, 0.6)])
def test_ground_has_no_seam_where_the_maps_end(shoot, renderers, monkeypatch, quality, normal):
    """Ground drawn in two parts, with look-ups and without, is the ground drawn in one."""
    frame = picture(CAMERA, instances([(0, 0, 2.5)], [(0.6,) * 3]), instances([(2, 1, 2.5)], [(0.5,) * 3]), ((*normal, 0.0),))
    parts = shoot(frame, quality)
    monkeypatch.setattr(renderers(quality), "_footprints", lambda: ())
    difference = np.abs(parts - shoot(frame, quality))
    assert difference.max() <= 16 and (difference > 4).mean() < 2e-4, "a few pixels of grid lines differ by rounding"
