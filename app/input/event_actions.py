"""The user's actions on joints and events of the scene's file, rows of the same table as those of `actions`."""
from __future__ import annotations

from app.input.action_target import ActionTarget
from app.input.actions import button, control, gesture
from app.input.bindings import EDIT, MAKE
from app.simulation.commands import KeepJoint


@control(EDIT, "Draw a force, a torque or an impulse", "Alt+F", watching=False,
         button=button(MAKE + 2, 1, "BOLT"))
def draw_event(state: ActionTarget) -> None:
    """Press on a body and drag: the arrow becomes a force, torque or impulse that acts on it for a time, an event of the scene.
    Again: draw none."""
    if state.events.active:
        state.events.cancel()
        return
    state.tool.cancel()
    state.tape.put_away()
    state.open_sheet = ""
    state.events.begin()


gesture(EDIT, "Its place, direction and size; Ctrl: along an axis of the world", "left drag from a body")


@control(EDIT, "Keep the selected joint in the scene", "Alt+J", watching=False)
def keep_joint(state: ActionTarget) -> None:
    """Write a joint that was made while the scene ran into the scene itself, from its beginning on."""
    if state.status.selected_joint is None:
        state.say("Select a joint first: click on its mark")
    elif state.status.edits.joint is not None:
        state.say("This joint is in the scene already")
    else:
        state.submit(KeepJoint(state.status.selected_joint))
