"""Engines that step neutral scenes: one file each, named as its package; ours is `impulse`.

A file has a class `Engine` with

    threaded                     whether it can use more than one thread
    cannot(scene) -> str | None  why it cannot step a scene
    Engine(scene, threads)       builds the scene, with the engine's own default solver, sleeping off
    step()                       takes one step, which is timed
    state() -> (n, 13)           position [m], quaternion x y z w, velocity [m/s], angular velocity [rad/s] of every body
    counts() -> dict             Impulse alone: final counts of pairs and contacts, and bytes of memory
    settings                     its version and solver settings, as text

A new file adds an engine.
"""
from __future__ import annotations

import pkgutil
from importlib import import_module
from importlib.util import find_spec

OURS = "impulse"


def peers() -> list[str]:
    """Names of all engines except Impulse."""
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name != OURS)


def installed(name: str) -> bool:
    """Whether an engine is installed; does not import it."""
    return name == OURS or find_spec(name) is not None


def load(name: str) -> type:
    """The class of an engine."""
    return import_module(f"app.studies.engines.{name}").Engine
