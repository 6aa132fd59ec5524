"""Settings without effect."""
from __future__ import annotations

import pytest

import scenes
from app.headless.no_effect import said, why_unused, without_effect

SOFT = scenes.load("tower")


@pytest.mark.parametrize(("path", "settings", "effect"), [
    ("solver.beta", (), False), ("solver.beta", ("solver.stabilization=baumgarte",), True),
    ("solver.beta", ("preset=ngs",), True),
    ("solver.contact_hertz", (), True), ("solver.contact_hertz", ("preset=classic",), False), ("solver.preset", (), True),
    ("world.sleep_time", (), True), ("world.sleep_time", ("world.sleep=false",), False), ("world.gravity", (), True),
    ("bodies.floor.friction", ("bodies.floor.friction=0.5",), True),
])
def test_why_unused(path, settings, effect):
    assert (why_unused(path, SOFT, settings) is None) == effect


def test_one_combination_with_effect_is_enough():
    cells = [("solver.beta=0.1", "solver.stabilization=soft"), ("solver.beta=0.1", "solver.stabilization=baumgarte")]
    assert without_effect(SOFT, ["solver.beta"], cells) == {}
    assert list(without_effect(SOFT, ["solver.beta", "solver.substeps"], cells[:1])) == ["solver.beta"]


def test_said_in_one_line():
    line = said(without_effect(SOFT, ["solver.beta"], [()]), "any cell")
    assert line.startswith("no effect on any cell: solver.beta, not used by stabilization 'soft'") and "\n" not in line
