"""Environments: the ends of the ranges in `pyproject.toml`, and clean virtual environments with the wheel in them."""
from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "supply"
ENDS = ("numba", "numpy", "pydantic", "imgui-bundle")          # packages whose oldest and newest allowed release are tried
SETS = ("locked", "oldest", "newest")


class Interpreter(NamedTuple):
    """A Python to make environments with: how it is called, and its version, `3.12.3`."""

    command: str
    version: str


def interpreter(command: str) -> Interpreter:
    """The Python of that name or path.  Raises ValueError with the reason where there is none, or it is older than
    `requires-python` allows."""
    code = "import platform; print(platform.python_version())"
    try:
        done = subprocess.run([command, "-c", code], capture_output=True, text=True)
    except OSError as why:
        raise ValueError(f"{command!r} is no Python: {why.strerror}") from None
    version, said = done.stdout.strip(), short(done.stderr)
    if done.returncode or not re.fullmatch(r"\d+\.\d+\.\d+\S*", version):
        raise ValueError(f"{command!r} is no Python: {said or 'it does not say its version'}")
    allowed = _project()["requires-python"]
    if not SpecifierSet(allowed).contains(version, prereleases=True):
        raise ValueError(f"{command!r} is Python {version}; Impulse needs {allowed}")
    return Interpreter(command, version)


def _project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def constraints(which: str, version: str = platform.python_version()) -> list[str]:
    """Lines for pip: the exact versions of the lock, or the oldest or newest releases that the ranges of ENDS allow under a
    version of Python."""
    if which == "locked":
        lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line and not line.startswith("#")]
    if which == "newest":
        return []                                  # what pip takes by itself, with `--upgrade`
    under = {"python_version": ".".join(version.split(".")[:2]), "python_full_version": version}
    needed = [one for one in map(Requirement, _project()["dependencies"]) if one.marker is None or one.marker.evaluate(under)]
    lower = [(one.name, Version(end.version)) for one in needed for end in one.specifier if end.operator == ">="]
    return [f"{name}=={max(end for of, end in lower if of == name)}" for name in ENDS]


def wheel() -> Path:
    """The wheel that `make wheel` built.  Raises SystemExit where there is none."""
    found = sorted((ROOT / "build" / "wheel").glob("impulse_sandbox-*.whl"))
    if not found:
        raise SystemExit("there is no wheel in build/wheel: `make wheel` builds it")
    return found[-1]


def place(which: str, python: Interpreter) -> Path:
    """The folder of an environment."""
    return PLACE / f"{which}-{python.version}"


def environment(which: str, python: Interpreter) -> Path:
    """A new virtual environment with the wheel and nothing of this checkout; its folder.  Raises ValueError with the reason where
    it cannot be made, or pip finds no packages for it."""
    folder = place(which, python)
    shutil.rmtree(folder, ignore_errors=True)
    _make([python.command, "-m", "venv", str(folder)])
    limits = folder / "constraints.txt"
    limits.write_text("\n".join(constraints(which, python.version)) + "\n")
    _make([str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade",
           "--constraint", str(limits), str(wheel())], env=clean(folder))
    return folder


def _make(command: list[str], **how) -> None:
    done = subprocess.run(command, capture_output=True, text=True, **how)
    if done.returncode:
        raise ValueError(short(done.stderr or done.stdout))


def clean(folder: Path) -> dict[str, str]:
    """The environment variables of a person who has just installed it: no way to this checkout, no caches, a home of its own."""
    home = folder / "home"
    home.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "IMPULSE", "NUMBA", "XDG", "VIRTUAL_ENV"))}
    return kept | {"HOME": str(home), "LIBGL_ALWAYS_SOFTWARE": "1", "COLUMNS": "200"}


def versions(folder: Path) -> dict[str, str]:
    """The versions that are installed of ENDS, and of Python."""
    code = ("import sys, importlib.metadata as m; print(sys.version.split()[0]); "
            f"[print(m.version(name)) for name in {ENDS!r}]")
    out = subprocess.run([folder / "bin" / "python", "-c", code], capture_output=True, text=True, check=True,
                         env=clean(folder)).stdout
    return dict(zip(("Python", *ENDS), out.split()))


def resolves(version: str) -> str:
    """Why pip finds no set of prebuilt packages for the wheel under another version of Python, "" where it does; nothing is
    installed."""
    with_version = ["--python-version", version, "--only-binary", ":all:", "--target", str(PLACE / f"target-{version}")]
    done = subprocess.run([sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--disable-pip-version-check",
                           *with_version, str(wheel())], capture_output=True, text=True)
    return "" if done.returncode == 0 else short(done.stderr)


def short(said: str) -> str:
    """The end of what a command said, on one line."""
    return re.sub(r"\s+", " ", said.strip())[-300:]
