"""Choosing one of three axes, lane by lane, and turning triples so that the chosen axis comes first.

A choice is two masks: (axis 0, axis 1 rather than 2).
"""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.functions import maximum, minimum, select
from physics.simd.vec3 import select3


@formula
def greatest_axis(a):
    """The choice of the greatest of three numbers; of equal ones the first."""
    return (a[0] >= a[1]) & (a[0] >= a[2]), a[1] >= a[2]


@formula
def chosen_of(choice, a):
    """The chosen one of three numbers."""
    return select(choice[0], a[0], select(choice[1], a[1], a[2]))


@formula
def turned(choice, a):
    """Three numbers turned cyclically so that the chosen one comes first."""
    return (select(choice[0], a[0], select(choice[1], a[1], a[2])), select(choice[0], a[1], select(choice[1], a[2], a[0])),
            select(choice[0], a[2], select(choice[1], a[0], a[1])))


@formula
def turned_back(choice, a):
    """The reverse of `turned`."""
    return (select(choice[0], a[0], select(choice[1], a[2], a[1])), select(choice[0], a[1], select(choice[1], a[0], a[2])),
            select(choice[0], a[2], select(choice[1], a[1], a[0])))


@formula
def turned_rows(choice, m):
    """Three vectors turned cyclically so that the chosen one comes first."""
    first, second = choice
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
