"""Field: one tunable as a widget shows it, with its label, value and notes."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from app.headless.si_format import number_text
from physics.definitions.tunable import Tunable, tunables


class Field(NamedTuple):
    """One tunable to show: its name, description, value, standard value, and why it is unused."""

    name: str
    about: Tunable
    value: Any               # None: absent, or the scene's own values, for an override
    standard: Any            # restored by the right button
    unused: str | None = None
    warning: str = ""        # why this value is unwise
    scope: str = ""          # prefix such as "joint.", where two objects on the screen have a setting of this name
    variants: tuple[Any, ...] = ()      # its value in every variant, where they differ
    zero: str = ""           # shown for 0, where that is no number

    @property
    def key(self) -> str:
        """The widget's name in the record of places."""
        return f"field:{self.scope}{self.name}"

    @property
    def optional(self) -> bool:
        """Whether it may be absent."""
        return self.about.default is None

    @property
    def shown_as(self) -> tuple[float, str]:
        """Factor and unit of the displayed number."""
        return (math.degrees(1.0), "°") if self.about.unit == "rad" else (1.0, self.about.unit)

    @property
    def bounds(self) -> tuple[float, float]:
        """Both ends of the slider, in displayed units."""
        factor, (low, high) = self.shown_as[0], self.about.slider or self.about.limits
        return low * factor, high * factor


def fields_among(settings: Any, standards: Any, names: Sequence[str]) -> list[Field]:
    """Fields of the tunables with these names of a settings object."""
    described = tunables(type(settings))
    return [Field(name, described[name], getattr(settings, name), getattr(standards, name), settings.unused(name))
            for name in names]


def value_text(what: Field, value: Any) -> str:
    """A value of this field as text; None is an absent one."""
    if value is None:
        return "none" if what.optional else "the scene's own values"
    if what.zero and not value:
        return what.zero
    factor, unit = what.shown_as
    if what.about.kind == "switch":
        return "on" if value else "off"
    return number_text(value * factor, unit) if what.about.kind in ("number", "integer") else str(value).replace("_", " ")


def label_of(what: Field) -> str:
    """The display name."""
    return what.about.label or what.name.replace("_", " ").capitalize()
