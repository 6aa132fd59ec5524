"""Environments: the ends of the ranges in `pyproject.toml`, and clean virtual environments with the wheel in them."""
from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "supply"
ENDS = ("numba", "numpy", "pydantic", "imgui-bundle")          # packages whose oldest and newest allowed release are tried
SETS = ("locked", "oldest", "newest")


def constraints(which: str) -> list[str]:
    """Lines for pip: the exact versions of the lock, or the oldest or newest releases that the ranges of ENDS allow."""
    if which == "locked":
        lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line and not line.startswith("#")]
    if which == "newest":
        return []                                  # what pip takes by itself, with `--upgrade`
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {one.name: one for one in map(Requirement, project["dependencies"])}
    lowest = {name: next(s.version for s in needed[name].specifier if s.operator == ">=") for name in ENDS}
    return [f"{name}=={version}" for name, version in lowest.items()]


def wheel() -> Path:
    """The wheel that `make wheel` built.  Raises SystemExit where there is none."""
    found = sorted((ROOT / "build" / "wheel").glob("impulse_sandbox-*.whl"))
    if not found:
        raise SystemExit("there is no wheel in build/wheel: `make wheel` builds it")
    return found[-1]


def environment(which: str, python: str = sys.executable) -> Path:
    """A new virtual environment with the wheel and nothing of this checkout; its folder."""
    folder = PLACE / f"{which}-{Path(python).name}"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    limits = folder / "constraints.txt"
    limits.write_text("\n".join(constraints(which)) + "\n")
    subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade",
                    "--constraint", str(limits), str(wheel())], check=True, env=clean(folder))
    return folder


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
    return "" if done.returncode == 0 else re.sub(r"\s+", " ", done.stderr.strip())[-300:]
