"""One axis of a joint with separate axes: `x: free`, `x: fixed`, `x: {limit: [-1, 1], hertz: 3}`.

Keys derive from the dataclass of physics; an axis whose name begins with r is a rotation, and its numbers are angles.
"""
from __future__ import annotations

import dataclasses
from typing import Any

from pydantic import Field, create_model, model_validator

from physics.definitions.tunable import SettingError, Tunable, tunables
from physics.joints import Axis, Hinge, Slider
from scenes.schema.values import Section, given, one_of, quantity, vector

WORDS = ("free", "fixed")
LIMIT, ENDS = "limit", ("lower", "upper")
TUNABLES = tunables(Axis)
TORQUES = {"motor_force": "motor_torque"}         # an axis' name of a force -> a hinge's name of the torque


def _with_unit(name: str, turns: bool) -> Tunable:
    """A tunable of an axis with the unit of the same tunable of a hinge or a slider."""
    like = tunables(Hinge)[TORQUES.get(name, name)] if turns else tunables(Slider)[name]
    return dataclasses.replace(TUNABLES[name], unit=like.unit)


class AxisKeys(Section):
    """Free, limited or fixed, perhaps with a motor or a spring."""

    @model_validator(mode="before")
    @classmethod
    def _word(cls, value: Any) -> Any:
        """A word alone is the mode."""
        return {"mode": value} if isinstance(value, str) else value

    @model_validator(mode="after")
    def _possible(self) -> "AxisKeys":
        if self.mode == LIMIT and self.limit is None or self.mode in WORDS and self.limit is not None:
            raise ValueError("write limit: [lower, upper] for an axis that moves within limits, or the word free or fixed")
        try:
            axis_of(self)
        except SettingError as error:
            key = LIMIT if error.name in ENDS else error.name
            raise ValueError(f"{key}: " + str(error).removeprefix(f"{error.name}: ")) from None
        return self

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(WORDS)}, handler(core)]}


def _keys(turns: bool) -> type[AxisKeys]:
    about = {name: _with_unit(name, turns) for name in TUNABLES if name not in ("mode", *ENDS)}
    ends = _with_unit("upper", turns)
    fields = {"mode": (one_of(*WORDS, LIMIT), Field(default=None, description="May be written as a word alone")),
              LIMIT: (vector(LIMIT, ends, 2), Field(default=None, description=f"How far it moves, both ways [{ends.unit}]")),
              **{name: (quantity(name, entry), Field(default=entry.default)) for name, entry in about.items()}}
    return create_model("RotationAxis" if turns else "TranslationAxis", __base__=AxisKeys, __module__=__name__,
                        __doc__=f"How a joint {'turns about' if turns else 'moves along'} one of its axes.", **fields)


TRANSLATION, ROTATION = _keys(turns=False), _keys(turns=True)
AXIS_SECTIONS = (TRANSLATION, ROTATION)


def axis_section(field: dataclasses.Field) -> type[AxisKeys] | None:
    """The section of a joint's field if it is an axis, else None."""
    default = field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
    if not isinstance(default, Axis):
        return None
    return ROTATION if field.name.startswith("r") else TRANSLATION


def axis_of(section: AxisKeys) -> Axis:
    """The axis of physics for a section."""
    keys = {key: value for key, value in given(section).items() if key not in ("mode", LIMIT)}
    if section.limit is not None:
        keys.update(zip(ENDS, section.limit))
    mode = section.mode or (LIMIT if section.limit is not None else "free")
    return Axis(mode=mode, **keys)


def entry_of(axis: Axis) -> Any:
    """What a scene says of an axis of physics: a word, or a mapping."""
    keys = {LIMIT: [float(axis.lower), float(axis.upper)]} if axis.mode == LIMIT else {"mode": axis.mode}
    more = {field.name: getattr(axis, field.name) for field in dataclasses.fields(axis)
            if field.name not in ("mode", *ENDS) and getattr(axis, field.name) != field.default}
    return {**keys, **more} if more or LIMIT in keys else axis.mode
