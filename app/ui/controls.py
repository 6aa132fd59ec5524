"""Controls: the table of actions, and a switch for each view setting with keys.

    controls = controls_of(type(settings))
    controls.actions["pause"](state), controls.by_chord["Ctrl+P"].label, controls.keys("contacts")
"""
from __future__ import annotations

from functools import cache
from typing import NamedTuple

from app.draw.view_setting import placements
from app.input import (  # noqa: F401  their rows join the table
    edit_actions,
    event_actions,
    film_actions,
    group_actions,
    program_actions,
)
from app.input.actions import CONTROLS
from app.input.bindings import GROUPS, Action, Control

FORMER = {"next_lane": "next_variant"}             # words of older scripts


class Controls(NamedTuple):
    """The rows, group by group, and the same by word and by chord."""

    rows: tuple[Control, ...]
    actions: dict[str, Action]
    by_chord: dict[str, Control]

    def keys(self, action: str) -> str:
        """The chords of an action, or ""."""
        return next((", ".join(row.keys) for row in self.rows if row.action == action), "")


@cache
def controls_of(settings: type) -> Controls:
    """The controls of a window whose view settings are of this class."""
    switches = [Control(place.sheet, about.label, name, place.keys, perform=_switch(name), help=about.help)
                for name, (about, place) in placements(settings).items() if place.keys]
    rows = tuple(sorted((*switches, *CONTROLS), key=lambda row: GROUPS.index(row.group)))
    actions = {row.action: row.perform for row in rows if row.perform}
    actions |= {old: actions[new] for old, new in FORMER.items()}
    return Controls(rows, actions, {key: row for row in rows for key in row.keys})


def _switch(name: str) -> Action:
    return lambda state: state.change(**{name: not getattr(state.settings, name)})
