"""View settings: tunables of what is seen, each described once with its place in the app.

A view setting is a tunable with its place in the app, made by `view_setting(...)`.  From that line derive its key, its switch in
the panel, its row in the legend and in the manual, `--set view.NAME=...`, and the parts of views that it needs.
"""
from __future__ import annotations

import dataclasses
import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from app.published.view import Parts
from physics.definitions.tunable import KEY, SettingError, Tunable, check, nearest, tunables

PLACE = "view setting"
OVERLAYS, INSIDE = "Overlays", "Inside the solver"                        # groups of the panel: switches,
SCALES, MOUSE, VIEW, VIDEO = "Scales of overlays", "Mouse", "View", "Video"          # and sections below
SHOW, COMPARE = "Show", "Compare"                                         # groups of the help sheet
THEMES = ("dark", "light")
Color = tuple[int, ...]


@dataclass(frozen=True)
class Placement:
    """The place of a view setting in the app.

    group     of the panel, "" for a setting shown elsewhere
    keys      chords that toggle it
    sheet     group of the help sheet that lists them
    colors    its dots in the legend, empty: no row
    legend    its text there; the label when empty
    ticks     texts along a scale of its colours, from the first to the last; empty: no scale
    zero      what the panel shows for 0, where that is no number; empty: 0
    needs     names in `Parts`: published while it is on
    instead   switches that it turns off as it is turned on, because they have the same place
    """

    group: str = ""
    keys: tuple[str, ...] = ()
    sheet: str = SHOW
    colors: tuple[Color, ...] = ()
    legend: str = ""
    ticks: tuple[str, ...] = ()
    zero: str = ""
    needs: tuple[str, ...] = ()
    instead: tuple[str, ...] = ()


PLACED = tuple(field.name for field in dataclasses.fields(Placement))


def view_setting(default: Any, **description: Any) -> Any:
    """A dataclass field with its Tunable and its Placement: `view_setting(False, keys=("1",), label="Contact points")`."""
    place = Placement(**{name: description.pop(name) for name in PLACED if name in description})
    return dataclasses.field(default=default, metadata={KEY: Tunable(default=default, **description), PLACE: place})


@functools.cache
def placements(settings: type) -> Mapping[str, tuple[Tunable, Placement]]:
    """Name -> description and place of every view setting of a class; those with keys in the order of their keys."""
    found = {field.name: (field.metadata[KEY], field.metadata[PLACE]) for field in dataclasses.fields(settings)
             if PLACE in field.metadata}
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: item[1][1].keys[:1])))


def in_force(settings: Any, name: str) -> bool:
    """Whether a switch is on and has an effect."""
    return bool(getattr(settings, name)) and settings.unused(name) is None


def replaced_by(settings: type, changes: Mapping[str, Any]) -> dict[str, bool]:
    """The switches that these changes turn off beside what they say."""
    described = placements(settings)
    return {other: False for name, value in changes.items() if value is True and name in described
            for other in described[name][1].instead}


def parts_of(settings: Any) -> Parts:
    """The parts of views that these view settings need."""
    needed = {part for name, (_, place) in placements(type(settings)).items() if in_force(settings, name) for part in place.needs}
    return Parts(**{field.name: field.name in needed for field in dataclasses.fields(Parts)})


@dataclass(frozen=True, kw_only=True)
class CheckedSettings:
    """View settings that are checked as they are made.  Raises SettingError for a value out of range."""

    def __post_init__(self) -> None:
        check(self)

    def replace(self, **changes: Any) -> Any:
        """A copy with these settings changed; SettingError names an unknown one and the nearest known one."""
        known = tunables(type(self))
        for name in changes:
            if name not in known:
                raise SettingError(name, f"there is no view setting {name!r}; {nearest(name, list(known))}")
        return dataclasses.replace(self, **changes)

    def unused(self, name: str) -> str | None:
        """Why setting `name` has no effect with these settings, or None."""
        reason = tunables(type(self))[name].unused
        return reason(self) if reason else None
