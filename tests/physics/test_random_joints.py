"""Random joints of every type between random bodies, changed, switched, broken and removed at random: nothing breaks that should
not, nothing is not finite, and the pool stays in order.  A failing seed is a number to run again."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from physics import Axis, SettingError, World
from physics.definitions.tunable import tunables
from physics.joints import JOINTS
from physics.joints.definition import GEOMETRY
from tests.physics.storage.test_joint_store import check_numbers
from tests.physics.test_random_scenes import check, random_settings, random_world, take_step
from tests.physics.test_random_scenes import edit as edit_bodies
from tests.support.seeds import seeds


def random_value(about, rng: np.random.Generator):
    """A value of a tunable: nothing, anywhere on its slider, or its default."""
    if about.kind == "choice":
        return str(rng.choice(about.choices))
    if about.kind == "switch":
        return bool(rng.random() < 0.8)
    draw = rng.random()
    if about.optional and draw < 0.5 or draw < 0.2:
        return about.default
    return float(rng.uniform(*about.slider))


def random_axis(rng: np.random.Generator) -> Axis | None:
    """One of six degrees of freedom; None when what was drawn cannot be."""
    try:
        return Axis(**{name: random_value(about, rng) for name, about in tunables(Axis).items()})
    except SettingError:
        return None


def random_fields(cls: type, rng: np.random.Generator, at: np.ndarray) -> dict:
    """Fields of a definition, some of which may not go together."""
    fields = {name: random_value(about, rng) for name, about in tunables(cls).items() if not name.startswith("break")}
    for field in dataclasses.fields(cls):
        kind = getattr(field.metadata.get(GEOMETRY), "kind", None)
        if kind and (field.default is dataclasses.MISSING or rng.random() < 0.5):
            fields[field.name] = tuple({"point": at + rng.normal(size=3), "axis": rng.normal(size=3),
                                        "frame": rng.normal(size=4)}[kind])
        elif field.default == Axis() and (axis := random_axis(rng)):
            fields[field.name] = axis
    return fields


def random_joint(world: World, rng: np.random.Generator) -> None:
    """A joint of any type between two bodies or a body and the world, if what was drawn can be."""
    bodies = [None, *world.bodies[1:]]
    a, b = (bodies[rng.integers(len(bodies))] for _ in range(2))
    cls = list(JOINTS.values())[rng.integers(len(JOINTS))]
    partners = {"a": a} if cls.b is None and "b" not in [f.name for f in dataclasses.fields(cls)] else {"a": a, "b": b}
    at = next((body.position for body in (a, b) if body is not None), np.zeros(3))
    broken = {"break_force": float(10 ** rng.uniform(0, 6))} if rng.random() < 0.3 else {}
    before = len(world.joints)
    try:
        world.add_joint(cls(**partners, **random_fields(cls, rng, at), **broken))
    except SettingError:
        assert len(world.joints) == before


def edit(world: World, rng: np.random.Generator, saved: list) -> None:
    """One of the things that a person may do to joints, or to bodies."""
    what = rng.integers(0, 6)
    if what < 2 or not world.joints:
        random_joint(world, rng)
        return
    joint = world.joints[rng.integers(len(world.joints))]
    if what == 2:
        world.remove(joint)
    elif what == 3:
        fields = random_fields(type(joint.definition), rng, np.zeros(3))
        names = [name for name in joint.definition.changeable() if name in fields and rng.random() < 0.4]
        before = joint.definition
        try:
            joint.set(**{name: fields[name] for name in names})
        except SettingError:
            assert joint.definition == before
    elif what == 4:
        joint.enabled = not joint.enabled
    else:
        edit_bodies(world, rng, saved)


def check_joints(world: World) -> None:
    """Finite read-outs, one for each joint, of bodies that live; gaps and tilts of joints that act alone."""
    arrays = world.joint_arrays()
    assert arrays.uids.tolist() == [joint.uid for joint in world.joints]
    for name in ("anchors", "frames", "forces", "torques"):
        assert np.isfinite(getattr(arrays, name)).all(), name
    idle = np.array([joint.broken or not joint.enabled for joint in world.joints], bool)
    for values in (arrays.gaps, arrays.tilts):
        assert not np.isinf(values).any() and np.isnan(values[idle]).all()
    assert set(arrays.bodies.reshape(-1).tolist()) <= {0, *world.uids.tolist()}
    assert not any(joint.broken and joint.enabled for joint in world.joints)


def storm(seed: int, steps: int) -> str:
    world, rng = random_world(seed)
    for _ in range(int(rng.integers(1, 30))):
        random_joint(world, rng)
    saved: list = []
    for _ in range(steps):
        if rng.random() < 0.4:
            edit(world, rng, saved)
        if rng.random() < 0.02:
            world.solver = random_settings(rng)
        take_step(world)
        check(world)
        check_joints(world)
    check_numbers(world)
    return world.state_hash()


@pytest.mark.parametrize("seed", seeds(40))
def test_storm(seed):
    """A storm of edits breaks nothing and is the same each time."""
    assert storm(seed, 60) == storm(seed, 60)


@pytest.mark.fuzz
@pytest.mark.parametrize("seed", range(1000, 1500))
def test_long_storm(seed):
    storm(seed, 400)
