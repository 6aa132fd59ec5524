"""A sample of each type of joint: what tests of all types need to make one, in code and in a scene."""
from __future__ import annotations

from typing import NamedTuple

AXIS, AT = (0, 0, 1), (0, 0, 0)


class Sample(NamedTuple):
    """One type."""

    least: dict                    # the fields that it cannot do without, besides its bodies
    scene: str                     # keys between a ball at (0, 0, 5) and a crate at (3, 0, 1), of a mouse joint at the ball


SAMPLES: dict[str, Sample] = {
    "ball_socket": Sample({"anchor": AT},
                          "anchor: [0, 0, 5], cone: 30 deg, twist_lower: -10 deg, twist_upper: 10 deg"),
    "hinge": Sample({"anchor": AT, "axis": AXIS},
                    "anchor: [0, 0, 5], axis: [0, 0, 1], lower: -1, upper: 1, motor_speed: 2, motor_torque: 3, hertz: 1"),
    "slider": Sample({"anchor": AT, "axis": AXIS},
                     "anchor: [0, 0, 5], axis: [0, 0, 1], lower: -1, upper: 1, motor_speed: 2, motor_force: 3"),
    "fixed": Sample({},
                    "anchor: [0, 0, 5]"),
    "distance": Sample({"anchor_a": AT, "anchor_b": (1, 0, 0)},
                       "anchor_a: [0, 0, 5], anchor_b: [3, 0, 1], upper: 6"),
    "angle": Sample({},
                    "axis: [1, 0, 0], angle: 5 deg"),
    "six_dof": Sample({"anchor": AT},
                      "anchor: [0, 0, 5], x: free, ry: {limit: [-1, 1], hertz: 2}"),
    "gear": Sample({"axis_a": AXIS, "axis_b": AXIS},
                   "axis_a: [0, 0, 1], axis_b: [0, 0, 1], ratio: -4"),
    "rack": Sample({"axis_a": AXIS, "axis_b": AXIS},
                   "axis_a: [0, 0, 1], axis_b: [1, 0, 0], radius: 0.2"),
    "pulley": Sample({"anchor_a": AT, "anchor_b": AT, "ground_a": (0, 0, 3), "ground_b": (1, 0, 3)},
                     "anchor_a: [0, 0, 5], anchor_b: [3, 0, 1], ground_a: [0, 0, 9], ground_b: [3, 0, 9], ratio: 2"),
    "mouse": Sample({"anchor": AT, "target": AT},
                    "anchor: [0, 0, 5], target: [0, 0, 6], max_force: 100")}
