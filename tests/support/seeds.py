"""Seeds of random tests: ten of them run with all others, the rest with `make fuzz`."""
from __future__ import annotations

import pytest

QUICK = 10


def seeds(number: int) -> list:
    """0 .. number - 1 as values of a parameter; those from QUICK on are marked `fuzz`."""
    return [*range(min(number, QUICK)), *(pytest.param(seed, marks=pytest.mark.fuzz) for seed in range(QUICK, number))]
