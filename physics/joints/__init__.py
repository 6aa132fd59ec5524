"""Joints: what a person says about one, and the handle to it in a world.

One dataclass a file, each with its recipe of parts; the scene schema, the palette and the manual derive from these.
"""
from __future__ import annotations

# in the order in which people meet them in palette and manual
# isort: off
from physics.joints.ball_socket import BallSocket
from physics.joints.hinge import Hinge
from physics.joints.slider import Slider
from physics.joints.fixed import Fixed
from physics.joints.distance import Distance
from physics.joints.angle import Angle
from physics.joints.six_dof import Axis, SixDof
from physics.joints.gear import Gear
from physics.joints.rack import Rack
from physics.joints.pulley import Pulley
from physics.joints.mouse import Mouse
from physics.joints.definition import MOST_FORCE, JointDefinition, PairDefinition, check_partners
from physics.joints.handle import Joint

JOINTS: dict[str, type[JointDefinition]] = {
    cls.type_name: cls for cls in (*PairDefinition.__subclasses__(), *JointDefinition.__subclasses__())
    if cls is not PairDefinition}

__all__ = ["JOINTS", "MOST_FORCE", "Angle", "Axis", "BallSocket", "Distance", "Fixed", "Gear", "Hinge", "Joint",
           "JointDefinition", "Mouse", "PairDefinition", "Pulley", "Rack", "SixDof", "Slider", "check_partners"]
