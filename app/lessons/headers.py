"""Headers: the YAML at the top of a lesson and in its cards, checked as that of scenes is.

    format: 1                        scene: wall.yaml
    about: One line for lists.       values: [bodies.load.mass=50]
    rows: [1.8, 4.5]                 variants: [[], [solver.stabilization=soft]]
                                     show: [contacts, impulses]
                                     keep: true
                                     paused: true
"""
from __future__ import annotations

import dataclasses
import re
from typing import Annotated, Any

from pydantic import Field, PlainValidator, ValidationError, model_validator

from app.lessons.markdown import Yaml
from app.published.status import VARIANT_NAMES
from physics.definitions.tunable import Tunable
from scenes.schema.messages import problems_of
from scenes.schema.nodes import compose
from scenes.schema.problems import Problem, shown
from scenes.schema.values import Section, Text, quantity

FORMAT = 1
ROW, FILE = re.compile(r"\d\.\d{1,2}"), re.compile(r"[a-z0-9_]+\.yaml")
MOST_TEXTS, LONGEST = 20, 200
SCENE = "scene.yaml"


def _format(value: Any) -> int:
    if value not in (FORMAT, str(FORMAT)):
        raise ValueError(f"this program reads format {FORMAT} only, and here is {shown(value)}")
    return FORMAT


def _texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_TEXTS or not all(isinstance(text, str) for text in value):
        raise ValueError(f"needs a list of texts, at most {MOST_TEXTS}")
    if long := next((text for text in value if len(text) > LONGEST), ""):
        raise ValueError(f"{shown(long)} is longer than {LONGEST} characters")
    return tuple(value)


def _rows(value: Any) -> tuple[str, ...]:
    rows = _texts(value)
    if odd := next((row for row in rows if not ROW.fullmatch(row)), ""):
        raise ValueError(f"{shown(odd)} is no row of the theory; write one as 1.8")
    return rows


def _file(value: Any) -> str:
    if not isinstance(value, str) or not FILE.fullmatch(value):
        raise ValueError(f"{shown(value)} is no scene beside the lesson; write a file's name of small letters, digits and _, "
                         "as wall.yaml")
    return value


def _variants(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list) or not 2 <= len(value) <= len(VARIANT_NAMES):
        raise ValueError(f"needs two to {len(VARIANT_NAMES)} lists of settings, as [[], [solver.substeps=1]]")
    return tuple(_texts(entry) for entry in value)


Format, Rows, File = (Annotated[Any, PlainValidator(check)] for check in (_format, _rows, _file))
Texts, Variants = (Annotated[Any, PlainValidator(check)] for check in (_texts, _variants))


class Header(Section):
    """What stands at the top of a lesson."""

    format: Format
    about: Text = Field(default="")
    rows: Rows = Field(default=())

    @model_validator(mode="after")
    def _short(self) -> "Header":
        if len(self.about) > LONGEST:
            raise ValueError(f"about: is longer than {LONGEST} characters")
        return self


class StageKeys(Section):
    """What a card shows beside it."""

    scene: File = Field(default=SCENE)
    values: Texts = Field(default=())
    variants: Variants = Field(default=())
    show: Texts = Field(default=())
    keep: quantity("keep", Tunable(default=False)) = False
    paused: quantity("paused", Tunable(default=False)) = False


def section_of(kind: type[Section], written: Yaml, file: str, owner: str = "") -> tuple[Any | None, list[Problem]]:
    """The section in a piece of YAML, None where it has mistakes; `owner` is the card's title."""
    if not written.text.strip():
        written = Yaml("{}", written.line)
    root, problems = compose(written.text, file)
    if not problems and root is not None:
        raw = root.plain()
        try:
            return kind.model_validate(raw if isinstance(raw, dict) else {"": raw}), []
        except ValidationError as error:
            problems = problems_of(error.errors(include_url=False), kind, root, file)
    return None, [dataclasses.replace(problem, line=problem.line + written.line - 1,
                                      path=": ".join(filter(None, (owner, problem.path)))) for problem in problems]
