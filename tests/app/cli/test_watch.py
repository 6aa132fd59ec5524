"""`impulse watch`: its options, its exit codes, and what it says to bad input."""
from __future__ import annotations

import pytest

from app.watch import window_process

STEPS = "from physics import Sphere, World\nworld = World()\nworld.add_body(shape=Sphere(radius=1))\n" \
        "for _ in range(5):\n    world.step()\n"


@pytest.fixture
def script(tmp_path, monkeypatch):
    """A script, and a window that needs no display."""
    monkeypatch.setattr(window_process, "MODULE", "tests.support.window_stand_in")
    path = tmp_path / "falling.py"
    path.write_text(STEPS)
    return path


def test_a_script_runs_to_its_end(impulse, script):
    script.write_text(STEPS + "import sys\nprint(world.step_count, sys.argv[1:])\n")
    found = impulse("watch", "--speed", 8, script, "--a", "1", "-x")
    assert found.code == 0 and found.out == "5 ['--a', '1', '-x']\n" and not found.err


@pytest.mark.parametrize("name, said", [
    ("fallen.py", "there is no such script; did you mean"), ("", "is a folder; watch runs a Python script"),
    ("tower.yaml", "is a scene, not a Python script"), ("picture.py", "is no text")])
def test_what_is_no_script(impulse, script, name, said):
    (script.parent / "picture.py").write_bytes(b"\x89PNG\0\1")
    found = impulse("watch", script.parent / name)
    assert found.code == 2 and said in found.err and "Traceback" not in found.err and found.err.count("\n") == 1


def test_an_error_in_the_script(impulse, script):
    script.write_text(STEPS + "world.gravty = 3\n")
    found = impulse("watch", script)
    assert found.code == 1 and found.err.startswith("Traceback") and "did you mean 'gravity'?" in found.err
    assert "app/" not in found.err


def test_a_script_without_a_step(impulse, script):
    script.write_text("print('nothing')\n")
    found = impulse("watch", script)
    assert found.code == 2 and "no step of a physics.World was taken" in found.err and found.out == "nothing\n"


def test_a_number_without_a_world(impulse, script):
    found = impulse("watch", "--world", 2, script)
    assert found.code == 2 and "--world: 2 is out of range; the script stepped 1 world" in found.err


@pytest.mark.parametrize("options, said", [
    (("--speed", 0), "out of range"), (("--size", "big"), "--size"), (("--world", 0), "--world")])
def test_wrong_options(impulse, script, options, said):
    found = impulse("watch", *options, script)
    assert found.code == 2 and said in found.err.replace("'", "")


def test_without_a_display_the_script_does_not_run(impulse_process, tmp_path):
    path = tmp_path / "falling.py"
    path.write_text("print('it runs')\n" + STEPS)
    process = impulse_process("watch", path, DISPLAY="")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 2 and not out
    assert "there is no display" in err and "python" in err and err.count("\n") == 1
