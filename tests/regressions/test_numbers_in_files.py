"""Numbers that are none, in scenes, files of cases, scripts, logs and view settings.

Seen: 350 nines in a scene's expectation were an OverflowError, one function of the run inside another a KeyError; a date, `0b_`
or `=` in a file of cases ended as faults of the program, and so did a list in the place of a number, and a script or a log with
such a line; a product of five lists filled the memory before it was counted.  Expected: a refusal that has file, line and key.
"""
from __future__ import annotations

import json
import re

import pytest

import scenes
from app.headless.errors import InputError
from app.studies.cells.cell_log import CellLog
from app.studies.validate.case_file import read
from app.ui.view_settings import ViewSettings, load
from app.window.automation import Script
from physics import SettingError, SolverSettings, World, WorldSettings
from physics.definitions.tunable import tunables
from scenes.schema.problems import SceneError
from tests.support.cases import FALL

WORDS = ("0b_", "0x_", "2001-13-45", "2001-02-03", "9" * 400, "~", "=", "yes", "1+2j", "10**400", "1e400", "[1]", "{a: 1}",
         ".nan")
SCENE = ("format: 1\nworld: {{{}}}\nsolver: {{{}}}\nbodies:\n"
         "  - name: crate\n    shape: {{box: {{half: [1, 1, {}]}}}}\n    mass: {}\n")


@pytest.mark.parametrize("word", WORDS)
def test_scenes(word):
    """Every number of world and solver, a length and a mass: the refusal has file, line and key."""
    places = [("world", name, (f"{name}: {word}", "", 1, 1)) for name, about in tunables(WorldSettings).items()
              if about.kind in ("number", "integer") and not (word == "~" and about.optional)]
    places += [("solver", name, ("", f"{name}: {word}", 1, 1)) for name, about in tunables(SolverSettings).items()
               if about.kind in ("number", "integer")]
    places += [("bodies[0].shape.box", "half[2]", ("", "", word, 1)), ("bodies[0]", "mass", ("", "", 1, word))]
    for section, name, values in places:
        with pytest.raises(SceneError) as caught:
            scenes.loads(SCENE.format(*values), file="f.yaml")
        assert re.match(rf"f\.yaml:\d+:\d+: {re.escape(section)}\.{re.escape(name)}: ", str(caught.value)), caught.value


def test_places_in_a_compound():
    children = "".join(f"          - {{shape: {{sphere: {{radius: 1}}}}, position: [{k}, 0, {'2e4' if k == 23 else 0}]}}\n"
                       for k in range(30))
    text = f"format: 1\nbodies:\n  - name: molecule\n    shape:\n      compound:\n{children}"
    with pytest.raises(SceneError, match=r"f.yaml:29:\d+: bodies\[0\].shape.compound\[23\].position\[2\]: 20000 is out of range"):
        scenes.loads(text, file="f.yaml")


@pytest.mark.parametrize("number", ["9" * 350, "1e400", "-" + "9" * 350])
def test_expressions(number):
    """In expectations, stops and metrics alike, which share the grammar."""
    with pytest.raises(SceneError, match=r"f.yaml:2:\d+: expect\[0\].what: column \d+: a number is at most"):
        scenes.loads(f"format: 1\nexpect: [{{what: 'energy < {number}'}}]\n", file="f.yaml")
    with pytest.raises(ValueError, match="a number is at most"):
        World().step(stop_when=f"energy < {number}")


@pytest.mark.parametrize("text", ["peak(peak(energy))", "last(lowest(max_speed))", "start(start(energy))", "start(peak(energy))",
                                  "peak(average(energy))", "first(1 + abs(last(energy)))"])
def test_functions_of_the_run_inside_each_other(text):
    """Seen: KeyError.  Expected: what they may hold."""
    with pytest.raises(SceneError, match=r"holds a quantity of one moment.*and not \w+\(...\)"):
        scenes.loads(f"format: 1\nexpect: [{{what: '{text} > 0'}}]\n")
    scenes.loads("format: 1\nexpect: [{what: 'peak(energy - start(energy)) > 0'}]\n")


@pytest.mark.parametrize("text", ["- 2001-13-45", "- 0000-01-01", "- 0b_", "- {id: 0x_}", "- " + "9" * 5000, "- =", "[]",
                                  "cases: []"])
def test_small_files_of_cases(tmp_path, text):
    path = tmp_path / "more.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"more.yaml:1: "):
        read(path)


@pytest.mark.parametrize("key", ["sweep: 5", "sweep: abc", "sweep: ~", "sweep: {a: 5}", "sweep: [5]", "dt: soft", "dt: [1]",
                                 "dt: ~", "dt: 1/0", "dt: 10**400", "dt: 1j", "setup: {v0: ~}", "setup: {v0: " + "9" * 399 + "}",
                                 "setup: {v0: 2001-02-03}", "substeps: [0]", "substeps: {soft: [1]}", "substeps: ~",
                                 "sweeps: .nan",
                                 "solver: {beta: soft}", "solver: 5", "presets: maybe", "where: {a: 1+}",
                                 "sweep: {" + ", ".join(f"k{k}: [{', '.join('1' * 60)}]" for k in range(5)) + "}",
                                 "friction_models: [" + ", ".join(["cone"] * 20000) + "]"])
def test_keys_of_cases(tmp_path, key):
    """Counted before they are made: five lists of 60 numbers are 777,600,000 points."""
    path, name = tmp_path / "more.yaml", key.partition(":")[0]
    path.write_text(re.sub(rf"\n  {name}: .*", "", FALL) + f"  {key}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"more.yaml:\d+: Z01: "):
        read(path)


@pytest.mark.parametrize("entry", ["at_most: [1]", "at_most: {a: 1}", "at_most: soft", "at_most: true", "when: [1]",
                                   "tier: best"])
def test_expectations_of_cases(tmp_path, entry):
    path = tmp_path / "more.yaml"
    path.write_text(FALL.replace("absolute: 1e-9", entry), encoding="utf-8")
    with pytest.raises(InputError, match=r"more.yaml:\d+: Z01: expect"):
        read(path)


def test_editions_with_dates(tmp_path):
    path = tmp_path / "edition.yaml"
    path.write_text("version: 1\ncases: [{id: A05, expected: 2001-99-99, tolerance: 2001-02-03T99:00:00Z}]", encoding="utf-8")
    assert read(path)[1][0].expected == "2001-99-99"


@pytest.mark.parametrize("line", ["[" * 100_000, '{"a":' * 100_000, '{"at": ' + "9" * 400 + ', "action": "pause"}',
                                  '{"at": true, "action": "pause"}', '{"at": 1, "camera": [1, 2, 1e999], "target": [0, 0, 0]}',
                                  '{"at": 1, "camera": [1, 2, ' + "9" * 400 + '], "target": [0, 0, 0]}'])
def test_scripts(tmp_path, line):
    (tmp_path / "s.jsonl").write_text('{"at": 0, "action": "pause"}\n' + line, encoding="utf-8")
    with pytest.raises(SettingError, match="s.jsonl:2: "):
        Script.read(tmp_path / "s.jsonl")


@pytest.mark.parametrize("line", ["[" * 100_000, '{"key":"a","values":[true],"failure":""}',
                                  '{"key":"a","values":["5"],"failure":""}'])
def test_logs_of_cells(tmp_path, line):
    """A line that is none is passed over: its cell runs again."""
    path = tmp_path / "x.cells.jsonl"
    path.write_text(f'{{"key": "b", "values": [1, NaN], "failure": ""}}\n{line}\n', encoding="utf-8")
    assert list(CellLog(path).results) == ["b"]


@pytest.mark.parametrize("name", ["scale", "grab_force"])
def test_view_settings(tmp_path, name):
    """Seen: no window started any more until the file was removed."""
    path = tmp_path / "view.json"
    path.write_text(f'{{"{name}": {"9" * 400}, "theme": "light"}}', encoding="utf-8")
    settings, _ = load(path)
    assert settings == ViewSettings(theme="light") and json.loads(path.read_text(encoding="utf-8"))
