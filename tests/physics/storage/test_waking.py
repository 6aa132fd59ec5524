"""Random heaps with joints: sleeping bodies do not move, and removal of a support wakes them in the next step."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Distance, Fixed, Plane, SolverSettings, Sphere, World

MODES = ("soft", "split_impulse", "baumgarte", "position")


def shape_of(rng: np.random.Generator):
    return Box(half=tuple(rng.uniform(0.15, 0.5, 3))) if rng.random() < 0.75 else Sphere(radius=rng.uniform(0.15, 0.5))


def random_world(rng: np.random.Generator) -> World:
    """Tables, some of them kinematic, on a floor or over nothing, with bodies above them, some of which are jointed."""
    mode = str(rng.choice(MODES))
    world = World(sleep=True, precision=str(rng.choice(["single", "double"])),
                  solver=SolverSettings(stabilization=mode, joint_stabilization="soft" if mode == "baumgarte" else mode))
    if rng.random() < 0.7:
        world.add_body(shape=Plane(), type="static")
    for k in range(int(rng.integers(1, 5))):
        kind = "kinematic" if rng.random() < 0.3 else "static"
        world.add_body(shape=Box(half=(1.5, 1.5, 0.2)), type=kind, position=(4.0 * k, 0, rng.uniform(0.5, 2)))
        for level in range(int(rng.integers(1, 7))):
            world.add_body(shape=shape_of(rng), position=(4.0 * k + rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8), 3 + level),
                           friction=rng.uniform(0.3, 1), angular_damping=1.0, linear_damping=0.1)
    bodies = [body for body in world.bodies if body.type == "dynamic"]
    for a, b in zip(bodies[::3], bodies[1::3]):
        joint = str(rng.choice(["none", "fixed", "ball", "rod", "hung"]))
        if joint == "fixed":
            world.add_joint(Fixed(a=a, b=b))
        elif joint == "ball":
            world.add_joint(BallSocket(a=a, b=b, anchor=(a.position + b.position) / 2))
        elif joint == "rod":
            world.add_joint(Distance(a=a, b=b, anchor_a=a.position, anchor_b=b.position))
        elif joint == "hung":
            world.add_joint(BallSocket(a=None, b=a, anchor=a.position + (0, 0, 0.5)))
    return world


def bits(world: World, chosen: np.ndarray) -> bytes:
    return b"".join(array[chosen].tobytes() for array in (world.positions, world.rotations, world.velocities,
                                                          world.angular_velocities))


def held_by(world: World) -> dict[int, set[int]]:
    """uid -> uids of what it touches or is jointed to; 0 is the world."""
    found: dict[int, set[int]] = {uid: set() for uid in world.uids.tolist()} | {0: set()}
    joints = [(joint.a.uid if joint.a else 0, joint.b.uid if joint.b else 0) for joint in world.joints if joint.enabled]
    for a, b in [*((m.a.uid, m.b.uid) for m in world.contacts), *joints]:
        found[a].add(b)
        found[b].add(a)
    return found


def check_sleepers(world: World) -> None:
    """Every sleeping body is held by an existing body, sleeps with its whole island, and has no velocity."""
    held, asleep = held_by(world), dict(zip(world.uids.tolist(), world.asleep.tolist()))
    dynamic = {body.uid for body in world.bodies if body.type == "dynamic"}
    for uid in dynamic:
        if asleep[uid]:
            assert held[uid], f"{uid} sleeps in mid-air"
            assert all(asleep[other] for other in held[uid] & dynamic), f"{uid} sleeps beside an awake body"
    assert not world.velocities[world.asleep].any() and not world.angular_velocities[world.asleep].any()


def disturb(world: World, rng: np.random.Generator) -> None:
    """Remove or move a body; the bodies it held are awake after the next step, and the others have not moved."""
    things = [*world.bodies, *world.joints]
    thing = things[int(rng.integers(len(things)))]
    held, islands = held_by(world), dict(zip(world.uids.tolist(), world.islands.tolist()))
    if hasattr(thing, "anchors"):
        touched = {body.uid for body in (thing.a, thing.b) if body is not None}
    else:
        touched = held[thing.uid] | {thing.uid}
    dynamic = {body.uid for body in world.bodies if body.type == "dynamic"}
    roots = {islands[uid] for uid in touched & dynamic}
    concerned = {uid for uid in dynamic if islands[uid] in roots}
    others = world.asleep & ~np.isin(world.uids, [*concerned])
    before, uids = bits(world, others), world.uids[others]
    if hasattr(thing, "anchors") or rng.random() < 0.5 or isinstance(thing.shape, Plane):
        world.remove(thing)
    else:
        thing.position = thing.position + (0, 0, 30)
    world.step()
    asleep = set(world.uids[world.asleep].tolist())
    assert not asleep & concerned, f"{asleep & concerned} sleep on though {thing!r} went"
    assert set(uids.tolist()) <= asleep and bits(world, np.isin(world.uids, uids)) == before


def story(seed: int) -> int:
    """Let a random world fall asleep and disturb it, three times; returns how many bodies slept."""
    rng = np.random.default_rng(seed)
    world, slept = random_world(rng), 0
    for _ in range(3):
        for _ in range(240):
            before, quiet = bits(world, world.asleep), world.asleep
            world.step()
            still = quiet & world.asleep
            if (still == quiet).all():
                assert bits(world, quiet) == before, "a sleeper moved"
            check = world.step_count % 40 == 0
            if check:
                check_sleepers(world)
        slept += int(world.asleep.sum())
        if len(world.bodies) > 1:
            disturb(world, rng)
    return slept


@pytest.mark.parametrize("first", range(0, 20, 5))
def test_random_worlds(first):
    assert sum(story(seed) for seed in range(first, first + 5)) > 20


@pytest.mark.soak
@pytest.mark.parametrize("first", range(0, 500, 50))
def test_many_random_worlds(first):
    assert sum(story(seed) for seed in range(first, first + 50)) > 200
