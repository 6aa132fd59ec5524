"""Joints that a generator makes: links between its bodies (`joint:`) and ties of each body to the world (`tie:`).

Both take the keys of a joint except its bodies, its name and the keys that the generator sets: the anchor of a link is midway,
those of a rod are at the centres, those of a tie at the body's centre.  `joint: hinge` is short for `joint: {type: hinge}`.
"""
from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import Field, create_model, model_validator
from pydantic_core import core_schema

from physics.joints import JOINTS
from scenes.schema.body import BodyPlan
from scenes.schema.joint import BODY_FIELDS, ByType, JointKeys, checked, field_names, keys_of
from scenes.schema.joint_plan import JointPlan
from scenes.schema.values import one_of

NONE = "none"
PLACED_BY_LINK = ("anchor", "anchor_a", "anchor_b")
PLACED_BY_TIE = ("anchor", "anchor_b")            # the body is b, so its motion is relative to the world
AXIS = "axis"
UP, NORTH = (0.0, 0.0, 1.0), (0.0, 1.0, 0.0)


class NoLink(JointKeys):
    """No joints."""

    type: one_of(NONE)


def _section(word: str, cls: type, placed: tuple[str, ...], loose: tuple[str, ...]) -> type[JointKeys] | None:
    """The section of the keys that remain when a generator sets `placed`, and `loose` by default; None if it cannot be made."""
    keys = keys_of(cls)
    given = {name: ((0.0, 0.0, 0.0) if name != AXIS else UP) for name in (*placed, *loose) if name in keys}
    if not any(name in keys for name in placed):
        return None
    fields = {name: (kind, Field(default=None) if name in loose else info) for name, (kind, info) in keys.items()
              if name not in (*placed, *BODY_FIELDS)}

    def check(self: JointKeys) -> JointKeys:
        checked(self, **{name: value for name, value in given.items() if name not in self.model_fields_set})
        return self

    return create_model(f"{cls.__name__}{'Link' if loose else 'Tie'}", __base__=JointKeys, __module__=__name__,
                        __doc__=(cls.__doc__ or cls.__name__).splitlines()[0],
                        __validators__={"check": model_validator(mode="after")(check)},
                        type=(one_of(word), Field(...)), **fields)


def _linkable(section: type[JointKeys] | None) -> bool:
    """Whether a generator can set all required keys of such a joint."""
    return section is not None and not any(info.is_required() for name, info in section.model_fields.items() if name != "type")


LINKS = {word: section for word, cls in JOINTS.items()
         if _linkable(section := _section(word, cls, PLACED_BY_LINK, (AXIS,)))}
TIES = {word: section for word, cls in JOINTS.items() if (section := _section(word, cls, PLACED_BY_TIE, ()))}


class ByWord(ByType):
    """A section by its type; the word alone is a section without further keys."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        whole = super().__get_pydantic_core_schema__(source, handler)
        return core_schema.no_info_before_validator_function(
            lambda value: {"type": value} if isinstance(value, str) else value, whole)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(cls.sections)}, handler(core["schema"])]}


class LinkSection(ByWord):
    """The joint between neighbours."""

    sections = {NONE: NoLink, **LINKS}


class TieSection(ByType):
    """The joint of a body to the world."""

    sections = TIES


def link_name(name: str, index: int) -> str:
    """Name of a link of the generator `name`, "" for one without a name."""
    return f"{name}_joint_{index}" if name else ""


def tie_name(name: str, index: int) -> str:
    """Name of the tie of a body of the generator `name`, "" for one without a name."""
    return f"{name}_tie_{index}" if name else ""


def links(section: JointKeys, bodies: Sequence[BodyPlan], pairs: Iterable[tuple[int, int]], name: str) -> Iterator[JointPlan]:
    """A joint for each pair of bodies, by number."""
    keys, fields = section.definition_keys(), field_names(section.type)
    for index, (a, b) in enumerate(pairs):
        placed = _placed(section.type, bodies[a].position, bodies[b].position)
        placed = {key: value for key, value in placed.items() if key in fields}
        yield JointPlan(section.type, link_name(name, index), a, b, {**placed, **keys})


def ties(section: JointKeys, bodies: Sequence[BodyPlan], name: str) -> Iterator[JointPlan]:
    """A joint from each body to the world."""
    keys, fields = section.definition_keys(), field_names(section.type)
    for index, body in enumerate(bodies):
        placed = {key: body.position for key in PLACED_BY_TIE if key in fields}
        ends = (None, index) if "b" in fields else (index, None)
        yield JointPlan(section.type, tie_name(name, index), *ends, {**placed, **keys})


def _placed(word: str, a: Sequence[float], b: Sequence[float]) -> Mapping[str, tuple]:
    """Anchors and axis of a link between bodies at a and b [m]."""
    way = tuple(q - p for p, q in zip(a, b))
    along = way if math.hypot(*way) > 0 else UP
    across = (-along[1], along[0], 0.0) if math.hypot(*along[:2]) > 1e-9 * math.hypot(*along) else NORTH
    return {"anchor": tuple((p + q) / 2 for p, q in zip(a, b)), "anchor_a": tuple(a), "anchor_b": tuple(b),
            AXIS: across if JOINTS[word].axis_across else along}
