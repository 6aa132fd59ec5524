"""The bias of rows by its parts, and which sweep they are for: what each row wants besides J V = 0.

    bias = push + speculative + restitution + surface + spring + motor + curvature            [m/s] or [rad/s]

    push          part of an overlap, or of a joint's error, that is removed: rate times the error, no faster than allowed
    speculative   gap / h of what is apart: it may close, but not overlap
    restitution   minus the speed of separation after a bounce; the speed at which a point may approach that waits for one
    surface       velocity of a moving surface along the row, and slip that turning adds
    spring        rate of a spring times its error
    motor         minus the speed of a motor
    curvature     see `constraints.curvature`; of soft rows more, see `constraints.solver`
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.dynamics.parameters import JointRowParameters
from physics.lab.rows.row import LIMIT, MOTOR, NORMAL, OF_PARTS, RowParameters, Rows, is_friction


class BiasParts(NamedTuple):
    """Parts of the bias of m rows, each (m,) [m/s] or [rad/s]; the scales that belong to them."""

    push: np.ndarray
    speculative: np.ndarray
    restitution: np.ndarray
    surface: np.ndarray
    spring: np.ndarray
    motor: np.ndarray
    curvature: np.ndarray


class Law(NamedTuple):
    """How m rows answer their errors in one kind of sweep."""

    parts: BiasParts
    rate: np.ndarray              # (m,) [1/s] of errors; of what is apart 1/h
    mass_scale: np.ndarray        # (m,)
    impulse_scale: np.ndarray     # (m,)
    relaxation: np.ndarray        # (m,) factor on changes of the impulse

    @property
    def bias(self) -> np.ndarray:
        """(m,) the whole bias."""
        return sum(self.parts)


def _motor_speeds(rows: Rows, joint: JointRowParameters) -> np.ndarray:
    """(m,) targets of motors, which ask for no more speed than leads to the stops of their axes [m/s] or [rad/s]."""
    low = np.where(rows.to_lower < 0, joint.inverse_h, joint.bias_rate) * rows.to_lower
    high = np.where(rows.to_upper > 0, joint.inverse_h, joint.bias_rate) * rows.to_upper
    return np.maximum(np.minimum(rows.speed, high), low)


def law_of(rows: Rows, params: RowParameters, error: np.ndarray | None = None) -> Law:
    """The law of rows in a sweep with these parameters, at these errors or at their own."""
    error, contact, joint = rows.error if error is None else error, params.contact, params.joint
    zero, normal, part = np.zeros(len(rows.a)), rows.kind == NORMAL, rows.kind >= OF_PARTS
    bounces = normal & (rows.target != 0)
    ahead = normal & ~bounces & (error > 0)
    overlap = normal & ~bounces & ~ahead
    held = part & ~rows.own
    apart = held & (rows.kind == LIMIT) & (error > 0) & ~(rows.active & (joint.hold_active_limits == 1))
    motor = rows.own & (rows.kind == MOTOR)
    spring = rows.own & ~motor
    removed = np.maximum(contact.bias_rate * np.minimum(error + contact.slop, 0), -contact.push_speed)
    push = np.where(overlap, removed, np.where(held & ~apart, joint.bias_rate * rows.reach * error, zero))
    push = push - np.where(part, np.where(held & (rows.kind != LIMIT), joint.bias_rate, joint.held_rate) * rows.strain, zero)
    rate = np.select((overlap, ahead, apart, held, rows.own), (contact.bias_rate, contact.inverse_h, joint.inverse_h,
                                                              joint.bias_rate, rows.own_rate), 0.0)
    parts = BiasParts(push, np.where(ahead, contact.inverse_h * error, np.where(apart, joint.inverse_h * error, zero)),
                      np.where(bounces, -rows.target, zero),
                      np.where(is_friction(rows), rows.surface_velocity + rows.turning_slip,
                               np.where(normal, rows.turning_slip, zero)),
                      np.where(spring, rows.own_rate * error - rows.speed, zero),
                      np.where(motor, -_motor_speeds(rows, joint), zero),
                      np.where(part, np.where(held & ~apart, joint.turning, joint.curvature) * rows.curvature, zero))
    soft = np.select((overlap, apart, held, rows.own), (contact.mass_scale, 1.0, joint.mass_scale, rows.mass_scale), 1.0)
    softer = np.select((overlap, apart, held, rows.own),
                       (1 - contact.mass_scale, 0.0, joint.impulse_scale, rows.impulse_scale), 0.0)
    return Law(parts, rate, soft, softer, np.where(held, joint.over_relaxation, 1.0))
