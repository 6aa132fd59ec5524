"""What the keys, the toolbar and the palette can ask for: one short function on the state each, by name."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.simulation.commands import (
    AddVariant,
    ChooseVariant,
    LoadScene,
    Pause,
    ReloadScene,
    RemoveBody,
    RemoveJoint,
    RemoveVariant,
    Restart,
    Select,
    SetTimeScale,
    Step,
)
from app.simulation.commands.playback import FASTEST, SLOWEST

if TYPE_CHECKING:
    from app.ui.ui_state import UiState

SPEEDS = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)       # what "slower" and "faster" go through


def pause(state: "UiState") -> None:
    """Hold the simulation or let it go."""
    state.submit(Pause(not state.status.paused))


def step(state: "UiState") -> None:
    """One step."""
    state.submit(Step(1))


def step_five(state: "UiState") -> None:
    """Five steps."""
    state.submit(Step(5))


def restart(state: "UiState") -> None:
    """Time 0."""
    state.submit(Restart())


def slower(state: "UiState") -> None:
    """The next slower speed."""
    below = [s for s in SPEEDS if s < state.status.time_scale * 0.999]
    _speed(state, below[-1] if below else SLOWEST)


def faster(state: "UiState") -> None:
    """The next faster speed."""
    above = [s for s in SPEEDS if s > state.status.time_scale * 1.001]
    _speed(state, above[0] if above else FASTEST)


def _speed(state: "UiState", scale: float) -> None:
    state.submit(SetTimeScale(scale))
    state.say(f"Time scale {scale:g}×")


def previous_scene(state: "UiState") -> None:
    """The scene before this one in the catalog."""
    _neighbour(state, -1)


def next_scene(state: "UiState") -> None:
    """The scene after this one in the catalog."""
    _neighbour(state, 1)


def _neighbour(state: "UiState", by: int) -> None:
    entries = state.scenes()
    if not entries:
        state.say("The scenes are being read" if state.catalog.reading else "The catalog has no scenes", "warning")
        return
    places = [i for i, entry in enumerate(entries) if entry.id == state.status.scene.id]
    place = (places[0] + by) if places else 0
    state.submit(LoadScene(entries[place % len(entries)].id))


def reload(state: "UiState") -> None:
    """Read the open file again."""
    state.submit(ReloadScene())
    state.say("Reading the scene again")


def shoot(state: "UiState") -> None:
    """A ball through the pointer, or through the middle when it is on a panel."""
    state.shoot(*(state.pointer_at or (state.size[0] / 2, state.size[1] / 2)))


def remove(state: "UiState") -> None:
    """Take the selected body or joint out."""
    status = state.status
    if status.selected_joint is not None:
        state.submit(RemoveJoint(status.selected_joint))
    elif status.selection is not None:
        state.submit(RemoveBody(status.selection))
    else:
        state.say("Select a body or a joint first: click on it")


def frame_selection(state: "UiState") -> None:
    """Show the selected body, or the bodies of the selected joint; everything when nothing is selected."""
    status = state.status
    joined = () if status.joint is None else (status.joint.a.uid, status.joint.b.uid)
    state.frame_all(frozenset(uid for uid in (status.selection, *joined) if uid))


def frame_all(state: "UiState") -> None:
    """Show all bodies."""
    state.frame_all()


def home_camera(state: "UiState") -> None:
    """Where the scene puts the camera."""
    state.motion.home()


def join(state: "UiState") -> None:
    """Choose what kind of joint to make; again: make none."""
    state.tool.cancel()
    state.open_sheet = "" if state.open_sheet == "join" else "join"


def compare(state: "UiState") -> None:
    """One more variant."""
    state.submit(AddVariant())


def next_variant(state: "UiState") -> None:
    """The settings of the next variant."""
    state.submit(ChooseVariant((state.status.chosen + 1) % max(len(state.status.variants), 1)))


def alone(state: "UiState") -> None:
    """Take all variants out but the chosen one."""
    for number in reversed(range(len(state.status.variants))):
        if number != state.status.chosen:
            state.submit(RemoveVariant(number))


def theme(state: "UiState") -> None:
    """Dark or light."""
    state.change(theme="light" if state.settings.theme == "dark" else "dark")


def cancel(state: "UiState") -> None:
    """Close what is on top: a sheet, a fault card, a joint that is being made, a recording, the selection."""
    fault = state.status.fault
    if state.open_sheet:
        state.open_sheet = ""
    elif fault is not None and fault.number != state.dismissed_fault:
        state.dismissed_fault = fault.number
    elif state.tool.active:
        state.tool.cancel()
    elif state.recording is not None:
        state.requests.append("cancel_recording")
    elif state.status.selection is not None or state.status.selected_joint is not None:
        state.submit(Select(None))


def _toggle(setting: str) -> Callable[["UiState"], None]:
    return lambda state: state.change(**{setting: not getattr(state.settings, setting)})


def _sheet(name: str) -> Callable[["UiState"], None]:
    def toggle(state: "UiState") -> None:
        state.open_sheet = "" if state.open_sheet == name else name
    return toggle


def _request(name: str) -> Callable[["UiState"], None]:
    return lambda state: state.requests.append(name)


ACTIONS: dict[str, Callable[["UiState"], None]] = {
    **{f.__name__: f for f in (pause, step, step_five, restart, slower, faster, previous_scene, next_scene, reload, shoot,
                               remove, frame_selection, frame_all, home_camera, join, compare, next_variant, alone, theme,
                               cancel)},
    **{name: _toggle(name) for name in ("contacts", "normals", "impulses", "aabbs", "joints", "joint_errors", "joint_labels",
                                        "islands", "split", "plots", "metrics", "panels")},
    **{name: _sheet(name) for name in ("scenes", "palette", "help")},
    **{name: _request(name) for name in ("screenshot", "record", "record_offline", "quit")},
}
