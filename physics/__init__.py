"""Impulse's physics: rigid bodies, contacts and joints, solved sixteen at a time.

    from physics import World, SolverSettings, Box, Sphere, Plane, warmup
"""
from __future__ import annotations

from physics.body import Body
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.material import Material
from physics.definitions.settings import PRESETS, SolverSettings, WorldSettings
from physics.definitions.shapes import SHAPES
from physics.definitions.tunable import SettingError
from physics.history import History, autopsy
from physics.joint import Joint
from physics.joints import JOINTS, Axis
from physics.joints.placement import Placement
from physics.parallel.entrance import WorldBusy
from physics.pipeline.lost_bodies import NumberLost
from physics.views.events import BodyLost, ContactBegin, ContactEnd, JointBroke, SensorBegin, SensorEnd
from physics.views.queries import Hit, RayFilter
from physics.warmup import warmup
from physics.world import World

globals().update({cls.__name__: cls for cls in (*SHAPES.values(), *JOINTS.values())})           # `from physics import Box, Hinge`

__all__ = ["PRESETS", "Axis", "Body", "BodyDefinition", "BodyLost", "ContactBegin", "ContactEnd", "History", "Hit", "Joint",
           "JointBroke", "Material", "NumberLost", "Placement", "RayFilter", "SensorBegin", "SensorEnd", "SettingError",
           "SolverSettings", "World", "WorldBusy", "WorldSettings", "autopsy", "warmup",
           *(cls.__name__ for cls in (*SHAPES.values(), *JOINTS.values()))]
