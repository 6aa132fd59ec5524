"""Kernels read, write, count and divide as Python does."""
from __future__ import annotations

import numpy as np
import pytest

from physics.compile.decorators import formula, kernel


@kernel
def copy_number(source, target, where):
    """One number of an array into another, where[0] to where[1]."""
    target[where[1]] = source[where[0]]


@kernel
def copy_number_of_row(source, target, where):
    """The same in rows: numbers where[0, 0], where[0, 1] to where[1, 0], where[1, 1]."""
    target[where[1, 0], where[1, 1]] = source[where[0, 0], where[0, 1]]


@kernel
def last_of_row(source, target, row):
    """A number at an index that is written there."""
    target[0] = source[row, 2] + source[row, -1]


@kernel
def numbers_of(bounds, found):
    """What range(stop), range(start, stop) and range(start, stop, step) count; found[0] is how many there are."""
    found[0] = 0
    start, stop, step = bounds
    if step == 0:
        for k in range(stop):
            found[0] += 1
            found[found[0]] = k
    elif step == 1:
        for k in range(start, stop):
            found[0] += 1
            found[found[0]] = k
    else:
        for k in range(start, stop, step):
            found[0] += 1
            found[found[0]] = k


@kernel
def divide(numbers, divisor, found):
    """By a power of two, by another constant, and by a variable."""
    for k in range(len(numbers)):
        x = numbers[k]
        found[k, 0], found[k, 1] = x // 16, x % 16
        found[k, 2], found[k, 3] = x // 12, x % 12
        found[k, 4], found[k, 5] = x // divisor, x % divisor


@formula
def clamp(x, low, high):
    """A parameter that is used in several blocks."""
    if x < low:
        return low
    return high if x > high else x


@kernel
def wander(numbers, found):
    """Variables that are assigned once, in branches, in loops, before and after them."""
    total, least = 0, clamp(numbers[0], 0, 9)
    for k in range(len(numbers)):
        x = numbers[k]
        if x % 2 == 0:
            half = x // 2
            if half > 3:
                total += half
                continue
            y = half + k
        else:
            y = 3 * x + 1
        least = min(least, y)
        while y > 20:
            y -= clamp(y, 1, 7)
            if y == 13:
                break
        total += y
    found[0], found[1] = total, least


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.int32, np.int64, np.uint8])
def test_one_number(dtype):
    """Of the beginning, of the end, and from the end backwards; the rest stays as it is."""
    for source, target in ((0, 4), (4, 0), (-1, 2), (2, -5)):
        one, two = np.arange(5).astype(dtype), np.full(5, 77, dtype)
        expected = two.copy()
        expected[target] = one[source]
        copy_number(one, two, np.array([source, target], np.int64))
        np.testing.assert_array_equal(two, expected)


@pytest.mark.parametrize("dtype", [np.float32, np.int64])
def test_one_number_of_rows(dtype):
    for where in ([[0, 0], [2, 3]], [[2, 3], [0, 0]], [[-1, 1], [1, -1]], [[1, -4], [-3, 2]]):
        one, two = np.arange(12).reshape(3, 4).astype(dtype), np.full((3, 4), 77, dtype)
        expected = two.copy()
        expected[tuple(where[1])] = one[tuple(where[0])]
        copy_number_of_row(one, two, np.array(where, np.int64))
        np.testing.assert_array_equal(two, expected)


@pytest.mark.parametrize("kind", [np.int32, np.uint32, np.uint8, np.int64])
def test_indices_of_every_kind(kind):
    source, target = np.arange(300.0), np.zeros(300)
    copy_number(source, target, np.array([200, 7], kind))
    assert target[7] == 200 and target.sum() == 200


def test_an_index_that_is_written_there():
    source, target = np.arange(12.0).reshape(3, 4), np.zeros(1)
    last_of_row(source, target, 1)
    assert target[0] == source[1, 2] + source[1, -1]
    last_of_row(source, target, -1)
    assert target[0] == source[-1, 2] + source[-1, -1]


@pytest.mark.parametrize("bounds", [
    (0, 5, 0), (0, 0, 0), (0, -3, 0), (2, 6, 1), (6, 2, 1), (-4, 3, 1), (3, 3, 1),
    (0, 20, 7), (20, 0, -6), (0, 20, -1), (5, 6, 9)])
def test_ranges(bounds):
    found = np.zeros(50, np.int64)
    numbers_of(bounds, found)
    start, stop, step = bounds
    expected = list(range(stop) if step == 0 else range(start, stop, step))
    assert found[1:found[0] + 1].tolist() == expected


@pytest.mark.parametrize("divisor", [16, 5, -3])
def test_division(divisor):
    numbers = np.array([0, 1, 15, 16, 17, -1, -15, -16, -17, 2**40 + 3, -2**40 - 3])
    found = np.zeros((len(numbers), 6), np.int64)
    divide(numbers, divisor, found)
    for x, row in zip(numbers.tolist(), found.tolist()):
        assert row == [x // 16, x % 16, x // 12, x % 12, x // divisor, x % divisor]


def test_variables_of_branches_and_loops():
    """Against the same function in Python."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        numbers, one, two = rng.integers(-30, 60, 12), np.zeros(2, np.int64), np.zeros(2, np.int64)
        wander(numbers, one)
        wander.py_func(numbers, two)
        assert one.tolist() == two.tolist()
