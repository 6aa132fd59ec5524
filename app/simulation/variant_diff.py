"""Differences between the settings of two variants as text, for the cards of variants and the titles of their pictures."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.headless.si_format import number_text
from app.published.status import VariantCard
from app.published.tuning import WORLD_SETTINGS, Tuning
from physics.definitions.settings import PRESET_LIST, SolverSettings
from physics.definitions.tunable import Tunable, tunables

FEW = 3                             # settings of the solver that are told by name, even where they make a preset


def differences(tuning: Tuning, first: Tuning) -> tuple[tuple[str, str], ...]:
    """Label and value of each setting of `tuning` that differs from `first`; the solver's settings come first, more than FEW that
    make a preset by its title."""
    return (*_of_solver(tuning.solver, first.solver),
            *((setting.about.label, setting.text(getattr(tuning, name))) for name, setting in WORLD_SETTINGS.items()
              if getattr(tuning, name) != getattr(first, name)))


def _of_solver(solver: SolverSettings, first: SolverSettings) -> list[tuple[str, str]]:
    described = tunables(SolverSettings)
    changed = [name for name in described if getattr(solver, name) != getattr(first, name)]
    preset = next((preset for preset in PRESET_LIST if preset.settings == solver), None)
    if preset is not None and len(changed) > FEW:
        return [("Preset", preset.title)]
    return [(described[name].label, text_of(getattr(solver, name), described[name])) for name in changed]


UNTOLD = "?"


def text_of(value: Any, about: Tunable) -> str:
    """A setting's value as text."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, (int, float)):
        return number_text(value, about.unit, 4)
    if value in about.unlisted:                          # one of two solvers of a puzzle: which is not told
        return UNTOLD
    return str(value).replace("_", " ")


def in_words(changes: tuple[tuple[str, str], ...]) -> str:
    """All differences in a line, or a text for none."""
    return ", ".join(f"{label} {value}" for label, value in changes) or "the same settings"


def title_text(cards: Sequence[VariantCard], number: int) -> str:
    """What stands beside a variant's name on its picture: why it has stopped, or what differs from the first; of the first, its
    values of what differs in others."""
    card = cards[number]
    if card.failure:
        return f"stands still: {card.failure}"
    if number:
        return in_words(card.changes)
    own = dict.fromkeys(pair for other in cards[1:] for pair in differences(card.tuning, other.tuning))
    return in_words(tuple(own)) if 0 < len(own) <= FEW else "reference"
