"""Action target: the interface of the UI state for actions."""
from __future__ import annotations

import collections
from typing import Any, Protocol

from app.input.box_select import BoxSelect
from app.input.camera_motion import CameraMotion
from app.input.event_tool import EventTool
from app.input.joint_tool import JointTool
from app.input.tape import Tape
from app.published.status import Publication, Status
from app.published.view import View


class ActionTarget(Protocol):
    """The window's state as actions see it; implemented by `app.ui.ui_state.UiState`."""

    settings: Any                                       # of the view
    motion: CameraMotion
    tool: JointTool
    tape: Tape
    box: BoxSelect
    events: EventTool
    clipboard: Any                                      # an `app.ui.clipboard.Clipboard`
    middle: tuple[float, float]                         # of the part of the window without panels
    pointer_at: tuple[float, float] | None              # on the scene [px], None while over a panel
    open_sheet: str                                     # its name, "" for none
    new_body: Any                                       # the body that is being made, an `app.ui.body_making`
    making_generator: Any                               # the generator that is being made, an `app.ui.generator_making`
    gizmo: str                                          # how the selected body is edited: "move", "turn", "" for not
    walking: int                                        # the turn of the panels to have the keyboard, 0: the scene has it
    now: float                                          # [s] this frame's time
    asked_to_remove: tuple[int, float] | None           # static body (its uid) to remove if asked again, until when [s]
    introduced: bool                                    # the card with the scene's title and text is shown
    requests: collections.deque[str]                    # to the recording controller and the window
    recording: Any                                      # the film that is being made, or None
    film: Any                                           # the plan of the scene's film, its camera and its file
    controls: Any                                       # the table of controls
    publication: Publication                            # the newest one
    lessons: Any                                        # an `app.ui.lessons.Lessons`

    @property
    def view(self) -> View | None:
        """The newest published view."""

    @property
    def status(self) -> Status:
        """The newest published status."""

    @property
    def fault(self) -> Any:
        """The fault whose card is shown, or None."""

    def close_fault(self) -> None:
        """Close the card of the fault."""

    @property
    def chosen(self) -> tuple[int, ...]:
        """Uids of all selected bodies."""

    def pick(self, x: float, y: float) -> Any:
        """The body under a pixel of the scene, with the point that is hit, or None."""

    def submit(self, command: Any) -> None:
        """Queue a command."""

    def change(self, **changes: Any) -> None:
        """Change view settings."""

    def say(self, text: str, kind: str = "info") -> None:
        """Show a toast."""

    def quit(self) -> None:
        """End the program, once nothing is unsaved."""

    def shoot(self, x: float, y: float) -> None:
        """Shoot a ball through a pixel."""

    def frame_all(self, uids: frozenset[int] = frozenset()) -> None:
        """Show these bodies; the whole scene when none are named."""

    @property
    def controls(self) -> Any:
        """The table of controls."""

    def scenes(self) -> list[Any]:
        """The entries of the catalog."""
