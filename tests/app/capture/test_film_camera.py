"""`--camera` and `--follow` of `impulse render`."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.capture.film_camera import FollowingCamera, camera_words, followed, posed, resolved
from app.capture.scene_film import SceneFilm
from app.draw.frame import CameraPose
from app.headless.errors import InputError
from app.headless.options import RunOptions, open_scene
from app.published.film_plan import Bookmark, FilmPlan, Vantage

POSE = CameraPose((0.0, -9.0, 2.0), (0.0, 0.0, 2.0), 0.8)
SCENE = """\
format: 1
title: Flight
world: {gravity: [0, 0, 0], dt: 1/60}
bodies:
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 3], velocity: [6, 0, 0]}
  - {name: other, shape: {sphere: {radius: 0.5}}, position: [0, 5, 3]}
events: [{at: 0.5, remove: {body: ball}}]
camera: {position: [0, -9, 2], target: [0, 0, 2]}
"""


@pytest.mark.parametrize(("text", "eye", "target"), [
    ("position=[1, 2, 3]", (1, 2, 3), (0, 0, 2)), ("target=[0, 0, 5]", (0, -9, 2), (0, 0, 5)),
    ("position=[1, 2, 3],target=[1,2,0]", (1, 2, 3), (1, 2, 0)), ("distance=3", (0, -3, 2), (0, 0, 2)),
    ("azimuth=0", (9, 0, 2), (0, 0, 2)), ("azimuth=90 deg, elevation=30 deg", (0, 9 * math.cos(math.pi / 6), 6.5), (0, 0, 2)),
    ("target=[0, 0, 0],azimuth=180 deg,elevation=0,distance=4", (-4, 0, 0), (0, 0, 0))])
def test_words_change_the_pose(text, eye, target):
    pose = posed(POSE, camera_words(text))
    assert pose.target == pytest.approx(target) and pose.fov == 0.8
    assert pose.eye == pytest.approx(eye, abs=0.09)                    # looking straight down stops at 89.5 degrees


def test_a_bookmark_stands_for_its_words_which_others_change():
    plan = FilmPlan(bookmarks=(Bookmark("above", Vantage((0, 0, 20), (0, 1, 0), 0.5)),))
    assert posed(POSE, resolved(camera_words("bookmark=above"), plan)).fov == 0.5
    words = resolved(camera_words("bookmark=above,fov=1,target=[0, 0, 0]"), plan)
    assert words == {"position": (0, 0, 20), "target": (0, 0, 0), "fov": 1.0}
    with pytest.raises(InputError, match="--camera: bookmark: there is no 'abov'; did you mean 'above'\\? there are above"):
        resolved({"bookmark": "abov"}, plan)
    with pytest.raises(InputError, match="the scene has none"):
        resolved({"bookmark": "above"}, FilmPlan())


def test_the_field_of_view_has_the_range_of_scenes():
    assert posed(POSE, camera_words("fov=60 deg")).fov == pytest.approx(math.pi / 3)


@pytest.mark.parametrize(("text", "says"), [
    ("postion=[1,2,3]", "did you mean 'position'?"), ("distance", "write it as distance=12"), ("", "says nothing"),
    ("position=[1,2]", "position: needs a list of 3 numbers in m"), ("distance=0", "allowed is 0.02 to 20000 m"),
    ("fov=9", "fov: 9 is out of range; allowed is 0.05 to 3 rad"), ("azimuth=x", "'x' is not a number"),
    ("target=", "target: needs"),
    ("position=[1,2,3],distance=4", "position and distance both say where the eye is")])
def test_wrong_words(text, says):
    with pytest.raises(InputError) as told:
        camera_words(text)
    assert str(told.value).startswith("--camera: ") and says in str(told.value)


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "flight.yaml"
    path.write_text(SCENE)
    opened = open_scene(str(path), RunOptions())
    made = SceneFilm(opened)
    names = {body.name: body.uid for body in opened.world.bodies}
    made.camera = FollowingCamera(made.camera.pose, followed("ball", names))
    return made


def test_the_camera_moves_with_the_body_between_steps_and_stays_when_it_is_gone(film):
    for time in (0.0, 0.101, 0.25):
        camera, ball = film.frame_at(time).camera, np.array((6 * time, 0, 3))
        assert camera.target == pytest.approx(ball, abs=1e-4) and camera.eye == pytest.approx(ball + (0, -9, 0), abs=1e-4)
    last = film.frame_at(0.49).camera
    assert film.frame_at(0.8).camera.eye == pytest.approx(last.eye, abs=0.11)


def test_an_unknown_body_names_the_nearest():
    with pytest.raises(InputError, match="--follow: there is no body 'bal'; did you mean 'ball'\\? there are ball, box"):
        followed("bal", {"ball": 1, "box": 2})


def test_the_command(tmp_path, capsys, monkeypatch):
    """Words reach the picture; mistakes end with one line and code 2, without a file."""
    from app.cli import render
    from app.cli.main import run
    path, shots = tmp_path / "flight.yaml", []
    path.write_text(SCENE)
    monkeypatch.setattr(render, "shoot", lambda opened, shot: shots.append(shot))
    arguments = ["render", str(path), "-o", str(tmp_path / "a.png")]
    assert run([*arguments, "--camera", "distance=3,fov=1", "--follow", "ball"]) == 0
    assert shots[0].camera == {"distance": 3.0, "fov": 1.0} and shots[0].follow == "ball"
    assert run([*arguments, "--camera", "distnce=3"]) == 2 and len(shots) == 1
    assert "did you mean 'distance'?" in capsys.readouterr().err
