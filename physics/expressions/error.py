"""The error of an expression: what is wrong, where, and the text with a caret under the place."""
from __future__ import annotations

import ast

from physics.definitions.tunable import SettingError

INDENT = "    "
TAIL = 60           # characters shown on each side of a place in a long text


class ExpressionError(SettingError):
    """A text that is no expression of its language.

    message   what is wrong and what is allowed, one line, without the place
    text      the expression
    column    of the first wrong character, from 1
    length    number of wrong characters
    """

    def __init__(self, message: str, text: str = "", column: int = 1, length: int = 1):
        self.message, self.text, self.column, self.length = message, text, column, max(length, 1)
        super().__init__("expression", self._whole())

    @property
    def line(self) -> str:
        """What is wrong and the column, in one line, where a caret has no place: among other lines, in another font."""
        return f"column {self.column}: {self.message}" if self.text else self.message

    def _whole(self) -> str:
        if not self.text:
            return self.message
        begin = max(self.column - 1 - TAIL, 0)
        shown = self.text[begin:self.column - 1 + self.length + TAIL]
        before, after = "..." * (begin > 0), "..." * (begin + len(shown) < len(self.text))
        caret = " " * (len(before) + self.column - 1 - begin) + "^" * self.length
        return f"{self.line}\n{INDENT}{before}{shown}{after}\n{INDENT}{caret}"


def at_node(message: str, text: str, node: ast.expr) -> ExpressionError:
    """The error at a node of the tree of `text`, a text of one line."""
    raw = text.encode("utf-8")                           # the columns of a tree count bytes
    begin = len(raw[:node.col_offset].decode("utf-8", "replace"))
    end = len(raw[:node.end_col_offset].decode("utf-8", "replace"))
    return ExpressionError(message, text, begin + 1, end - begin)
