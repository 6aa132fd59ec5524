"""Views of joints made by hand, one of each type and more, without any physics."""
from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np

from app.draw.joints.polylines import across
from app.published.view import Joints, View
from app.simulation.joint_publisher import table_of
from tests.support.synthetic import BOX, DYNAMIC, SPHERE, STATIC, view_of_bodies

FREE_AXIS, FIXED_AXIS = SimpleNamespace(mode="free", lower=0.0, upper=0.0), SimpleNamespace(mode="fixed", lower=0.0, upper=0.0)


def limited(lower: float, upper: float) -> SimpleNamespace:
    """An axis of a six_dof joint."""
    return SimpleNamespace(mode="limit", lower=lower, upper=upper)


def turned(axis, angle: float) -> np.ndarray:
    """(4,) quaternion about an axis."""
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return np.append(axis * math.sin(angle / 2), math.cos(angle / 2))


def frame_along(axis) -> np.ndarray:
    """(4,) quaternion whose x is this axis."""
    x = np.asarray(axis, float) / np.linalg.norm(axis)
    y = across(x)
    m = np.stack((x, y, np.cross(x, y)), axis=1)
    w, v = np.linalg.eigh(np.array((
        (m[0, 0] - m[1, 1] - m[2, 2], m[1, 0] + m[0, 1], m[2, 0] + m[0, 2], m[2, 1] - m[1, 2]),
        (0, m[1, 1] - m[0, 0] - m[2, 2], m[2, 1] + m[1, 2], m[0, 2] - m[2, 0]),
        (0, 0, m[2, 2] - m[0, 0] - m[1, 1], m[1, 0] - m[0, 1]), (0, 0, 0, np.trace(m)))), UPLO="U")
    return v[:, -1]


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """(4,) q, then p."""
    return np.append(p[3] * q[:3] + q[3] * p[:3] + np.cross(p[:3], q[:3]), p[3] * q[3] - p[:3] @ q[:3])


def joint(kind: str, a: int, b: int, anchor, **more) -> SimpleNamespace:
    """A joint for `view_of_joints`: uids of bodies (0: the world) and anchor; `more` may be anchor_b, axis, turn (b's frame is
    a's turned so), frame, enabled, broken, gap, tilt, force, and anything its definition has."""
    return SimpleNamespace(kind=kind, a=a, b=b, anchor=anchor, more=more)


def view_of_joints(bodies, joints, **fields) -> View:
    """A view of `bodies` (as `view_of_bodies` takes them, uids from 1) and of joints made by `joint`."""
    told, anchors, frames = [], [], []
    for made in joints:
        more = made.more
        told.append(SimpleNamespace(type_name=made.kind, **{"name": "", "axis": None} | {
            key: value for key, value in more.items() if key not in ("anchor_b", "turn", "frame")}))
        anchors.append((made.anchor, more.get("anchor_b", made.anchor)))
        first = np.asarray(more["frame"], float) if "frame" in more else frame_along(more.get("axis") or (0, 0, 1))
        turn = more.get("turn", (0.0, 0.0, 0.0, 1.0))
        frames.append((first, product(np.asarray(turn, float), first)))
    m, numbers = len(joints), np.arange(1, len(joints) + 1)
    extra = [made.more for made in joints]
    found = Joints(
        table=table_of(numbers, [(made.a, made.b) for made in joints], told, [more.get("broken", False) for more in extra]),
        anchors=np.array(anchors, np.float32).reshape(m, 2, 3),
        frames=np.array(frames, np.float32).reshape(m, 2, 4),
        forces=np.array([more.get("force", (0, 0, 0)) for more in extra], np.float32).reshape(m, 3),
        torques=np.zeros((m, 3), np.float32), gaps=np.array([more.get("gap", 0.0) for more in extra], np.float32),
        tilts=np.array([more.get("tilt", math.nan) for more in extra], np.float32),
        measures=np.full(m, np.nan, np.float32), enabled=np.array([more.get("enabled", True) for more in extra], bool))
    return view_of_bodies(bodies, joints=found if m else None, **fields)


def post(x: float, z: float = 1.0, half: float = 0.35):
    """A still box to hang something from."""
    return (BOX, STATIC, (x, 0.0, z), (half,) * 3)


def zoo() -> dict[str, View]:
    """One view for each look of a joint, all about the origin within two metres."""
    floor = (BOX, STATIC, (0, 0, -2.1), (6, 6, 0.1))
    top, crate = post(0, 1.2, 0.25), (BOX, DYNAMIC, (0, 0, -0.2), (0.4, 0.4, 0.4))
    leaf = (BOX, DYNAMIC, (0.7 * math.cos(0.6), 0.7 * math.sin(0.6), 0.0), (0.7, 0.05, 1.0), tuple(turned((0, 0, 1), 0.6)))
    jamb = (BOX, STATIC, (-0.15, 0, 0), (0.1, 0.1, 1.2))
    swing = tuple(turned((0, 0, 1), 0.6))
    z, x = (0, 0, 1), (1, 0, 0)
    tilt = turned((0, 1, 0), 0.5)
    arm = (BOX, DYNAMIC, (0.45, 0, 0.55), (0.12, 0.12, 0.6), tuple(turned((0, 1, 0), math.pi - 0.5)))
    bead = (BOX, DYNAMIC, (0.5, 0, 0), (0.35, 0.25, 0.25))
    left, right = (SPHERE, DYNAMIC, (-1, 0, 0), (0.4,) * 3), (SPHERE, DYNAMIC, (1, 0, 0), (0.4,) * 3)
    ends = dict(anchor=(-0.6, 0, 0), anchor_b=(0.6, 0, 0))

    def at(bodies, *joints):
        return view_of_joints([floor, *bodies], list(joints))

    def between(kind, **more):
        return joint(kind, 2, 3, **(ends | more))

    drum, disc = (SPHERE, DYNAMIC, (-0.8, 0, 0), (0.7,) * 3), (SPHERE, DYNAMIC, (0.7, 0, 0), (0.6,) * 3)
    return {
        "ball_socket": at([top, crate], joint("ball_socket", 2, 3, (0, 0, 0.7))),
        "cone": at([top, arm], joint("ball_socket", 2, 3, (0.15, 0, 1.1), axis=(0, 0, -1), turn=-tilt * (1, 1, 1, -1), cone=0.8,
                                     twist_lower=-0.7, twist_upper=0.7)),
        "hinge": at([jamb, leaf], joint("hinge", 2, 3, (0, 0, 0), axis=z, turn=swing)),
        "hinge_limits": at([jamb, leaf], joint("hinge", 2, 3, (0, 0, 0), axis=z, turn=swing, lower=-0.3, upper=1.9)),
        "hinge_motor": at([jamb, leaf], joint("hinge", 2, 3, (0, 0, 0), axis=z, turn=swing, motor_speed=2.0, motor_torque=5.0)),
        "hinge_spring": at([jamb, leaf], joint("hinge", 2, 3, (0, 0, 0), axis=z, turn=swing, hertz=2.0, rest=0.0)),
        "hinge_world": at([leaf], joint("hinge", 2, 0, (0, 0, 0), axis=z, turn=tuple(turned((0, 0, 1), -0.6)), lower=-1.9,
                                          upper=0.3)),
        "slider": at([bead], joint("slider", 0, 2, (0, 0, 0), anchor_b=(0.5, 0, 0), axis=x)),
        "slider_limits": at([bead], joint("slider", 0, 2, (0, 0, 0), anchor_b=(0.5, 0, 0), axis=x, lower=-1.2, upper=1.4,
                                          motor_speed=1.0, motor_force=9.0)),
        "slider_spring": at([bead], joint("slider", 0, 2, (0, 0, 0), anchor_b=(0.5, 0, 0), axis=x, lower=-1.2, upper=1.4,
                                          hertz=2.0, rest=0.2)),
        "fixed": at([top, crate], joint("fixed", 2, 3, (0, 0, 0.6))),
        "rod": at([left, right], between("distance")),
        "rope": at([left, right], between("distance", upper=1.7)),
        "spring": at([left, right], between("distance", hertz=2.0, length=1.0)),
        "strut": at([left, right], between("distance", lower=0.8, upper=1.5)),
        "angle": at([left, right], between("angle", axis=(0, 1, 0))),
        "angle_whole": at([left, right], between("angle")),
        "six_dof": at([crate], joint("six_dof", 0, 2, (0, 0, 0), anchor_b=(0.2, 0, 0), frame=(0, 0, 0, 1), x=limited(-1, 1),
                                     y=FREE_AXIS, z=FIXED_AXIS, rx=FREE_AXIS, ry=limited(-0.6, 0.6), rz=FIXED_AXIS,
                                     turn=tuple(turned((0, 1, 0), 0.3)))),
        "gear": at([drum, disc], joint("gear", 2, 3, (-0.8, 0, 0), anchor_b=(0.7, 0, 0), axis=(0, 1, 0), ratio=0.8)),
        "rack": at([drum, (BOX, DYNAMIC, (-0.5, 0, -1.2), (1.4, 0.2, 0.15))],
                   joint("rack", 2, 3, (-0.8, 0, 0), anchor_b=(-0.5, 0, -1.2), frame=frame_along((0, -1, 0)),
                         turn=product(frame_along((1, 0, 0)), frame_along((0, -1, 0)) * (-1, -1, -1, 1)), radius=0.8)),
        "pulley": at([left, right], joint("pulley", 2, 3, (-1, 0, 0.4), anchor_b=(1, 0, 0.4), ground_a=(-1, 0, 1.6),
                                          ground_b=(1, 0, 1.6), ratio=1.0)),
        "mouse": at([crate], joint("mouse", 2, 0, (0.3, -0.3, 0.1), anchor_b=(1.2, -0.6, 1.2), hertz=5.0)),
        "disabled": at([jamb, leaf], joint("hinge", 2, 3, (0, 0, 0), axis=z, turn=swing, lower=-0.3, upper=1.9, enabled=False)),
        "broken": at([top, crate], joint("ball_socket", 2, 3, (0, 0, 0.9), anchor_b=(0, 0, 0.4), broken=True, enabled=False)),
        "apart": at([top, crate], joint("ball_socket", 2, 3, (0, 0, 0.9), anchor_b=(0.1, 0, 0.6), gap=0.3)),
    }
