"""The user's actions in the editor, rows of the same table as those of `actions`."""
from __future__ import annotations

from app.input.action_target import ActionTarget
from app.input.actions import button, control, delete_selected, sheet
from app.input.bindings import EDIT, MAKE, Button
from app.simulation.commands import BreakUp, CreateBody, DuplicateBodies, Redo, SaveScene, Undo

ABOVE = 1.0                # [m] height of a new body over what the camera looks at


@control(EDIT, "Make bodies by the mouse", "Alt+M", watching=False,
         button=Button(1, 0, lambda state: ("SHAPES", "accent" if state.new_body.open else "")))
def make(state: ActionTarget) -> None:
    """Open the card of shapes: click on one, then on the scene, where it is to stand; a drag there sets its size. Below are
    buttons to undo, move, turn, copy, delete and save. Again: close it."""
    state.new_body.open = not state.new_body.open
    if state.new_body.open:
        state.introduced = False                           # its card is where the text is
    else:
        state.new_body.cancel()


@control(EDIT, "Move the selected bodies; again: turn them", "Shift+E", watching=False,
         button=Button(MAKE + 1, 0, lambda state: ("ROTATE" if state.gizmo == "turn" else "UP_DOWN_LEFT_RIGHT",
                                                   "accent" if state.gizmo else "")))
def gizmo(state: ActionTarget) -> None:
    """Show arrows by which the selected bodies are moved in the scene, then rings by which they are turned, then none; with
    Ctrl they snap to a grid."""
    state.gizmo = {"": "move", "move": "turn"}.get(state.gizmo, "")
    if state.gizmo and state.status.selection is None:
        state.say("Click on the body to " + state.gizmo)


def _add(state: ActionTarget, shape: str) -> None:
    """A new body over what the camera looks at, above the ground and what stands there; the camera shows it where it is not
    seen."""
    x, y, z = map(float, state.motion.camera.target)
    state.new_body.await_one()
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


@control(EDIT, "Add a capsule", "Alt+1", watching=False)
def add_capsule(state: ActionTarget) -> None:
    """Add an upright cylinder with round ends to the scene."""
    _add(state, "capsule")


@control(EDIT, "Add a cylinder", "Alt+2", watching=False)
def add_cylinder(state: ActionTarget) -> None:
    """Add an upright cylinder to the scene: a drum, or, flat, a wheel or a coin."""
    _add(state, "cylinder")


@control(EDIT, "Add a cone", "Alt+3", watching=False)
def add_cone(state: ActionTarget) -> None:
    """Add a cone with its tip up to the scene."""
    _add(state, "cone")


@control(EDIT, "Add a wedge", "Alt+4", watching=False)
def add_wedge(state: ActionTarget) -> None:
    """Add a wedge to the scene, a convex hull whose points the card of the body shows."""
    _add(state, "wedge")


@control(EDIT, "Add a die", "Alt+5", watching=False)
def add_die(state: ActionTarget) -> None:
    """Add a cube whose corners are cut off to the scene, a convex hull of 24 points."""
    _add(state, "die")


@control(EDIT, "Add a floor", "Shift+F", watching=False)
def add_floor(state: ActionTarget) -> None:
    """Add an endless floor at height 0 to the scene."""
    state.submit(CreateBody("plane", (0.0, 0.0, 0.0)))


@control(EDIT, "Duplicate the selected bodies", "Ctrl+D", watching=False, button=button(MAKE + 1, 1, "CLONE"))
def duplicate(state: ActionTarget) -> None:
    """Add copies of the selected bodies beside them, with the joints among them."""
    table = state.view.table if state.view else None
    rows = [row for uid in state.chosen if (row := table.index(uid)) is not None] if table else []
    if not rows:
        state.say("Select a body first: click on it")
        return
    reach = table.sizes[rows].max(axis=1)
    width = float((state.view.positions[rows, 0] + reach).max() - (state.view.positions[rows, 0] - reach).min())
    state.submit(DuplicateBodies(state.chosen, (round(1.1 * width, 2), 0.0, 0.0)))


@control(EDIT, "Delete the selected bodies or joint from the scene", "Shift+Delete", watching=False,
         button=button(MAKE + 1, 3, "TRASH_CAN"))
def delete(state: ActionTarget) -> None:
    """Delete the selected bodies or joint from the scene, with the joints and events that name them; undo brings them back."""
    delete_selected(state)


@control(EDIT, "Undo", "Ctrl+Z", watching=False, button=button(MAKE, 0, "ROTATE_LEFT"))
def undo(state: ActionTarget) -> None:
    """Take the last edit of the scene back."""
    state.submit(Undo())


@control(EDIT, "Redo", "Ctrl+Y", "Ctrl+Shift+Z", watching=False, button=button(MAKE, 1, "ROTATE_RIGHT"))
def redo(state: ActionTarget) -> None:
    """Make the edit again that was taken back last."""
    state.submit(Redo())


@control(EDIT, "Save the scene", "Ctrl+S", watching=False, button=button(MAKE + 3, 0, "FLOPPY_DISK"))
def save_scene(state: ActionTarget) -> None:
    """Write the edited scene to its file; comments and order stay. One of the catalog is saved under a new name."""
    if state.status.edits.own_file:
        state.submit(SaveScene("", state.film.unsaved))
    else:
        state.open_sheet = "save"


sheet(EDIT, "Save the scene as", "save", "Ctrl+Shift+S", watching=False, button=button(MAKE + 3, 1, "FILE_EXPORT"))
sheet(EDIT, "Save this moment as a scene", "moment", "Alt+S", watching=False)


@control(EDIT, "Add a generator: many bodies at once", "Alt+N", watching=False, button=button(MAKE + 2, 0, "CUBES"))
def generators(state: ActionTarget) -> None:
    """Open the card of generators: a pile, a wall, a chain, a net and others, shown where they will be while their numbers are
    set. Again: close it."""
    making = state.making_generator
    if making.active:
        making.stop()
    else:
        state.introduced = False                           # its card is where the text is
        making.begin("pile", state.motion.camera.target)


@control(EDIT, "Break up the generator of the selected body", "Alt+B", watching=False)
def break_up(state: ActionTarget) -> None:
    """Turn the pile, wall or chain of the selected body into single bodies and joints, which are edited one by one; the motion
    stays the same."""
    card = state.status.edits.generator
    if card is None:
        state.say("Select a body of a generator first, one of a pile, a wall or a chain: click on it")
    else:
        state.submit(BreakUp(card.number))
