"""`impulse.show`: a player of a world or a history for notebooks and files."""
from __future__ import annotations

from html import unescape

import pytest

import impulse
from tests.support.demo_page import read_page


@pytest.fixture
def world():
    made = impulse.World()
    made.add_body(shape=impulse.Plane(), type="static")
    made.add_body(shape=impulse.Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 3), name="crate")
    return made


def test_a_history_in_a_notebook(world):
    with impulse.History(world) as history:
        for _ in range(30):
            world.step()
        demo = impulse.show(history, title="A fall", about="Of a crate.", plots="height(crate)", theme="light", height=300)
    assert isinstance(demo, impulse.Demo) and "MB" in repr(demo)
    shown = demo._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and "height:300px" in shown and shown.count('"') == 8
    page = read_page(unescape(shown.partition('srcdoc="')[2].partition('"')[0]))
    assert page.head["title"] == "A fall" and page.head["about"] == "Of a crate." and page.head["theme"] == "light"
    assert page.poses.shape == (31, 2, 7) and page.poses[-1, 1, 2] == pytest.approx(float(world.positions[1, 2]), abs=1e-3)
    assert page.head["plots"][0]["names"] == ["height(crate)"]


def test_a_world_as_it_is_and_its_future(world, tmp_path):
    state = world.state_hash()
    still = read_page(impulse.show(world).html)
    assert still.poses.shape[0] == 1 and still.head["plots"]
    path = impulse.show(world, seconds=0.5, plots=()).save(tmp_path / "demo.html")
    future = read_page(path.read_text(encoding="utf-8"))
    assert future.poses.shape[0] == 31 and future.head["plots"] == [] and world.state_hash() == state
    assert future.poses[-1, 1, 2] < 2.0 and path.is_absolute()


@pytest.mark.parametrize("wrong, words", [
    ({"seconds": -1}, "seconds: -1 is out of range; allowed is 0 to 3600"), ({"seconds": float("nan")}, "seconds: nan"),
    ({"height": 5}, "height: 5 is out of range"), ({"fps": 0}, "fps: 0 is out of range"), ({"theme": "blue"}, "theme"),
    ({"plots": ["eneggy"]}, "plots: column 1: there is no metric 'eneggy'; did you mean 'energy'")])
def test_wrong_arguments_are_named(world, wrong, words):
    with pytest.raises(ValueError, match=".*") as caught:
        impulse.show(world, **wrong)
    assert words in str(caught.value)


def test_wrong_sources_are_named(world):
    with pytest.raises(ValueError, match="source: show takes a World or a History; this is a str"):
        impulse.show("pyramid_2d")
    with impulse.History(world) as history, pytest.raises(ValueError, match="a history is shown as long as it is"):
        impulse.show(history, seconds=3)


def test_it_needs_no_window_and_no_gl():
    import subprocess
    import sys
    code = ("import sys, impulse; world = impulse.World(); world.add_body(shape=impulse.Sphere(radius=1)); impulse.show(world); "
            "found = {m.split('.')[0] for m in sys.modules}; assert not found & {'OpenGL', 'pyglet', 'imgui_bundle'}, found")
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
