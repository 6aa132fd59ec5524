"""A trajectory: the states of a world, step by step, as numpy arrays; the `.npz` of `impulse run --save`.

Frame 0 is the initial state, so a trajectory of n steps has T = n + 1 frames.  Bodies and joints keep their index of frame 0; a
removed one is NaN from then on, one added later is omitted; gap and tilt of a joint that is off or broken are NaN.
docs/reference/command-line.md lists the arrays.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from app.headless.errors import InputError
from impulse.files.writing import written

BODY_ARRAYS = {"position": ("positions", 3), "rotation": ("rotations", 4), "velocity": ("velocities", 3),
               "angular_velocity": ("angular_velocities", 3)}          # name in the file -> (name of World, width)
WORLD_ARRAYS = ("time", "kinetic_energy", "potential_energy", "contacts", "max_penetration")
JOINT_ARRAYS = {"joint_force": ("forces", 3), "joint_torque": ("torques", 3),
                "joint_gap": ("gaps", 1), "joint_tilt": ("tilts", 1)}   # the same of World.joint_arrays
BODY_BYTES, JOINT_BYTES = (8 * sum(width for _, width in arrays.values())              # of one entry in one frame, at most
                           for arrays in (BODY_ARRAYS, JOINT_ARRAYS))
MOST_BYTES = 8e9


class Trajectory:
    """Records a world's frames; `save` writes them."""

    def __init__(self, world: Any, steps: int):
        """Arrays for `steps` steps of `world`; its present bodies and joints are recorded.

        Raises InputError for more than MOST_BYTES.
        """
        frames = steps + 1
        joints = world.joints
        if (size := frames * (len(world.uids) * BODY_BYTES + len(joints) * JOINT_BYTES)) > MOST_BYTES:
            raise InputError(f"{steps} steps of {len(world.uids)} bodies and {len(joints)} joints are {size / 1e9:.3g} GB of "
                             f"arrays; at most {MOST_BYTES / 1e9:g} GB can be saved, take fewer steps")
        self.frames = 0
        self.bodies = np.array(world.uids)                                       # (n,) int64
        self.joints = np.array([joint.uid for joint in joints], np.int64)         # (m,)
        real = np.asarray(world.positions).dtype
        self._arrays: dict[str, np.ndarray] = {
            "names": np.array([b.name or f"body_{k}" for k, b in enumerate(world.bodies)], dtype=np.str_),
            "joint_names": np.array([j.name or f"joint_{k}" for k, j in enumerate(joints)], dtype=np.str_),
        }
        for name, (_, width) in BODY_ARRAYS.items():
            self._arrays[name] = np.empty((frames, len(self.bodies), width), real)
        for name, (_, width) in JOINT_ARRAYS.items():
            shape = (frames, len(self.joints), width) if width > 1 else (frames, len(self.joints))
            self._arrays[name] = np.empty(shape)
        for name in WORLD_ARRAYS:
            self._arrays[name] = np.empty(frames, np.int64 if name == "contacts" else np.float64)

    def record(self, world: Any) -> None:
        """Append the world's state as the next frame."""
        t, arrays = self.frames, self._arrays
        for name in (*BODY_ARRAYS, *JOINT_ARRAYS):
            arrays[name][t] = np.nan                      # removed bodies and joints stay so
        rows, known = places(self.bodies, np.asarray(world.uids))
        for name, (attribute, _) in BODY_ARRAYS.items():
            arrays[name][t, rows[known]] = np.asarray(getattr(world, attribute))[known]
        if len(self.joints):
            found = world.joint_arrays()
            rows, known = places(self.joints, np.asarray(found.uids))
            for name, (attribute, _) in JOINT_ARRAYS.items():
                arrays[name][t, rows[known]] = np.asarray(getattr(found, attribute))[known]
        energy = world.energy()
        arrays["time"][t] = world.time
        arrays["kinetic_energy"][t] = energy.kinetic
        arrays["potential_energy"][t] = energy.potential
        arrays["contacts"][t] = world.contact_count
        arrays["max_penetration"][t] = world.max_penetration()
        self.frames += 1

    def arrays(self) -> dict[str, np.ndarray]:
        """The recorded arrays by name; see the module."""
        fixed = ("names", "joint_names")
        return {name: array if name in fixed else array[:self.frames] for name, array in self._arrays.items()}

    def save(self, path: Path) -> None:
        """Write the arrays to `path` as `.npz`, atomically; OSError when it cannot be written."""
        with written(path) as file:
            np.savez(file, **self.arrays())


def places(recorded: np.ndarray, living: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The index of each of `living` (k,) in the ascending uids `recorded` (n,), and whether it has one: (k,), (k,) bool."""
    rows = np.searchsorted(recorded, living)
    if not len(recorded):
        return rows, np.zeros(len(living), bool)
    return rows, (rows < len(recorded)) & (recorded[np.minimum(rows, len(recorded) - 1)] == living)
