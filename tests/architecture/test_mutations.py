"""The list of mutations fits the sources: what each changes stands there once, and its tests are there."""
from __future__ import annotations

from tests.mutations.__main__ import mutations


def test_every_mutation_fits():
    wrong = [f"{each}: {problem}" for each in mutations() if (problem := each.problem())]
    assert not wrong, "\n".join(wrong)
