"""Engines that step neutral scenes: one file each, named as the package that it imports; ours is `impulse`.

A file holds a class `Engine` with

    threaded                     whether it can use more than one thread
    cannot(scene) -> str | None  why it cannot take a scene
    Engine(scene, threads)       builds the scene, with the engine's own default solver, sleeping off
    step()                       takes one step: what is timed
    state() -> (n, 13)           position [m], quaternion x y z w, velocity [m/s], angular velocity [rad/s] of every body
    counts() -> dict             Impulse alone: numbers of things at the end, and the bytes that they take
    settings                     its version and how it solves, for people

A new file is a new engine.
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
    """Whether an engine can be imported here; it is not imported."""
    return name == OURS or find_spec(name) is not None


def load(name: str) -> type:
    """The class of an engine."""
    return import_module(f"app.studies.engines.{name}").Engine
