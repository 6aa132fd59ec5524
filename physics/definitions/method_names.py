"""The names of the methods that can solve a step: the wide solver, and one for each file of the laboratory.

Only file names are read here; a method is imported when it is chosen, see `pipeline.methods`.
"""
from __future__ import annotations

import pkgutil
from pathlib import Path

OURS = "sequential_impulse"                       # the wide solver, the only one outside the laboratory
LABORATORY = Path(__file__).parents[1] / "lab" / "methods"


def method_names() -> tuple[str, ...]:
    """Allowed values of `solver.method`, the wide solver first."""
    return OURS, *sorted(module.name for module in pkgutil.iter_modules([str(LABORATORY)]))
