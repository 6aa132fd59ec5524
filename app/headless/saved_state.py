"""A saved state: one moment of a world as numpy arrays; the `.npz` of `impulse run --save-step`.

It has the arrays of one frame of a trajectory, without the axis of frames, uids of bodies and joints, every metric of the world,
the columns of the rows of the step where these can be read, and what stopped the run.  docs/reference/command-line.md lists them.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from app.headless.trajectory import Trajectory
from physics.expressions.evaluation import NoValue
from physics.measure.metrics import METRICS
from physics.measure.sampler import Sampler
from physics.stopping.conditions import rows_of
from physics.stopping.stopped import Stopped
from impulse.files.writing import written

NAMES = ("names", "joint_names")                  # arrays of a trajectory without an axis of frames
METRIC, ROW, STOP = "metric_", "row_", "stop_"   # what the names of arrays begin with


def arrays_of(world: Any, stopped: Stopped | None) -> dict[str, np.ndarray]:
    """The arrays of a world as it stands, by name."""
    frame = Trajectory(world, 0)
    frame.record(world)
    found = {name: array if name in NAMES else array[0] for name, array in frame.arrays().items()}
    found |= {"uid": frame.bodies, "joint_uid": frame.joints, "asleep": np.array(world.asleep)}
    found["step"] = np.int64(world.step_count)
    sampler = Sampler(world)
    found |= {METRIC + name: np.asarray(sampler.read(name)) for name, about in METRICS.items() if about.scope == "world"}
    found |= {ROW + name: np.asarray(column) for name, column in _rows(world).items()}
    if stopped is not None:
        found |= {STOP + name: np.asarray(getattr(stopped, name)) for name in
                  ("expression", "step", "time", "stage", "substep", "iteration", "where")}
        found[STOP + "values"] = np.array([f"{name} = {value}" for name, value in stopped.values.items()], np.str_)
    return found


def _rows(world: Any) -> dict[str, np.ndarray]:
    """The columns of the rows by name, of the last step or of the moment inside one; none where they cannot be read."""
    try:
        return rows_of(world).to_dict()
    except NoValue:
        return {}


def save_state(world: Any, stopped: Stopped | None, path: Path) -> None:
    """Write the state to `path` as `.npz`, atomically; OSError when it cannot be written."""
    with written(path) as file:
        np.savez(file, **arrays_of(world, stopped))
