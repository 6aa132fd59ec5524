"""The tables of every key of a scene file, written from the models themselves.

    python -m scenes.reading.reference > docs/reference/scene-keys.md
"""
from __future__ import annotations

import sys
import textwrap
import typing
from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, Field, create_model
from pydantic_core import PydanticUndefined

from physics.definitions.settings import PRESETS, SolverSettings
from physics.definitions.tunable import tunables
from physics.expressions.words import CONSTANTS, FUNCTIONS
from physics.measure.metrics import METRICS
from scenes.generators.generator import Sharing
from scenes.generators.links import LINKS, TIES
from scenes.reading.scene_model import GENERATORS, ExpectSection, Scene, SolverSection, WorldSection
from scenes.running.actions import ACTIONS, EventSection
from scenes.running.expectations import START, WINDOWS
from scenes.schema.axis import ROTATION, TRANSLATION
from scenes.schema.behind import BEHIND, BehindSection
from scenes.schema.body import SHAPE_SECTIONS, BodySection, MaterialSection, PartSection, Traits
from scenes.schema.camera import Bookmark, Camera, Keyframe
from scenes.schema.film import Caption, Film, SlowMotion
from scenes.schema.joint import SECTIONS, JointKeys, common_keys
from scenes.schema.values import Section, one_of

WIDTH = 150                            # characters of a line of prose
CALLED = {"bodies": "()", "pairs": "(sensor, body)"}       # scope of a metric -> how it is written
HEADER = """\
# Every key of a scene

Written by `python -m scenes.reading.reference > docs/reference/scene-keys.md`; do not edit. How the format works stands in
[scene-format.md](scene-format.md).
"""


def _number(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _plain(value: Any) -> str:
    """A default as it would be written in a scene."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_number(x) for x in value) + "]"
    return _number(value)


def _schema_of(info: Any) -> dict[str, Any]:
    """The JSON Schema of a key."""
    for note in reversed(info.metadata):
        found = getattr(note, "json_schema", None)
        if isinstance(found, dict):
            return found
    return {}


def _allowed(info: Any) -> str:
    """Kind and limits of a key's value in words."""
    schema = _schema_of(info)
    if "enum" in schema:
        return ", ".join(f"`{word}`" for word in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    kind = schema.get("type")
    if kind == "boolean":
        return "`true`, `false`"
    if kind == "array" and "minItems" not in schema:
        return "list of names"
    if kind == "array":
        if schema["items"].get("type") == "array":
            return f"list of {schema['minItems']} to {schema['maxItems']} points `[x, y, z]`"
        item = next((part for part in schema["items"].get("anyOf", ()) if part["type"] != "string"), {})
        return f"list of {schema['minItems']}{_bounds(item)}"
    if "anyOf" in schema:
        choices = [part for part in schema["anyOf"] if part["type"] != "string"]
        if choices and choices[0]["type"] in ("number", "integer"):
            word = "whole number" if choices[0]["type"] == "integer" else "number"
            positive = " above 0" if schema.get("exclusiveMinimum") == 0 else ""
            return f"{word}{positive}{_bounds(choices[0])}"
        return "`[x, y, z, w]` or `{axis: [x, y, z], angle: 30 deg}`"
    if kind == "string":
        return "name" if "pattern" in schema else "text"
    annotation = info.annotation
    origin, inner = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is list:
        return "list, see below"
    if origin is dict and inner:
        return "mapping of names, see below"
    return "mapping, see below"


def _bounds(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return ""
    return f", {_number(low)} to {_number(high)}" if low is not None and high is not None else ""


def _is_worth_telling(default: Any) -> bool:
    return default is not PydanticUndefined and not isinstance(default, (BaseModel, dict)) and default not in (None, "", [])


def _rows(model: type[BaseModel], skip: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    rows = []
    for name, info in model.model_fields.items():
        if name in skip:
            continue
        default = "**required**" if info.is_required() else ""
        if _is_worth_telling(info.default):
            default = f"`{_plain(info.default)}`"
        about = info.description or _schema_of(info).get("description", "")
        rows.append((f"`{info.alias or name}`", _allowed(info), default, about))
    return rows


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "| " + " | ".join("---" for _ in heads) + " |"]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _section(title: str, model: type[Section], *, level: int = 2, skip: tuple[str, ...] = ()) -> str:
    about = " ".join((model.__doc__ or "").split())
    return f"{'#' * level} {title}\n\n{about}\n\n{_table(('key', 'value', 'default', 'what it is'), _rows(model, skip))}"


def _presets() -> str:
    changed = [name for name in tunables(SolverSettings) if len({getattr(p, name) for p in PRESETS.values()}) > 1]
    rows = [(f"`{name}`", *(f"`{_plain(getattr(preset, name))}`" for preset in PRESETS.values())) for name in changed]
    return "### Presets\n\nWhere the presets differ.\n\n" + _table(("key", *(f"`{name}`" for name in PRESETS)), rows)


def _metrics() -> str:
    rows = [(f"`{m.name}{CALLED.get(m.scope, '')}`", m.unit, m.help) for m in METRICS.values()]
    functions = ", ".join(f"`{name}`" for name in (*FUNCTIONS, *WINDOWS, START))
    constants = ", ".join(f"`{name}` = {value:g}" for name, value in CONSTANTS.items())
    return (f"## Metrics\n\nWhat `expect:` can measure; those with () are measured on bodies. Functions: {functions}. "
            f"Constants: {constants}.\n\n" + _table(("metric", "unit", "what it is"), rows))


def _words(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _generate() -> str:
    """The chapter about generators."""
    shared = tuple(Traits.model_fields)
    written = [info.alias or name for name, info in Traits.model_fields.items()]
    parts = ["## generate\n\nEach entry is one generator. Besides the keys below all but `copies` take those that bodies share: "
             f"{_words(written)}.\n\nWhere a generator has `joint`, it is `none`, one of {_words(LINKS)}, or a mapping with that "
             f"`type` and more keys of it; `tie` is a mapping with a `type` out of {_words(TIES)}. Bodies, names and anchors are "
             "the generator's to give. Beside the generator an entry may have `behind`.\n"]
    return "\n".join(parts + [_section(word, model, level=3, skip=shared if issubclass(model, Sharing) else ())
                              for word, model in GENERATORS.items()]
                     + [_section(BEHIND, BehindSection, level=3)])


def _joints() -> str:
    """The chapter about joints."""
    common = common_keys()
    shared = {name: (info.annotation, info) for name, info in SECTIONS["fixed"].model_fields.items() if name in common}
    shared["type"] = (one_of(*SECTIONS), Field(...))
    widest = create_model("AnyJoint", __base__=JointKeys, __doc__="What joints of every type take; `mouse` has no `b`.", **shared)
    parts = [_section("joints", widest)]
    parts += [_section(f"joint: {word}", model, level=3, skip=common) for word, model in SECTIONS.items()]
    parts += [_section("axes x, y, z of a six_dof", TRANSLATION, level=3),
              _section("axes rx, ry, rz of a six_dof", ROTATION, level=3)]
    return "\n".join(parts)


def text() -> str:
    """The whole document."""
    parts = [HEADER, _section("The file", Scene), _section("world", WorldSection), _section("solver", SolverSection), _presets(),
             _section("materials", MaterialSection), _section("bodies", BodySection)]
    parts += [_section(f"shape: {word}", model, level=3) for word, model in SHAPE_SECTIONS.items()]
    parts.append(_section("shape: compound", PartSection, level=3))
    parts += [_generate(), _joints()]
    parts.append(_section("events", EventSection, skip=tuple(ACTIONS)) + "\nand one of\n")
    parts += [_section(word, model, level=3) for word, model in ACTIONS.items() if word != "set"]
    parts.append(f"### set\n\n{' '.join((ACTIONS['set'].__doc__ or '').split())}\n")
    parts += [_section("camera", Camera), _section("camera: bookmarks", Bookmark, level=3)]
    parts += [_section("camera: path", Keyframe, level=3), _section("film", Film)]
    parts += [_section("film: captions", Caption, level=3), _section("film: slow_motion", SlowMotion, level=3)]
    parts += [_section("expect", ExpectSection), _metrics()]
    return "\n".join(_narrow(line) for line in "\n".join(parts).split("\n"))


def _narrow(line: str) -> str:
    """A line of prose wrapped to WIDTH; a row of a table unchanged."""
    return line if line.startswith("|") else "\n".join(textwrap.wrap(line, WIDTH, break_on_hyphens=False)) or line


if __name__ == "__main__":
    sys.stdout.write(text())
