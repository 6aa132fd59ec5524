"""A stop condition: an expression, compiled once for a world, begun before each step and checked after it."""
from __future__ import annotations

import ast
from typing import Any, NamedTuple

import numpy as np

from physics.expressions.columns import ROW
from physics.expressions.error import ExpressionError, at_node
from physics.expressions.evaluation import NoValue, Value, quantity
from physics.expressions.grammar import calls, name_of, one_line, parse
from physics.expressions.truth import Compared, truth
from physics.expressions.words import CONSTANTS
from physics.measure.quantities import Selections, names_in
from physics.measure.sampler import Sampler
from physics.stopping.conditions import CONDITIONS, STEP_QUANTITIES, Moment, called, rows_of
from physics.stopping.language import StopLanguage, StopMeanings, read_column


class Found(NamedTuple):
    """What a condition that holds found; see `Stopped`."""

    values: dict[str, float | str]
    where: str


class Shown(NamedTuple):
    """A quantity to show: its text, its function, and the names of its values, if it has any."""

    text: str
    value: Value
    names: dict[Any, str]


class StopCondition:
    """An expression for `World.step(stop_when=...)`; one object may be used for a world as long as it lives.

    It is compiled when a world is first stepped with it, or by `compile`; ExpressionError says what is wrong and where.  Metrics
    that compare with the start, such as `displacement`, compare with that moment.
    """

    def __init__(self, text: str):
        self.given, self.text = text, one_line(text)
        self._compiled: Compiled | None = None

    def __getstate__(self) -> dict[str, Any]:
        """A copy is compiled again, for its own world."""
        return vars(self) | {"_compiled": None}

    def compile(self, world: Any) -> None:
        """Check and compile it for a world.  Raises ExpressionError."""
        if self._compiled is None or self._compiled.sampler.world is not world:
            self._compiled = Compiled(self.text, world)

    def begin(self, world: Any, inside: bool = False) -> None:
        """Read what the expression compares with, before a step.  Raises ExpressionError for what is not known `inside` one,
        where it is going to be checked there too."""
        self.compile(world)
        if inside:
            self._compiled.check_inside()
        self._compiled.begin()

    def check(self, world: Any) -> Found | None:
        """What holds now, or None.  `begin` comes first."""
        return self._compiled.check()


class Compiled:
    """A stop expression of one world."""

    def __init__(self, text: str, world: Any):
        columns = world.row_columns()
        language = StopLanguage(columns)
        self._text, self._tree = text, parse(text, language)
        self._inside_checked, tree = False, self._tree
        self.sampler, self._before = Sampler(world), {}
        self._selections = Selections(language.selectors, *names_in(world))
        _check_names(text, tree, self._selections)
        self._meanings = StopMeanings(text, columns, self._selections)
        self._truth = truth(tree, self._meanings)
        self._shown = [(part, self._shown_of(part)) for part in self._truth.parts]
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        self._needed = [one for name, one in (CONDITIONS | STEP_QUANTITIES).items() if name in used and one.before]
        self._facts, self._joints = self.sampler.facts, self._joint_uids()

    def check_inside(self) -> None:
        """Raise where a column is used that rows do not have inside a step."""
        if not self._inside_checked:
            absent = self.sampler.world.row_columns(inside=True).absent
            for node in ast.walk(self._tree):
                if isinstance(node, ast.Name) and node.id in absent:
                    raise at_node(absent[node.id], self._text, node)
            self._inside_checked = True

    def begin(self) -> None:
        """Read what is compared with."""
        world = self.sampler.world
        self._before = {one.name: one.before(world) for one in self._needed}

    def check(self) -> Found | None:
        """What holds, or None."""
        self.sampler.look()
        if self.sampler.facts is not self._facts or self._joint_uids() != self._joints:
            self._facts, self._joints = self.sampler.facts, self._joint_uids()
            self._selections.renew(*names_in(self.sampler.world))
        moment = Moment(self.sampler.world, self.sampler, self._before)
        with np.errstate(all="ignore"):
            held = self._truth.held(moment)
            return self._found(moment, np.asarray(held)) if np.any(held) else None

    def _joint_uids(self) -> list[int]:
        named = any(kind == "joint" for kind, _ in self._selections.selectors)
        return [joint.uid for joint in self.sampler.world.joints] if named else []

    def _shown_of(self, part: Compared) -> list[Shown]:
        """The quantities of a comparison that are worth showing."""
        if isinstance(part.node, ast.Name):
            return [Shown(part.node.id, CONDITIONS[part.node.id].measure, {})]
        columns = self._meanings.columns
        if named := columns.named(part.node):
            return [Shown(named[0], read_column(named[0]), {value: name for name, value in columns.values[named[0]].items()})]
        sides = [part.node.left, *part.node.comparators]
        return [Shown(ast.unparse(side), quantity(side, self._meanings.leaf), {}) for side in sides
                if any(isinstance(node, ast.Name) and node.id not in CONSTANTS for node in ast.walk(side))]

    def _found(self, moment: Moment, held: np.ndarray) -> Found:
        """The numbers of the comparisons that hold, of the first entry for which all do; where `not` turned them, of all."""
        entry, family, values = _first(held), self._truth.family, {}
        masks = [np.asarray(part.held(moment)) for part, _ in self._shown]
        turned, where = not any(mask.any() for mask in masks), ""
        for (part, shown), mask in zip(self._shown, masks):
            if not (turned or mask.any()):
                continue
            own = entry if part.family == family and mask.shape == held.shape else _first(mask)
            where = where or self._where(moment, part.family, own)
            values |= {one.text: _entry(one, moment, own) for one in shown}
        return Found(values, where)

    def _where(self, moment: Moment, family: Any, entry: int | None) -> str:
        """The body or the row of an entry."""
        if entry is None or family.of is None:
            return ""
        if family == ROW:
            table = rows_of(moment.world)
            pair = [called(moment.world, int(uid)) if uid >= 0 else "the world" for uid in (table.a[entry], table.b[entry])]
            return f"row {entry}, {' and '.join(pair)}"
        if family.kind == "body" and family in self._meanings.calls:
            return called(moment.world, int(self._selections.bodies_of(self._meanings.calls[family], moment.sampler)[entry]))
        return ""


def _first(mask: np.ndarray) -> int | None:
    """The first entry that holds; None of one truth."""
    return int(np.argmax(mask.reshape(len(mask), -1).any(axis=1))) if mask.ndim else None


def _entry(shown: Shown, moment: Moment, entry: int | None) -> float | str:
    """The number or name of one entry of a quantity."""
    try:
        value = shown.value(moment)
    except NoValue:
        return "none"
    if isinstance(value, str):
        return value
    one = np.asarray(value)
    one = one.max() if entry is None or one.ndim > 1 else one[entry] if one.ndim else one[()]
    return shown.names.get(one.item(), str(one)) if shown.names else float(one)


def _check_names(text: str, tree: ast.expr, selections: Selections) -> None:
    """Raise for a selector that names nothing."""
    if nameless := selections.nameless():
        for call in calls(tree):
            for argument in call.args:
                if name_of(argument) == nameless[0]:
                    raise at_node(nameless[1], text, argument)
        raise ExpressionError(nameless[1], text)
