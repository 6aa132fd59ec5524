"""Where a burst began: the first bad step, as a look at every step finds it, and the row that gave the most energy there."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Fixed, Mouse, Plane, SolverSettings, Sphere, World
from physics.history import History, autopsy
from physics.history.symptoms import RECENT, gaps, symptom_of, torn
from tests.physics.history.bursts import BURSTS, Burst
from tests.support.constraint_worlds import heap


def run(made: Burst) -> tuple[History, int | None]:
    """Run a burst; the first bad step as a look at every step finds it."""
    world, first = made.world, None
    history, begun, energies = History(world), gaps(world), [world.energy().total]
    for done in range(made.steps):
        made.act(done)
        world.step()
        if first is None and (symptom_of(world, energies[-RECENT:]) or torn(world, begun)):
            first = world.step_count
        energies.append(world.energy().total)
    return history, first


def blamed(world: World, row: int | None, body: int | None) -> set[str]:
    """Names of what a row belongs to."""
    if row is None:
        return {world.body(body).name}
    table = world.rows()
    if table.joint[row] >= 0:
        return {world.joint(int(table.joint[row])).name}
    return {world.body(int(uid)).name for uid in (table.a[row], table.b[row]) if uid >= 0}


@pytest.mark.parametrize("name", BURSTS)
def test_the_first_bad_step_and_its_row(name):
    made = BURSTS[name]()
    history, first = run(made)
    assert made.step is None or first == made.step
    found, world = autopsy(history), made.world
    assert (found.step, found.symptom) == (first, made.kind) and world.step_count == first == history.present
    assert (found.row is None) == (made.rows is None)
    names = blamed(world, found.row, found.body)
    assert names <= made.blamed and f"step {first} " in found.said and any(name in found.said for name in names)
    if found.row is not None:
        assert world.rows().kind[found.row] == made.rows
    assert found.body is None or world.body(found.body).type == "dynamic"


@pytest.mark.parametrize("name", [name for name, make in BURSTS.items()
                                  if name not in ("a_number_that_is_none", "a_method_that_is_not_recorded")])
def test_of_a_leap_it_is_the_row_that_gave_most(name):
    history, _ = run(BURSTS[name]())
    found, work = autopsy(history), history.world.work()
    if found.symptom == "energy leapt" and found.row is not None:
        assert found.given == work.given.max() > 0 and found.given == work.given[found.row]
        assert (found.before, found.after) == (work.before, work.after)
    elif found.row is None:
        assert found.given == work.gyroscopic.max() > max(work.given.max(initial=0.0), 0)
    else:
        mine = np.flatnonzero(history.world.rows().joint >= 0)
        assert found.row in mine and found.given == work.given[found.row]


def test_a_world_that_does_not_burst_stays_where_it_is():
    """Bounces without loss, falls, blows and a lift."""
    world = World(precision="double", solver=SolverSettings(substeps=2))
    world.add_body(shape=Plane(), type="static", restitution=1.0)
    world.add_body(shape=Sphere(radius=0.3), position=(0, 0, 2), restitution=1.0)
    ball = world.add_body(shape=Sphere(radius=0.3), position=(2, 0, 0.3))
    world.add_body(shape=Box(half=(0.5, 0.5, 0.1)), type="kinematic", position=(5, 0, 0.2), velocity=(0, 0, 2))
    world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(5, 0, 0.5))
    history = History(world)
    for done in range(120):
        if done % 40 == 20:
            ball.apply_impulse((0, 0, 10 * ball.mass))
        world.step()
    whole = world.state_hash()
    assert autopsy(history) is None
    assert world.step_count == history.present == 120 and world.state_hash() == whole


@pytest.mark.parametrize("stabilization", ("soft", "split_impulse", "position"))
def test_a_heap_does_not_burst(stabilization):
    world = heap(5, 0, stabilization=stabilization, substeps=4, iterations=2)
    for _ in range(30):
        world.step()
    history = History(world)
    for _ in range(60):
        world.step()
    assert autopsy(history) is None


def test_what_soft_contacts_give_back_is_no_burst():
    """A tower is knocked over; soft contacts catch it and give some of it back."""
    world = World(solver=SolverSettings(stabilization="soft", substeps=4, iterations=1))
    world.add_body(shape=Plane(), type="static")
    boxes = [world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 0.5 + k)) for k in range(8)]
    boxes[-1].apply_impulse((5000, 0, 0))
    history = History(world)
    for _ in range(150):
        world.step()
    assert autopsy(history) is None


def test_a_spring_of_the_mouse_is_never_torn():
    world = World()
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0))
    world.add_joint(Mouse(a=ball, anchor=(0, 0, 0), target=(50, 0, 0), max_force=10))
    history = History(world)
    for _ in range(60):
        world.step()
    assert autopsy(history) is None and not gaps(world)


def test_a_joint_that_broke_is_found_where_nothing_else_is():
    world = World(precision="double")
    load = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 2))
    weight = load.mass * 9.81
    world.add_joint(Fixed(a=None, b=load, anchor=(0, 0, 3), break_force=1.5 * weight, name="hook"))
    history = History(world)
    for done in range(60):
        if done >= 20:
            load.apply_force((0, 0, -weight))
        world.step()
    found = autopsy(history)
    assert (found.step, found.symptom, found.body) == (21, "joint broke", load.uid) and "'hook' broke" in found.said
