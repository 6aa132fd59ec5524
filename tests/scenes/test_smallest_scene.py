"""The smallest scene is `format` and `bodies`: without a title the file's name serves, everywhere that a title is shown."""
from __future__ import annotations

import json

import pytest

import scenes
from app.cli.main import run
from app.published.status import SceneCard
from app.simulation.scene_reader import SceneReader
from app.headless.options import RunOptions
from scenes.reading.json_schema import json_schema
from scenes.reading.scene_model import Scene
from tests.architecture.sources import ROOT

SMALLEST = "format: 1\nbodies:\n  - {shape: {sphere: {radius: 1}}}\n"


@pytest.fixture
def path(tmp_path):
    """The smallest scene in a file."""
    found = tmp_path / "one_ball.yaml"
    found.write_text(SMALLEST, encoding="utf-8")
    return found


def test_the_name_of_the_file_serves_as_title(path):
    document = scenes.load(path)
    assert (document.title, document.id, document.about) == ("one_ball", "one_ball", "") and len(document.bodies) == 1
    card = SceneReader(RunOptions(), lambda error: None).read(str(path)).card
    assert isinstance(card, SceneCard) and card.title == "one_ball"
    assert scenes.loads(SMALLEST + "title: A ball\n", id="x").title == "A ball"


def test_it_runs(path, capsys):
    assert run(["run", str(path), "--steps", "3"]) == 0
    assert capsys.readouterr().out.startswith("one_ball: 3 steps, 1 bodies")


def test_a_catalog_lists_it_by_its_name(path, tmp_path):
    folder = tmp_path / "toys"
    folder.mkdir()
    path.rename(folder / "one_ball.yaml")
    (entry,) = scenes.catalog.entries(tmp_path)
    assert (entry.id, entry.title) == ("toys/one_ball", "one_ball")


def test_model_schema_and_manual_agree():
    assert [name for name, field in Scene.model_fields.items() if field.is_required()] == ["format"] == json_schema()["required"]
    assert json.loads((ROOT / "scenes/scene.schema.json").read_text(encoding="utf-8"))["required"] == ["format"]
    text = (ROOT / "docs/reference/scene-format.md").read_text(encoding="utf-8")
    assert "Only `format` is required." in text and "The smallest scene is `format` and `bodies`" in text
