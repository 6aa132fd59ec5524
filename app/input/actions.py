"""The table of the user's actions: keys, buttons, gestures, and a short function for each.

The help sheet, the palette, the toolbar, scripts and the manual read it.  A row with keys is `@control(...)` over its function;
a gesture that only the mouse tool handles is `gesture(...)`.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable

from app.draw.frame_builder import STATIC
from app.input.action_target import ActionTarget
from app.input.bindings import (
    BODIES,
    CAMERA,
    CAPTURE,
    COMPARE,
    JOINTS,
    LESSONS,
    MAKE,
    PROGRAM,
    SCENES,
    SHOW,
    TIME,
    Action,
    Button,
    Control,
)
from app.simulation.commands import (
    AddVariant,
    Advise,
    Autopsy,
    ChooseVariant,
    DeleteBodies,
    DeleteJoint,
    LastEvent,
    LoadScene,
    Pause,
    ReloadScene,
    RemoveBody,
    RemoveJoint,
    RemoveVariant,
    Restart,
    SetTimeScale,
    Step,
    StepBack,
    StopWhen,
)
from app.simulation.commands.playback import FASTEST, SLOWEST

SPEEDS = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)       # the steps of "slower" and "faster"
REPEAT = 12.0              # [s] within which a removal that needs confirmation is asked for again; its question is shown as long
CONTROLS: list[Control] = []


def control(group: str, label: str, *keys: str, mouse: str = "", button: Button | None = None,
            watching: bool = True) -> Callable[[Action], Action]:
    """A decorator: the function is the control's action, its name the action's word, its docstring the effect that the palette
    shows and searches; see `Control` for `watching`."""
    def listed(perform: Action) -> Action:
        help_ = " ".join((inspect.getdoc(perform) or "").split())
        CONTROLS.append(Control(group, label, perform.__name__, keys, mouse, perform, button, help_, watching))
        return perform
    return listed


def gesture(group: str, label: str, mouse: str) -> None:
    """A gesture of the mouse, without keys."""
    CONTROLS.append(Control(group, label, mouse=mouse))


def sheet(group: str, label: str, name: str, *keys: str, button: Button | None = None, watching: bool = True) -> None:
    """Open or close a sheet."""
    def toggle(state: ActionTarget) -> None:
        state.open_sheet = "" if state.open_sheet == name else name
    CONTROLS.append(Control(group, label, name, keys, perform=toggle, button=button, watching=watching))


def request(group: str, label: str, name: str, *keys: str, button: Button | None = None, about: str = "",
            watching: bool = True) -> None:
    """A request to what captures the window, or to the window; `about` is its effect."""
    CONTROLS.append(Control(group, label, name, keys, "", lambda state: state.requests.append(name), button, about, watching))


def button(group: int, place: int, icon: str) -> Button:
    """A button with a fixed icon."""
    return Button(group, place, lambda _: (icon, ""))


@control(TIME, "Pause, go on", "Space", "P",
         button=Button(0, 1, lambda state: ("PLAY" if state.status.paused else "PAUSE", "accent")))
def pause(state: ActionTarget) -> None:
    """Pause or resume the simulation."""
    state.submit(Pause(not state.status.paused))


@control(TIME, "One step", ".", "Right", button=button(0, 2, "FORWARD_STEP"))
def step(state: ActionTarget) -> None:
    """Take a single step and stay paused."""
    state.submit(Step(1))


@control(TIME, "Five steps", "Shift+.", "Shift+Right")
def step_five(state: ActionTarget) -> None:
    """Take five single steps and stay paused."""
    state.submit(Step(5))


@control(TIME, "Stop nowhere by itself", "Shift+S")
def stop_nowhere(state: ActionTarget) -> None:
    """Forget the expression at which the simulation stops by itself, as a breakpoint that is removed."""
    state.submit(StopWhen(""))


@control(TIME, "One step back", ",", "Left", watching=False)
def step_back(state: ActionTarget) -> None:
    """Go back in time by a single step and stay paused; going on takes the same steps again until something is changed."""
    state.submit(StepBack(1))


@control(TIME, "Back to the last event", "Shift+,", watching=False)
def last_event(state: ActionTarget) -> None:
    """Go back in time to where something happened last: a contact, a sensor, a joint that broke, something you did."""
    state.submit(LastEvent())


@control(TIME, "Autopsy: where did it burst?", "Shift+X", watching=False)
def autopsy(state: ActionTarget) -> None:
    """Go to the step where energy leapt, a joint tore or a number became none, and show the row that gave the most energy."""
    state.change(inside_step=True)
    state.submit(Autopsy())


@control(TIME, "Advise: what is wrong, and what helps?", "Shift+H", watching=False)
def advise(state: ActionTarget) -> None:
    """Look at the last steps for symptoms as jitter, sinking or tunnelling; name the likely cause and the setting that helps."""
    state.change(advice=True)
    state.submit(Advise())


@control(TIME, "Restart the scene", "R", "Backspace", button=button(0, 0, "BACKWARD_STEP"), watching=False)
def restart(state: ActionTarget) -> None:
    """Rewind to time 0 and run again, with the present settings; also called reset."""
    state.submit(Restart())


@control(TIME, "Slower", "-")
def slower(state: ActionTarget) -> None:
    """Slow motion: the next lower time scale."""
    below = [s for s in SPEEDS if s < state.status.time_scale * 0.999]
    _speed(state, below[-1] if below else SLOWEST)


@control(TIME, "Faster", "=")
def faster(state: ActionTarget) -> None:
    """Fast motion: the next higher time scale."""
    above = [s for s in SPEEDS if s > state.status.time_scale * 1.001]
    _speed(state, above[0] if above else FASTEST)


def _speed(state: ActionTarget, scale: float) -> None:
    state.submit(SetTimeScale(scale))
    state.say(f"Time scale {scale:g}×")


sheet(SCENES, "Find a scene", "scenes", "Ctrl+O", button=button(3, 0, "FOLDER_OPEN"), watching=False)


@control(SCENES, "What to look at: its title and text", "I")
def introduction(state: ActionTarget) -> None:
    """Show the card with the scene's title and description, or close it."""
    state.introduced = not state.introduced


@control(SCENES, "Previous scene", "[", watching=False)
def previous_scene(state: ActionTarget) -> None:
    """The scene before this one in the catalog."""
    _neighbour(state, -1)


@control(SCENES, "Next scene", "]", watching=False)
def next_scene(state: ActionTarget) -> None:
    """The scene after this one in the catalog."""
    _neighbour(state, 1)


def _neighbour(state: ActionTarget, by: int) -> None:
    entries = state.scenes()
    if not entries:
        state.say("The scenes are being read" if state.catalog.reading else "The catalog has no scenes", "warning")
        return
    places = [i for i, entry in enumerate(entries) if entry.id == state.status.scene.id]
    place = (places[0] + by) if places else 0
    state.submit(LoadScene(entries[place % len(entries)].id))


@control(SCENES, "Read the file again", "Ctrl+L", watching=False)
def reload(state: ActionTarget) -> None:
    """Reload the open file from the disk, or the one of the card that says it cannot be opened."""
    state.submit(ReloadScene())


sheet(LESSONS, "Find a lesson", "lessons", "L", button=button(3, 1, "GRADUATION_CAP"), watching=False)


def _taught(state: ActionTarget) -> bool:
    """Whether a lesson is open; says so where none is."""
    if state.lessons.teacher is None:
        state.say(f"No lesson is open: {state.controls.keys('lessons')} lists them", "warning")
    return state.lessons.teacher is not None


@control(LESSONS, "Next card", "PageDown", watching=False)
def next_card(state: ActionTarget) -> None:
    """Go to the next card of the lesson."""
    if _taught(state):
        state.lessons.teacher.next()


@control(LESSONS, "Card before", "PageUp", watching=False)
def card_before(state: ActionTarget) -> None:
    """Go to the card before this one."""
    if _taught(state):
        state.lessons.teacher.back()


@control(LESSONS, "Begin the card anew", "Shift+R", watching=False)
def card_anew(state: ActionTarget) -> None:
    """Begin the card of the lesson anew: its scene, its knobs, its tasks and its question."""
    if _taught(state):
        state.lessons.teacher.anew()


@control(LESSONS, "Leave the lesson", "Shift+K", watching=False)
def leave_lesson(state: ActionTarget) -> None:
    """Close the lesson; its scene goes on."""
    if _taught(state):
        state.lessons.close()


gesture(LESSONS, "Turn a number of the card", "drag it to the sides")
gesture(BODIES, "Grab", "left drag on a body; Ctrl + left drag always")
gesture(BODIES, "While grabbing: nearer, farther", "wheel")
gesture(BODIES, "While grabbing: move in the upright plane", "Shift")
gesture(BODIES, "While grabbing: pin it there", "right click")
gesture(BODIES, "Select; the ground selects nothing", "left click")
gesture(BODIES, "Select the ground", "Ctrl + left click")


@control(BODIES, "Shoot a ball", "B", mouse="Shift + left click", watching=False)
def shoot(state: ActionTarget) -> None:
    """Shoot a ball through the pointer, or through the middle when it is on a panel."""
    state.shoot(*(state.pointer_at or state.middle))


@control(BODIES, "Delete the selected bodies or joint", "Delete", watching=False)
def remove(state: ActionTarget) -> None:
    """Delete the selected bodies or joint: from the scene, while it is edited or stands at its beginning, and undo brings them
    back; else from the running world alone, and a restart brings them back.  A static body when asked twice, but
    at once among several of the scene, which were chosen one by one."""
    status, edits, from_scene = state.status, state.status.edits, edits_scene(state)
    body = status.selection if status.selected_joint is None else None
    if body is not None and not (from_scene and len(state.chosen) > 1) and not _is_sure(state, body):
        return
    if body is None and status.selected_joint is None or from_scene:
        return delete_selected(state)
    if body is None:
        state.submit(RemoveJoint(status.selected_joint))
    else:
        for uid in state.chosen:
            state.submit(RemoveBody(uid))
    if edits.body is not None or edits.joint is not None or edits.generator is not None:
        state.say(f"Removed until the scene restarts. {state.controls.keys('delete')} deletes from the scene")


def edits_scene(state: ActionTarget) -> bool:
    """Whether the scene is edited, and not the running world: it stands at its beginning, or a tool of the editor is out."""
    return state.status.edits.beginning or bool(state.gizmo) or state.new_body.open or state.making_generator.active


def delete_selected(state: ActionTarget) -> None:
    """Delete the selected bodies or joint from the scene."""
    if state.status.selected_joint is not None:
        state.submit(DeleteJoint(state.status.selected_joint))
    elif state.chosen:
        state.submit(DeleteBodies(state.chosen))
    else:
        state.say("Select a body or a joint first: click on it")


def _is_sure(state: ActionTarget, uid: int) -> bool:
    """Whether to remove a body now: a static one, on which others may rest, only if asked twice within REPEAT."""
    table = state.view.table
    row, asked, state.asked_to_remove = table.index(uid), state.asked_to_remove, None
    if row is None or table.types[row] != STATIC or asked is not None and asked[0] == uid and state.now < asked[1]:
        return True
    state.asked_to_remove = uid, state.now + REPEAT
    back = "undo" if edits_scene(state) else "a restart"
    state.say(f"{table.names[row] or f'Body {uid}'} is static: Delete again removes it, and {back} brings it back", "warning")
    return False


@control(JOINTS, "Make a joint", "J", button=Button(1, 1, lambda state: ("LINK", "accent" if state.tool.active else "")),
         watching=False)
def join(state: ActionTarget) -> None:
    """Choose the kind of joint to add between two bodies, as a hinge, a spring or a motor; again: cancel."""
    state.tool.cancel()
    state.tape.put_away()
    state.open_sheet = "" if state.open_sheet == "join" else "join"


gesture(JOINTS, "Its two places", "left click on a body, then on another or on the world")
gesture(JOINTS, "Select a joint", "left click on its mark")
gesture(CAMERA, "Orbit", "left drag beside the bodies; Alt + left drag always")
gesture(CAMERA, "Pan", "middle drag, Shift + right drag")
gesture(CAMERA, "Look; with W A S D Q E held: fly", "right drag")
gesture(CAMERA, "Zoom to the pointer", "wheel")


@control(CAMERA, "Frame the selected body or joint", "F")
def frame_selection(state: ActionTarget) -> None:
    """Show the selected body, or the bodies of the selected joint; all bodies without a selection."""
    status = state.status
    joined = () if status.joint is None else (status.joint.a.uid, status.joint.b.uid)
    state.frame_all(frozenset(uid for uid in (status.selection, *state.chosen, *joined) if uid))


@control(CAMERA, "Frame everything", "Home")
def frame_all(state: ActionTarget) -> None:
    """Zoom and move the view until all bodies are seen."""
    state.frame_all()


@control(CAMERA, "Back to the scene's camera", "Shift+Home")
def home_camera(state: ActionTarget) -> None:
    """Reset the view to the scene's own camera."""
    state.motion.home()


@control(COMPARE, "One more variant, with the settings of this one", "C", button=button(1, 2, "CODE_COMPARE"), watching=False)
def compare(state: ActionTarget) -> None:
    """Run the scene once more beside itself, to compare settings."""
    state.submit(AddVariant())


@control(COMPARE, "Settings of the next variant", "N")
def next_variant(state: ActionTarget) -> None:
    """Choose the variant whose settings are shown and changed."""
    state.submit(ChooseVariant((state.status.chosen + 1) % max(len(state.status.variants), 1)))


@control(COMPARE, "Only this variant from now on", "Shift+C")
def alone(state: ActionTarget) -> None:
    """Remove all variants except the chosen one."""
    for number in reversed(range(len(state.status.variants))):
        if number != state.status.chosen:
            state.submit(RemoveVariant(number))


gesture(COMPARE, "Choose a variant", "left click on its picture")


@control(SHOW, "Measuring tape", "Shift+M")
def measure(state: ActionTarget) -> None:
    """Measure the distance of two places, by two clicks; the tape goes with the bodies. Again: put it away."""
    if state.tape.shown:
        state.tape.put_away()
        return
    state.tool.cancel()
    state.tape.begin()
    state.say("Click on two places to measure the distance between them")


@control(SHOW, "Dark or light", "Ctrl+T",
         button=Button(3, 2, lambda state: ("MOON" if state.settings.theme == "light" else "SUN", "")))
def theme(state: ActionTarget) -> None:
    """Change the theme: the colours of sky and panels."""
    state.change(theme="light" if state.settings.theme == "dark" else "dark")


request(CAPTURE, "Screenshot", "screenshot", "F12", button=button(2, 0, "CAMERA"))
request(CAPTURE, "Start or stop a video", "record", "F9",
        button=Button(2, 1, lambda state: ("STOP", "bad") if state.recording else ("VIDEO", "")))
request(CAPTURE, "Offline video, every step", "record_offline", "Shift+F9")
request(CAPTURE, "Share this run as a file", "share", "Ctrl+E", watching=False, button=button(MAKE + 3, 2, "SHARE_NODES"),
        about="Write scene, settings, what you did and a hash of each step into one file, which replays the run elsewhere")
sheet(PROGRAM, "Find a command", "palette", "Ctrl+P", "Ctrl+Shift+P")
sheet(PROGRAM, "Help: this sheet of all keys", "help", "?", "F1", button=button(3, 3, "CIRCLE_QUESTION"))


@control(PROGRAM, "Keyboard to the next panel; Escape: back", "F6")
def walk_panels(state: ActionTarget) -> None:
    """Give the keyboard to the panels, or to the next one."""
    if not state.open_sheet:
        state.change(panels=True)
        state.walking += 1
