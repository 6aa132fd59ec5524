"""Surfaces: a height over the places x, y of a plane, as an expression.

    0.3 * sin(2 * x) * cos(y) - 0.02 * hypot(x, y) ** 2

Besides `+ - * / **`, `abs` and `sqrt` there are the functions of SHAPES; angles are in radians.
"""
from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from physics.definitions.tunable import nearest
from physics.expressions.evaluation import Value, broadcast, quantity
from physics.expressions.grammar import Language, Place, check_one, parse
from physics.expressions.words import CONSTANTS, EACH, FUNCTIONS

NAMES = "x", "y"                       # [m]
SHAPES = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "tanh": np.tanh, "floor": np.floor}
PAIRS = {"hypot": np.hypot, "maximum": np.maximum, "minimum": np.minimum}       # of two quantities
AT_A_PLACE = *(name for name in EACH if name != "norm"), *SHAPES, *PAIRS


class Places(NamedTuple):
    """Where a height is wanted."""

    x: np.ndarray                      # [m]
    y: np.ndarray


class SurfaceLanguage(Language):
    """x, y, and functions of them."""

    example = "0.3 * sin(x)"

    def functions(self) -> Iterable[str]:
        return (*SHAPES, *PAIRS)

    def check_name(self, node: ast.Name, place: Place) -> None:
        if node.id not in NAMES:
            known = [*NAMES, *CONSTANTS]
            raise place.wrong(node, f"there is no {node.id!r} here; {nearest(node.id, known)}allowed are {', '.join(known)}")

    def check_call(self, node: ast.Call, place: Place) -> None:
        if node.func.id in SHAPES:
            check_one(node, place)
        elif len(node.args) != 2:
            raise place.wrong(node, f"{node.func.id} takes two arguments")
        else:
            for argument in node.args:
                check_one(ast.copy_location(ast.Call(node.func, [argument], []), argument), place)


def heights_at(text: str, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The heights of a surface at places x, y of one shape [m].  Raises ExpressionError."""
    language = SurfaceLanguage()
    tree = parse(text, language, compares=False)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.func.id in FUNCTIONS and node.func.id not in AT_A_PLACE:
            raise Place(text, language).wrong(node, f"{node.func.id} is of many values, and a surface has one at each place; "
                                                    f"allowed are {', '.join(AT_A_PLACE)}")
    with np.errstate(all="ignore"):
        return np.broadcast_to(quantity(tree, _leaf)(Places(x, y)), np.shape(x)).astype(float)


def _leaf(node: ast.expr) -> Value:
    """The function of a name or a call."""
    if isinstance(node, ast.Name):
        return lambda places: getattr(places, node.id)
    inner = [quantity(argument, _leaf) for argument in node.args]
    if node.func.id in SHAPES:
        return lambda places: SHAPES[node.func.id](inner[0](places))
    return lambda places: PAIRS[node.func.id](*broadcast(tuple(node.args), (inner[0](places), inner[1](places))))
