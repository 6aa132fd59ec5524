"""The names of the methods that can solve a step: the wide solver, and one for each file of the laboratory; and the mistakes.

Only file names are read here; a method is imported when it is chosen, see `pipeline.methods`.
"""
from __future__ import annotations

import pkgutil
from pathlib import Path

OURS = "sequential_impulse"                       # the wide solver, the only one outside the laboratory
LABORATORY = Path(__file__).parents[1] / "lab" / "methods"
MISTAKES, PREFIX = LABORATORY.parent / "mistakes", "mistake."          # a mistake is chosen by this prefix and its file's name
FRAME = ("account", "mistake", "plain_step", "responses")             # files there that are none


def method_names() -> tuple[str, ...]:
    """Allowed values of `solver.method`, the wide solver first."""
    return OURS, *sorted(module.name for module in pkgutil.iter_modules([str(LABORATORY)]))


def mistake_names() -> tuple[str, ...]:
    """Values of `solver.method` that are allowed and in no list: solvers with one wrong formula, for lessons."""
    return tuple(sorted(f"{PREFIX}{module.name}" for module in pkgutil.iter_modules([str(MISTAKES)]) if module.name not in FRAME))
