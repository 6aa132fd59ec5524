"""Findings as cards: numbers as text, changes as knobs, and whether a variant of a window can have them."""
from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from app.adviser.observation import Observation
from app.adviser.symptom import Finding, settings_of
from app.headless.si_format import number_text
from app.published.advice import FindingCard, Knob
from app.published.tuning import Tuning
from app.simulation.variant_diff import text_of
from app.simulation.variant_settings import changes_of
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import SettingError, tunables


def card_of(finding: Finding, seen: Observation, tuning: Tuning) -> FindingCard:
    """A finding of a variant with these settings."""
    unit, advice = finding.symptom.unit, finding.advice
    goal, refusal, settings = {}, "", settings_of(advice.change)
    try:
        goal = changes_of(settings, tuning) if settings else {}
    except SettingError as error:
        refusal = str(error)
    return FindingCard(
        finding.symptom.title, value_text(finding.value, unit), value_text(finding.limit, unit), finding.symptom.help,
        advice.reason, finding.cause.title if finding.cause else "",
        tuple(_numbered(name, value) for name, value in advice.numbers.items()),
        tuple(knob_of(path, value, seen) for path, value in advice.change.items()), settings, tuple(goal.items()), refusal,
        finding.others)


def value_text(value: float, unit: str = "") -> str:
    """A measured number with its unit; one that is none is said to be so."""
    return number_text(float(value), unit) if math.isfinite(value) else "no number"


def _numbered(name: str, value: float) -> tuple[str, str]:
    """Label and value of a number, whose name ends in its unit: `speed [m/s]`."""
    label, _, unit = name.partition(" [")
    return label.replace("_", " "), value_text(value, unit.rstrip("]"))


def knob_of(path: str, value: Any, seen: Observation) -> Knob:
    """What a change turns, from the value that it had in what was seen."""
    section, _, name = path.partition(".")
    sources: Mapping[str, tuple[type, Mapping[str, Any]]] = {
        "solver": (SolverSettings, vars(seen.solver)), "world": (WorldSettings, seen.world)}
    kind, values = sources.get(section, (None, {}))
    about = tunables(kind).get(name) if kind is not None else None
    if about is None or name not in values:
        return Knob(path.replace("_", " ").replace(".", " "), "", str(value))
    return Knob(about.label or name.replace("_", " ").capitalize(), text_of(values[name], about), text_of(value, about))
