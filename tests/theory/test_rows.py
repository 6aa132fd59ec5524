"""Every row of the theory has a test that names it, and every case that shows it is there."""
from __future__ import annotations

import ast
import re
from pathlib import Path

import yaml

from tests.behaviour.own_cases import all_cases

FOLDER = Path(__file__).parent
ROWS = yaml.safe_load((FOLDER / "rows.yaml").read_text(encoding="utf-8"))
NAMES = re.compile(r"\s*(\d\.\d+(?:, \d\.\d+)*):")
# What the sources number.
WANTED = {f"0.{k}" for k in range(1, 13)} | {f"1.{k}" for k in range(1, 14)}
WANTED |= {f"2.{k}" for k in range(1, 7)} | {f"3.{k}" for k in range(1, 9)} | {f"4.{k}" for k in range(1, 8)}


def _named() -> dict[str, list[str]]:
    """Row -> the tests whose docstring begins with it."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_") and (text := ast.get_docstring(node)):
                if said := NAMES.match(text):
                    for row in said[1].split(", "):
                        found.setdefault(row, []).append(f"{path.name}::{node.name}")
    return found


def test_the_table_has_every_row():
    assert ROWS.keys() == WANTED


def test_every_row_has_a_test_that_names_it():
    assert _named().keys() == ROWS.keys()


def test_the_cases_exist():
    gone = {row: [case for case in entry["cases"] if case not in all_cases()] for row, entry in ROWS.items()}
    assert not any(gone.values()), gone
