"""Rows are known again by their keys."""
from __future__ import annotations

import pytest

from app.published.inside import RowKey, key_of, row_of
from tests.physics.introspection.test_explain import stabilized
from tests.support.constraint_worlds import heap
from tests.support.inside_step import crates, keys_of
from tests.support.joint_zoo import zoo


@pytest.mark.parametrize("make, steps, friction, kinds", (
    (heap, 31, "cone", {"normal", "friction"}), (heap, 1, "manifold_centre", {"normal", "friction", "twist"}),
    (zoo, 31, "cone", {"normal", "friction", "held", "limit", "motor", "spring"})))
def test_every_row_has_a_key_of_its_own(make, steps, friction, kinds):
    world = stabilized(make, "soft", steps, friction_model=friction, substeps=2)
    rows = world.rows()
    keys = [key_of(rows, row) for row in range(rows.size)]
    assert len(set(keys)) == rows.size and {key.kind for key in keys} >= kinds
    assert [row_of(rows, key) for key in keys] == list(range(rows.size))
    assert {key.kind for key in keys if key.contact} == kinds & {"normal", "friction", "twist"}


def test_a_row_of_a_contact_at_rest_has_the_same_key_in_the_next_step():
    world = crates()
    before = keys_of(world)
    world.step()
    assert set(keys_of(world)) == set(before)


def test_a_row_that_is_gone_is_not_found():
    assert row_of(crates().rows(), RowKey("normal", 77 << 32 | 1, 0, 0)) is None
