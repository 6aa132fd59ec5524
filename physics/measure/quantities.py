"""Quantities: metrics as words of the language of expressions, and the bodies and joints that are named in them.

    max_penetration                                     a metric of the world
    speed(brick)                                        of bodies: a name, a generator's name, "brick_*", or nothing for all
    joint_measure(door)                                 of joints, in the same way; without parentheses all of them
    inside(gate, "ball_*")                              of two: how many of these bodies overlap these sensors
"""
from __future__ import annotations

import ast
import fnmatch
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from physics.definitions.tunable import nearest
from physics.expressions.evaluation import NoValue, Value
from physics.expressions.grammar import Language, Place, name_of
from physics.expressions.words import CONSTANTS
from physics.measure.metrics import DIVIDED, METRICS, unknown
from physics.measure.sampler import Sampler

SUBJECTS = {"bodies": "body", "joints": "joint", "pairs": "body"}                # scope of a metric -> what its arguments name
WORDS = [name for name, found in METRICS.items() if found.scope in ("world", "joints")]
KINDS = {name: SUBJECTS[found.scope] for name, found in METRICS.items() if found.scope != "world"}
PAIRED = [name for name, found in METRICS.items() if found.scope == "pairs"]
PLURALS = {"bodies": "dynamic body", "joints": "joint"}


class Quantities(Language):
    """Metrics as words; a language that adds others derives from it.

    selectors  names and patterns in what was checked, each with its kind: "body" or "joint"
    """

    def __init__(self):
        self.selectors: list[tuple[str, str]] = []

    def functions(self) -> Iterable[str]:
        return KINDS

    def words(self) -> Iterable[str]:
        """Names that stand without parentheses."""
        return [*WORDS, *CONSTANTS]

    def check_name(self, node: ast.Name, place: Place) -> None:
        if node.id in PAIRED:
            raise place.wrong(node, f"{node.id} takes a sensor and a body: {node.id}(gate, ball)")
        if KINDS.get(node.id) == "body":
            raise place.wrong(node, f"{node.id} is measured on bodies: {node.id}() for all, {node.id}(name) for some")
        if node.id not in (words := list(self.words())):
            raise place.wrong(node, unknown(node.id, words))

    def no_function(self, name: str) -> str:
        return unknown(name) if name in DIVIDED else ""

    def check_call(self, node: ast.Call, place: Place) -> None:
        name = node.func.id
        if name in PAIRED and len(node.args) != 2:
            raise place.wrong(node, f"{name} takes a sensor and a body: {name}(gate, ball)")
        for argument in node.args:
            selector = name_of(argument)
            if selector is None:
                raise place.wrong(argument, f"{ast.unparse(argument)!r} names no {KINDS[name]}; "
                                            "write a name or a pattern such as \"brick_*\"")
            self.selectors.append((KINDS[name], selector))


def select(selector: str, names: Mapping[str, int]) -> list[int]:
    """Uids of the bodies or joints of a selector: that of this name, else those numbered under it, else by pattern."""
    if selector in names:
        return [names[selector]]
    numbered = [uid for name, uid in names.items() if name.startswith(f"{selector}_") and name[len(selector) + 1:].isdigit()]
    return numbered or [uid for name, uid in names.items() if fnmatch.fnmatchcase(name, selector)]


class Selections:
    """What the selectors of an expression name: `uids` by kind and selector.  `bodies` and `joints` map names to uids."""

    def __init__(self, selectors: Iterable[tuple[str, str]], bodies: Mapping[str, int], joints: Mapping[str, int]):
        self.selectors = tuple(selectors)
        self.renew(bodies, joints)

    def renew(self, bodies: Mapping[str, int], joints: Mapping[str, int]) -> None:
        """Find again what is named, after bodies or joints were added or removed."""
        self.names = {"body": bodies, "joint": joints}
        self.uids = {(kind, selector): select(selector, self.names[kind]) for kind, selector in self.selectors}

    def nameless(self) -> tuple[str, str] | None:
        """The first selector that names nothing, and a message with the nearest name; None when all name something."""
        for (kind, selector), uids in self.uids.items():
            if not uids:
                near = nearest(selector, list(self.names[kind]))
                return selector, f"no {kind} has the name {selector!r}; {near}".rstrip(" ;")
        return None

    def leaf(self, node: ast.expr) -> Value:
        """The function of a sampler that reads the metric of a name or a call; it raises NoValue where there is none."""
        if isinstance(node, ast.Name):
            return lambda sampler: measured(node.id, None, sampler)
        name, kind = node.func.id, KINDS[node.func.id]
        if name in PAIRED:
            return lambda sampler: sampler.read(name, *(self._subjects(kind, [side], sampler) for side in node.args))
        return lambda sampler: measured(name, self._subjects(kind, node.args, sampler) if node.args else None, sampler)

    def bodies_of(self, node: ast.Call, sampler: Sampler) -> np.ndarray:
        """Uids of the bodies that the call of a metric of bodies has values of, in their order."""
        facts = sampler.now.facts
        rows = sampler.now.rows(self._subjects("body", node.args, sampler)) if node.args else np.flatnonzero(facts.dynamic)
        return facts.uids[rows]

    def _subjects(self, kind: str, arguments: list[ast.expr], sampler: Sampler) -> list[int]:
        """Uids of what the arguments name; each must still name something."""
        found: list[int] = []
        for argument in arguments:
            selector = name_of(argument)
            uids = self.uids[kind, selector]
            if not sampler.any_left(kind, uids):
                raise NoValue(f"there is no {kind} {selector!r} {'any more' if uids else 'here'}")
            found += uids
        return found


def measured(name: str, uids: list[int] | None, sampler: Sampler) -> Any:
    """A metric, by `Sampler.read`.  Raises NoValue when there is nothing that it could measure."""
    value, about = sampler.read(name, uids), METRICS[name]
    if np.size(value) == 0:
        hint = "; joints that broke or are off have none" if about.partial and len(sampler.now.joints.uids) else ""
        raise NoValue(f"there is no {PLURALS[about.scope]} that {name} could measure{hint}")
    return value


def names_in(world: Any) -> tuple[dict[str, int], dict[str, int]]:
    """Uids of a world's bodies and of its joints by name, of those that have one."""
    return ({body.name: body.uid for body in world.bodies if body.name},
            {joint.name: joint.uid for joint in world.joints if joint.name})
