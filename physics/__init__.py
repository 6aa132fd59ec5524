"""Impulse's physics: rigid bodies, contacts and joints, solved sixteen at a time.

    from physics import World, SolverSettings, Box, Sphere, Plane, warmup
"""
from __future__ import annotations

from physics.body import Body
from physics.definition import BodyDefinition
from physics.joints import Joint, Mouse
from physics.material import Material
from physics.settings import PRESETS, SolverSettings, WorldSettings
from physics.shapes import Box, Plane, Sphere
from physics.tunable import SettingError
from physics.warmup import warmup
from physics.world import World

__all__ = ["PRESETS", "Body", "BodyDefinition", "Box", "Joint", "Material", "Mouse", "Plane", "SettingError", "SolverSettings",
           "Sphere", "World", "WorldSettings", "warmup"]
