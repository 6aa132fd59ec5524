"""What does work on the bodies of a world besides gravity: motors, springs, moving bodies and surfaces, events.

Energy that grows is a symptom only where none of them acts.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

SOURCES = (("motor_force", "a motor"), ("motor_torque", "a motor"), ("hertz", "a spring"))
AXES = ("x", "y", "z", "rx", "ry", "rz")         # of a joint of six degrees of freedom, each with its own drive


def drives_of(document: Any, world: Any) -> str:
    """The first thing found that does work, for people; "" if there is none."""
    if document.scene.events:
        return "an event of the scene"
    for body in world.bodies:
        if body.type == "kinematic" and (np.any(body.velocity) or np.any(body.angular_velocity)):
            return "a moving platform"
        if np.any(body.surface_velocity) or np.any(body.surface_spin):
            return "a moving surface"
    return next((said for drive in _drives(world.joint_definitions) for name, said in SOURCES if getattr(drive, name, 0)), "")


def _drives(definitions: list[Any]) -> Iterator[Any]:
    """Joints, and the axes of those that have a drive on each."""
    for definition in definitions:
        yield definition
        yield from (getattr(definition, axis) for axis in AXES if hasattr(definition, axis))
