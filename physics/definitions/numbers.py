"""Numbers that people give: one converter for Python, files, expressions and options.

    finite(value)            a real number as a finite double
    double(value)            a real number as a double, which may be infinite or NaN
    whole(value)             a whole number as an int
    doubles(value)           numbers in lists, tuples, arrays or iterators as doubles

Accepted are the real numbers of Python and numpy: int, float, Fraction, Decimal, numpy's scalars, and arrays without
dimensions.
Refused are all others: booleans, complex numbers, text, dates, None, masked arrays, what is not finite or too large for a double.
`NotANumber` tells the reason; the caller adds the name or the place.
"""
from __future__ import annotations

import math
import reprlib
from collections.abc import Iterable, Mapping, Set, Sized
from decimal import Decimal
from itertools import islice
from numbers import Integral, Real
from typing import Any

import numpy as np

LONGEST = 80                           # characters of a value in a message
REAL_KINDS = "iuf"                     # numpy's kinds of types that are real numbers
PLAIN = {float, int}                   # types of numbers that need no look at each of them
NOT_NUMBERS = bool, np.bool_, np.timedelta64   # which count as whole numbers elsewhere
NOT_LISTS = str, bytes, bytearray, Mapping, Set
MOST_ENTRIES = 20_000                  # that are read of an iterator, which may have no end


class NotANumber(ValueError):
    """A value that is no finite number; the text is the reason."""


class NotFinite(NotANumber):
    """A number that is infinite or NaN."""


def finite(value: Any) -> float:
    """`value` as a finite double.  Raises NotANumber."""
    if type(value) is not float:
        value = double(value)
    if not math.isfinite(value):
        raise NotFinite(f"{value!r} is not a finite number")
    return value


def double(value: Any) -> float:
    """`value` as a double, which may be infinite.  Raises NotANumber."""
    array = _as_array(value)
    if array is not None and array.ndim == 0:
        value = array[()]
    if isinstance(value, NOT_NUMBERS) or not isinstance(value, (Real, Decimal)):
        raise NotANumber(f"{shown(value)} is not a number")
    try:
        return float(value)
    except OverflowError:
        raise NotANumber(f"{shown(value)} is too large for a number") from None
    except (TypeError, ValueError):
        raise NotANumber(f"{shown(value)} is not a number") from None


def whole(value: Any) -> int:
    """`value` as a whole number: an integer, or a finite float without a fraction.  Raises NotANumber."""
    if isinstance(value, Integral) and not isinstance(value, NOT_NUMBERS):
        return int(value)
    number = finite(value)
    if number != int(number):
        raise NotANumber(f"{shown(value)} is not a whole number")
    return int(number)


def doubles(value: Any, levels: int = 2) -> np.ndarray:
    """Numbers in lists, tuples, arrays or iterators, in at most so many levels, as an array of doubles, which may be infinite or
    NaN: the caller compares them with their limits.  Of an iterator MOST_ENTRIES are read.

    Raises NotANumber, also for lists of uneven lengths.
    """
    if type(value) in (list, tuple) and PLAIN.issuperset(map(type, value)):
        try:
            return np.array(value, np.float64)
        except OverflowError:
            return np.array([double(one) for one in value])
    array = _as_array(value)
    if array is not None and array.dtype.kind in REAL_KINDS:
        return array.astype(np.float64)
    if levels == 0 or not is_list(value):
        return np.array(double(value))
    listed = [doubles(one, levels - 1) for one in (value if isinstance(value, Sized) else islice(value, MOST_ENTRIES))]
    if len({one.shape for one in listed}) > 1:
        raise NotANumber(f"{shown(value)} has lists of uneven lengths")
    return np.array(listed, np.float64)


def is_list(value: Any) -> bool:
    """Whether a value is a list, an array or an iterator, in which numbers may be.  Raises NotANumber for a masked array."""
    if isinstance(value, np.ma.MaskedArray):
        raise NotANumber(f"{shown(value)} is a masked array; give the numbers themselves")
    return isinstance(value, Iterable) and not isinstance(value, NOT_LISTS) and getattr(value, "ndim", 1) > 0


def _as_array(value: Any) -> np.ndarray | None:
    """`value` as an array, where it is one, of numpy or of another library; None for all else, masked arrays among them."""
    if isinstance(value, (np.generic, np.ma.MaskedArray)) or not hasattr(type(value), "__array__"):
        return None
    return np.asarray(value)


class _Short(reprlib.Repr):
    """`repr` of bounded length."""

    def __init__(self) -> None:
        super().__init__()
        self.maxstring = self.maxother = self.maxlong = LONGEST
        self.maxtuple = self.maxlist = self.maxarray = self.maxset = self.maxfrozenset = self.maxdict = 8


def shown(value: Any) -> str:
    """`repr` of a value for a message, cut to LONGEST characters; it never fails."""
    try:
        text = " ".join(_SHORT.repr(value).split())
    except Exception:                                    # the repr of a stranger's class, or of a number of 5,000 digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= LONGEST else f"{text[:LONGEST - 3]}..."


_SHORT = _Short()
