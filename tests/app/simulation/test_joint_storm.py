"""Random commands that make, change and remove joints in a running world: the worst results are cards and notices."""
from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from app.headless.options import RunOptions
from app.simulation.commands import (
    AddJoint,
    Grab,
    Pin,
    Release,
    RemoveBody,
    RemoveJoint,
    Restart,
    Select,
    SelectJoint,
    SetBody,
    SetJoint,
)
from app.simulation.inspection import changeable, settings_of
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from physics.joints import JOINTS

SCENE = """\
format: 1
title: Storm
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: rail, type: kinematic, shape: {box: {half: [2, 0.2, 0.2]}}, position: [0, 3, 3], angular_velocity: [0, 0, 1]}
generate:
  - grid:
      {name: box, count: [3, 2, 2], spacing: [1.5, 1.5, 1.5], position: [0, 0, 1], shape: {box: {half: [0.4, 0.3, 0.5]}}, mass: 3}
joints:
  - {name: door, type: hinge, a: world, b: box_0, anchor: [0, 0, 2], axis: [0, 0, 1], motor_torque: 5, motor_speed: 2}
"""
ROUNDS = 120


def person(random, session):
    """One random command of the user."""
    world = session.variants[0].world
    bodies, joints = [*world.uids.tolist(), None, 999], [joint.uid for joint in world.joints] + [999]
    pick = lambda things: things[random.integers(len(things))]      # noqa: E731
    direction = random.normal(size=3)
    direction = tuple((direction / np.linalg.norm(direction)).tolist())
    place = lambda: tuple(random.uniform(-0.5, 0.5, 3).tolist())      # noqa: E731
    kind = random.integers(9)
    if kind <= 2:
        return AddJoint(pick([*JOINTS, "rope"]), pick(bodies), pick(bodies), place(), place(), direction, direction)
    if kind <= 4:
        return turning(random, world, pick(joints))
    if kind == 5:
        return pick([SelectJoint(pick(joints)), Select(pick(bodies)), RemoveJoint(pick(joints))])
    if kind == 6:
        return Grab(uid=pick(bodies) or 999, anchor=place(), target=(0.0, 0.0, 4.0))
    if kind == 7:
        body = pick(bodies[:-2])
        return SetBody(body, pick([*changeable(type(world.body(body))), "mass"]), pick([0.3, 1.0, "minimum"]))
    return pick([Pin(), Release(), Release(), Restart() if random.random() < 0.3 else Pin(), RemoveBody(pick(bodies) or 999)])


def turning(random, world, uid):
    """A change of this joint to a valid or an invalid value."""
    if uid == 999:
        return SetJoint(uid, "hertz", 1.0)
    options = list(settings_of(world.joint(uid).definition))
    name, about, _, _ = options[random.integers(len(options))]
    if about.choices:
        return SetJoint(uid, name, about.choices[random.integers(len(about.choices))])
    if about.kind == "switch":
        return SetJoint(uid, name, bool(random.integers(2)))
    low, high = about.slider or about.limits
    value = float(random.uniform(low, high)) * (random.random() if random.random() < 0.9 else 1e9)
    return SetJoint(uid, name, None if about.optional and random.random() < 0.3 else value)


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    path = tmp_path_factory.mktemp("storm") / "storm.yaml"
    path.write_text(SCENE)
    return str(path)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_a_person_does_to_joints_stops_the_session(source, seed):
    random, problems = np.random.default_rng(seed), []
    session = Session(SceneReader(RunOptions(precision="double"), problems.append))
    session.open(source)
    done = 0
    for _ in range(ROUNDS):
        session.submit(person(random, session))
        done += session.apply_pending()
        for _ in range(random.integers(4)):
            session.advance()
        status = session.publish().status
        assert status.selection is None or status.selected_joint is None
        view = session.published.view
        assert np.isfinite(view.positions).all() and np.isfinite(view.rotations).all()
        if view.joints is not None:
            living = set(view.table.uids.tolist()) | {0}
            assert set(view.joints.table.bodies.ravel().tolist()) <= living
            for field in dataclasses.fields(view.joints):
                found = getattr(view.joints, field.name)
                if isinstance(found, np.ndarray):
                    there = found[~np.isnan(found)] if field.name in ("measures", "gaps", "tilts") else found
                    assert np.isfinite(there).all(), field.name
    assert done == ROUNDS and problems == []
