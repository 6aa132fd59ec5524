"""The bodies of every scene are seen between the panels, in every window."""
from __future__ import annotations

import dataclasses
from functools import cache

import numpy as np
import pytest

from app.draw.frame_builder import BOX, PLANE, large_still
from app.draw.solids.reach import outlines
from app.panels.widgets.layout import layout
from app.published.group_card import GroupCard
from app.published.status import Publication, SceneCard, Status
from app.simulation.commands import CreateBody
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from physics import Box, Sphere
from physics.bodies.rotation import rotate
from scenes import catalog, load
from tests.support.scene_views import view_of_scene
from tests.support.synthetic import DYNAMIC, GROUND, view_of_bodies

SIZES = [(800, 600), (1280, 720), (1600, 900), (1920, 1080)]
SCENES = [entry.id for entry in catalog.entries()]


@cache
def camera_of(name):
    return load(name).camera


def opened(name, size, area, own=True):
    """The window's state after a scene was opened, with its bodies at their places."""
    state = UiState(lambda command: None, ViewSettings(), output_folder=None)
    state.size, state.area = size, area
    camera = camera_of(name)
    card = SceneCard(id=name, title=name)
    if own:
        card = dataclasses.replace(card, eye=camera.position, target=camera.target, fov=camera.fov)
    state.take(Publication(view_of_scene(name), Status(scene=card, run=1)), 0.0)
    return state


def pixels(state):
    """Left, top, right and bottom of every body but planes, floors and walls [px]."""
    view, viewport = state.view, state.chosen_viewport
    table, camera = view.table, viewport.camera(state.motion.camera)
    points, radii = [], []
    for row in np.flatnonzero((table.kinds != PLANE) & ~large_still(table)):
        for outline, radius in outlines(table.shapes[row] or shape_of(table, row)):
            points.append(view.positions[row] + rotate(view.rotations[row][None], outline))
            radii.append(np.full(len(outline), radius))
    seen = viewport.project(state.motion.camera, np.concatenate(points))
    if (seen[:, 2] <= 0).any():
        return -np.inf, -np.inf, np.inf, np.inf                   # a body beside or behind the eye
    reach = (np.concatenate(radii) / camera.metres_per_pixel(viewport.height, 1.0) / seen[:, 2])[:, None]
    return *(seen[:, :2] - reach).min(axis=0), *(seen[:, :2] + reach).max(axis=0)


def shape_of(table, row):
    """A sphere or a box of a table."""
    size = tuple(map(float, table.sizes[row]))
    return Box(half=size) if table.kinds[row] == BOX else Sphere(radius=size[0])


def inside(state, area):
    left, top, right, bottom = pixels(state)
    return area[0] <= left and area[1] <= top and right <= area[0] + area[2] and bottom <= area[1] + area[3]


@pytest.mark.parametrize("own", [True, False], ids=["own camera", "no camera"])
@pytest.mark.parametrize("name", SCENES)
def test_no_panel_hides_a_body(name, own):
    """Also of a scene without a camera, and with hidden panels."""
    for size in SIZES if own else SIZES[:1]:
        places = layout(*size, 1.0)
        for area in (places.pictures, (0.0, 0.0, *size))[:2 if size in SIZES[:2] else 1]:
            state = opened(name, size, area, own)
            assert inside(state, area), (size, pixels(state), area)
        for panel in (places.panel, places.statistics, places.toolbar):
            apart = (panel.x >= places.pictures.right or panel.right <= places.pictures.x or panel.bottom <= places.pictures.y)
            assert apart and panel.width > 0


@pytest.mark.parametrize("name", ["laboratory/circle_particle", "joints/joint_zoo", "stacking/mass_ratio"])
def test_home_shows_the_whole_scene_again(name):
    size, area = (1280, 720), layout(1280, 720, 1.0).pictures
    state = opened(name, size, area)
    state.motion.orbit(300, 60)
    state.motion.pan(-2000, 90, 720)
    state.motion.tick(9.0)
    assert not inside(state, area)
    state.frame_all()
    state.motion.tick(9.0)
    assert inside(state, area)
    left, top, right, bottom = pixels(state)
    assert right - left > 0.8 * area.width or bottom - top > 0.8 * area.height, "no smaller than it must be"
    state.act("home_camera")
    state.motion.tick(9.0)
    assert inside(state, area)


def test_a_camera_at_home_follows_the_panels_and_another_stays():
    size, area = (1280, 720), layout(1280, 720, 1.0).pictures
    state = opened("stacking/mass_ratio", size, area)
    near = state.motion.camera.distance
    state.now, state.area = 5.0, (0.0, 0.0, *size)
    state.follow_area()
    assert state.motion.moving
    state.motion.tick(9.0)
    assert inside(state, state.area) and state.motion.camera.distance < near
    assert state.motion.camera.shift == pytest.approx((0, 0))
    state.motion.zoom_to(3)
    state.motion.tick(9.0)
    chosen = state.motion.camera.distance
    state.area = area
    state.follow_area()
    state.motion.tick(9.0)
    assert state.motion.camera.distance == pytest.approx(chosen)
    x, y, _ = state.chosen_viewport.project(state.motion.camera, [state.motion.camera.target])[0]
    assert (x, y) == pytest.approx((area.x + area.width / 2, area.y + area.height / 2)), "its target is between the panels"


def test_a_camera_that_shows_everything_stays_where_the_scene_put_it():
    camera = load("stacking/tower").camera
    state = opened("stacking/tower", (3000, 2000), (0.0, 0.0, 3000, 2000))
    assert state.motion.camera.eye == pytest.approx(camera.position)
    assert state.motion.camera.target == pytest.approx(camera.target)


def test_a_scene_without_a_camera_fills_the_window():
    for size in SIZES:
        area = layout(*size, 1.0).pictures
        left, top, right, bottom = pixels(opened("stacking/tower", size, area, own=False))
        assert right - left > 0.8 * area.width or bottom - top > 0.8 * area.height


def test_a_scripted_camera_stays():
    state = opened("stacking/tower", (1280, 720), (0.0, 0.0, 1280, 720))
    state.scene_camera.place((1, -5, 3), (0, 0, 1))
    state.area = layout(1280, 720, 1.0).pictures
    state.follow_area()
    state.motion.tick(9.0)
    assert state.motion.camera.eye == pytest.approx((1, -5, 3))


def test_an_edited_scene_leaves_the_camera_where_it_is():
    """The first thing in an empty scene is shown; after that neither edits nor saving move the camera, and another scene does."""
    state = UiState(lambda command: None, ViewSettings(), output_folder=None)
    card = SceneCard(id="mine", title="Mine")
    floor, box = [GROUND], [GROUND, (BOX, DYNAMIC, (0, 0, 1), (0.5, 0.5, 0.5))]
    state.take(Publication(view_of_bodies(floor), Status(scene=card, run=1)), 0.0)
    near = np.linalg.norm(state.motion.camera.eye)
    state.take(Publication(view_of_bodies(box), Status(scene=card, run=2)), 1.0)
    assert np.linalg.norm(state.motion.camera.eye) > near and inside(state, state.area)
    state.scene_camera.place((9, 9, 9), (0, 0, 0))
    for number, changed in enumerate((card, dataclasses.replace(card, file="/saved.yaml"))):
        state.take(Publication(view_of_bodies(box), Status(scene=changed, run=3)), 2.0 + number)
        assert state.motion.camera.eye == pytest.approx((9, 9, 9))
    state.take(Publication(view_of_bodies(box), Status(scene=dataclasses.replace(card, id="other"), run=4)), 4.0)
    assert state.motion.camera.eye != pytest.approx((9, 9, 9))


@pytest.mark.parametrize("height, seen", [(1.0, True), (30.0, False)])
def test_a_body_that_a_key_adds_is_shown_where_it_is_not_seen(height, seen):
    """Above a tower the camera goes there as by F, with easing; where the body is seen it stays."""
    commands = []
    state = UiState(commands.append, ViewSettings(), output_folder=None)
    state.area = layout(1280, 720, 1.0).pictures
    card = SceneCard(id="mine", title="Mine", eye=(0, -12, 3), target=(0, 0, 1))
    there = [GROUND, (BOX, DYNAMIC, (2, 0, 1), (1, 1, 1))]
    state.take(Publication(view_of_bodies(there), Status(scene=card, run=1)), 0.0)
    state.motion.tick(9.0)
    state.act("add_box")
    assert [type(command).__name__ for command in commands if isinstance(command, CreateBody)] == ["CreateBody"]
    before = state.motion.vantage
    more = view_of_bodies([*there, (BOX, DYNAMIC, (0, 0, height), (0.5, 0.5, 0.5))])
    status = Status(scene=card, run=2, selection=3, group=GroupCard(uids=(3,)))
    state.take(Publication(more, status), 1.0)
    assert state.motion.vantage == before and state.motion.moving != seen
    state.motion.tick(9.0)
    left, top, width, up = state.area
    x, y, _ = state.chosen_viewport.project(state.motion.camera, [(0.0, 0.0, height)])[0]
    assert left < x < left + width and top < y < top + up
    place = state.motion.vantage
    state.motion.pan(4000, 0, 720)
    state.motion.tick(9.0)
    state.take(Publication(more, dataclasses.replace(status, run=3)), 2.0)
    assert not state.motion.moving and state.motion.vantage != place, "another run does not move it"
