"""Thumbnails of the program: none is missing or out of date, all are small, and each shows something."""
from __future__ import annotations

import hashlib

import numpy as np
import pytest

from app.capture import thumbnails
from app.capture.thumbnails import best_frame, in_sight, left_over, out_of_date, share_in_sight, subjects, write_all
from app.draw.frame import CameraPose
from app.headless.options import RunOptions, open_scene
from app.headless.thumbnails import FOLDER, decoded

ALL = 1_500_000                # [bytes] of all pictures
SEEN = 6.0                     # least spread of brightness of a picture, 0 to 255


def test_none_is_missing_or_out_of_date():
    assert [one.file.relative_to(FOLDER).as_posix() for one in out_of_date()] == [], "run `make docs`"


def test_there_is_none_without_a_scene():
    assert left_over() == [], "run `make docs`"


def test_there_is_one_for_every_scene_and_lesson():
    from app.lessons import shelf
    from scenes import catalog
    assert len(list(subjects())) == len(catalog.entries()) + len(shelf.entries())


def test_all_together_are_small():
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.webp")) < ALL


def test_each_shows_something_of_its_own():
    pictures = {one.file.stem: decoded(one.file) for one in subjects()}
    assert not [name for name, found in pictures.items() if found is None]
    assert not [name for name, found in pictures.items() if found[..., :3].mean(axis=2).std() < SEEN]
    hashes = [hashlib.sha256(found.tobytes()).hexdigest() for found in pictures.values()]
    assert len(set(hashes)) > 0.8 * len(hashes), "lessons share scenes, and little more"


def test_the_mark_follows_the_text_of_scene_and_stage(tmp_path, monkeypatch):
    from scenes import catalog
    before = {one.file: one.mark for one in subjects()}
    changed = next(entry.path for entry in catalog.entries())
    read = thumbnails._text
    monkeypatch.setattr(thumbnails, "_text", lambda path: read(path) + ("# more" if path == changed else ""))
    after = {one.file: one.mark for one in subjects()}
    assert [file.stem for file in before if before[file] != after[file]] == [changed.stem]


SCENE = """\
format: 1
title: A fall
world: {sleep: false}
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 4.9], restitution: 0}
camera: {position: [0, -9, 2.5], target: [0, 0, 2.5], fov: 60 deg}
"""


@pytest.fixture
def film(tmp_path):
    from app.capture.scene_film import SceneFilm
    path = tmp_path / "fall.yaml"
    path.write_text(SCENE)
    opened = open_scene(str(path), RunOptions())
    return SceneFilm(opened), opened.world


def test_the_moment_is_that_of_most_motion(film):
    frame = best_frame(*film)
    height = float(frame.spheres.positions[0, 2])
    assert 0.5 < height < 2.5, "shortly before it lands, neither at the beginning nor at rest"


def test_the_sight_is_that_of_the_camera():
    camera = CameraPose((0.0, -10.0, 1.0), (0.0, 0.0, 1.0), fov=np.pi / 2)
    points = np.array([(0, 0, 1), (0, -20, 1), (0, 0, 10.9), (0, 0, 11.1), (17.7, 0, 1), (17.9, 0, 1), (-17.7, 0, 1)], float)
    assert in_sight(camera, points).tolist() == [True, False, True, False, True, False, True]


def test_a_frame_without_bodies_is_in_sight(film):
    frame = film[0].frame_at(0.0)
    assert share_in_sight(frame) == 1.0


def test_the_part_with_bodies_is_kept(film):
    left, top, side = thumbnails.part_of(film[0].frame_at(0.0))
    assert left == pytest.approx((1 - side) / 2) and side == thumbnails.CLOSEST
    assert top < 0.2, "the ball is high up at first"
    picture = np.arange(200 * 100).reshape(100, 200, 1)
    kept = thumbnails.cropped(picture, film[0].frame_at(0.0))
    assert kept.shape == (42, 84, 1) and kept[0, 0, 0] == picture[round(100 * top), round(200 * left), 0]


def test_what_is_up_to_date_is_left_alone(monkeypatch):
    monkeypatch.setattr(thumbnails, "picture_of", lambda one: pytest.fail("it was drawn"))
    assert write_all(report=lambda text: None) == 0
