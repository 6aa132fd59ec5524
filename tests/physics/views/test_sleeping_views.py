"""Views, events and snapshots of sleeping bodies."""
from __future__ import annotations

import pytest

from physics import BallSocket, Sphere
from physics.views.events import ContactBegin, ContactEnd
from tests.support.sleeping_worlds import CUBE, column, grounded, run_until_asleep, sleeping_tower


@pytest.fixture
def tower():
    """A world with a column of three cubes, asleep."""
    return sleeping_tower()


def test_contacts_and_events_of_sleepers(tower):
    world, cubes = tower
    assert len(world.contacts) == 3 and world.contact_count == 12
    forces = {frozenset((m.a.name or m.a.uid, m.b.name or m.b.uid)): sum(p.normal_impulse for p in m.points) / world.dt
              for m in world.contacts}
    weight = cubes[0].mass * 9.81
    assert sorted(forces.values()) == pytest.approx([weight, 2 * weight, 3 * weight], rel=0.01)
    for _ in range(3):
        world.step()
        assert world.events == [] and world.contact_count == 12
    assert world.max_penetration() < 0.01
    keys = [(body.uid, other.uid) for body, other in zip(world.bodies, world.bodies[1:])]
    world.remove(cubes[2])
    world.step()
    assert world.events == [ContactEnd(*keys[2])]


def test_another_time_step_while_bodies_sleep(tower):
    """Forces that hold sleeping bodies stay unchanged, and waking bodies start from them.

    Rows of a stiffness that does not follow the substep: else bodies at rest sink in less with the shorter one.
    """
    world, cubes = tower
    world.solver = world.solver.replace(contact_hertz=44.0, joint_hertz=60.0)
    hung = world.add_body(shape=CUBE, position=(9, 0, 5))
    rope = world.add_joint(BallSocket(a=None, b=hung, anchor=(9, 0, 6)))
    run_until_asleep(world)
    pull = rope.force.copy()
    assert pull[2] == pytest.approx(hung.mass * 9.81, rel=0.01)

    def weights() -> list[float]:
        return sorted(sum(p.normal_impulse for p in m.points) / world.dt for m in world.contacts)

    before = weights()
    world.add_body(shape=CUBE, position=(50, 0, 50))
    world.dt = 1 / 240
    assert weights() == pytest.approx(before, rel=1e-5)
    for _ in range(3):
        world.step()
    assert weights() == pytest.approx(before, rel=1e-5) and rope.force.tolist() == pytest.approx(pull.tolist(), rel=1e-5)
    heights = [body.position[2] for body in (*cubes, hung)]
    for body in (*cubes, hung):
        body.wake()
    for _ in range(24):
        world.step()
        assert [body.position[2] for body in (*cubes, hung)] == pytest.approx(heights, abs=2e-5)


def test_events_when_all_bodies_fall_asleep_and_wake():
    world = grounded()
    cubes = column(world, 2)
    seen = []
    for k in range(120):
        world.step()
        seen += world.events
        if k == 80:
            assert cubes[0].asleep
            cubes[1].apply_impulse((0, 0, 0.01))
    assert [type(event) for event in seen] == [ContactBegin] * 2


def test_the_profile_of_a_sleeping_world(tower):
    world, _ = tower
    world.step()
    assert set(world.profile.values()) == {0.0} and world.step_count > 30


def test_views_after_an_older_body_went(tower):
    """Rows move: islands and contacts of the sleepers move along."""
    world, cubes = tower
    lamp = world.add_body(shape=Sphere(radius=0.1), position=(20, 0, 0.1), friction=1)
    late = column(world, 2, at=8.0)
    run_until_asleep(world)
    world.remove(lamp)
    assert world.contact_count == 12 + 8 and all(cube.asleep for cube in (*cubes, *late))
    world.step()
    late[0].wake()
    assert not any(cube.asleep for cube in late) and all(cube.asleep for cube in cubes)


def test_snapshot_of_sleepers(tower):
    world, cubes = tower
    saved, before = world.snapshot(), world.state_hash()
    cubes[2].apply_impulse((5, 0, 0))
    assert world.state_hash() != before
    for _ in range(10):
        world.step()
    after = world.state_hash()
    world.restore(saved)
    assert world.state_hash() == before and all(cube.asleep for cube in cubes)
    cubes[2].apply_impulse((5, 0, 0))
    for _ in range(10):
        world.step()
    assert world.state_hash() == after


def test_timers_are_part_of_the_state():
    """A snapshot in mid-rest falls asleep in the same step as the original."""
    world = grounded()
    column(world)
    for _ in range(20):
        world.step()
    saved = world.snapshot()
    first = run_until_asleep(world)
    world.restore(saved)
    assert run_until_asleep(world) == first
