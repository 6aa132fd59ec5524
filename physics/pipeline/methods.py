"""Methods by their names, and whether a method can solve the constraints of a step."""
from __future__ import annotations

from importlib import import_module

import numpy as np

from physics.bodies.arrays import FIRST
from physics.constraints import part
from physics.definitions.method_names import LABORATORY, MISTAKES, OURS, PREFIX
from physics.definitions.tunable import SettingError
from physics.dynamics import sequential_impulse
from physics.dynamics.method import CONTACT, JOINT, MOTOR, SPRING, Method
from physics.dynamics.substeps import Extent, State
from physics.simd.value import W

USES = {part.MOTOR: MOTOR, part.SPRING: SPRING}
MOST_CONSTRAINTS = 600                           # limit of the laboratory, on touching pairs and parts of joints: seconds a step


class UnsupportedMethod(SettingError):
    """The chosen method cannot solve the constraints of the world; the text is one line for the user."""

    def __init__(self, reason: str):
        super().__init__("method", f"solver.method: {reason}")


def method_of(name: str) -> Method:
    """The method of this name, which is one of `method_names()` or `mistake_names()`."""
    if name == OURS:
        return sequential_impulse.METHOD
    if name.startswith(PREFIX):
        mistake = import_module(f"physics.lab.{MISTAKES.name}.{name.removeprefix(PREFIX)}").MISTAKE
        return import_module(f"physics.lab.{MISTAKES.name}.plain_step").method_of(name, mistake)
    return import_module(f"physics.lab.{LABORATORY.name}.{name}").METHOD


def constraints_in(state: State, extent: Extent) -> int:
    """How many touching pairs and parts of joints a step has."""
    contacts, parts = state.contacts, state.parts
    return sum(int(np.count_nonzero(np.maximum(blocks.a, blocks.b)[:count * W] >= FIRST))
               for blocks, count in ((contacts, extent.contacts), (parts, extent.parts)))


def kinds_in(state: State, extent: Extent) -> set[str]:
    """The kinds of constraints that a step has."""
    kinds = {CONTACT} if extent.contacts else set()
    parts = state.parts
    numbers = parts.part[:extent.parts * W]
    numbers = numbers[np.maximum(parts.a, parts.b)[:len(numbers)] >= FIRST]
    if len(numbers):
        uses = parts.store.reshape(-1, part.PART_SLOTS, W)[numbers // W, part.USE, numbers % W]
        kinds |= {JOINT} | {USES[int(use)] for use in np.unique(uses) if int(use) in USES}
    return kinds


def chosen(name: str, state: State, extent: Extent) -> Method:
    """The method of this name.  Raises UnsupportedMethod if it cannot solve this step."""
    method = method_of(name)
    if method is not sequential_impulse.METHOD:              # which solves all constraints
        reason, count = method.supports(kinds_in(state, extent)), constraints_in(state, extent)
        if not reason and count > MOST_CONSTRAINTS:
            reason = f"{name} is a laboratory method, for at most {MOST_CONSTRAINTS} constraints; this step has {count:,}"
        if reason:
            raise UnsupportedMethod(reason)
    return method
