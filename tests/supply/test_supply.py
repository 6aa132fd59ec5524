"""Notices are complete, no locked or allowed release has a fault that is known here, and the ends of ranges are what is tried."""
from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from tests.supply.environments import ENDS, ROOT, constraints
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


def test_constraints_are_the_ends_of_the_ranges():
    oldest = [Requirement(line) for line in constraints("oldest")]
    assert [one.name for one in oldest] == list(ENDS) and constraints("newest") == []
    ranges = {one.name: one.specifier for one in map(Requirement, PROJECT["project"]["dependencies"])}
    assert all(f">={next(iter(one.specifier)).version}" in str(ranges[one.name]) for one in oldest)
    assert {line.split("==")[0] for line in constraints("locked")} == set(locked())
