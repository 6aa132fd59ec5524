"""Variants with equal settings stay equal to the last bit, whatever is done to them by hand; with others they come apart."""
from __future__ import annotations

import pytest

from app.simulation.commands import AddVariant, Grab, Release, SetSolver
from tests.support.drag import opened, recorded

STEPS = 600


def hashes_by_variant(session, steps=STEPS):
    """State hashes of all variants every ten steps, with the recorded drag."""
    commands, found = recorded(), []
    for step in range(steps):
        for command in commands.get(step, ()):
            session.submit(command)
        session.apply_pending()
        session.advance()
        if step % 10 == 9:
            found.append([variant.world.state_hash() for variant in session.variants])
    return found


def compared(*changes):
    """A session with a variant more for each setting that is changed."""
    session = opened()
    for name, value in changes:
        session.submit(AddVariant())
        session.submit(SetSolver(name, value))
    session.apply_pending()
    return session


def test_the_recorded_drag_drags():
    commands = [command for found in recorded().values() for command in found]
    assert sum(isinstance(command, Grab) for command in commands) == 1 and isinstance(commands[-1], Release)
    assert len(commands) > 200
    dragged, left_alone = opened(), opened()
    hashes_by_variant(dragged, 300)
    for _ in range(300):
        left_alone.advance()
    assert dragged.variant.world.state_hash() != left_alone.variant.world.state_hash()
    uid = next(command.uid for command in commands if isinstance(command, Grab))
    moved = dragged.variant.body(uid).position - left_alone.variant.body(uid).position
    assert (moved ** 2).sum() > 0.5 ** 2


@pytest.mark.parametrize("variants", (2, 4))
def test_equal_variants_stay_equal_through_a_recorded_drag(variants):
    """Done when of the solver laboratory: bit-identical for 600 steps."""
    session = opened()
    for _ in range(variants - 1):
        session.submit(AddVariant())
    session.apply_pending()
    found = hashes_by_variant(session)
    assert len(session.variants) == variants and all(len(set(each)) == 1 for each in found)
    assert len({each[0] for each in found}) > 0.7 * STEPS / 10, "hardly anything moved"
    divergence = session.publish().divergence
    assert all(divergence.first_beyond(variant, 0.0) is None for variant in range(variants))


def test_variants_run_as_they_would_alone():
    alone = opened()
    alone.submit(SetSolver("iterations", 8))
    alone.apply_pending()
    beside = compared(("iterations", 8))
    assert [each[0] for each in hashes_by_variant(alone, 300)] == [each[1] for each in hashes_by_variant(beside, 300)]


def test_variants_with_different_settings_come_apart():
    session = compared(("iterations", 8))
    found = hashes_by_variant(session, 300)
    assert found[-1][0] != found[-1][1]
    divergence = session.publish().divergence
    assert divergence.first_beyond(1, 1e-3) is not None and divergence.largest[-1, 1] > 1e-3
