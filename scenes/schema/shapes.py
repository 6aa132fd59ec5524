"""Shapes for user interfaces: one of each kind of a given size, as in a file, and the points of a hull as text."""
from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from typing import Any

from physics.definitions.shapes import Compound, Convex, Shape
from physics.definitions.shapes.compound import PARTS
from scenes.schema.scalars import number

FINITE = tuple(cls.name for cls in PARTS)        # words of what a body that moves may be, but of several
LEAST_HALF = 0.05                      # half length of a capsule at least, as a share of its radius
WEDGE = ((-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1), (1, -1, 1), (1, 1, 1))
CUT = 0.5                              # of a die: where its corners are cut, from the middle of an edge
DIE = tuple(tuple(sign[at] * (CUT if at == axis else 1) for at in range(3)) for axis in range(3)
            for sign in ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)))
SEPARATORS = re.compile(r"[\s,;\[\]()]+")


def shape_like(word: str, half: Sequence[float]) -> dict[str, Any]:
    """A shape of this word that fills a box of half extents (x, y, z) [m]; round ones the largest that has room in it.  A hull is
    a wedge."""
    x, y, z = half
    radius = short(min(x, y))
    if word == "box":
        return {"box": {"half": [short(one) for one in half]}}
    if word == "sphere":
        return {"sphere": {"radius": short(min(half))}}
    if word == "capsule":
        return {"capsule": {"radius": radius, "half_length": short(max(z - radius, LEAST_HALF * radius))}}
    if word in ("cylinder", "cone"):
        return {word: {"radius": radius, "half_length": short(z)}}
    return hull_like(WEDGE, half)


def hull_like(points: Sequence[Sequence[float]], half: Sequence[float]) -> dict[str, Any]:
    """A convex hull of points within -1 to 1, stretched to these half extents [m]."""
    return {Convex.name: {"points": [[short(x * size) for x, size in zip(point, half)] for point in points]}}


def scaled(values: Any, factor: float) -> Any:
    """A shape as in a file with all its lengths multiplied."""
    if isinstance(values, dict):
        return {key: scaled(value, factor) for key, value in values.items()}
    if isinstance(values, (list, tuple)):
        return [scaled(value, factor) for value in values]
    return short(values * factor)


def values_of(shape: Shape) -> dict[str, Any]:
    """A shape as in a file, all numbers plain."""
    if isinstance(shape, Compound):
        return {shape.name: [{"shape": values_of(child), "position": list(position), "rotation": list(rotation)}
                             for child, position, rotation in shape.children]}
    return {shape.name: {field.name: getattr(shape, field.name) for field in dataclasses.fields(shape)}}


def text_of_points(points: Sequence[Sequence[float]]) -> str:
    """Points as lines of three numbers [m]."""
    return "\n".join(" ".join(f"{short(x):g}" for x in point) for point in points)


def points_in(text: str) -> list[list[float]]:
    """The points in lines of three numbers [m], with or without commas and brackets.  Raises ValueError."""
    points = []
    for line, written in enumerate(text.splitlines(), 1):
        words = [word for word in SEPARATORS.split(written) if word]
        if not words:
            continue
        if len(words) % 3:
            raise ValueError(f"line {line} of the points has {len(words)} numbers; it needs three, x y z in m")
        found = [short(float(number(word, "m"))) for word in words]
        points += [found[at:at + 3] for at in range(0, len(found), 3)]
    return points


def short(value: float) -> float:
    """A number of six significant digits, as people write it."""
    return float(f"{value:.6g}")
