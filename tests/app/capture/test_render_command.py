"""`impulse render`: a film of a scene from the command line, and messages for wrong options."""
from __future__ import annotations

import signal
import subprocess
import sys
import time

import numpy as np
import pytest
from PIL import Image

from app.capture.scene_film import SceneFilm
from app.cli.render import Shot, check, pixels
from app.headless.errors import InputError
from tests.app.capture.test_films import frames_of

SCENE = """\
format: 1
title: Fall
world: {dt: 1/60}
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 3]}
camera: {position: [0, -9, 2], target: [0, 0, 2]}
"""


FILM = """\
film:
  captions: [{from: 0, until: 0.4, text: It falls}]
  slow_motion: [{from: 0.2, until: 0.4, factor: 0.5}]
"""


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "fall.yaml"
    path.write_text(SCENE)
    return path


def impulse(*arguments):
    """Run the command in a separate process."""
    return subprocess.run([sys.executable, "-m", "app", *map(str, arguments)], capture_output=True, text=True, timeout=300)


def ball_row(picture) -> float:
    """Height in the picture [pixels from the top] of what is not grey: the ball."""
    color = np.ptp(picture.astype(int), axis=2)
    return float(np.argwhere(color > 60)[:, 0].mean())


def test_film_shows_the_fall(scene, tmp_path):
    out = tmp_path / "fall.mp4"
    done = impulse("render", scene, "-o", out, "--seconds", 0.5, "--size", "160x120", "--fps", 60, "--quality", "software")
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(out)
    pictures, times = frames_of(out)
    assert len(pictures) == 30 and times[-1] == pytest.approx(29 / 60, abs=1e-4) and pictures[0].shape == (120, 160, 3)
    rows = np.array([ball_row(picture) for picture in pictures])
    metres = 2 * 9 * np.tan(0.45) / 120
    assert (rows[29] - rows[0]) * metres == pytest.approx(0.5 * 9.81 * (29 / 60) ** 2, rel=0.12)
    assert (np.diff(rows) > -0.6).all() and rows[29] - rows[15] > rows[15] - rows[0]


def test_picture_of_a_moment_is_the_same_every_time(scene, tmp_path):
    images = []
    for name in ("a.png", "b.png"):
        done = impulse("render", scene, "-o", tmp_path / name, "--seconds", 0.25, "--size", "200x150", "--theme", "light")
        assert done.returncode == 0, done.stderr
        images.append(np.asarray(Image.open(tmp_path / name)))
    assert images[0].shape == (150, 200, 3) and images[0].mean() > 120 and np.array_equal(*images)


def test_gif_falls_at_true_speed(scene, tmp_path):
    done = impulse("render", scene, "-o", tmp_path / "a.gif", "--seconds", 0.4, "--size", "120x160", "--quality", "software")
    assert done.returncode == 0, done.stderr
    with Image.open(tmp_path / "a.gif") as image:
        assert image.n_frames == 20
        rows = []
        for i in range(20):
            image.seek(i)
            rows.append(ball_row(np.asarray(image.convert("RGB"))))
    fallen = (np.array(rows) - rows[0]) * 2 * 9 * np.tan(0.45) / 160
    assert fallen == pytest.approx(0.5 * 9.81 * (np.arange(20) / 50) ** 2, abs=0.06)


def test_a_film_obeys_the_scene_and_the_options_against_it(scene, tmp_path):
    """0.4 s, of which the second half is at half the speed: 0.6 s of film, with a caption at the bottom."""
    scene.write_text(SCENE + FILM)
    films = {}
    for name, words in (("own", ()), ("plain", ("--real-time", "--hide", "captions"))):
        out = tmp_path / f"{name}.webm"
        done = impulse("render", scene, "-o", out, "--size", "160x120", "--fps", 30, "--quality", "software", *words)
        assert done.returncode == 0, done.stderr
        films[name] = frames_of(out)
    own, plain = films["own"][0], films["plain"][0]
    assert len(own) == 18 and len(plain) == 12, "without --seconds it ends where nothing more is planned"
    assert ball_row(own[12][:100]) == pytest.approx(ball_row(plain[9][:100]), abs=1.0), "0.4 s of film are 0.3 s of the scene"
    light = [np.ptp(picture[100:, 50:110].astype(int).mean(axis=2)) for picture in (own[3], plain[3])]
    assert light[0] > 60 > light[1] + 20, "letters on a plate"


def test_numbered_pictures_are_those_of_the_film(scene, tmp_path):
    words = ("--seconds", 0.2, "--size", "120x90", "--fps", 20, "--quality", "software")
    done = impulse("render", scene, "-o", tmp_path / "frames", *words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "frames")
    names = sorted(p.name for p in (tmp_path / "frames").iterdir())
    assert names == [f"frame_{k:04d}.png" for k in range(4)]
    done = impulse("render", scene, "-o", tmp_path / "one.png", "--seconds", 0.15, "--size", "120x90", "--quality", "software")
    assert np.array_equal(*(np.asarray(Image.open(tmp_path / name)) for name in ("frames/frame_0003.png", "one.png")))
    done = impulse("render", scene, "-o", tmp_path / "shot_%02d.png", *words)
    assert done.returncode == 0 and (tmp_path / "shot_03.png").read_bytes() == (tmp_path / "frames/frame_0003.png").read_bytes()


def test_slow_motion_without_end_is_refused(scene, tmp_path):
    scene.write_text(SCENE + FILM.replace("until: 0.4, factor: 0.5", "until: 3600, factor: 0.01"))
    done = impulse("render", scene, "-o", tmp_path / "a.mp4", "--seconds", 3000, "--size", "64x48")
    assert done.returncode == 2 and "--seconds: slow motion makes" in done.stderr and "Traceback" not in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["fall.yaml"]


def test_moments_between_steps(scene):
    """A film of 50 pictures a second of a world that steps 60 times shows every picture where the body is at its time."""
    from app.headless.options import RunOptions, open_scene
    opened, other = open_scene(str(scene), RunOptions()), open_scene(str(scene), RunOptions())
    film, heights = SceneFilm(opened), [3.0]
    for _ in range(40):
        other.runner.step()
        heights.append(float(other.world.positions[1, 2]))
    for moment in np.arange(0, 0.6, 1 / 50):
        height = np.interp(moment * 60, range(41), heights)
        assert film.frame_at(moment).spheres.positions[0, 2] == pytest.approx(height, abs=1e-5)
    assert film.frame_at(0.6).camera.eye == pytest.approx((0, -9, 2))


def test_joints_are_in_the_picture_unless_they_are_hidden(tmp_path):
    from app.draw.view_options import ViewOptions
    from app.headless.options import RunOptions, open_scene
    scene = tmp_path / "pendulum.yaml"
    scene.write_text(SCENE + "joints: [{type: ball_socket, a: ball, b: world, anchor: [0, 0, 5]}]\n")
    for joints in (True, False):
        film = SceneFilm(open_scene(str(scene), RunOptions()), ViewOptions(joints=joints))
        assert bool(film.frame_at(0.1).segments) == joints


def test_a_wrong_scene_leaves_no_file(tmp_path):
    broken = tmp_path / "broken.yaml"
    broken.write_text(SCENE.replace("radius: 0.5", "radius: -1"))
    done = impulse("render", broken, "-o", tmp_path / "a.mp4")
    assert done.returncode == 2 and "broken.yaml:6" in done.stderr and "Traceback" not in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["broken.yaml"]


@pytest.mark.parametrize("name", ["a.mp4", "frames", "shot_%d.png", pytest.param("a.webm", marks=pytest.mark.soak),
                                  pytest.param("a.gif", marks=pytest.mark.soak)])
def test_breaking_off_leaves_no_file(scene, tmp_path, name):
    """Ctrl+C while a long film is being made."""
    out = tmp_path / "films"
    out.mkdir()
    command = [sys.executable, "-m", "app", "render", str(scene), "-o", str(out / name), "--seconds", "3000",
               "--size", "64x48"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until = time.monotonic() + 120
        while not any(part.stat().st_size for part in out.rglob("*") if part.is_file()):
            assert process.poll() is None and time.monotonic() < until, process.stderr.read()
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.wait(60)
        assert process.returncode == 130 and "Traceback" not in process.stderr.read()
    assert list(out.iterdir()) == []


@pytest.mark.parametrize("text, size", [("1280x720", (1280, 720)), (" 64 X 48", (64, 48)), ("640*480", (640, 480))])
def test_sizes(text, size):
    assert pixels(text) == size


@pytest.mark.parametrize("text", ["1280", "1280x", "axb", "8x8", "99999x10", "-5x20", ""])
def test_wrong_sizes(text):
    with pytest.raises(InputError, match="--size"):
        pixels(text)


@pytest.mark.parametrize("change, word", [
    ({"output": "a.avi"}, "--output"), ({"output": "a_%d_%d.png"}, "more than one number"), ({"size": (641, 480)}, "--size"),
    ({"output": "a.webm", "size": (641, 480)}, "a .webm film needs an even width"), ({"seconds": 0.0}, "--seconds"),
    ({"seconds": float("nan")}, "--seconds"), ({"seconds": 1e9}, "--seconds"), ({"fps": 0.0}, "--fps"),
    ({"theme": "blue"}, "--theme"), ({"quality": "best"}, "--quality"),
    ({"overlays": ("bones",)}, "--show"), ({"overlays": ("joints",)}, "--show"), ({"hidden": ("contacts",)}, "--hide")])
def test_wrong_options(tmp_path, change, word):
    good = dict(output="a.mp4", seconds=1.0)
    values = good | change
    with pytest.raises(InputError, match=word):
        check(Shot(**(values | {"output": tmp_path / values["output"]})))
    check(Shot(**(good | {"output": tmp_path / "a.mp4"})))


def test_a_format_without_an_encoder_is_told_before_any_work(tmp_path, monkeypatch):
    import av
    monkeypatch.setattr(av, "codecs_available", {"libx264"})
    check(Shot(tmp_path / "a.mp4"))
    with pytest.raises(InputError, match="--output: this installation of PyAV has no encoder for .webm"):
        check(Shot(tmp_path / "a.webm"))


def test_a_folder_with_other_files_is_not_written_into(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.txt").write_text("mine")
    with pytest.raises(InputError, match="has 'a.txt' in it"):
        check(Shot(tmp_path / "notes"))
    check(Shot(tmp_path / "notes" / "shot_%04d.png"))


def test_a_missing_folder_is_told_at_once(tmp_path):
    for name in ("frames", "shot_%d.png"):
        with pytest.raises(InputError, match="no such folder"):
            check(Shot(tmp_path / "nowhere" / name))
    with pytest.raises(InputError, match="no such folder"):
        check(Shot(tmp_path / "nowhere" / "a.mp4"))
