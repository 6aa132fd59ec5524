"""The user's actions in the editor, rows of the same table as those of `actions`."""
from __future__ import annotations

from app.input.action_target import ActionTarget
from app.input.actions import control, sheet
from app.input.bindings import EDIT
from app.simulation.commands import CreateBody, DeleteBodies, DeleteJoint, DuplicateBodies, Redo, SaveScene, Undo

ABOVE = 1.0                # [m] height of a new body over what the camera looks at


@control(EDIT, "Move the selected body; again: turn it", "Shift+E", watching=False)
def gizmo(state: ActionTarget) -> None:
    """Show arrows by which the selected body is moved in the scene, then rings by which it is turned, then none; with Ctrl it
    snaps to a grid."""
    state.gizmo = {"": "move", "move": "turn"}.get(state.gizmo, "")
    if state.gizmo and state.status.selection is None:
        state.say("Click on the body to " + state.gizmo)


def _add(state: ActionTarget, shape: str) -> None:
    """A new body in the middle of what the camera looks at, above the ground."""
    x, y, z = map(float, state.motion.camera.target)
    state.submit(CreateBody(shape, (round(x, 2), round(y, 2), round(max(z, 0.0) + ABOVE, 2))))
    state.gizmo = state.gizmo or "move"


@control(EDIT, "Add a box", "Shift+B", watching=False)
def add_box(state: ActionTarget) -> None:
    """Add a box to the scene, above what the camera looks at."""
    _add(state, "box")


@control(EDIT, "Add a ball", "Shift+O", watching=False)
def add_ball(state: ActionTarget) -> None:
    """Add a ball to the scene, above what the camera looks at."""
    _add(state, "sphere")


@control(EDIT, "Add a plank", "Shift+P", watching=False)
def add_plank(state: ActionTarget) -> None:
    """Add a flat board of 3 m to the scene, for a see-saw or a bridge."""
    _add(state, "plank")


@control(EDIT, "Add a pillar", "Shift+L", watching=False)
def add_pillar(state: ActionTarget) -> None:
    """Add an upright post of 2 m to the scene."""
    _add(state, "pillar")


@control(EDIT, "Add a floor", "Shift+F", watching=False)
def add_floor(state: ActionTarget) -> None:
    """Add an endless floor at height 0 to the scene."""
    state.submit(CreateBody("plane", (0.0, 0.0, 0.0)))


@control(EDIT, "Duplicate the selected body", "Ctrl+D", watching=False)
def duplicate(state: ActionTarget) -> None:
    """Add a copy of the selected body beside it."""
    row = state.view.table.index(state.status.selection) if state.view and state.status.selection is not None else None
    if row is None:
        state.say("Select a body first: click on it")
        return
    size = state.view.table.sizes[row]
    state.submit(DuplicateBodies((state.status.selection,), (round(2.2 * float(size.max()), 2), 0.0, 0.0)))


@control(EDIT, "Delete the selected body or joint from the scene", "Shift+Delete", watching=False)
def delete(state: ActionTarget) -> None:
    """Delete the selected body or joint from the scene, with the joints and events that name it; undo brings it back."""
    if state.status.selected_joint is not None:
        state.submit(DeleteJoint(state.status.selected_joint))
    elif state.status.selection is None:
        state.say("Select a body or a joint first: click on it")
    else:
        state.submit(DeleteBodies((state.status.selection,)))


@control(EDIT, "Undo", "Ctrl+Z", watching=False)
def undo(state: ActionTarget) -> None:
    """Take the last edit of the scene back."""
    state.submit(Undo())


@control(EDIT, "Redo", "Ctrl+Y", "Ctrl+Shift+Z", watching=False)
def redo(state: ActionTarget) -> None:
    """Make the edit again that was taken back last."""
    state.submit(Redo())


@control(EDIT, "Save the scene", "Ctrl+S", watching=False)
def save_scene(state: ActionTarget) -> None:
    """Write the edited scene to its file; comments and order stay. One of the catalog is saved under a new name."""
    if state.status.edits.own_file:
        state.submit(SaveScene())
    else:
        state.open_sheet = "save"


sheet(EDIT, "Save the scene as", "save", "Ctrl+Shift+S", watching=False)
