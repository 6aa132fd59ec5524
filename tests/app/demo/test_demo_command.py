"""`impulse render` with .html and .glb: files, what is refused, progress that can be cancelled."""
from __future__ import annotations

import subprocess
import sys
from contextlib import contextmanager

import pytest

from app.cli.render import Shot, check_use, options_of
from app.demo.demo import make_demo
from app.demo.sources import Wish
from app.draw.view_options import ViewOptions
from app.headless.errors import InputError
from app.headless.options import RunOptions, open_scene
from tests.support.demo_page import read_page
from tests.support.demo_scenes import MIXED
from tests.support.gltf_reader import GltfFile


@pytest.fixture
def scene(tmp_path):
    path = tmp_path / "mixed.yaml"
    path.write_text(MIXED)
    return path


def impulse(*arguments) -> subprocess.CompletedProcess:
    """Run the command in a separate process."""
    return subprocess.run([sys.executable, "-m", "app", *map(str, arguments)], capture_output=True, text=True, timeout=300)


def test_a_page(scene, tmp_path):
    out = tmp_path / "demo.html"
    done = impulse("render", scene, "-o", out, "--seconds", 1, "--fps", 30, "--theme", "light",
                   "--plot", "height(ball),height(crate)", "--hide", "grid", "--camera", "distance=20", "--follow", "ball",
                   "--set", "world.dt=1/120")
    assert (done.returncode, done.stdout.strip()) == (0, str(out)), done.stderr
    head, arrays, poses = read_page(out.read_text(encoding="utf-8"))
    assert len(arrays["times"]) == 31 and arrays["times"][-1] == pytest.approx(1.0)
    assert [plot["names"] for plot in head["plots"]] == [["height(ball)", "height(crate)"]]
    assert head["theme"] == "light" and head["options"] == {"grid": False, "shadows": True, "joints": True}
    ball = head["followed"]
    assert arrays["sizes"][ball].tolist() == [0.5] * 3 and poses[-1, ball, 2] < poses[0, ball, 2]


def test_without_plots_and_without_seconds(scene, tmp_path):
    assert impulse("render", scene, "-o", tmp_path / "a.html", "--plot", "none").returncode == 0
    head, arrays, _ = read_page((tmp_path / "a.html").read_text(encoding="utf-8"))
    assert head["plots"] == [] and arrays["times"][-1] == pytest.approx(5.0)


def test_a_gltf_file(scene, tmp_path):
    done = impulse("render", scene, "-o", tmp_path / "demo.glb", "--seconds", 0.5, "--hide", "joints")
    assert done.returncode == 0, done.stderr
    file = GltfFile((tmp_path / "demo.glb").read_bytes())
    crate = file.node("crate")
    assert file.value(crate, "translation", 0.5)[2] < file.value(crate, "translation", 0.0)[2] - 0.8


@pytest.mark.parametrize("options, words", [
    (("--plot", "eneggy"), "--plot: column 1: there is no metric 'eneggy'; did you mean 'energy'"),
    (("--size", "640x480"), "--size: is of films and pictures; a .html file has none"),
    (("--quality", "high"), "--quality: is of films and pictures"),
    (("--show", "contacts"), "a demo has no overlays: leave out contacts"),
    (("--follow", "bal"), "did you mean 'ball'"),
    (("--seconds", "3600", "--fps", "240", "--set", "world.dt=1/240"), "a recording has at most 6,000,000 poses")])
def test_what_cannot_be_is_told(scene, tmp_path, options, words):
    done = impulse("render", scene, "-o", tmp_path / "a.html", *options)
    assert done.returncode == 2 and words in done.stderr and "Traceback" not in done.stderr
    assert not (tmp_path / "a.html").exists()


def test_plots_are_of_pages_alone(tmp_path):
    for ending in (".glb", ".mp4", ".png"):
        shot = Shot(tmp_path / f"a{ending}", plots=("energy",))
        with pytest.raises(InputError, match="--plot: plots are in pages"):
            check_use(shot, {"size": None, "quality": None})
    check_use(Shot(tmp_path / "a.html", plots=("energy",)), {"size": None, "quality": None})
    check_use(Shot(tmp_path / "a.mp4"), {"size": "640x480", "quality": "high"})
    assert options_of(Shot(tmp_path / "a.html", hidden=("joints",))).joints is False


@pytest.mark.parametrize("ending, stage", [(".html", "Mixed"), (".html", "compressing"), (".glb", "Mixed")])
def test_breaking_off_leaves_the_old_file(scene, tmp_path, monkeypatch, ending, stage):
    """Ctrl+C in either stage."""
    stages = []

    @contextmanager
    def broken(title, total):
        stages.append(title.split()[0])
        assert total > 1

        def advance(done):
            if stages[-1] == stage:
                raise KeyboardInterrupt

        yield advance

    monkeypatch.setattr("app.demo.demo.progress", broken)
    out = tmp_path / "out"
    out.mkdir()
    (out / f"a{ending}").write_text("old")
    with pytest.raises(KeyboardInterrupt):
        make_demo(open_scene(str(scene), RunOptions()), out / f"a{ending}", Wish(0.2), ViewOptions())
    assert stages[-1] == stage and [path.name for path in out.iterdir()] == [f"a{ending}"]
    assert (out / f"a{ending}").read_text() == "old"
