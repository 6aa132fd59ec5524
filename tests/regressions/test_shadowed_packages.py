"""A folder of the user with the name of a package of ours is named, with what to do.

Seen: `import impulse; impulse.watch(world)` in a project with a folder `app/`, as web frameworks have one, ended with "No module
named 'app.watch'", beside `physics/` with an AttributeError, and the command line with "a fault of its own" and a traceback.
Expected: one sentence with the folder and the remedy, exit code 2 of the command line; names of `physics` need no package but
`physics`.  A script that is watched, and has such a folder, is told why its own is not found.
"""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from app.watch.script import FirstWorlds, run_script, source_of
from tests.architecture.sources import ROOT

SCRIPT = """
import impulse
world = impulse.World()
print("a world")
impulse.watch(world)
"""


def run(folder, *words):
    """Python beside what is in a folder, with Impulse behind it on the search path."""
    environment = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "PYTHONSAFEPATH")}
    return subprocess.run([sys.executable, *words], cwd=folder, env=environment | {"PYTHONPATH": str(ROOT)}, capture_output=True,
                          text=True, timeout=120)


def as_package(folder, name):
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("")
    return folder / name


def as_file(folder, name):
    (folder / f"{name}.py").write_text("")
    return folder / f"{name}.py"


@pytest.mark.parametrize("make", [as_package, as_file])
@pytest.mark.parametrize("name", ["app", "physics", "scenes"])
def test_a_script_is_told(tmp_path, name, make):
    found = make(tmp_path, name)
    (tmp_path / "script.py").write_text(SCRIPT)
    done = run(tmp_path, "script.py")
    last = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and f"{found} hides the package `{name}` of Impulse" in last and "Rename the" in last
    assert ("a world" in done.stdout) == (name != "physics"), "names of physics need no other package"


@pytest.mark.parametrize("name, module", [("app", "impulse"), ("physics", "impulse"), ("physics", "app"), ("scenes", "app")])
def test_the_command_line_ends_with_2(tmp_path, name, module):
    found = as_package(tmp_path, name)
    done = run(tmp_path, "-m", module, "run", "tower", "--steps", "1")
    assert done.returncode == 2 and done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"impulse: {found} hides the package `{name}` of Impulse")


def test_folders_that_python_does_not_import_hide_nothing(tmp_path):
    """A folder without `__init__.py` comes after any package; data of a project may be called as they like."""
    for name in ("app", "physics", "scenes", "assets", "lessons"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "data.txt").write_text("")
    done = run(tmp_path, "-m", "impulse", "--version")
    assert done.returncode == 0 and done.stderr == ""
    (tmp_path / "script.py").write_text("import impulse; impulse.NoWindow; impulse.Demo; print(impulse.World().dt)")
    assert run(tmp_path, "script.py").returncode == 0


def test_the_other_way_out(tmp_path):
    as_package(tmp_path, "app")
    (tmp_path / "script.py").write_text("import impulse; print(impulse.WindowOptions().size)")
    assert run(tmp_path, "script.py").returncode == 1 and run(tmp_path, "-P", "script.py").returncode == 0


def test_a_watched_script_is_told_why_its_own_package_is_not_found(tmp_path, capsys):
    as_package(tmp_path, "app")
    (tmp_path / "app" / "models.py").write_text("")
    path = tmp_path / "script.py"
    path.write_text("import app.models")
    assert run_script(path, source_of(path), (), FirstWorlds(None, path.name)) == 1
    assert f"impulse: {tmp_path / 'app'} cannot be imported by a script that is watched" in capsys.readouterr().err
    path.write_text("import nothing_of_the_kind")
    assert run_script(path, source_of(path), (), FirstWorlds(None, path.name)) == 1
    assert "impulse:" not in capsys.readouterr().err
