"""The window's picture of several variants: ghosts in one picture, or a picture each."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.draw.colors import LEFT_FUTURE, VARIANT_COLORS
from app.draw.frame import GHOST, Count, Frame, Mosaic, Tile
from app.draw.frame_builder import frame_of
from app.draw.ghosts import SHOWN, with_ghosts
from app.published.status import Publication
from app.simulation.commands import ChooseVariant
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from app.window.composition import counts_of, picture_of
from tests.support.synthetic import BOX, DYNAMIC, GROUND, SPHERE, view_of_bodies

BODIES = [GROUND, (SPHERE, DYNAMIC, (0, 0, 1), (1, 1, 1)), (BOX, DYNAMIC, (3, 0, 1), (0.5, 0.5, 0.5))]


@pytest.fixture
def state(compared):
    return compared


def moved(view, row, by):
    positions = view.positions.copy()
    positions[row] += by
    return dataclasses.replace(view, positions=positions, previous_positions=positions)


def ghosts_of(view, other, chosen=0):
    views = (view, other) if chosen == 0 else (other, view)
    frame = with_ghosts(frame_of(view, 1.0, UiState(print, ViewSettings(), None).motion.camera.pose), views, chosen, 1.0)
    return [[(bodies.positions[k].tolist(), bodies.colors[k][:3].tolist()) for k in np.flatnonzero(bodies.marks & GHOST)]
            for bodies in (frame.spheres, frame.boxes)]


def test_bodies_of_other_lanes_are_ghosts_where_they_are_elsewhere():
    view = view_of_bodies(BODIES)
    assert ghosts_of(view, view) == [[], []]
    assert ghosts_of(view, moved(view, 1, (0.0, 0.0, 2.0))) == [[([0.0, 0.0, 3.0], list(VARIANT_COLORS[1]))], []]
    assert ghosts_of(view, moved(view, 2, (0.0, 0.0, 2.0)), chosen=1) == [[], [([3.0, 0.0, 3.0], list(VARIANT_COLORS[0]))]]
    assert ghosts_of(view, moved(view, 1, (0.0, 0.0, 0.9 * SHOWN))) == [[], []], "glass in the same place would flicker"


def test_a_body_that_only_another_lane_has_is_a_ghost():
    view, other = view_of_bodies(BODIES[:2]), view_of_bodies(BODIES)
    spheres, boxes = ghosts_of(view, other)
    assert spheres == [] and len(boxes) == 1


def test_the_future_that_was_left_is_a_ghost_of_its_own_colour():
    view = view_of_bodies(BODIES)
    state = UiState(print, ViewSettings(), None)
    left = moved(view, 2, (0.0, 0.0, 2.0))
    frame = picture_of(state, Publication(view=view, ghost=left), 1.0)
    rows = np.flatnonzero(frame.boxes.marks & GHOST)
    assert frame.boxes.positions[rows].tolist() == [[3.0, 0.0, 3.0]] and not (frame.spheres.marks & GHOST).any()
    assert frame.boxes.colors[rows, :3].tolist() == [list(LEFT_FUTURE)]


def test_a_turned_box_is_a_ghost_and_a_turned_ball_is_not():
    view = view_of_bodies(BODIES)
    rotations = view.rotations.copy()
    rotations[1:] = (0.0, 0.0, np.sin(0.1), np.cos(0.1))
    spheres, boxes = ghosts_of(view, dataclasses.replace(view, rotations=rotations, previous_rotations=rotations))
    assert spheres == [] and len(boxes) == 1


def test_one_picture_shows_the_chosen_lane_and_the_others_as_ghosts(state):
    frame = picture_of(state, state.publication, 1.0)
    assert isinstance(frame, Frame)
    solid, ghost = (frame.spheres.positions[(frame.spheres.marks & GHOST != 0) == value] for value in (False, True))
    first, second = state.publication.views
    assert np.allclose(solid, second.positions[1:]) and np.allclose(ghost, first.positions[1:])


def test_split_view_shows_each_lane_from_the_same_place(state):
    state.change(split=True)
    picture = picture_of(state, state.publication, 1.0)
    assert isinstance(picture, Mosaic) and len(picture.tiles) == 2
    for tile, view in zip(picture.tiles, state.publication.views):
        assert np.allclose(tile.frame.spheres.positions, view.positions[1:]) and not (tile.frame.spheres.marks & GHOST).any()
    one, other = (tile.frame.camera for tile in picture.tiles)
    assert one.eye == other.eye and one.target == other.target


def test_a_pixel_belongs_to_the_lane_whose_picture_it_is_in(state):
    state.change(split=True)
    for viewport in state.viewports:
        view = state.publication.views[viewport.variant]
        x, y, _ = viewport.project(state.motion.camera, view.positions[2])[0]
        hit = state.pick(x, y)
        assert state.viewport(x, y) is not None and state.viewport(x, y).variant == viewport.variant and hit.uid == 3
        assert np.linalg.norm(hit.point - view.positions[2]) < 0.51
    assert state.viewport(-5.0, -5.0).variant == state.status.chosen


def test_a_single_lane_is_one_whole_picture(state):
    from app.simulation.commands import RemoveVariant
    state.change(split=True)
    state.session.submit(RemoveVariant(0))
    state.session.apply_pending()
    state.take(state.session.publish(), 1.0)
    assert isinstance(picture_of(state, state.publication, 1.0), Frame) and state.viewports[0][1:] == (0.0, 0.0, *state.size)


def test_a_publication_older_than_the_choice_of_a_variant_can_be_shown(state):
    """A film shows its publication, regardless of the present choice."""
    before = state.publication
    state.session.submit(ChooseVariant(0))
    state.session.apply_pending()
    state.take(state.session.publish(), 1.0)
    assert isinstance(picture_of(state, before, 0.5), Frame)


def test_tiles_are_whole_pixels_inside_the_picture():
    for place in ((0.0, 0.0, 1.0, 1.0), (0.5, 0.5, 0.5, 0.5), (0.333, 0.1, 0.334, 0.9), (0.999, 0.999, 0.001, 0.001)):
        left, bottom, wide, high = Tile(None, place).pixels(321, 243)
        assert left >= 0 and bottom >= 0 and wide >= 1 and high >= 1 and left + wide <= 321 and bottom + high <= 243


def test_films_and_screenshots_without_panels_show_the_pictures_alone(state):
    state.area = (200.0, 70.0, 600.0, 400.0)
    assert state.shown == (0.0, 0.0, *state.size)
    state.change(split=True)
    assert state.shown == state.area
    tiles = picture_of(state, state.publication, 1.0, state.size).tiles
    assert tiles[0].place[:2] == (0.0, 0.0) and sum(tile.place[2] * tile.place[3] for tile in tiles) > 0.99
    state.change(capture_panels=True)
    assert state.shown == (0.0, 0.0, *state.size)


@pytest.mark.parametrize("factor", (1, 2))
def test_a_place_in_the_window_is_a_place_in_its_pixels(factor):
    from app.capture.controller import _pixels
    size = (1280 * factor, 720 * factor)
    assert _pixels((0.0, 0.0, 1280, 720), (1280, 720), size) == (0, 0, *size)
    assert _pixels((200.0, 70.0, 600.0, 400.0), (1280, 720), size) == (200 * factor, 250 * factor, 600 * factor, 400 * factor)


def test_counts_are_those_of_the_first_frame_that_has_not_all_marks():
    frame = frame_of(view_of_bodies(BODIES), 1.0, UiState(print, ViewSettings(), None).motion.camera.pose)
    some = dataclasses.replace(frame, counts=(Count("bodies", 2, 3),))
    assert counts_of(frame) == () and counts_of(some) == some.counts
    place = (0.0, 0.0, 0.5, 1.0)
    assert counts_of(Mosaic((Tile(frame, place), Tile(some, place)))) == some.counts
