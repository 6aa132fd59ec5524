"""Notices are complete, no locked or allowed release has a fault that is known here, and the ends of ranges are what is tried."""
from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from tests.supply.environments import ENDS, ROOT, constraints, interpreter, place
from tests.supply.licences import licence_of, locked, page, plain

NOTICES = ROOT / "docs" / "reference" / "licences.md"
ADVISORIES = yaml.safe_load((Path(__file__).parent / "advisories.yaml").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ALLOWED = ("MIT", "BSD", "Apache", "ISC", "MPL-2.0", "PSF", "MIT-0", "MIT-CMU")          # none that asks for our source


def test_every_locked_package_is_in_the_notices():
    rows = [line.split("|")[1:3] for line in NOTICES.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    named = {name.strip(): licence.strip() for name, licence in rows}
    assert not set(locked()) - named.keys() and all(named[name] for name in locked())


def test_the_notices_are_up_to_date():
    assert NOTICES.read_text(encoding="utf-8") == page() + "\n", "python -m tests.supply.licences > docs/reference/licences.md"


@pytest.mark.parametrize("name", locked())
def test_a_licence_is_stated_and_allowed(name):
    assert licence_of(name).startswith(ALLOWED), licence_of(name)


def test_fonts_have_their_licences():
    fonts = ROOT / "assets" / "fonts"
    for licence in ("Roboto", "FontAwesome"):
        assert len((fonts / f"LICENSE-{licence}.txt").read_text(encoding="utf-8")) > 1000
        assert f"LICENSE-{licence}.txt" in NOTICES.read_text(encoding="utf-8")


def test_no_locked_release_has_a_known_fault():
    lines = (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines()
    versions = {plain(name): Version(version) for name, version in (line.split("==") for line in lines
                                                                    if "==" in line and line[0] != "#")}
    assert {one["package"] for one in ADVISORIES} <= versions.keys()
    assert not [one for one in ADVISORIES if versions[one["package"]] < Version(str(one["mended"]))]


def test_no_allowed_release_has_a_known_fault():
    """The lower ends of the ranges, those of extras and of the build too."""
    extras = [text for group in PROJECT["project"]["optional-dependencies"].values() for text in group]
    lowest = {}
    for text in [*PROJECT["project"]["dependencies"], *extras, *PROJECT["build-system"]["requires"]]:
        one = Requirement(text)
        for s in one.specifier:
            if s.operator == ">=":
                lowest[plain(one.name)] = min(Version(s.version), lowest.get(plain(one.name), Version(s.version)))
    assert not [one for one in ADVISORIES if one["package"] in lowest and lowest[one["package"]] < Version(str(one["mended"]))]


@pytest.mark.parametrize("version", ["3.11.7", "3.12.3", "3.13.5"])
def test_constraints_are_the_ends_of_the_ranges(version):
    oldest = [Requirement(line) for line in constraints("oldest", version)]
    assert [one.name for one in oldest] == list(ENDS) and constraints("newest", version) == []
    ranges = [one for one in map(Requirement, PROJECT["project"]["dependencies"])
              if one.marker is None or one.marker.evaluate({"python_version": version.rpartition(".")[0]})]
    for one in oldest:
        here, exact = [r.specifier for r in ranges if r.name == one.name], next(iter(one.specifier)).version
        assert all(exact in specifier for specifier in here) and any(f">={exact}" in str(specifier) for specifier in here)
    assert {line.split("==")[0] for line in constraints("locked", version)} == set(locked())


def test_lower_ends_are_higher_where_older_releases_are_not_prebuilt():
    lowest = {version: dict(line.split("==") for line in constraints("oldest", version)) for version in ("3.12.3", "3.13.5")}
    assert (lowest["3.12.3"]["numpy"], lowest["3.13.5"]["numpy"]) == ("1.26", "2.1")
    assert (lowest["3.12.3"]["pydantic"], lowest["3.13.5"]["pydantic"]) == ("2.6", "2.8")


def stand_in(path: Path, said: str, code: int = 0) -> Path:
    """A program that stands for a Python: it says something, on the error stream where it fails."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\necho '{said}' >&{2 if code else 1}\nexit {code}\n")
    path.chmod(0o755)
    return path


def test_environments_of_two_pythons_with_one_name_are_two(tmp_path):
    pythons = [interpreter(str(stand_in(tmp_path / version / "python", version))) for version in ("3.12.3", "3.13.0rc1")]
    assert [place("oldest", one).name for one in pythons] == ["oldest-3.12.3", "oldest-3.13.0rc1"]


@pytest.mark.parametrize(("said", "code", "message"), [
    ("3.10.13", 0, "is Python 3.10.13; Impulse needs >=3.11"),
    ("pyenv: python3.14: command not found", 127, "is no Python: pyenv: python3.14: command not found"),
    ("1.8 of something else", 0, "is no Python: it does not say its version"),
])
def test_what_is_no_interpreter_is_refused_before_anything_is_installed(tmp_path, said, code, message):
    path = stand_in(tmp_path / "python3", said, code)
    done = subprocess.run([sys.executable, "-m", "tests.supply", "--python", sys.executable, str(path)], cwd=ROOT,
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and f"error: '{path}' {message}\n" in done.stderr and "Traceback" not in done.stderr


def test_a_python_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="'python3.99' is no Python: No such file or directory"):
        interpreter("python3.99")
