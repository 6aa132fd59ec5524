"""The grammar: Python's own parser makes the tree of a text, of which only the forms below are accepted.

    quantity    number, name, -x +x, x + - * / ** y, min max sum mean abs sqrt norm count of one quantity, a language's functions
    truth       x < <= > >= y, and what the language adds: == and !=, not, names that are true or false
    both        truths joined by `and`, `or`

A line end counts as a space.  Length, depth and number of parts are limited, so that a text costs nothing before it is refused.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from physics.definitions.numbers import NotANumber, finite
from physics.definitions.tunable import nearest
from physics.expressions.error import ExpressionError, at_node
from physics.expressions.words import COMPARISONS, CONSTANTS, FUNCTIONS, OPERATIONS, ORDER

LONGEST, DEEPEST, MOST_PARTS = 400, 40, 200     # characters; nested forms; numbers, names and operations
SIGNS = {"=": "==", "=>": ">=", "=<": "<=", "<>": "!=", "≥": ">=", "≤": "<=", "≠": "!=", "&&": "and", "||": "or", "!": "not"}


class Language:
    """What may stand for a name and for a call; the methods raise by `wrong`.

    logic      whether `not`, == and != are allowed
    example    a truth to write, for messages
    """

    logic = False
    example = "max_penetration < 0.01"

    def functions(self) -> Iterable[str]:
        """Names of the language's functions, besides those of the grammar."""
        return ()

    def check_name(self, node: ast.Name, place: "Place") -> None:
        """A quantity by name; raises if there is none."""
        raise NotImplementedError

    def check_call(self, node: ast.Call, place: "Place") -> None:
        """A call of one of `functions`; raises if its arguments are wrong."""
        raise NotImplementedError

    def no_function(self, name: str) -> str:
        """Why there is no function of this name, where the language knows better than a list."""
        return ""

    def is_truth(self, node: ast.expr) -> bool:
        """Whether a name or a call is true or false, not a quantity."""
        return False

    def check_comparison(self, node: ast.Compare, place: "Place") -> bool:
        """Whether the language itself has checked a comparison, of which a side is not a quantity; raises if it is wrong."""
        return False


class Place(NamedTuple):
    """The text that is checked, and by which language."""

    text: str
    language: Language

    def wrong(self, node: ast.expr, message: str) -> ExpressionError:
        """The error at a node."""
        return at_node(message, self.text, node)

    def truth(self, node: ast.expr) -> bool:
        """Whether a node is true or false, by its form."""
        if isinstance(node, (ast.Name, ast.Call)):
            return self.language.is_truth(node)
        return isinstance(node, (ast.Compare, ast.BoolOp)) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def one_line(text: str) -> str:
    """The text without line ends and the space around it."""
    return " ".join(text.split("\n")).strip()


def parse(text: str, language: Language, compares: bool = True) -> ast.expr:
    """The tree of `text`, a truth or, when not `compares`, a quantity.  Raises ExpressionError."""
    text = one_line(text)
    if len(text) > LONGEST:
        raise ExpressionError(f"longer than {LONGEST} characters", text, LONGEST + 1)
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        raise _unparsed(text, error) from None
    _limit(tree, text)
    place = Place(text, language)
    if compares and not place.truth(tree):
        _check_quantity(tree, place)                     # an unknown name is the nearer reason
        raise ExpressionError(f"{text!r} compares nothing; write for instance {language.example}")
    if not compares and place.truth(tree):
        raise ExpressionError(f"{text!r} compares; write a quantity alone, for instance max_penetration")
    (_check_truth if compares else _check_quantity)(tree, place)
    return tree


def _unparsed(text: str, error: Exception) -> ExpressionError:
    """The error of Python's parser, at its place when it has one."""
    reason, offset = getattr(error, "msg", None) or str(error) or "too deeply nested", getattr(error, "offset", None)
    if offset == 0:                                      # Python's parser came to the end
        reason, offset = "it ends too early" if text else "nothing is written", len(text) + 1
    elif offset and (sign := _sign_at(text, offset)):
        (offset, found), reason = sign, f"write {SIGNS[sign[1]]!r} for {sign[1]!r}"
        return ExpressionError(f"{text!r} is not an expression: {reason}", text, offset, len(found))
    message = f"{text!r} is not an expression: {reason}"
    return ExpressionError(message, text, min(offset, len(text) + 1)) if offset else ExpressionError(message)


def _sign_at(text: str, column: int) -> tuple[int, str] | None:
    """Column and sign of one that other languages have, where Python's parser stopped; None where there is none."""
    found = re.finditer(r"[=<>!&|]+|[≥≤≠]", text)
    return next(((one.start() + 1, one[0]) for one in found if one.start() < column <= one.end() + 1 and one[0] in SIGNS), None)


def _limit(tree: ast.expr, text: str) -> None:
    """Raise for a tree too deep or with too many parts, without recursion."""
    parts, waiting = 0, [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        parts += isinstance(node, ast.expr)
        if depth > DEEPEST:
            raise at_node(f"more than {DEEPEST} operations are nested", text, node)
        if parts > MOST_PARTS:
            raise at_node(f"more than {MOST_PARTS} numbers, names and operations", text, node)
        waiting += [(child, depth + 1) for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


def _check_truth(node: ast.expr, place: Place) -> None:
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            if not place.truth(part):
                raise place.wrong(part, "`and` and `or` join comparisons")
            _check_truth(part, place)
    elif isinstance(node, ast.Compare):
        _check_comparison(node, place)
    elif isinstance(node, ast.UnaryOp):
        if not place.language.logic:
            raise place.wrong(node, f"{ast.unparse(node)!r} is not allowed here; turn the comparison round instead of `not`")
        if not place.truth(node.operand):
            raise place.wrong(node.operand, "`not` stands before a comparison in parentheses")
        _check_truth(node.operand, place)
    else:
        _check_leaf(node, place)


def _check_comparison(node: ast.Compare, place: Place) -> None:
    allowed = COMPARISONS if place.language.logic else ORDER
    if not all(type(op) in allowed for op in node.ops):
        if place.language.logic:
            raise place.wrong(node, "compare with <, <=, >, >=, == or !=")
        raise place.wrong(node, "compare with <, <=, > or >=; equality is abs(a - b) < tolerance")
    if not place.language.check_comparison(node, place):
        for side in (node.left, *node.comparators):
            _check_quantity(side, place)


def _check_quantity(node: ast.expr, place: Place) -> None:
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        _check_quantity(node.left, place)
        _check_quantity(node.right, place)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        _check_quantity(node.operand, place)
    elif place.truth(node):
        raise place.wrong(node, f"{ast.unparse(node)!r} is true or false, and a quantity is wanted")
    elif isinstance(node, (ast.Name, ast.Call)):
        _check_leaf(node, place)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        try:
            finite(node.value)
        except NotANumber:
            raise place.wrong(node, "a number is at most 1.8e308") from None
    else:
        raise place.wrong(node, f"{ast.unparse(node)!r} is not allowed here; use numbers, names, + - * / ** and functions")


def _check_leaf(node: ast.Name | ast.Call, place: Place) -> None:
    if isinstance(node, ast.Name):
        if node.id not in CONSTANTS:
            place.language.check_name(node, place)
        return
    name = node.func.id if isinstance(node.func, ast.Name) else None
    known = [*FUNCTIONS, *place.language.functions()]
    if name not in known:
        word, near = repr(name or ast.unparse(node.func)), nearest(name, known) if name else ""
        raise place.wrong(node.func, place.language.no_function(name or "") or
                          f"there is no function {word}; {near}allowed are {', '.join(known)}")
    if node.keywords:
        raise place.wrong(node, f"{name} takes no named arguments")
    if name in FUNCTIONS:
        check_one(node, place)
    else:
        place.language.check_call(node, place)


def check_one(node: ast.Call, place: Place) -> None:
    """A call with one quantity; raises for anything else."""
    if len(node.args) != 1:
        raise place.wrong(node, f"{node.func.id} takes one argument")
    _check_quantity(node.args[0], place)


def name_of(node: ast.expr) -> str | None:
    """A name as it is written: `normal`, `doll_0.head`, "a name with spaces"; None for what is no name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = name_of(node.value)
        return None if before is None else f"{before}.{node.attr}"
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def calls(tree: ast.expr) -> Iterator[ast.Call]:
    """Every call in a checked tree."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))
