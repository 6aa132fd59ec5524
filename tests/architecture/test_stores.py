"""The reading of stores is itself tested: a kernel that writes in every way we know, and one that lies."""
from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture import sources as sources_module
from tests.architecture import stores as stores_module
from tests.architecture.sources import Source

TEXT = '''
"""Sample."""
from physics.sample import store


@intrinsic
def store(typing, array, at, value):
    """Write."""


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
'''


@pytest.fixture
def sample(monkeypatch):
    """A project with one module, `physics.sample`."""
    one = Source(sources_module.ROOT / Path("physics/sample.py"), TEXT, ast.parse(TEXT))
    monkeypatch.setattr(stores_module, "sources", lambda *folders: (one,))
    for cached in (stores_module.compiled, stores_module.stores, stores_module._imported):
        cached.cache_clear()
    yield
    for cached in (stores_module.compiled, stores_module.stores, stores_module._imported):
        cached.cache_clear()


def test_every_way_to_store_is_seen(sample):
    assert stores_module.stores("physics.sample.fill") == {"target"}
    assert stores_module.stores("physics.sample.many") == {"bodies.velocity", "step.contacts.data", "step.pairs.a", "out"}


def test_parts_of_a_tuple_have_full_names(sample):
    many = stores_module.compiled()["physics.sample.many"]
    assert many.full_name("contacts.data") == "step.contacts.data"
    assert many.full_name("out") == "out"
