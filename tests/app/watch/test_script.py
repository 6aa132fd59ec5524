"""A script runs as Python runs it, and one of its worlds gets the window."""
from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from app.watch.opening import open_window
from app.watch.script import FirstWorlds, run_script, source_of
from physics import World
from tests.architecture.sources import ROOT

HEAD = "from physics import Plane, Sphere, World\n"
WORLD = HEAD + """
def make(count):
    world = World()
    world.add_body(shape=Plane(), type="static")
    for k in range(count):
        world.add_body(shape=Sphere(radius=0.4), position=(k, 0, 1))
    return world
"""
LONG = """
import sys, time
sys.path[:0] = [{root!r}]
from app.watch import window_process
window_process.MODULE = "tests.support.window_stand_in"
import impulse
from app.watch.opening import WindowOptions
world = impulse.World()
world.add_body(shape=impulse.Sphere(radius=1))
impulse.watch(world, window=WindowOptions(journal={journal!r}))
print("watched", flush=True)
while True:
    world.step()
    time.sleep(0.005)
    {end}
"""


@pytest.fixture
def go(tmp_path, files, capsys):
    """Run a text as a script with arguments; the code, what was printed on both streams, and `FirstWorlds`."""
    def run(text, *arguments, number=1):
        path = tmp_path / "orbit.py"
        path.write_text(text)
        window = open_window(path.name, files.plan())
        worlds = FirstWorlds(window, path.name, number)
        try:
            code = run_script(path, source_of(path), arguments, worlds)
        finally:
            window.close()
        return code, *capsys.readouterr(), worlds
    return run


def test_a_script_has_its_own_surroundings(go, tmp_path):
    before = sys.argv, sys.path[:], sys.modules["__main__"]
    (tmp_path / "beside.py").write_text("word = 'beside'\n")
    code, out, err, _ = go("import sys, beside, __main__\nassert __name__ == '__main__' and __main__.beside is beside\n"
                           "def f(x: int): return f.__annotations__\n"
                           "print(sys.argv[1:], beside.word, f(1), __file__ == sys.argv[0])\n", "--world", "3")
    assert (code, err) == (0, "")
    assert out == "['--world', '3'] beside {'x': <class 'int'>} True\n"
    assert (sys.argv, sys.path, sys.modules["__main__"]) == before and World._watcher is None


@pytest.mark.parametrize("text, code, said", [
    pytest.param("import sys; sys.exit()", 0, "", marks=pytest.mark.soak), ("import sys; sys.exit(7)", 7, ""),
    pytest.param("import sys; sys.exit('no more')", 1, "no more\n", marks=pytest.mark.soak)])
def test_exit_codes(go, text, code, said):
    found, _, err, _ = go(text)
    assert (found, err) == (code, said)


def test_an_error_shows_the_traceback_of_the_script_alone(go):
    code, _, err, _ = go("def fall():\n    raise ValueError('too far')\n\nfall()\n")
    lines = err.splitlines()
    assert code == 1 and lines[0].startswith("Traceback") and lines[-1] == "ValueError: too far"
    assert 'orbit.py", line 4' in lines[1] and "app/watch" not in err


@pytest.mark.parametrize("text", ["for x in range(3)\n    pass\n", "x = 'caf\\xe9".encode().decode("unicode_escape") + "\n"])
def test_a_text_that_is_not_python(go, text):
    code, _, err, _ = go(text)
    assert code == 1 and "SyntaxError" in err and "app/watch" not in err


@pytest.mark.soak
def test_the_first_world_that_is_stepped_gets_the_window(go, files):
    code, _, err, worlds = go(WORLD + "make(1)\na = make(2)\nb = make(3)\nfor _ in range(9):\n    a.step()\n    b.step()\n")
    assert code == 0 and worlds.count == 2
    assert {len(line["positions"]) for line in files.seen() if "step" in line} == {3}
    assert err.count("several worlds") == 1 and "number 1 by its first step" in err


def test_the_world_of_a_number(go, files):
    code, _, err, worlds = go(WORLD + "a = make(2)\nb = make(4)\nfor _ in range(9):\n    a.step()\n    b.step()\n", number=2)
    assert code == 0 and worlds.count == 2 and not err
    assert {len(line["positions"]) for line in files.seen() if "step" in line} == {5}


@pytest.mark.soak
def test_the_world_that_the_script_gives(go, files):
    text = (WORLD + "import impulse\nb = make(4)\nwith impulse.watch(b) as watch:\n"
            "    a = make(1)\n    a.step()\n    b.step()\nprint(watch.closed)")
    code, out, err, _ = go(text)
    assert code == 0 and out == "True\n" and "the one that it gives to impulse.watch" in err
    assert {len(line["positions"]) for line in files.seen() if "step" in line} == {5}


@pytest.mark.soak
def test_worlds_of_a_warm_up_do_not_count(go):
    code, _, _, worlds = go("from physics import warmup\nwarmup()\n")
    assert code == 0 and worlds.count == 0 and worlds.watch is None


@pytest.mark.parametrize("end, code", [
    pytest.param("if world.step_count > 50: break", 0, marks=pytest.mark.soak), ("if world.step_count > 50: 1 / 0", 1),
    pytest.param("if world.step_count > 50: import os; os._exit(9)", 9, marks=pytest.mark.soak)])
def test_the_window_ends_with_the_script(tmp_path, end, code):
    script, journal = tmp_path / "script.py", tmp_path / "journal.jsonl"
    script.write_text(LONG.format(root=str(ROOT), journal=str(journal), end=end))
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert ended.returncode == code, ended.stderr
    assert "ZeroDivisionError" in ended.stderr if code == 1 else not ended.stderr
    assert closes(journal)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("sign, code", [pytest.param(signal.SIGINT, {-signal.SIGINT, 130}, marks=pytest.mark.soak),
                                        (signal.SIGKILL, {-signal.SIGKILL})])
def test_the_window_ends_with_a_script_that_is_stopped(tmp_path, sign, code):
    script, journal = tmp_path / "script.py", tmp_path / "journal.jsonl"
    script.write_text(LONG.format(root=str(ROOT), journal=str(journal), end=""))
    process = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               start_new_session=True)
    assert process.stdout.readline() == "watched\n"
    os.killpg(process.pid, sign)                      # as Ctrl+C in a terminal does
    process.communicate(timeout=60)
    assert process.returncode in code
    assert closes(journal)


def closes(journal) -> bool:
    """Whether the window comes to its end."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if journal.read_text().endswith('{"ended": true}\n'):
            return True
        time.sleep(0.05)
    return False
