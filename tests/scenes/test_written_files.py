"""What is written from the models is what the models say now: the JSON Schema and the reference."""
from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import yaml

import scenes
from scenes import catalog
from scenes.reading import json_schema, reference
from scenes.reading.scene_model import GENERATORS
from scenes.running.actions import ACTIONS
from scenes.running.expectations import parse
from scenes.schema.joint import SECTIONS

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "reference" / "scene-format.md"


def test_the_json_schema_is_up_to_date():
    written = (ROOT / "scenes" / "scene.schema.json").read_text("utf-8")
    assert written == json_schema.text(), "run `python -m scenes.reading.json_schema > scenes/scene.schema.json`"


def test_the_reference_is_up_to_date():
    written = (ROOT / "docs" / "reference" / "scene-keys.md").read_text("utf-8")
    assert written == reference.text(), "run `python -m scenes.reading.reference > docs/reference/scene-keys.md`"


def test_the_reference_has_no_indentation_of_the_sources():
    """Python 3.13 takes it away from docstrings, earlier ones keep it; lines of a paragraph are filled anew."""
    assert not [line for line in reference.text().splitlines() if line.startswith(" ")]


def test_the_guide_names_every_kind_of_thing():
    guide = GUIDE.read_text("utf-8")
    for word in (*GENERATORS, *ACTIONS, *SECTIONS, "materials", "expect", "camera", "shelf"):
        assert any(text in guide for text in (f"`{word}`", f"{word}:", f"type: {word},")), word


def accepts(schema: dict, value: object, root: dict) -> bool:
    """A small JSON Schema check: the parts that pydantic writes for a scene."""
    if "$ref" in schema:
        return accepts(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], value, root)
    if "anyOf" in schema and not any(accepts(part, value, root) for part in schema["anyOf"]):
        return False
    if "oneOf" in schema and sum(accepts(part, value, root) for part in schema["oneOf"]) != 1:
        return False
    if "enum" in schema and value not in schema["enum"] or "const" in schema and value != schema["const"]:
        return False
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float)}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or kind in ("integer", "number") and isinstance(value, bool)):
        return False
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    if isinstance(value, str) and "pattern" in schema and not re.search(schema["pattern"], value):
        return False
    if isinstance(value, list):
        within = schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value))
        return within and all(accepts(schema.get("items", {}), entry, root) for entry in value)
    if isinstance(value, dict):
        known = {**schema.get("properties", {}), **{key: told for pattern, told in schema.get("patternProperties", {}).items()
                                                    for key in value if re.search(pattern, key)}}
        extra = schema.get("additionalProperties", True)
        if not set(schema.get("required", ())) <= set(value) or extra is False and not set(value) <= set(known):
            return False
        return all(accepts(known.get(key, extra if isinstance(extra, dict) else {}), entry, root) for key, entry in value.items())
    return True


@pytest.fixture(scope="module")
def schema() -> dict:
    return json.loads((ROOT / "scenes" / "scene.schema.json").read_text("utf-8"))


@pytest.mark.parametrize("entry", catalog.entries(), ids=lambda entry: entry.id)
def test_an_editor_accepts_every_scene(entry, schema):
    assert accepts(schema, yaml.safe_load(entry.path.read_text("utf-8")), schema)


@pytest.mark.parametrize("change", [{"format": 2}, {"bodies": [{"name": "a"}]},
                                    {"bodies": [{"shape": {"sphere": {"raduis": 1}}}]},
                                    {"solver": {"substeps": 0}}, {"solver": {"stabilization": "magic"}},
                                    {"world": {"dt": "fast"}}, {"x": 1},
                                    {"generate": [{"pyramid": {"shape": {"sphere": {"radius": 1}}}}]},
                                    {"joints": [{"type": "mose"}]},
                                    {"events": [{"at": 1, "set": {"solver.betta": 1}}]}])
def test_an_editor_marks_mistakes(change, schema):
    good = {"format": 1, "title": "x"}
    assert accepts(schema, good, schema)
    assert not accepts(schema, {**good, **change}, schema)


def blocks(language: str) -> list[str]:
    """The fenced examples of the guide."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)


def test_the_guides_example_does_what_it_expects():
    example = next(text for text in blocks("yaml") if text.startswith("format: 1"))
    document = scenes.loads(example)
    runner = scenes.Runner(document, scenes.build(document))
    for _ in runner.each_step():
        pass
    assert len(runner.results()) == 2 and all(result.passed for result in runner.results())


JOINTED = """\
format: 1
title: x
bodies:
  - {name: torso, shape: {box: {half: [0.2, 0.2, 0.5]}}, position: [0, 0, 1.5]}
  - {name: arm, shape: {box: {half: [0.5, 0.1, 0.1]}}, position: [0.5, 0, 2]}
  - {name: hand, shape: {sphere: {radius: 0.1}}, position: [1, 0, 2]}
  - {name: wheel, shape: {sphere: {radius: 0.3}}, position: [2, 0, 1]}
  - {name: big_wheel, shape: {sphere: {radius: 0.6}}, position: [4, 0, 1]}
  - {name: bar, shape: {box: {half: [0.5, 0.1, 0.1]}}, position: [3, 0, 1]}
"""


def test_the_guides_joints_are_built_and_of_every_type():
    example = next(text for text in blocks("yaml") if text.startswith("joints:"))
    world = scenes.build(scenes.loads(JOINTED + example))
    assert [joint.type_name for joint in world.joints] == list(SECTIONS)
    example = next(text for text in blocks("yaml") if text.startswith("generate:"))
    document = scenes.loads("format: 1\ntitle: x\n" + example)
    assert {"toy_2.wheel", "rope_9"} <= {plan.name for plan in document.bodies}
    assert len(scenes.build(document).joints) == len(document.joints) == 124


def test_the_guides_expectations_are_understood():
    example = next(text for text in blocks("yaml") if text.startswith("expect:"))
    for entry in yaml.safe_load(example)["expect"]:
        assert parse(entry["what"])


def test_the_guides_messages_are_those_of_the_program():
    """Each message of the guide, its numbers of lines aside, comes out of a file with that mistake."""
    text = """\
format: 1
title: x
bodies:
  - {name: floor, shape: {plane: {}}}
  - {name: ball, shape: {sphere: {raduis: 0.5}}, mass: -100}
events: [{at: 1, apply_impulse: {body: bal, impulse: [1, 0, 0]}}]
"""
    with pytest.raises(scenes.SceneError) as caught:
        scenes.loads(text)
    told = [f"{problem.path}: {problem.message}" for problem in caught.value.problems]
    for line in blocks("text")[0].splitlines():
        assert line.split(": ", 1)[1] in told, line
