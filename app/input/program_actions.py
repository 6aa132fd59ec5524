"""Actions of the program as a whole, rows of the same table as those of `actions`: the welcome sheet, cancelling, the size of
texts."""
from __future__ import annotations

from app.input.action_target import ActionTarget
from app.input.actions import control, sheet
from app.input.bindings import PROGRAM, SHOW
from app.simulation.commands import Select
from physics.definitions.tunable import tunables

SCALES = (0.75, 0.85, 1.0, 1.15, 1.3, 1.5, 1.75, 2.0)        # the steps of "larger" and "smaller"

sheet(PROGRAM, "Welcome: scenes and lessons to begin with", "welcome", "Ctrl+H", watching=False)


@control(PROGRAM, "Cancel, close", "Escape")
def cancel(state: ActionTarget) -> None:
    """Close what is on top: a sheet, a walk through the panels, a fault card, a joint, a body or a generator that is being made,
    an event that is being drawn, a box or the measuring tape, the card *Make*, a recording, the selection, the scene's text."""
    if state.open_sheet:
        state.open_sheet = ""
    elif state.walking:
        state.walking = 0
    elif state.fault is not None:
        state.close_fault()
    elif state.tool.active:
        state.tool.cancel()
    elif state.events.active:
        state.events.cancel()
    elif state.new_body.active:
        state.new_body.cancel()
    elif state.box.active:
        state.box.end()
    elif state.making_generator.active:
        state.making_generator.stop()
    elif state.tape.shown:
        state.tape.put_away()
    elif state.new_body.open:
        state.new_body.open = False
    elif state.recording is not None:
        state.requests.append("cancel_recording")
    elif state.status.selection is not None or state.status.selected_joint is not None:
        state.submit(Select(None))
    else:
        state.introduced = False


@control(PROGRAM, "Quit", "Ctrl+Q")
def quit(state: ActionTarget) -> None:
    """End the program; unsaved edits are asked about first."""
    state.quit()


@control(SHOW, "Larger texts and panels", "Ctrl+=", "Ctrl+Shift+=")
def larger(state: ActionTarget) -> None:
    """Zoom the panels in: the next larger size of all texts; Ctrl and the key plus."""
    _resize(state, next((one for one in SCALES if one > state.settings.scale * 1.001), SCALES[-1]))


@control(SHOW, "Smaller texts and panels", "Ctrl+-")
def smaller(state: ActionTarget) -> None:
    """Zoom the panels out: the next smaller size of all texts."""
    _resize(state, next((one for one in reversed(SCALES) if one < state.settings.scale * 0.999), SCALES[0]))


@control(SHOW, "Texts and panels in their usual size", "Ctrl+0")
def usual_size(state: ActionTarget) -> None:
    """Reset the size of all texts."""
    _resize(state, float(tunables(type(state.settings))["scale"].default))


def _resize(state: ActionTarget, scale: float) -> None:
    state.change(scale=scale)
    state.say(f"Texts and panels at {100 * scale:.0f} %")
