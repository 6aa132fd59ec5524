"""Adapters: engines that build and step a setup, one file each, named as the engine's package; ours is `impulse`.

A file has a class `Adapter` with

    cannot(setup) -> str | None        why the engine cannot build a setup
    Adapter(setup, variant)            builds it; a variant of ours is (preset, precision), others have none
    step()                             takes a step of setup.dt
    state() -> (n, 13)                 position [m], quaternion x y z w, velocity [m/s], angular velocity [rad/s] of every body
    settings                           the engine's version and settings, as text

A new file adds an engine.  `move` is the run of a setup, the same for all.
"""
from __future__ import annotations

import pkgutil
from importlib import import_module

import numpy as np

from app.studies.accuracy.motion import Motion
from app.studies.accuracy.setup import Setup
from app.studies.engines import OURS


def peers() -> list[str]:
    """Names of all engines with an adapter, except Impulse."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != OURS)


def load(name: str) -> type:
    """The adapter of an engine; imports the engine."""
    return import_module(f"app.studies.accuracy.adapters.{name}").Adapter


def move(adapter: type, setup: Setup, variant: tuple[str, ...] = ()) -> Motion:
    """The motion of a setup in an engine."""
    engine, steps = adapter(setup, variant), setup.steps
    kept = [0, *range(setup.every, steps, setup.every), steps]
    states = np.empty((len(kept), len(setup.bodies), 13))
    states[0] = engine.state()
    for place, (before, now) in enumerate(zip(kept, kept[1:]), 1):
        for _ in range(now - before):
            engine.step()
        states[place] = engine.state()
    return Motion(setup, setup.dt * np.array(kept), states)
