"""`impulse methods`: scenes under methods, rejected scenes, and continuing after a kill."""
from __future__ import annotations

import json

import pytest

BALL = """
format: 1
title: Ball
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 0.49]}
"""


@pytest.fixture
def ball(tmp_path):
    path = tmp_path / "ball.yaml"
    path.write_text(BALL)
    return path


def test_a_table_of_two_methods(impulse, ball, tmp_path):
    """One solves the contact, the other gives the reason why it cannot."""
    path = tmp_path / "methods.json"
    two = ("--method", "jacobi", "--method", "force_based")
    outcome = impulse("methods", ball, *two, "--seconds", "0.1", "--jobs", "1", "-o", path)
    assert outcome.code == 0, outcome.err
    one, other = json.loads(path.read_text())["rows"]
    assert one["method"] == "jacobi" and 0 < one["overlap"] < 0.02 and one["joints"] is None and one["failure"] == ""
    assert other["overlap"] is None and other["failure"].startswith("force_based cannot solve contacts")
    assert [file.name for file in tmp_path.iterdir() if "cells" in file.name] == []


@pytest.mark.parametrize(("arguments", "said"), [(["--method", "jacoby"], "jacobi"), (["no_such_scene"], "no_such_scene"),
                                                 (["-o", "table.txt"], ".md or .json")])
def test_wrong_input(impulse, arguments, said):
    outcome = impulse("methods", *arguments)
    assert outcome.code == 2 and said in outcome.err and "Traceback" not in outcome.err


def test_a_page_has_a_line_for_each_scene(impulse, ball, tmp_path):
    """The methods' results side by side; equal reasons, except for numbers, are listed once below."""
    path, other = tmp_path / "methods.md", tmp_path / "other.yaml"
    other.write_text(BALL.replace("0.49", "0.48"))
    two = ("--method", "jacobi", "--method", "force_based")
    outcome = impulse("methods", ball, other, *two, "--seconds", "0.1", "--jobs", "1", "-o", path)
    assert outcome.code == 0, outcome.err
    lines = path.read_text().splitlines()
    at = lines.index("| scene | jacobi | force_based |")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[at + 2:at + 4]]
    assert [row[2] for row in cells] == ["(1)", "(1)"]
    for row in cells:
        overlap, energy = row[1].split(", ")
        assert overlap.endswith(" mm") and energy.endswith("J")
    assert [line for line in lines if line.startswith("- (")] == [
        "- (1) in ball: force_based cannot solve contacts: an impact has no acceleration"]
