"""Records: NamedTuples of this package as kernels see them, and the block of words that Python fills for them."""
from __future__ import annotations

import sys
from typing import NamedTuple

import numpy as np
import pytest
from numba import njit, typeof, types

from physics.bodies.arrays import new_bodies
from physics.compile.decorators import formula, kernel
from physics.compile.records.struct_abi import Record, argument_type
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


@kernel
def read(o, integers, reals):
    """Every field, as whole or as real numbers."""
    integers[0], integers[1], integers[2], integers[3] = len(o.flat), o.inner.whole, o.table[1, 2], o.table[-1, -1]
    integers[4], integers[5], integers[6], integers[7] = o.table.shape[0], o.table.size, o.pair[0], o.inner.yes
    reals[0], reals[1], reals[2] = o.flat[3], o.inner.real, o.pair[1]


@formula
def whole_of(inner):
    """A number of a record that is a field."""
    return inner.whole


@kernel
def pass_on(o, integers, reals):
    """A record as an argument of a kernel and of a formula."""
    inner = o.inner
    read(o, integers, reals)
    integers[8] = whole_of(inner)


@kernel
def add(o, number):
    """Write to an array of a record."""
    for k in range(len(o.flat)):
        o.flat[k] += number


def told(o: Outer) -> tuple[list[int], list[float]]:
    """What `pass_on` should find."""
    integers = [len(o.flat), o.inner.whole, o.table[1, 2], o.table[-1, -1], o.table.shape[0], o.table.size]
    return [*integers, o.pair[0], o.inner.yes, o.inner.whole], [o.flat[3], o.inner.real, o.pair[1]]


def found(o: Outer) -> tuple[list[int], list[float]]:
    """What it finds."""
    integers, reals = np.zeros(9, np.int64), np.zeros(3)
    pass_on(o, integers, reals)
    return integers.tolist(), reals.tolist()


def test_only_those_of_this_package_are_records():
    for value in (outer(), new_bodies(1, "single"), alone(), Stop(1, 2, 3)):
        assert isinstance(argument_type(value), Record)
    for value in (Foreign(1), (1, 2), (), 3, np.zeros(2)):
        assert argument_type(value) == typeof(value)


def test_numba_is_told_nothing():
    """For other code a NamedTuple of this package is an ordinary one."""
    whole = njit(lambda inner: inner.whole)
    assert whole(outer().inner) == -7 and not isinstance(typeof(outer()), Record)
    assert pass_on.typeof_pyval((outer(), 1)) == types.Tuple((argument_type(outer()), types.int64))
    found(outer())
    assert isinstance(typeof(outer()), types.NamedTuple) and whole(outer().inner) == -7
    assert [each.args for each in whole.nopython_signatures] == [(typeof(outer().inner),)]


@pytest.mark.parametrize("o", [outer(), outer(inner=Inner(2**62, -1.0, False)), outer(inner=Inner(-1, -1.0, True)),
                               outer(table=np.arange(24, dtype=np.int32).reshape(3, 8)[:, ::2]),
                               outer(table=np.asfortranarray(np.arange(12, dtype=np.int32).reshape(3, 4))),
                               outer(flat=np.arange(40, dtype=np.float32)[::8])],
                         ids=["plain", "large", "minus one", "strided", "fortran", "strided flat"])
def test_every_field_arrives(o):
    assert found(o) == told(o)


def test_types_are_told_apart():
    """Records of other arrays have other types, and other names in compiled code."""
    kinds = [argument_type(each) for each in (outer(), outer(flat=np.zeros(2)), outer(pair=(1, 2)), outer().inner)]
    assert len(set(kinds)) == len({kind.name for kind in kinds}) == 4
    assert argument_type(outer()) == argument_type(outer(flat=np.zeros(1, np.float32)))


def test_what_is_stored_is_seen_at_once():
    o = outer()
    add(o, 1.0)
    add(o, 2.0)
    assert o.flat.tolist() == [3, 4, 5, 6, 7]


def test_a_number_that_does_not_fit_is_an_error():
    o = outer()
    add(o, 1.0)
    enter = add.overloads[(argument_type(o), types.float64)].entry_point
    with pytest.raises(TypeError):
        enter(o._replace(inner=Inner("seven", 0.0, True)), 1.0)
    with pytest.raises(OverflowError):
        enter(o._replace(inner=Inner(2**70, 0.0, True)), 1.0)


def test_arrays_are_not_kept():
    """No reference to an array is left behind by a call."""
    o = outer()
    add(o, 1.0)
    before = sys.getrefcount(o.flat)
    for _ in range(10):
        add(o, 1.0)
    after = sys.getrefcount(o.flat)
    assert after == before
