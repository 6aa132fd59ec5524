"""Parts of compounds: rows behind those of bodies, contacts of the compound, worlds that grow, shrink and go back."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Box, Capsule, Compound, Distance, Plane, Sphere, World
from physics.bodies.arrays import FIRST
from physics.collision.shape_kinds import COMPOUND, PART
from physics.history import History

PRECISIONS = pytest.mark.parametrize("precision", ["single", "double"])
DUMBBELL = Compound([(Sphere(radius=0.3), (-0.4, 0, 0)), (Sphere(radius=0.3), (0.4, 0, 0))])
TABLE = Compound([(Box(half=(0.6, 0.4, 0.05)), (0, 0, 0.5)),
                  *((Capsule(0.05, 0.17), (x, y, 0.22)) for x in (-0.5, 0.5) for y in (-0.3, 0.3))])


def floor(precision="single", **settings):
    world = World(precision=precision, **settings)
    world.add_body(shape=Plane())
    return world


def run(world, steps):
    for _ in range(steps):
        world.step()
    return world


def heap(precision="single", count=24, **settings):
    """Compounds, boxes and capsules that fall onto each other."""
    world, rng = floor(precision, **settings), np.random.default_rng(5)
    for number in range(count):
        q = rng.normal(size=4)
        shape = (DUMBBELL, TABLE, Box(half=(0.2, 0.15, 0.1)), Capsule(0.1, 0.3))[number % 4]
        world.add_body(shape=shape, position=(*rng.uniform(-0.6, 0.6, 2), 0.8 + 0.5 * number), rotation=q / np.linalg.norm(q))
    return world


@PRECISIONS
def test_a_table_stands_on_its_legs(precision):
    world = floor(precision)
    table = world.add_body(shape=TABLE, position=np.array(TABLE.centre) + (0, 0, 0.001))
    run(world, 240)
    assert table.position == pytest.approx(TABLE.centre, abs=0.01)
    assert abs(table.rotation[3]) > 0.99999
    legs = [m for m in world.contacts if m.points]
    assert len(legs) == 4 and {m.b.uid for m in legs} | {m.a.uid for m in legs} == {1, table.uid}


@PRECISIONS
def test_a_compound_moves_as_the_body_that_it_is(precision):
    """Halves of a box fall, turn and slide as the box does, until it tumbles on its corners."""
    def slide(shape):
        world = floor(precision, sleep=False)
        body = world.add_body(shape=shape, position=(0, 0, 0.2), velocity=(3, 0, 0), angular_velocity=(0, 0, 1))
        return run(world, 60) and (body.position.copy(), body.velocity.copy(), body.angular_velocity.copy())

    halves = Compound([(Box(half=(0.4, 0.3, 0.2)), (x, 0, 0)) for x in (-0.4, 0.4)])
    for one, other in zip(slide(halves), slide(Box(half=(0.8, 0.3, 0.2)))):
        assert one == pytest.approx(other, abs=0.02)


def test_rows_of_parts_lie_behind_those_of_bodies():
    world = floor()
    bodies = [world.add_body(shape=DUMBBELL, position=(2 * k, 0, 0.3)) for k in range(3)]
    run(world, 1)
    pool = world._bodies
    rows = slice(pool.parts.first, pool.parts.end)
    assert pool.parts.first >= FIRST + pool.count and pool.parts.end - pool.parts.first == 6
    assert (pool.arrays.kind[rows] == PART).all()
    assert pool.arrays.owner[rows].tolist() == [row for body in bodies for row in [pool.rows[body.uid]] * 2]
    pool.follow_owners()
    assert (pool.arrays.pose[rows, :7] == pool.arrays.pose[pool.arrays.owner[rows], :7]).all()
    assert (pool.living(pool.arrays.kind) == COMPOUND).sum() == 3
    assert world.positions.shape == (4, 3) and len(world.bodies) == 4


def test_bodies_come_and_go_beside_compounds():
    """More bodies than there is room for before the parts, and removed ones: all that stay stay where they are."""
    world = floor()
    dumbbells = [world.add_body(shape=DUMBBELL, position=(2.0 * k, 0, 0.3)) for k in range(4)]
    run(world, 30)
    boxes = [world.add_body(shape=Box(half=(0.2, 0.2, 0.2)), position=(k % 20, 3 + k // 20, 0.2)) for k in range(200)]
    run(world, 30)
    for body in (dumbbells[1], boxes[7], boxes[150]):
        world.remove(body)
    run(world, 30)
    standing = np.array([body.position[2] for body in world.bodies[1:]])
    assert len(standing) == 201
    assert (np.abs(standing - np.where([b.shape == DUMBBELL for b in world.bodies[1:]], 0.3, 0.2)) < 0.01).all()


def test_parts_of_one_compound_do_not_collide():
    world = World(gravity=(0, 0, 0))
    body = world.add_body(shape=Compound([(Box(half=(0.5, 0.5, 0.5)), (0.3 * k, 0, 0)) for k in range(4)]))
    run(world, 10)
    assert not world.contacts and (body.position == 0).all()


def test_joints_keep_parts_from_colliding():
    world = World(gravity=(0, 0, 0))
    one = world.add_body(shape=DUMBBELL)
    two = world.add_body(shape=Sphere(radius=0.3), position=(0.4, 0.5, 0))
    joint = world.add_joint(Distance(a=one, b=two, anchor_a=(0.4, 0, 0), anchor_b=(0.4, 0.5, 0)))
    run(world, 5)
    assert not world.contacts
    world.remove(joint)
    run(world, 1)
    assert world.contacts


def test_rays_and_sensors_find_the_compound():
    world = floor()
    table = world.add_body(shape=TABLE, position=np.array(TABLE.centre), type="static")
    hit = world.ray_cast((0, 0, 3), (0, 0, -1))
    assert hit.body == table and hit.distance == pytest.approx(3 - 0.55, abs=1e-5) and hit.normal == pytest.approx((0, 0, 1))
    assert world.ray_cast((0, -3, 0.2), (0, 1, 0)) is None, "between the legs"
    leg = world.ray_cast((0.5, -3, 0.2), (0, 1, 0))
    assert leg.body == table and leg.distance == pytest.approx(3 - 0.3 - 0.05, abs=1e-5)
    zone = world.add_body(shape=DUMBBELL, position=(0, 5, 1), sensor=True, type="static")
    ball = world.add_body(shape=Sphere(radius=0.1), position=(0.4, 5, 1), type="kinematic")
    away = world.add_body(shape=Sphere(radius=0.05), position=(0, 5, 1.3), type="kinematic")
    for body in (ball, away):
        body.velocity = (0, 0, 1e-3)
    run(world, 2)
    assert [tuple(pair) for pair in np.asarray(world.overlaps)] == [(zone.uid, ball.uid)]


def test_asleep_and_awake():
    world = floor(sleep=True)
    table = world.add_body(shape=TABLE, position=np.array(TABLE.centre))
    run(world, 180)
    assert table.asleep
    ball = world.add_body(shape=Sphere(radius=0.2), position=(0, 0, 1.2))
    run(world, 40)
    assert not table.asleep and ball.position[2] == pytest.approx(0.75, abs=0.05)
    world.remove(ball)
    run(world, 180)
    assert table.asleep


@PRECISIONS
@pytest.mark.parametrize("threads", [2, 4])
def test_threads_give_the_same_bits(precision, threads):
    hashes = {run(heap(precision, threads=count), 120).state_hash() for count in (1, threads)}
    assert len(hashes) == 1


@PRECISIONS
def test_snapshots_and_histories_go_back(precision):
    world = run(heap(precision), 60)
    saved = world.snapshot()
    after = run(world, 60).state_hash()
    world.restore(saved)
    assert run(world, 60).state_hash() == after
    history = History(world)
    hashes = [run(world, 1).state_hash() for _ in range(40)]
    history.back(20)
    assert world.state_hash() == hashes[19]
    assert run(world, 20).state_hash() == hashes[39]
