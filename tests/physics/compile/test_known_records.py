"""The last record of each type is known: its words are right, its arrays are let go, and others take its place."""
from __future__ import annotations

import gc
import sys
import threading
from typing import NamedTuple

import numpy as np
import pytest

from physics import Box, World
from physics.compile import decorators
from physics.compile.decorators import kernel

pytestmark = pytest.mark.skipif(decorators.PLAIN, reason="the plain way knows no records")
NAMES = "abcdefgh"


class Eight(NamedTuple):
    """As many arrays as a record needs to be known."""

    a: np.ndarray
    b: np.ndarray
    c: np.ndarray
    d: np.ndarray
    e: np.ndarray
    f: np.ndarray
    g: np.ndarray
    h: np.ndarray


class Pair(NamedTuple):
    """A record in a record, with a number before and after it."""

    before: int
    eight: Eight
    after: float


Eight.__module__ = Pair.__module__ = "physics.tests"             # records are those of the package


def eight(start=0, dtype=np.float64):
    """Arrays of lengths 1 to 8 that begin with start, start + 1, ..."""
    return Eight(*(np.full(k + 1, start + k, dtype) for k in range(8)))


@kernel
def told(pair, out):
    """Write the first number and the length of each array, and the numbers beside the record.

    Reads   pair
    Writes  out
    """
    e = pair.eight
    out[0], out[1], out[2], out[3] = e.a[0], e.b[0], e.c[0], e.d[0]
    out[4], out[5], out[6], out[7] = e.e[0], e.f[0], e.g[0], e.h[0]
    out[8], out[9] = len(e.a), len(e.h)
    out[10], out[11] = pair.before, pair.after


def read(pair):
    out = np.zeros(12)
    told(pair, out)
    return out.tolist()


def expected(start, before, after):
    return [start + k for k in range(8)] + [1, 8, before, after]


def test_numbers_beside_a_known_record_arrive():
    one = eight()
    for before in range(3):
        assert read(Pair(before, one, before + 0.5)) == expected(0, before, before + 0.5)


def test_another_record_takes_its_place_and_gives_it_back():
    one, other = eight(), eight(100)
    for _ in range(3):
        assert read(Pair(1, one, 2.0)) == expected(0, 1, 2.0)
        assert read(Pair(1, other, 2.0)) == expected(100, 1, 2.0)


def test_records_of_other_arrays_are_of_another_type():
    one, single = eight(), eight(dtype=np.float32)
    for _ in range(3):
        assert read(Pair(1, one, 2.0)) == read(Pair(1, single, 2.0)) == expected(0, 1, 2.0)


def test_what_is_stored_in_a_known_array_is_seen():
    one = eight()
    read(Pair(1, one, 2.0))
    one.c[0] = 77
    assert read(Pair(1, one, 2.0))[2] == 77


def test_a_record_is_kept_once_and_let_go():
    one = eight()
    alone = sys.getrefcount(one)
    for _ in range(5):
        read(Pair(1, one, 2.0))
    assert sys.getrefcount(one) == alone + 1
    read(Pair(1, eight(), 2.0))
    assert sys.getrefcount(one) == alone
    read(Pair(1, one, 2.0))
    decorators.forget_records()
    assert sys.getrefcount(one) == alone
    assert read(Pair(1, one, 2.0)) == expected(0, 1, 2.0), "and it is known again"


def test_the_arrays_of_a_world_end_with_it():
    world = World()
    world.add_body(shape=Box(half=(1, 1, 1)))
    world.step()
    arrays = [world._bodies.arrays, world._contacts.pairs, world._contacts.contacts]
    del world
    gc.collect()
    assert [sys.getrefcount(record) for record in arrays] == [3] * 3, "this list, the loop's name and the argument"


def test_worlds_in_turn_have_the_bits_of_worlds_alone():
    def pile(turned):
        world = World(sleep=False)
        world.add_body(shape=Box(half=(5, 5, 1)), type="static", position=(0, 0, -1))
        for k in range(4):
            world.add_body(shape=Box(half=(0.5, 0.4, 0.3)), position=(0.1 * k * turned, 0, 0.5 + k))
        return world

    alone = []
    for turned in (1, 2):
        world = pile(turned)
        for _ in range(40):
            world.step()
        alone.append(world.state_hash())
    both = [pile(1), pile(2)]
    for _ in range(40):
        for world in both:
            world.step()
    assert [world.state_hash() for world in both] == alone


def test_threads_that_keep_and_let_go_at_once_give_back_each_reference_once():
    """A record that is let go by one thread is not let go again by another that was about to."""
    kept, usual, ended = [eight(start) for start in range(4)], sys.getswitchinterval(), threading.Event()
    before = [sys.getrefcount(each) for each in kept]

    def let_go() -> None:
        while not ended.is_set():
            decorators.forget_records()

    others = [threading.Thread(target=let_go) for _ in range(2)]
    sys.setswitchinterval(1e-6)
    try:
        for other in others:
            other.start()
        for turn in range(3000):
            assert read(Pair(turn, kept[turn % 4], 0.5)) == expected(turn % 4, turn, 0.5)
    finally:
        ended.set()
        for other in others:
            other.join()
        sys.setswitchinterval(usual)
    decorators.forget_records()
    assert [sys.getrefcount(each) for each in kept] == before
