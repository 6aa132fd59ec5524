"""Records: NamedTuples of this package as kernels see them, and the block of words that Python fills for them."""
from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit, typeof

from physics.bodies.arrays import new_bodies
from physics.compile.struct_abi import Record
from physics.dynamics.parameters import Stop
from physics.parallel.team import alone


class Inner(NamedTuple):
    """Numbers."""

    whole: int
    real: float
    yes: bool


class Outer(NamedTuple):
    """Arrays and a record between them."""

    flat: np.ndarray
    inner: Inner
    table: np.ndarray
    pair: tuple


class Foreign(NamedTuple):
    """As other programs have them."""

    whole: int


Inner.__module__ = Outer.__module__ = "physics.example"


def outer(**changed) -> Outer:
    """Something of everything."""
    return Outer(np.arange(5, dtype=np.float32), Inner(-7, 0.25, True), np.arange(12, dtype=np.int32).reshape(3, 4),
                 (2, 1.5))._replace(**changed)


@njit
def read(o):
    return (o.flat[3], len(o.flat), o.inner.whole, o.inner.real, o.inner.yes, o.table[1, 2], o.table[-1, -1], o.table.shape[0],
            o.table.size, o.pair[0], o.pair[1])


@njit
def pass_on(o):
    inner = o.inner
    return read(o), inner.whole


@njit
def add(o, number):
    for k in range(len(o.flat)):
        o.flat[k] += number


def told(o: Outer) -> tuple:
    """What `read` should say."""
    return (o.flat[3], len(o.flat), *o.inner, o.table[1, 2], o.table[-1, -1], o.table.shape[0], o.table.size, *o.pair)


def test_only_those_of_this_package_are_records():
    for value in (outer(), new_bodies(1, "single"), alone(), Stop(1, 2, 3)):
        assert isinstance(typeof(value), Record)
    assert not isinstance(typeof(Foreign(1)), Record)


@pytest.mark.parametrize("o", [outer(), outer(inner=Inner(2**62, -1.0, False)), outer(inner=Inner(-1, -1.0, True)),
                               outer(table=np.arange(24, dtype=np.int32).reshape(3, 8)[:, ::2]),
                               outer(table=np.asfortranarray(np.arange(12, dtype=np.int32).reshape(3, 4))),
                               outer(flat=np.arange(40, dtype=np.float32)[::8])],
                         ids=["plain", "large", "minus one", "strided", "fortran", "strided flat"])
def test_every_field_arrives(o):
    assert read(o) == told(o)
    assert pass_on(o) == (told(o), o.inner.whole)


def test_types_are_told_apart():
    """Records of other arrays have other types, and other names in compiled code."""
    kinds = [typeof(outer()), typeof(outer(flat=np.zeros(2))), typeof(outer(pair=(1, 2))), typeof(outer().inner)]
    assert len(set(kinds)) == len({kind.name for kind in kinds}) == 4
    assert typeof(outer()) == typeof(outer(flat=np.zeros(1, np.float32)))


def test_what_is_stored_is_seen_at_once():
    o = outer()
    add(o, 1.0)
    add(o, 2.0)
    assert o.flat.tolist() == [3, 4, 5, 6, 7]


def test_a_number_that_does_not_fit_is_an_error():
    o = outer()
    read(o)
    with pytest.raises(TypeError):
        read.overloads[(typeof(o),)].entry_point(o._replace(inner=Inner("seven", 0.0, True)))
    with pytest.raises(OverflowError):
        read.overloads[(typeof(o),)].entry_point(o._replace(inner=Inner(2**70, 0.0, True)))


def test_arrays_are_not_kept():
    """No reference to an array is left behind by a call."""
    o = outer()
    read(o)
    before = sys.getrefcount(o.flat)
    for _ in range(10):
        read(o)
    after = sys.getrefcount(o.flat)
    assert after == before
