"""A film of a scene obeys what that says: path, followed body, captions and slow motion; words of the command line go first."""
from __future__ import annotations

import numpy as np
import pytest

from app.capture.scene_film import CameraWish, SceneFilm
from app.draw.view_options import ViewOptions
from app.headless.errors import InputError
from app.headless.options import RunOptions, open_scene

SCENE = """\
format: 1
title: Flight
world: {gravity: [0, 0, 0], dt: 1/60}
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 3], velocity: [6, 0, 0]}
  - {name: other, shape: {sphere: {radius: 0.5}}, position: [0, 5, 3]}
"""
PLACED = "camera: {position: [0, -9, 2], target: [0, 0, 2], fov: 0.7"
BOOKMARK = ", bookmarks: [{name: above, position: [0, 0, 20], target: [0, 0, 0]}]"
PATH = ", path: [{at: 0.5, position: [0, -9, 2], target: [0, 0, 2]}, {at: 1.5, position: [9, 0, 4], target: [0, 0, 2], fov: 1}]"
FILM = """
film:
  captions: [{from: 0.5, until: 1, text: Now}]
  slow_motion: [{from: 0.5, until: 1, factor: 0.25}]
"""


@pytest.fixture
def film_of(tmp_path):
    """Makes the film of the scene with this camera and film."""
    def make(camera="", film="", options=None, **wish):
        path = tmp_path / "flight.yaml"
        path.write_text(SCENE + (camera + "}\n" if camera else "") + film)
        return SceneFilm(open_scene(str(path), RunOptions()), options, CameraWish(**wish))
    return make


def test_the_camera_goes_along_the_path(film_of):
    film = film_of(PLACED + PATH)
    assert film.frame_at(0.3).camera.eye == pytest.approx((0, -9, 2)) and film.frame_at(0.3).camera.fov == 0.7
    middle = film.frame_at(1.0).camera
    assert np.hypot(*middle.eye[:2]) == pytest.approx(9.0) and 0.7 < middle.fov < 1 and middle.eye[2] == pytest.approx(3.0)
    assert film.frame_at(2.0).camera.eye == pytest.approx((9, 0, 4)) and film.frame_at(2.0).camera.fov == 1.0
    assert film.plan.end == 1.5


@pytest.mark.parametrize(("wish", "eye"), [
    ({"still": True}, (0, -9, 2)), ({"words": {"distance": 3.0}}, (0, -3, 2)), ({"words": {"bookmark": "above"}}, (0, 0, 20)),
    ({"words": {"position": (1, 2, 3)}}, (1, 2, 3)), ({"follow": "other"}, (0, -4, 3))])
def test_what_the_command_line_says_takes_the_place_of_the_path(film_of, wish, eye):
    camera = film_of(PLACED + BOOKMARK + PATH, **wish).frame_at(1.0).camera
    assert camera.eye == pytest.approx(eye, abs=0.2)                    # straight down stops at 89.5 degrees


def test_the_scene_says_whom_the_camera_follows(film_of):
    film = film_of(PLACED + ", follow: ball")
    for time in (0.0, 0.21, 0.7):
        camera = film.frame_at(time).camera
        assert camera.target == pytest.approx((6 * time, 0, 3), abs=1e-4)
        assert camera.eye == pytest.approx((6 * time, -9, 3), abs=1e-4)


def test_a_path_about_a_followed_body_goes_with_it(film_of):
    film = film_of(PLACED + ", follow: ball" + PATH)
    camera = film.frame_at(1.5).camera
    assert camera.target == pytest.approx((9, 0, 3), abs=1e-4) and camera.eye == pytest.approx((18, 0, 5), abs=1e-4)


def test_words_about_the_place_leave_the_followed_body_out(film_of):
    assert film_of(PLACED + ", follow: ball", words={"target": (0, 0, 0)}).frame_at(1.0).camera.target == (0, 0, 0)
    nearer = film_of(PLACED + ", follow: ball", words={"distance": 3.0})
    assert nearer.frame_at(1.0).camera.target == pytest.approx((6, 0, 3), abs=1e-4)


def test_unknown_names_are_told(film_of):
    with pytest.raises(InputError, match="--follow: there is no body 'bal'; did you mean 'ball'"):
        film_of(PLACED, follow="bal")
    with pytest.raises(InputError, match="bookmark: there is no 'abov'"):
        film_of(PLACED + BOOKMARK, words={"bookmark": "abov"})


def test_a_scene_without_a_place_begins_where_its_path_does_or_shows_all(film_of):
    assert film_of("camera: {fov: 0.7" + PATH).frame_at(0.0).camera.eye == pytest.approx((0, -9, 2))
    narrow, wide = (film_of(f"camera: {{fov: {fov}").frame_at(0.0).camera for fov in (0.4, 1.2))
    assert (narrow.fov, wide.fov) == (0.4, 1.2)
    near, far = (np.linalg.norm(np.subtract(seen.eye, seen.target)) for seen in (wide, narrow))
    assert far > 2 * near > 0, "all bodies are seen, from farther away through a narrow angle"


def test_slow_motion_makes_the_film_longer_and_shows_every_part(film_of):
    film = film_of(PLACED, FILM)
    assert film.length(2.0) == pytest.approx(0.5 + 2.0 + 1.0)
    assert [film.after(t) for t in (0.0, 0.5, 1.5, 2.5, 3.5)] == pytest.approx([0.0, 0.5, 0.75, 1.0, 2.0])
    for film_time in (0.4, 1.3, 3.0):
        time = film.after(film_time)
        assert film.frame_at(time).spheres.positions[0, 0] == pytest.approx(6 * time, abs=1e-4)


def test_captions_are_those_of_the_last_frame(film_of):
    film = film_of(PLACED, FILM)
    film.frame_at(0.4)
    assert film.annotations() is None
    film.frame_at(0.75)
    found = film.annotations()
    assert [(one.text, one.strength) for one in found.captions] == [("Now", 1.0)] and found.titles == () and found.theme == "dark"
    without = film_of(PLACED, FILM, ViewOptions(captions=False))
    without.frame_at(0.75)
    assert without.annotations() is None
