"""Recipes: the parts of every joint, and that each measures what it should at the moment the joint is made, however turned."""
from __future__ import annotations

import math

import numpy as np
import pytest

from physics import (
    Angle,
    Axis,
    BallSocket,
    Distance,
    Fixed,
    Gear,
    Hinge,
    Mouse,
    Pulley,
    Rack,
    SixDof,
    Slider,
    Sphere,
    World,
)
from physics.bodies.rotation import rotate
from physics.constraints import part
from physics.constraints.part import HOLD, LIMIT, MOTOR, SPRING, Part, slots_of
from physics.constraints.parts import ROWS
from physics.constraints.parts.angle import ANGLE
from physics.constraints.parts.axis_pair import AXIS_PAIR
from physics.constraints.parts.axis_position import AXIS_POSITION
from physics.constraints.parts.axis_rotation import AXIS_ROTATION
from physics.constraints.parts.distance import DISTANCE
from physics.constraints.parts.gear import GEAR
from physics.constraints.parts.point import POINT
from physics.constraints.parts.pulley import PULLEY
from physics.constraints.parts.rack import RACK
from physics.constraints.parts.rotation import ROTATION
from physics.constraints.parts.swing import SWING
from physics.joints.drive import NEVER
from physics.joints.placement import TO_AXIS, Placement, frame_along, product, turned
from tests.support.part_formulas import measured, placed

DRAWS = 40


def random_placement(draw: np.random.Generator) -> Placement:
    turns = draw.normal(size=(2, 4))
    qa, qb = turns / np.linalg.norm(turns, axis=1, keepdims=True)
    xa, xb = draw.uniform(-3, 3, (2, 3))
    return Placement(*(tuple(map(float, v)) for v in (xa, qa, xb, qb)))


def poses(at: Placement) -> tuple[np.ndarray, np.ndarray]:
    return np.array([[*at.position_a, *at.rotation_a]]), np.array([[*at.position_b, *at.rotation_b]])


def made(kind_of_part: Part, at: Placement):
    """What a part measures as made, (rows,)."""
    return measured(kind_of_part.kind, placed(slots_of(kind_of_part)[None], *poses(at))).value[0]


@pytest.fixture(scope="module")
def pair() -> tuple:
    world = World()
    return tuple(world.add_body(shape=Sphere(radius=0.5), position=(3 * k, 0, 0)) for k in range(2))


def definitions(pair: tuple, draw: np.random.Generator) -> list:
    """One of every type with everything on, at random places."""
    a, b = pair
    both = {"a": a, "b": b}
    points = [tuple(p) for p in draw.uniform(-4, 4, (4, 3))]
    axes = [tuple(v) for v in draw.normal(size=(2, 3))]
    frame = tuple(draw.normal(size=4))
    limit, sprung = Axis("limit", -1, 2, motor_force=3), Axis("free", hertz=2)
    return [BallSocket(**both, anchor=points[0], axis=axes[0], cone=1, twist_lower=-1, twist_upper=2),
            Hinge(**both, anchor=points[0], axis=axes[0], lower=-1, upper=1, motor_torque=2, hertz=3),
            Slider(**both, anchor=points[0], axis=axes[0], lower=-1, upper=1, motor_force=2, hertz=3),
            Fixed(**both, anchor=points[0]), Fixed(**both), Distance(**both, anchor_a=points[0], anchor_b=points[1]),
            Angle(**both), Angle(**both, axis=axes[0]), SixDof(**both, anchor=points[0], frame=frame),
            SixDof(**both, anchor=points[0], frame=frame, y=limit, rx=limit),
            SixDof(**both, anchor=points[0], frame=frame, x=sprung, z=limit, ry="free", rz=sprung),
            Gear(**both, axis_a=axes[0], axis_b=axes[1], ratio=2), Rack(**both, axis_a=axes[0], axis_b=axes[1], radius=0.3),
            Pulley(**both, anchor_a=points[0], anchor_b=points[1], ground_a=points[2], ground_b=points[3], ratio=2),
            Mouse(a=a, anchor=points[0], target=points[0])]


def test_everything_is_in_place_as_made(pair):
    """Held rows and rests at 0, limits inside, frames' x the axis, at random poses, frames and axes."""
    draw = np.random.default_rng(3)
    for _ in range(DRAWS):
        for definition in definitions(pair, draw):
            at = random_placement(draw)
            if isinstance(definition, Mouse):
                at = at._replace(position_b=(0.0, 0.0, 0.0), rotation_b=(0.0, 0.0, 0.0, 1.0))
            for one in definition.parts(at):
                value = made(one, at)
                if one.use == LIMIT:
                    assert one.lower - 1e-9 <= value[0] <= one.upper + 1e-9
                elif one.use != MOTOR:
                    assert value == pytest.approx(np.full(len(value), one.target), abs=1e-9), (definition.type_name, one.kind)
                if ROWS[one.kind] == 1 and one.kind not in (GEAR, RACK):
                    assert value[0] == pytest.approx(one.measure, abs=1e-9)


def test_seats_are_where_they_were_said(pair):
    """The anchors and axes of a seat, back in the world."""
    draw = np.random.default_rng(5)
    for _ in range(DRAWS):
        for definition in definitions(pair, draw):
            at = random_placement(draw)
            seat = definition.seat(at)
            said = [getattr(definition, name, None) for name in ("anchor_a", "anchor_b")]
            said = [s or getattr(definition, "anchor", None) for s in said]
            if isinstance(definition, Mouse):
                said[1] = definition.target
            for local, point, q, x in ((seat.anchor_a, said[0], at.rotation_a, at.position_a),
                                       (seat.anchor_b, said[1], at.rotation_b, at.position_b)):
                if point is not None:
                    assert np.add(rotate(np.array(q), np.array(local)), x) == pytest.approx(point, abs=1e-12)
            axis_a = getattr(definition, "axis_a", None) or getattr(definition, "axis", None)
            axis_b = getattr(definition, "axis_b", None) or getattr(definition, "axis", None)
            for frame, axis, q in ((seat.frame_a, axis_a, at.rotation_a), (seat.frame_b, axis_b, at.rotation_b)):
                if axis is not None:
                    assert turned(product(q, frame), (1, 0, 0)) == pytest.approx(axis, abs=1e-12)


def test_the_parts_of_each_type(pair):
    """The mapping of joints to parts: kinds and uses, in order."""
    draw = np.random.default_rng(1)
    found = [[(p.kind, p.use) for p in d.parts(Placement())] for d in definitions(pair, draw)]
    hold_all = [(ROTATION, HOLD), (POINT, HOLD)]
    drive = {kind: [(kind, SPRING), (kind, MOTOR), (kind, LIMIT)] for kind in (ANGLE, AXIS_POSITION)}
    assert found == [
        [(ANGLE, LIMIT), (SWING, LIMIT), (POINT, HOLD)],
        [*drive[ANGLE], (AXIS_ROTATION, HOLD), (POINT, HOLD)],
        [*drive[AXIS_POSITION], (ROTATION, HOLD), (AXIS_PAIR, HOLD)],
        hold_all, hold_all, [(DISTANCE, HOLD)], [(ROTATION, HOLD)], [(ANGLE, HOLD)], hold_all,
        [(AXIS_POSITION, MOTOR), (ANGLE, MOTOR), (AXIS_POSITION, LIMIT), (ANGLE, LIMIT),
         (AXIS_ROTATION, HOLD), (AXIS_PAIR, HOLD)],
        [(AXIS_POSITION, SPRING), (ANGLE, SPRING), (AXIS_POSITION, MOTOR), (AXIS_POSITION, LIMIT),
         (ANGLE, HOLD), (AXIS_POSITION, HOLD)],
        [(GEAR, HOLD)], [(RACK, HOLD)], [(PULLEY, LIMIT)], [(POINT, SPRING)]]


@pytest.mark.parametrize("free", range(64))
def test_rows_of_six_degrees_of_freedom(pair, free):
    """Whatever is fixed, the held rows are as many as that, and the free axis of two is the parts' own."""
    names = SixDof.live
    modes = {name: "free" if free >> k & 1 else "fixed" for k, name in enumerate(names)}
    definition = SixDof(a=pair[0], b=pair[1], anchor=(1, 2, 3), frame=(0.1, 0.2, 0.3, 0.9), **modes)
    parts = definition.parts(Placement())
    assert sum(ROWS[p.kind] for p in parts) == 6 - free.bit_count() and all(p.use == HOLD for p in parts)
    for three, single, double in ((names[:3], AXIS_POSITION, AXIS_PAIR), (names[3:], ANGLE, AXIS_ROTATION)):
        fixed = [k for k, name in enumerate(three) if modes[name] == "fixed"]
        for p in parts:
            if p.kind in (single, double):
                own = fixed[0] if p.kind == single else next(k for k in range(3) if k not in fixed)
                expected = turned(definition.frame, tuple(float(k == own) for k in range(3)))
                assert turned(p.frame_a, (1, 0, 0)) == pytest.approx(expected) == turned(p.frame_b, (1, 0, 0))


def test_renamed_axes_keep_the_hand():
    for k, q in enumerate(TO_AXIS):
        for axis in range(3):
            unit = tuple(float(i == axis) for i in range(3))
            assert turned(q, unit) == pytest.approx([float(i == (axis + k) % 3) for i in range(3)])


def test_the_shortest_turn_to_any_axis():
    draw = np.random.default_rng(2)
    axes = [(1, 0, 0), (-1, 0, 0), (-1 + 1e-9, math.sqrt(2e-9), 0), (0, -1, 0), *draw.normal(size=(100, 3))]
    for axis in axes:
        axis = tuple(np.asarray(axis) / np.linalg.norm(axis))
        q = frame_along(axis)
        assert turned(q, (1, 0, 0)) == pytest.approx(axis, abs=1e-9) and q[0] == 0
        assert np.linalg.norm(q) == pytest.approx(1, abs=1e-9)


def test_numbers_reach_their_parts(pair):
    """Targets, limits, springs, motors and caps as they were said; a missing limit is far away."""
    a, b = pair
    both, at = {"a": a, "b": b, "anchor": (0, 0, 0), "axis": (0, 0, 1)}, Placement()
    spring, motor, limit, *_ = Hinge(**both, upper=2, motor_speed=3, motor_torque=4, motor_rate=5, hertz=6, damping_ratio=0.7,
                                     rest=0.8).parts(at)
    assert (limit.lower, limit.upper) == (-NEVER, 2)
    assert (motor.target, motor.max_force, motor.rate) == (3, 4, 5)
    assert (spring.target, spring.hertz, spring.damping_ratio, spring.max_force) == (0.8, 6, 0.7, part.UNLIMITED)
    limit = Slider(**both, lower=-1).parts(at)[0]
    assert (limit.lower, limit.upper) == (-1, NEVER)
    ends = {"a": a, "b": b, "anchor_a": (0, 0, 0), "anchor_b": (3, 0, 0)}
    assert [p.target for p in Distance(**ends).parts(at)] == [3] and Distance(**ends, length=2).parts(at)[0].target == 2
    spring, limit = Distance(**ends, length=2, hertz=3, lower=1).parts(at)
    assert (spring.target, limit.lower, limit.upper, limit.measure) == (2, 1, NEVER, 3)
    rope = Pulley(**ends, ground_a=(0, 0, 2), ground_b=(3, 0, 5), ratio=3).parts(at)[0]
    assert (rope.upper, rope.lower, rope.ratio, rope.ground_a, rope.ground_b) == (17, -NEVER, 3, (0, 0, 2), (3, 0, 5))
    assert Pulley(**ends, ground_a=(0, 0, 2), ground_b=(3, 0, 5), length=9).parts(at)[0].upper == 9
    mouse = Mouse(a=a, anchor=(0, 0, 0), target=(1, 2, 3), hertz=0, beta=0.3, max_force=9).parts(at)[0]
    assert (mouse.anchor_b, mouse.hertz, mouse.beta, mouse.max_force) == ((1, 2, 3), 0, 0.3, 9)
    assert Angle(a=a, b=b, axis=(0, 0, 1), angle=0.5).parts(at)[0].target == 0.5
