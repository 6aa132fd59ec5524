"""Jointed bodies do not collide unless the joint allows it."""
from __future__ import annotations

from physics import Distance, Fixed, Sphere, World


def test_bodies_of_a_joint_do_not_collide():
    """Overlapping ones part only when they are free to collide; switching a joint is seen at once."""
    def overlapping(**fields) -> tuple[World, list, object]:
        world = World(gravity=(0, 0, 0), precision="double")
        balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.8 * k, 0, 0)) for k in range(3)]
        joint = world.add_joint(Distance(a=balls[1], b=balls[0], anchor_a=balls[1].position, anchor_b=balls[0].position,
                                         upper=5, **fields))
        world.step()
        return world, balls, joint

    def touching(world: World) -> set:
        return {(m.a.uid, m.b.uid) for m in world.contacts}

    world, balls, joint = overlapping()
    assert touching(world) == {(2, 3)}
    joint.collide_connected = True
    world.step()
    assert touching(world) == {(1, 2), (2, 3)}
    joint.collide_connected = False
    world.step()
    assert touching(world) == {(2, 3)}
    joint.enabled = False
    world.step()
    assert touching(world) == {(1, 2), (2, 3)}
    joint.enabled = True
    second = world.add_joint(Distance(a=balls[0], b=balls[1], anchor_a=(0, 0, 0), anchor_b=(0.8, 0, 0), upper=5))
    world.step()
    world.remove(joint)
    world.step()
    assert touching(world) == {(2, 3)}, "the other joint still keeps them from colliding"
    world.remove(second)
    world.step()
    assert touching(world) == {(1, 2), (2, 3)}
    assert touching(overlapping(collide_connected=True)[0]) == {(1, 2), (2, 3)}
    assert touching(overlapping(enabled=False)[0]) == {(1, 2), (2, 3)}


def test_exclusion_follows_rows():
    """Rows move as older bodies go: the same two bodies stay apart."""
    world = World(gravity=(0, 0, 0), precision="double")
    strangers = [world.add_body(shape=Sphere(radius=0.5), position=(50 + 3 * k, 0, 0)) for k in range(5)]
    balls = [world.add_body(shape=Sphere(radius=0.5), position=(0.8 * k, 0, 0)) for k in range(3)]
    world.add_joint(Fixed(a=balls[0], b=balls[1]))
    for _ in range(5):
        world.step()
        assert {(m.a, m.b) for m in world.contacts} <= {(balls[1], balls[2])}
        world.remove(strangers.pop())
