"""Collision categories of a scene: the list of their names, the names at bodies, and the bits that a world knows.

    categories: [player, debris]
    bodies:
      - {name: crate, category: debris, collides_with: [default, player], shape: ...}

A body without `category` is of the category `default`, one without `collides_with` collides with all.  `default` has the lowest
bit, the others follow in the order of the list.
"""
from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import PlainValidator, WithJsonSchema

from physics.definitions.categories import CATEGORIES
from scenes.schema.problems import shown
from scenes.schema.values import NAME, checked_name

DEFAULT = "default"
MOST = CATEGORIES - 1                            # in the list of a scene


def names(value: Any) -> tuple[str, ...]:
    """A list of names, each once; ValueError for anything else."""
    if not isinstance(value, (list, tuple)):
        raise ValueError(f"needs a list of names, as [player, debris], and here is {shown(value)}")
    found = tuple(checked_name(entry) for entry in value)
    for index, name in enumerate(found):
        if name in found[:index]:
            raise ValueError(f"{shown(name)} is in the list twice")
    return found


def _declared(value: Any) -> tuple[str, ...]:
    """The names of a scene's own categories."""
    found = names(value)
    if DEFAULT in found:
        raise ValueError(f"'{DEFAULT}' is the category of bodies that name none, and needs no place in the list")
    if len(found) > MOST:
        raise ValueError(f"{len(found)} categories; at most {MOST} are allowed beside '{DEFAULT}'")
    return found


def _schema(**more: int) -> WithJsonSchema:
    name = {"type": "string", "pattern": f"^{NAME.pattern}$"}
    return WithJsonSchema({"type": "array", "items": name, "uniqueItems": True, **more})


Declared = Annotated[tuple, PlainValidator(_declared), _schema(maxItems=MOST)]
Chosen = Annotated[tuple, PlainValidator(names), _schema()]


def with_bits(plan: Any, declared: Sequence[str]) -> Any:
    """A BodyPlan whose category and mask are bits in place of the names of `declared` categories."""
    if not isinstance(plan.category, str) and not isinstance(plan.mask, tuple):
        return plan
    bits = {name: 1 << number for number, name in enumerate((DEFAULT, *declared))}
    category = bits[plan.category] if isinstance(plan.category, str) else plan.category
    mask = sum(bits[name] for name in plan.mask) if isinstance(plan.mask, tuple) else plan.mask
    return dataclasses.replace(plan, category=category, mask=mask)
