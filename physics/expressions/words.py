"""The words and signs that every expression has, each with its meaning over numbers and arrays of float64."""
from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable

import numpy as np

CONSTANTS = {"pi": math.pi, "g": 9.81}
FUNCTIONS: dict[str, Callable] = {               # of one quantity
    "min": np.min, "max": np.max, "sum": np.sum, "mean": np.mean, "abs": np.abs, "sqrt": np.sqrt, "count": np.size,
    "norm": lambda v: np.sqrt((np.asarray(v) ** 2).sum(-1))}
OF_ANY = ("min", "max", "mean")                  # of FUNCTIONS, those that nothing has
EACH = ("abs", "sqrt", "norm")                   # of FUNCTIONS, those that give a value for each body, joint or row
OPERATIONS: dict[type, Callable] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}
ORDER: dict[type, Callable] = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge}
EQUALITY: dict[type, Callable] = {ast.Eq: operator.eq, ast.NotEq: operator.ne}
COMPARISONS = ORDER | EQUALITY
