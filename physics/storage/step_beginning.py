"""The beginning of a step: what stages 5 to 11 overwrite, as it was before them, so that they can be run again in a copy.

Kept are poses, velocities and remainders of bodies, the stored impulses of the pairs that touch and, where they are in use,
forces, spins of tumbling bodies and the state of parts of joints.  All else that those stages read stays as it is until the
world is changed or stepped.  Buffers are kept from step to step; they grow with the world.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from physics.bodies.tumbling import CONSERVING
from physics.constraints.part import CARRIED, MEASURE, PART_SLOTS
from physics.contacts.layout import AT_CENTRE
from physics.dynamics.parameters import NO_STOP, Parameters
from physics.dynamics.substeps import Extent, State
from physics.simd.value import W

BODY_ARRAYS = ("pose", "velocity", "remainder_x", "remainder_y", "remainder_z")
PART_STATE = slice(MEASURE, CARRIED + 3)          # slots of a part that a step reads and overwrites


class Run(NamedTuple):
    """What the method was called with in the last step."""

    method: str                   # its name
    state: State                  # the world's own arrays
    extent: Extent
    parameters: Parameters
    count: int                    # of bodies


class StepBeginning:
    """The beginning of a world's last step.

    run          what the method was called with; None: no step was taken, or none can be run again
    step         number of the step, as `World.step_count` was before it
    fell_asleep  (rows, 8) velocities before the step where bodies fell asleep in it, else None
    found        what was made of it already, by name; forgotten with the next step
    """

    def __init__(self) -> None:
        self.run: Run | None = None
        self.step = -1
        self.fell_asleep: np.ndarray | None = None
        self.found: dict[str, Any] = {}
        self._buffers: dict[str, np.ndarray] = {}

    def keep(self, run: Run, step: int) -> None:
        """Copy what the method is going to overwrite."""
        state, extent, p = run.state, run.extent, run.parameters
        bodies, rows = state.bodies, extent.bodies * W
        for name in BODY_ARRAYS:
            self._copy(name, getattr(bodies, name)[:rows])
        if p.motion.forced:
            self._copy("force", bodies.force[:rows])
        if p.motion.gyroscopic > CONSERVING:
            self._copy("spin_change", bodies.spin_change[:rows])
        if extent.parts:
            self._copy("parts", state.parts.store.reshape(-1, PART_SLOTS, W)[:, PART_STATE])
        lanes = extent.contacts * W
        if lanes:
            self._gather("impulses", state.pairs.impulses, state.contacts.pair[:lanes])
            if p.solve.friction == AT_CENTRE:
                self._gather("centres", state.pairs.centres, state.contacts.pair[:lanes])
        self.run, self.step, self.found = (run if p.stop == NO_STOP else None), step, {}

    def rest(self, step: int) -> None:
        """A step in which all bodies sleep: it changes nothing."""
        self.forget()
        self.step = step

    def forget(self) -> None:
        """There is no last step that could be run again."""
        self.run, self.step, self.found, self.fell_asleep = None, -1, {}, None

    def kept(self, name: str, count: int) -> np.ndarray:
        """The first `count` entries of what was kept under this name."""
        return self._buffers[name][:count]

    def _room(self, name: str, count: int, like: np.ndarray) -> np.ndarray:
        buffer = self._buffers.get(name)
        if buffer is None or len(buffer) < count or buffer.shape[1:] != like.shape[1:] or buffer.dtype != like.dtype:
            buffer = self._buffers[name] = np.empty((count + count // 4, *like.shape[1:]), like.dtype)
        return buffer[:count]

    def _copy(self, name: str, array: np.ndarray) -> None:
        np.copyto(self._room(name, len(array), array), array)

    def _gather(self, name: str, array: np.ndarray, index: np.ndarray) -> None:
        np.take(array, index, axis=0, out=self._room(name, len(index), array), mode="clip")
