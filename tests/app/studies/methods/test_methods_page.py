"""docs/reference/methods.md: every scene and every method, and reproducible numbers."""
from __future__ import annotations

import re

import pytest

import scenes
from app.studies.cells.cell import run_cell
from app.studies.methods.method_table import MethodTable, Plan
from physics.definitions.method_names import method_names
from physics.pipeline.methods import method_of
from tests.architecture.sources import ROOT

UNITS = {"m": 1.0, "km": 1e3, "mm": 1e-3, "µm": 1e-6, "J": 1.0, "kJ": 1e3, "MJ": 1e6, "GJ": 1e9, "mJ": 1e-3, "µJ": 1e-6}
AGAIN = [("friction/slope_friction", ("projected_gauss_seidel", "global_direct"))]

PAGE = ROOT / "docs" / "reference" / "methods.md"


def page() -> dict[str, dict[str, str]]:
    """The text for each method, by scene."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]]
            for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    head = rows[0][1:]
    return {row[0]: dict(zip(head, row[1:])) for row in rows[1:] if "---" not in row[0]}


def numbers(text: str) -> list[float]:
    """[m] and [J] of "1.2 mm, 3 kJ"."""
    return [float(value) * UNITS[unit] for value, unit in (part.split() for part in text.split(", "))]


def test_every_scene_and_every_method():
    found = page()
    assert list(found) == [entry.id for entry in scenes.catalog.entries()]
    assert all(list(row) == list(method_names()) for row in found.values())


def test_every_run_is_finite_or_refused_with_a_reason():
    text = PAGE.read_text(encoding="utf-8")
    marks = set(re.findall(r"^- (\(\d+\)) ", text, re.MULTILINE))
    for scene, row in page().items():
        for method, cell in row.items():
            assert cell in marks or all(abs(value) < 1e12 for value in numbers(cell)), (scene, method, cell)
    assert "burst" not in text


def test_what_each_method_loses_is_said():
    text = PAGE.read_text(encoding="utf-8")
    for name in method_names():
        assert f"- `{name}` loses {method_of(name).loses}.\n" in text and method_of(name).loses


@pytest.mark.parametrize(("scene", "methods"), AGAIN, ids=lambda part: part if isinstance(part, str) else "")
def test_runs_come_out_again(scene, methods):
    """Small and calm scenes, which hardly depend on another processor's rounding."""
    table = MethodTable(Plan([scenes.load(scene)], methods, 10.0))
    for k, cell in enumerate(table.cells):
        table.results[k] = run_cell(cell)
    (row,) = table.overview().cells
    for method, text in zip(methods, row[1:]):
        assert numbers(text) == pytest.approx(numbers(page()[scene][method]), rel=0.03, abs=1e-5), method
