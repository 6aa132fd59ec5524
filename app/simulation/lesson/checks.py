"""Checks: the language of a lesson's tasks, expectations and a few words about what the learner does.

    max_penetration > 0.01                              as in `expect:`; it may hold in any variant
    b: peak(height(ball)) > 1.2 * start(height(ball))   in variant b alone
    setting(solver.beta) > 0.5                          a live setting, see `live_settings`; a switch is 0 or 1
    chosen(solver.stabilization, soft) > 0              1 where a choice has this value, else 0
    pull(crate) > 100                                   force of the mouse on a body [N], 0 while it does not hold it

A task is ticked when its check holds after a step; `start(x)` is x when the card began.
"""
from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from app.published.status import VARIANT_NAMES
from app.published.tuning import WORLD_SETTINGS
from app.simulation.lesson.live_settings import BODIES, JOINTS, SOLVER, WORLD, value_of
from physics.definitions.settings import SolverSettings
from physics.definitions.tunable import nearest, tunables
from physics.expressions import grammar
from physics.expressions.evaluation import NoValue, Value
from physics.expressions.grammar import Place, name_of
from physics.measure.sampler import Sampler
from scenes.running.expectations import WINDOWS, Expectations, Expression
from scenes.running.judge import Judge, Judgement

CLOCK = "time"
SETTING, CHOSEN, PULL = OWN = ("setting", "chosen", "pull")
NAMED = {SOLVER: tuple(tunables(SolverSettings)), WORLD: tuple(WORLD_SETTINGS)}
PREFIX = re.compile(rf"\s*([{VARIANT_NAMES}]):\s*(.*)", re.DOTALL)


class Check(NamedTuple):
    """A checked check: the variant that it looks at, "" for any, its expression, and the paths of settings in it."""

    text: str
    variant: str
    expression: Expression
    paths: tuple[str, ...] = ()


class Checks(Expectations):
    """Expectations, settings, and the mouse.

    paths  of the live settings in what was checked
    """

    def __init__(self):
        super().__init__()
        self.paths: list[str] = []

    def functions(self) -> Iterable[str]:
        return [*OWN, *super().functions()]

    def check_call(self, node: ast.Call, place: Place) -> None:
        name = node.func.id
        if name not in OWN:
            super().check_call(node, place)
        elif len(node.args) != (2 if name == CHOSEN else 1):
            wanted = {SETTING: "setting(solver.beta)", CHOSEN: "chosen(solver.stabilization, soft)", PULL: "pull(crate)"}
            raise place.wrong(node, f"{name} is written as {wanted[name]}")
        elif name == PULL:
            self.selectors.append(("body", self._word(node.args[0], place)))
        else:
            self._path(node.args[0], place)
            if name == CHOSEN:
                self._word(node.args[1], place)

    def _word(self, node: ast.expr, place: Place) -> str:
        word = name_of(node)
        if word is None:
            raise place.wrong(node, f"{ast.unparse(node)!r} is no name")
        return word

    def _path(self, node: ast.expr, place: Place) -> None:
        path = self._word(node, place)
        section, _, rest = path.partition(".")
        if section in NAMED:
            if rest not in NAMED[section]:
                raise place.wrong(node, f"there is no setting {path!r}; {nearest(rest, NAMED[section])}"
                                        f"{section} has {', '.join(NAMED[section])}")
        elif section not in (JOINTS, BODIES) or "." not in rest:
            raise place.wrong(node, f"{path!r} is no setting; write solver.beta, world.gravity, joints.NAME.KEY or "
                                    "bodies.NAME.KEY")
        self.paths.append(path)


def check_of(text: str) -> Check:
    """The check in `text`; ExpressionError names the invalid part and the allowed ones."""
    match = PREFIX.fullmatch(text)
    variant, bare = (match[1], match[2]) if match else ("", text)
    language = Checks()
    tree = grammar.parse(bare, language)
    windowed = any(node.func.id in WINDOWS for node in grammar.calls(tree))
    return Check(text, variant, Expression(tree, tuple(language.selectors), windowed), tuple(language.paths))


class CheckJudge(Judge):
    """Evaluates one check of one world step by step."""

    def _truth(self, node: ast.expr, sampler: Sampler) -> Judgement:
        if not (isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)):
            return super()._truth(node, sampler)
        parts = [self._truth(part, sampler) for part in node.values]
        return min(parts, key=lambda judged: (judged.passed, _is_time(judged), judged.margin))     # time comes last

    def _leaf(self, node: ast.expr) -> Value:
        if not (isinstance(node, ast.Call) and node.func.id in OWN):
            return super()._leaf(node)
        name, words = node.func.id, [name_of(argument) for argument in node.args]
        if name == PULL:
            return lambda sampler: _pull(sampler, self.selections.uids["body", words[0]])
        if name == CHOSEN:
            return lambda sampler: float(str(_value(sampler, words[0])) == words[1])
        return lambda sampler: _number(_value(sampler, words[0]), words[0])


def _is_time(judged: Judgement) -> bool:
    """Whether the time alone was compared."""
    return isinstance(judged.compared[0], ast.Name) and judged.compared[0].id == CLOCK


def _value(sampler: Sampler, path: str) -> Any:
    try:
        return value_of(sampler.world, path)
    except (KeyError, StopIteration):
        raise NoValue(f"there is no {path}") from None


def _number(value: Any, path: str) -> float:
    """A setting as a number."""
    if value is None or isinstance(value, str):
        raise NoValue(f"{path} is {value or 'none'}, and no number")
    return float(value)


def _pull(sampler: Sampler, uids: list[int]) -> float:
    """Force of the mouse's springs on these bodies [N]."""
    forces = [float(np.linalg.norm(joint.force)) for joint in sampler.world.joints
              if joint.type_name == "mouse" and joint.a is not None and joint.a.uid in uids]
    return max(forces, default=0.0)
