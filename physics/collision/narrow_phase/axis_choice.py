"""Choosing one of three axes, lane by lane, and permuting triples cyclically so that the chosen axis comes first."""
from __future__ import annotations

from typing import NamedTuple

from physics.compile.decorators import formula
from physics.simd.functions import maximum, minimum, select
from physics.simd.vec3 import select3


class AxisChoice(NamedTuple):
    """One of three axes in each lane."""

    first: object                 # mask: axis 0
    second: object                # mask: if not axis 0, then axis 1 rather than 2


@formula
def greatest_axis(a):
    """The choice of the greatest of three numbers; of equal ones the first."""
    return AxisChoice((a[0] >= a[1]) & (a[0] >= a[2]), a[1] >= a[2])


@formula
def chosen_of(choice, a):
    """The chosen one of three numbers."""
    return select(choice.first, a[0], select(choice.second, a[1], a[2]))


@formula
def turned(choice, a):
    """Three numbers, permuted cyclically so that the chosen one comes first."""
    first, second = choice.first, choice.second
    return (select(first, a[0], select(second, a[1], a[2])), select(first, a[1], select(second, a[2], a[0])),
            select(first, a[2], select(second, a[0], a[1])))


@formula
def turned_back(choice, a):
    """The inverse of `turned`."""
    first, second = choice.first, choice.second
    return (select(first, a[0], select(second, a[2], a[1])), select(first, a[1], select(second, a[0], a[2])),
            select(first, a[2], select(second, a[1], a[0])))


@formula
def turned_rows(choice, m):
    """Three vectors, permuted cyclically so that the chosen one comes first."""
    first, second = choice.first, choice.second
    return (select3(first, m[0], select3(second, m[1], m[2])), select3(first, m[1], select3(second, m[2], m[0])),
            select3(first, m[2], select3(second, m[0], m[1])))


@formula
def least3(a):
    """The least of three numbers."""
    return minimum(minimum(a[0], a[1]), a[2])


@formula
def greatest3(a):
    """The greatest of three numbers."""
    return maximum(maximum(a[0], a[1]), a[2])
