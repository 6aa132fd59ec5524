"""The findings of an observation, worst first.

A symptom that another one explains stands behind it: boxes that burst apart at the start also gain energy and lean.  Among the
others that which exceeds its limit most is first.
"""
from __future__ import annotations

import functools
import math

import numpy as np

from app.adviser.observation import Observation
from app.adviser.symptom import Advice, Finding, Symptom
from app.headless.scanning import modules_in

UNKNOWN = Advice("none of the known causes applies: compare it with more substeps, and with method global_direct", {}, {})


@functools.cache
def symptoms() -> dict[str, Symptom]:
    """Every symptom by name: SYMPTOM of each file in `symptoms/`."""
    found = [module.SYMPTOM for module in modules_in("app.adviser.symptoms")]
    return {symptom.name: symptom for symptom in found}


def measured(symptom: Symptom, observation: Observation) -> float | None:
    """What a symptom measures; inf for a number that is none, None where nothing could show it."""
    value = symptom.measure(observation)
    return value if value is None or not math.isnan(value) else math.inf


def finding(symptom: Symptom, observation: Observation) -> Finding | None:
    """The finding of one symptom, or None for a run that does not have it."""
    value, limit = measured(symptom, observation), symptom.limit(observation)
    if value is None or value <= limit:
        return None
    applying = [(cause, advice) for cause in symptom.causes if (advice := cause.apply(observation, value)) is not None]
    cause, advice = applying[0] if applying else (None, UNKNOWN)
    return Finding(symptom, value, limit, cause, advice, tuple(applying[1:]))


def findings(observation: Observation) -> list[Finding]:
    """All findings: those that explain others first, then by how far they exceed their limits."""
    with np.errstate(over="ignore", invalid="ignore"):                   # of what burst
        found = [one for symptom in symptoms().values() if (one := finding(symptom, observation)) is not None]
    explained = {name for one in found if one.cause for name in one.symptom.explains}
    return sorted(found, key=lambda one: (one.symptom.name in explained, one.cause is None, -one.severity, one.symptom.name))
