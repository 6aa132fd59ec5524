"""Formulas of cases: arithmetic, comparisons and choices over named numbers, as `floor(v0/(mu*g*h))` or `1 if e > 0 else 0`.

Python's parser makes the tree and only the forms below are evaluated, so a case from a stranger's file can compute and do nothing
else.  Length, number of parts and sizes of powers are limited.
"""
from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

LONGEST, MOST_PARTS, LARGEST = 400, 200, 1e300
DATE = re.compile(r"\d{4}-\d\d?-\d\d?")
WORDS = {"pi": math.pi, "true": True, "false": False}
FUNCTIONS: dict[str, Callable] = {
    name: getattr(math, name) for name in ("sin", "cos", "tan", "atan", "sqrt", "floor", "ceil", "radians", "exp")}
FUNCTIONS |= {"min": min, "max": max, "abs": abs}
OPERATIONS: dict[type, Callable] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}
COMPARISONS: dict[type, Callable] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda part, whole: part in whole, ast.NotIn: lambda part, whole: part not in whole}


class FormulaError(ValueError):
    """A text that is no formula; the message says why.

    keys    of the case, under which it stands
    """

    def __init__(self, message: str, keys: tuple[str, ...] = ()):
        super().__init__(": ".join(filter(None, (".".join(keys), message))))
        self.keys = keys


def value(text: Any, names: Mapping[str, Any]) -> Any:
    """A number, or the number that a formula in `names` stands for; lists and tables part by part.

    A single word that is no name, such as that of a friction model, stays as it is.  Raises FormulaError.
    """
    if isinstance(text, list):
        return [value(one, names) for one in text]
    if isinstance(text, dict):
        return {key: value(one, names) for key, one in text.items()}
    if not isinstance(text, str):
        return text
    if text.isidentifier() and text not in names and text not in WORDS:
        return text
    tree = parsed(text)
    try:
        return _value(tree, names)
    except FormulaError as error:
        raise FormulaError(f"{text!r}: {error}") from None
    except (ArithmeticError, TypeError, ValueError, LookupError, RecursionError) as error:
        raise FormulaError(f"{text!r} cannot be computed: {error}") from None


@lru_cache(maxsize=2000)
def parsed(text: str) -> ast.expr:
    """The tree of a formula.  Raises FormulaError for what is none, or too long."""
    if DATE.fullmatch(text.strip()):
        raise FormulaError(f"{text!r} is a date; a difference has spaces around its signs")
    if len(text) > LONGEST:
        raise FormulaError(f"a formula of {len(text)} characters; at most {LONGEST} are allowed")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError(f"{text!r} is not a formula") from None
    if sum(1 for _ in ast.walk(tree)) > MOST_PARTS:
        raise FormulaError(f"{text!r} has more than {MOST_PARTS} parts")
    return tree


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    make = FORMS.get(type(node))
    if make is None:
        raise FormulaError(f"{ast.unparse(node)} is not allowed in a formula")
    return make(node, names)


def _constant(node: ast.Constant, names: Mapping[str, Any]) -> Any:
    if not isinstance(node.value, (bool, int, float, str)) or isinstance(node.value, (int, float)) and abs(node.value) > LARGEST:
        raise FormulaError("only numbers up to 1e300, words and true or false are allowed")
    return node.value


def _name(node: ast.Name, names: Mapping[str, Any]) -> Any:
    if node.id in names:
        return names[node.id]
    if node.id in WORDS:
        return WORDS[node.id]
    raise FormulaError(f"nothing is called {node.id}")


def _sign(node: ast.UnaryOp, names: Mapping[str, Any]) -> Any:
    inner = _value(node.operand, names)
    if isinstance(node.op, ast.Not):
        return not inner
    if not isinstance(node.op, (ast.USub, ast.UAdd)):
        raise FormulaError("~ is not allowed")
    return -inner if isinstance(node.op, ast.USub) else +inner


def _operation(node: ast.BinOp, names: Mapping[str, Any]) -> Any:
    left, right = _value(node.left, names), _value(node.right, names)
    if type(node.op) not in OPERATIONS or not all(isinstance(side, (int, float)) for side in (left, right)):
        raise FormulaError(f"{ast.unparse(node)} is not allowed")
    if isinstance(node.op, ast.Pow):
        left = float(left)                                   # whole numbers have no limit, and a power of two may fill the memory
    result = OPERATIONS[type(node.op)](left, right)
    if isinstance(result, complex) or abs(result) > LARGEST:
        raise FormulaError(f"{ast.unparse(node)} is no number of at most 1e300")
    return result


def _joined(node: ast.BoolOp, names: Mapping[str, Any]) -> Any:
    wanted = isinstance(node.op, ast.Or)
    for part in node.values:
        found = _value(part, names)
        if bool(found) == wanted:
            return found
    return found


def _compared(node: ast.Compare, names: Mapping[str, Any]) -> bool:
    left = _value(node.left, names)
    for sign, other in zip(node.ops, node.comparators):
        right = _value(other, names)
        if type(sign) not in COMPARISONS:
            raise FormulaError(f"{ast.unparse(node)} is not allowed")
        if not COMPARISONS[type(sign)](left, right):
            return False
        left = right
    return True


def _call(node: ast.Call, names: Mapping[str, Any]) -> Any:
    if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS or node.keywords:
        raise FormulaError(f"{ast.unparse(node)} is not allowed; functions are {', '.join(FUNCTIONS)}")
    return FUNCTIONS[node.func.id](*(_value(one, names) for one in node.args))


FORMS: dict[type, Callable[[Any, Mapping[str, Any]], Any]] = {
    ast.Constant: _constant, ast.Name: _name, ast.UnaryOp: _sign, ast.BinOp: _operation, ast.BoolOp: _joined,
    ast.Compare: _compared, ast.Call: _call,
    ast.IfExp: lambda node, names: _value(node.body if _value(node.test, names) else node.orelse, names),
    ast.List: lambda node, names: [_value(one, names) for one in node.elts],
    ast.Tuple: lambda node, names: tuple(_value(one, names) for one in node.elts),
    ast.Dict: lambda node, names: {_value(key, names): _value(one, names) for key, one in zip(node.keys, node.values)},
    ast.Subscript: lambda node, names: _value(node.value, names)[_value(node.slice, names)],
}
