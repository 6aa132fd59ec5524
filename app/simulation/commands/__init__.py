"""Everything a person does to a world, one frozen command each.

A command is made on any thread, queued in the session, stamped with the step before which it acts, and applied
between two steps on the simulation thread.  `codec` writes and reads commands as plain dictionaries.
"""
from app.simulation.commands.bodies import ApplyImpulse, RemoveBody, Select, SetBody, Shoot
from app.simulation.commands.codec import decode, encode
from app.simulation.commands.command import Command, Stamped
from app.simulation.commands.joints import AddJoint, RemoveJoint, SelectJoint, SetJoint
from app.simulation.commands.mouse_spring import Grab, MoveGrab, Pin, Release
from app.simulation.commands.playback import Observe, Pause, Restart, SetTimeScale, Step
from app.simulation.commands.scene import LoadScene, ReloadScene
from app.simulation.commands.tuning import (
    OverrideFriction,
    OverrideRestitution,
    ResetTuning,
    SetGravity,
    SetSleep,
    SetSolver,
    UsePreset,
    UseSettings,
)
from app.simulation.commands.variants import AddVariant, ChooseVariant, RemoveVariant

__all__ = ["AddJoint", "AddVariant", "ApplyImpulse", "ChooseVariant", "Command", "Grab", "LoadScene", "MoveGrab", "Observe",
           "OverrideFriction", "OverrideRestitution", "Pause", "Pin", "Release", "ReloadScene", "RemoveBody", "RemoveJoint",
           "RemoveVariant", "ResetTuning", "Restart", "Select", "SelectJoint", "SetBody", "SetGravity", "SetJoint", "SetSleep",
           "SetSolver", "SetTimeScale", "Shoot", "Stamped", "Step", "UsePreset", "UseSettings", "decode", "encode"]
