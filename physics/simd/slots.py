"""Neighbouring slots of a blocked array as tuples of lanes: slot s + 1 begins sixteen numbers after slot s."""
from __future__ import annotations

from physics.compile.decorators import formula
from physics.simd.memory import load, store, stream
from physics.simd.value import W


@formula
def load3(data, at):
    """Three neighbouring slots."""
    return load(data, at), load(data, at + W), load(data, at + 2 * W)


@formula
def load4(data, at):
    """Four neighbouring slots."""
    return load(data, at), load(data, at + W), load(data, at + 2 * W), load(data, at + 3 * W)


@formula
def load6(data, at):
    """Six neighbouring slots."""
    return (load(data, at), load(data, at + W), load(data, at + 2 * W), load(data, at + 3 * W), load(data, at + 4 * W),
            load(data, at + 5 * W))


@formula
def store3(data, at, v):
    """Write three neighbouring slots."""
    store(data, at, v[0])
    store(data, at + W, v[1])
    store(data, at + 2 * W, v[2])


@formula
def stream3(data, at, v):
    """`store3` past the caches, see `memory.stream`."""
    stream(data, at, v[0])
    stream(data, at + W, v[1])
    stream(data, at + 2 * W, v[2])


@formula
def store6(data, at, v):
    """Write six neighbouring slots."""
    store3(data, at, (v[0], v[1], v[2]))
    store3(data, at + 3 * W, (v[3], v[4], v[5]))
