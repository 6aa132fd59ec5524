"""Impulse's physics: rigid bodies, contacts and joints, solved sixteen at a time.

    from physics import World, SolverSettings, Box, Sphere, Plane, warmup
"""
from __future__ import annotations

from physics.body import Body
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.material import Material
from physics.definitions.settings import PRESETS, SolverSettings, WorldSettings
from physics.definitions.shapes import Box, Plane, Sphere
from physics.definitions.tunable import SettingError
from physics.joints import (
    Angle,
    Axis,
    BallSocket,
    Distance,
    Fixed,
    Gear,
    Hinge,
    Joint,
    Mouse,
    Pulley,
    Rack,
    SixDof,
    Slider,
)
from physics.warmup import warmup
from physics.world import World

__all__ = ["PRESETS", "Angle", "Axis", "BallSocket", "Body", "BodyDefinition", "Box", "Distance", "Fixed", "Gear", "Hinge",
           "Joint", "Material", "Mouse", "Plane", "Pulley", "Rack", "SettingError", "SixDof", "Slider", "SolverSettings",
           "Sphere", "World", "WorldSettings", "warmup"]
