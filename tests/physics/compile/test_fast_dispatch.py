"""Arguments are known again only where numba would find the same types; calls with known ones do not ask it."""
from __future__ import annotations

import re
import sys
from contextlib import nullcontext
from typing import NamedTuple

import numpy as np
import pytest

from physics.compile.decorators import kernel
from physics.compile.dispatchers import REMEMBERED
from physics.compile.records.fast_dispatch import Description, comparison
from tests.benchmarks import calls


class Two(NamedTuple):
    """Of one class, and"""

    numbers: np.ndarray
    scale: float


class Other(NamedTuple):
    """of another one that looks alike."""

    numbers: np.ndarray
    scale: float


class Image(np.ndarray):
    """An array that is more than one."""


def frozen(array: np.ndarray) -> np.ndarray:
    """The same, which may not be written to."""
    array.flags.writeable = False
    return array


ZEROS = np.zeros((3, 4))
ARGUMENTS = (7, 1.5, True, np.float32(2), ZEROS, Two(ZEROS, 2.0), (ZEROS, (1, Two(np.zeros(3, np.int64), 2.0))))
LIKE = (8, -2.5, False, np.float32(3), np.ones((9, 2)), Two(np.ones((1, 1)), 3.0),
        (np.ones((0, 4)), (2, Two(np.ones(1, np.int64), 1.0))))
UNLIKE = {
    "a real number": (0, 7.0), "a yes or no": (0, True), "a whole number": (1, 1), "numpy's": (1, np.float64(1.5)),
    "double": (3, np.float64(2)), "single": (4, ZEROS.astype(np.float32)), "one dimension": (4, np.zeros(3)),
    "columns": (4, np.asfortranarray(ZEROS)), "strides": (4, np.zeros((3, 8))[:, ::2]), "constant": (4, frozen(np.zeros((3, 4)))),
    "no array": (4, 1.0), "class of arrays": (4, ZEROS.view(Image)), "class": (5, Other(ZEROS, 2.0)), "tuple": (5, (ZEROS, 2.0)),
    "field": (5, Two(ZEROS.astype(np.int64), 2.0)), "length": (6, (ZEROS,)), "deep": (6, (ZEROS, (1, Two(np.zeros(3), 2.0)))),
}


def test_what_looks_alike():
    """Other values and sizes are no difference."""
    assert comparison()(LIKE, Description(ARGUMENTS).address)


@pytest.mark.parametrize("change", UNLIKE)
def test_what_does_not(change):
    """Another type anywhere is one, or another number of arguments."""
    where, what = UNLIKE[change]
    changed = (*ARGUMENTS[:where], what, *ARGUMENTS[where + 1:])
    assert not comparison()(changed, Description(ARGUMENTS).address)
    assert not comparison()(ARGUMENTS[:-1], Description(ARGUMENTS).address)


def test_strides():
    """An array that is cut out is like another one, not like a whole one."""
    cut, description = np.zeros((3, 8))[:, ::2], Description((np.zeros((5, 9))[:, 1:3],))
    assert comparison()((cut,), description.address) and not comparison()((cut.copy(),), description.address)


def test_what_cannot_be_described():
    """Types that are more than what is compared."""
    for thing in (None, "text", ZEROS.view(Image)):
        with pytest.raises(TypeError):
            Description((thing,))


@kernel
def doubled(pair, into):
    """into = 2 scale numbers."""
    for k in range(len(into)):
        into[k] = 2 * pair.scale * pair.numbers[k]


def test_calls(monkeypatch):
    """Each kind of arguments asks numba once, and comes to its own code from then on."""
    asked = []
    usual = type(doubled).typeof_pyval
    monkeypatch.setattr(type(doubled), "typeof_pyval", lambda self, value: asked.append(value) or usual(self, value))
    for _ in range(3):
        for kind in (np.float64, np.float32, np.int64):
            into = np.zeros(3, kind)
            doubled(Two(np.arange(3).astype(kind), 1.5), into)
            assert into == pytest.approx([0, 3, 6])
    assert len(doubled.known) == 3 <= REMEMBERED
    before = len(asked)
    for kind in (np.float64, np.float32, np.int64):
        doubled(Two(np.arange(3).astype(kind), 1.5), np.zeros(3, kind))
    assert len(asked) == before


def test_the_benchmark(monkeypatch, capsys):
    """`tests.benchmarks.calls` goes on working, and what it switches is whether calls pass the dispatcher by."""
    monkeypatch.setattr(sys, "argv", "calls tower --steps 8".split())
    calls.main()
    assert re.fullmatch(r"tower +\d+ us +\d+ us +\d+\.\d\d", capsys.readouterr().out.splitlines()[1])
    monkeypatch.setattr(doubled, "known", ())
    for known, way in ((0, calls.dispatched), (1, nullcontext)):
        with way():
            doubled(Two(np.zeros(3), 1.5), np.zeros(3))
        assert len(doubled.known) == known
