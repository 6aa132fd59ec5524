"""What the keys, the toolbar and the palette can ask for: one short function on the desk each, by name."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.simulation.commands import (
    AddLane,
    ChooseLane,
    LoadScene,
    Pause,
    ReloadScene,
    RemoveBody,
    RemoveJoint,
    RemoveLane,
    Restart,
    Select,
    SetTimeScale,
    Step,
)
from app.simulation.commands.playback import FASTEST, SLOWEST

if TYPE_CHECKING:
    from app.ui.ui_state import Desk

SPEEDS = (0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0)       # what "slower" and "faster" go through


def pause(desk: "Desk") -> None:
    """Hold the simulation or let it go."""
    desk.submit(Pause(not desk.status.paused))


def step(desk: "Desk") -> None:
    """One step."""
    desk.submit(Step(1))


def step_five(desk: "Desk") -> None:
    """Five steps."""
    desk.submit(Step(5))


def restart(desk: "Desk") -> None:
    """Time 0."""
    desk.submit(Restart())


def slower(desk: "Desk") -> None:
    """The next slower speed."""
    below = [s for s in SPEEDS if s < desk.status.time_scale * 0.999]
    _speed(desk, below[-1] if below else SLOWEST)


def faster(desk: "Desk") -> None:
    """The next faster speed."""
    above = [s for s in SPEEDS if s > desk.status.time_scale * 1.001]
    _speed(desk, above[0] if above else FASTEST)


def _speed(desk: "Desk", scale: float) -> None:
    desk.submit(SetTimeScale(scale))
    desk.say(f"Time scale {scale:g}×")


def previous_scene(desk: "Desk") -> None:
    """The scene before this one in the catalog."""
    _neighbour(desk, -1)


def next_scene(desk: "Desk") -> None:
    """The scene after this one in the catalog."""
    _neighbour(desk, 1)


def _neighbour(desk: "Desk", by: int) -> None:
    entries = desk.scenes()
    if not entries:
        desk.say("The scenes are being read" if desk.catalog.reading else "The catalog has no scenes", "warning")
        return
    places = [i for i, entry in enumerate(entries) if entry.id == desk.status.scene.id]
    place = (places[0] + by) if places else 0
    desk.submit(LoadScene(entries[place % len(entries)].id))


def reload(desk: "Desk") -> None:
    """Read the open file again."""
    desk.submit(ReloadScene())
    desk.say("Reading the scene again")


def shoot(desk: "Desk") -> None:
    """A ball through the pointer, or through the middle when it is on a panel."""
    desk.shoot(*(desk.pointer_at or (desk.size[0] / 2, desk.size[1] / 2)))


def remove(desk: "Desk") -> None:
    """Take the selected body or joint out."""
    status = desk.status
    if status.selected_joint is not None:
        desk.submit(RemoveJoint(status.selected_joint))
    elif status.selection is not None:
        desk.submit(RemoveBody(status.selection))
    else:
        desk.say("Select a body or a joint first: click on it")


def frame_selection(desk: "Desk") -> None:
    """Show the selected body, or the bodies of the selected joint; everything when nothing is selected."""
    status = desk.status
    joined = () if status.joint is None else (status.joint.a.uid, status.joint.b.uid)
    desk.frame_all(frozenset(uid for uid in (status.selection, *joined) if uid))


def frame_all(desk: "Desk") -> None:
    """Show all bodies."""
    desk.frame_all()


def home_camera(desk: "Desk") -> None:
    """Where the scene puts the camera."""
    desk.motion.home()


def join(desk: "Desk") -> None:
    """Choose what kind of joint to make; again: make none."""
    desk.tool.cancel()
    desk.open_sheet = "" if desk.open_sheet == "join" else "join"


def compare(desk: "Desk") -> None:
    """One more lane."""
    desk.submit(AddLane())


def next_lane(desk: "Desk") -> None:
    """The knobs of the next lane."""
    desk.submit(ChooseLane((desk.status.chosen + 1) % max(len(desk.status.lanes), 1)))


def alone(desk: "Desk") -> None:
    """Take all lanes out but the chosen one."""
    for number in reversed(range(len(desk.status.lanes))):
        if number != desk.status.chosen:
            desk.submit(RemoveLane(number))


def theme(desk: "Desk") -> None:
    """Dark or light."""
    desk.change(theme="light" if desk.settings.theme == "dark" else "dark")


def cancel(desk: "Desk") -> None:
    """Close what is on top: a sheet, a fault card, a joint that is being made, a recording, the selection."""
    fault = desk.status.fault
    if desk.open_sheet:
        desk.open_sheet = ""
    elif fault is not None and fault.number != desk.dismissed_fault:
        desk.dismissed_fault = fault.number
    elif desk.tool.active:
        desk.tool.cancel()
    elif desk.recording is not None:
        desk.requests.append("cancel_recording")
    elif desk.status.selection is not None or desk.status.selected_joint is not None:
        desk.submit(Select(None))


def _toggle(setting: str) -> Callable[["Desk"], None]:
    return lambda desk: desk.change(**{setting: not getattr(desk.settings, setting)})


def _sheet(name: str) -> Callable[["Desk"], None]:
    def toggle(desk: "Desk") -> None:
        desk.open_sheet = "" if desk.open_sheet == name else name
    return toggle


def _request(name: str) -> Callable[["Desk"], None]:
    return lambda desk: desk.requests.append(name)


ACTIONS: dict[str, Callable[["Desk"], None]] = {
    **{f.__name__: f for f in (pause, step, step_five, restart, slower, faster, previous_scene, next_scene, reload, shoot,
                               remove, frame_selection, frame_all, home_camera, join, compare, next_lane, alone, theme, cancel)},
    **{name: _toggle(name) for name in ("contacts", "normals", "impulses", "aabbs", "joints", "joint_errors", "joint_labels",
                                        "islands", "split", "plots", "metrics", "panels")},
    **{name: _sheet(name) for name in ("scenes", "palette", "help")},
    **{name: _request(name) for name in ("screenshot", "record", "record_offline", "quit")},
}
