"""Tests of the analysis of stores and loads, by kernels that write and read in every known way."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture import loads as loads_module
from tests.architecture import sources as sources_module
from tests.architecture import stores as stores_module
from tests.architecture.sources import Source

TEXT = '''
"""Sample."""
from physics.sample import store


@intrinsic
def store(typing, array, at, value):
    """Write."""


@intrinsic
def gather_rows(typing, rows, index, offset):
    """Read."""


class Placing(NamedTuple):
    """On the way."""

    bodies: object
    at: int


@formula
def pose_of(placing):
    """Read."""
    rows = placing.bodies
    return gather_rows(rows.pose, rows.index, placing.at)


@formula
def fill(target, at):
    """Fill."""
    store(target, at, 1.0)


@kernel
def many(bodies, step, out, untouched):
    """Everything; `step` = (pairs, contacts)."""
    pairs, contacts = step
    velocity, other = bodies.velocity, bodies.pose
    velocity[0] += other[1]
    fill(contacts.data, 3)
    pairs.a[2], out[1] = 1, 2
    untouched = untouched + 1


@formula
def fill_placed(placing):
    """Fill."""
    bodies = placing.bodies
    fill(bodies.push, placing.at)


@kernel
def places(bodies, out):
    """By a NamedTuple."""
    placing = Placing(bodies, 3)
    fill_placed(placing)
    fill_placed(Placing(out, 3))
    placing.bodies.pose[2] = 1


@kernel
def reads(bodies, step, out, law):
    """Everything; `step` = (pairs, contacts)."""
    pairs, contacts = step
    number = pairs.number
    placing = Placing(bodies, 3)
    out[number[0]] = pose_of(placing) * law.rate
    fill(contacts.data, bodies.kind[2])
    out[1] += len(bodies.uid)
'''


CACHED = (stores_module.compiled, stores_module.stores, stores_module._imported, loads_module.loads, stores_module.tuples)


@pytest.fixture
def sample(monkeypatch):
    """A project with one module, `physics.sample`."""
    one = Source(sources_module.ROOT / Path("physics/sample.py"), TEXT, ast.parse(TEXT))
    monkeypatch.setattr(stores_module, "sources", lambda *folders: (one,))
    for cached in CACHED:
        cached.cache_clear()
    yield
    for cached in CACHED:
        cached.cache_clear()


def test_every_way_to_store_is_seen(sample):
    assert stores_module.stores("physics.sample.fill") == {"target"}
    assert stores_module.stores("physics.sample.places") == {"bodies.push", "bodies.pose", "out.push"}
    assert stores_module.stores("physics.sample.many") == {"bodies.velocity", "step.contacts.data", "step.pairs.a", "out"}


def test_every_way_to_load_is_seen(sample):
    found = loads_module.loads("physics.sample.reads")
    assert found.loaded == {"bodies.pose", "bodies.index", "step.pairs.number", "bodies.kind"}
    assert found.used - found.loaded == {"law.rate", "bodies.uid", "out"}


def test_parts_of_a_tuple_have_full_names(sample):
    many = stores_module.compiled()["physics.sample.many"]
    assert many.full_name("contacts.data") == "step.contacts.data"
    assert many.full_name("out") == "out"
