"""Readings: every metric of a whole world as single numbers, for plots and tables that show all of them."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.measure.metrics import METRICS
from physics.measure.sampler import Sampler

AXES = "xyz"
CLOCK = "time"                                        # the abscissa of the others
OF_JOINTS = ("joint_gap", "joint_tilt", "joint_force", "joint_torque")
UNITLESS = ("", "1")


def metric_table(sampler: Sampler) -> dict[str, float]:
    """Name -> number at the sampler's last look: vectors by component, metrics of joints as the maximum over those that have
    one."""
    found: dict[str, float] = {}
    for name, metric in METRICS.items():
        if metric.scope == "world" and name != CLOCK:
            _put(found, name, sampler.read(name))
        elif name in OF_JOINTS and (values := np.asarray(sampler.read(name), float)).size:
            found[f"max({name})"] = float(values.max())
    return found


def unit_of(name: str) -> str:
    """The unit of a reading."""
    bare = name.removeprefix("max(").rstrip(")")
    return METRICS[bare if bare in METRICS else bare.rpartition("_")[0]].unit


def titled(name: str) -> str:
    """A reading's name with its unit."""
    unit = unit_of(name)
    return f"{name} [{unit}]" if unit not in UNITLESS else name


def _put(found: dict[str, float], name: str, value: Any) -> None:
    values = np.asarray(value, float)
    if values.ndim == 0:
        found[name] = float(values)
    else:
        found.update({f"{name}_{axis}": float(entry) for axis, entry in zip(AXES, values)})
