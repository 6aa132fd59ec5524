"""The beginning of a step: what stages 5 to 11 overwrite, as it was before them, so that they can be run again in a copy.

Poses, velocities and remainders of bodies, and the impulses with which contacts begin, are kept by the kernel of those stages
(`BodyStart`, `Contacts.start`); here are, where they are in use, forces, spins of tumbling bodies and the state of parts of
joints.  All else that the stages read stays as it is until the world is changed or stepped.  Buffers grow with the world.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from physics.bodies.arrays import Bodies
from physics.bodies.start import BodyStart, new_start
from physics.bodies.tumbling import CONSERVING
from physics.constraints.part import MEASURE, PART_SLOTS, SPINS
from physics.definitions.method_names import OURS
from physics.dynamics.parameters import NO_STOP, Parameters
from physics.dynamics.substeps import PREPARE, RELAX, Extent, State
from physics.simd.value import W

ACCOUNT = "account"                               # in `StepBeginning.found`: what a method has told of its rows
PART_STATE = slice(MEASURE, SPINS + 6)            # slots of a part that a step reads and overwrites


class Run(NamedTuple):
    """What the method was called with in the last step."""

    method: str                   # its name
    state: State                  # the world's own arrays
    extent: Extent
    parameters: Parameters
    count: int                    # of bodies
    numberings: int               # `JointStore.numberings`


class StepBeginning:
    """The beginning of a world's last step.

    run          what the method was called with; None: no step was taken, or none can be run again
    inside       likewise, while the world stands inside a step, after one of the stages 5 to 10; else None
    step         number of the step, as `World.step_count` was before it
    fell_asleep  (rows, 8) velocities before the step where bodies fell asleep in it, else None
    found        what was made of it already, by name; forgotten with the next step
    """

    def __init__(self) -> None:
        self._run: Run | Callable[[], Run] | None = None
        self.inside: Run | None = None
        self.step = -1
        self.fell_asleep: np.ndarray | None = None
        self.found: dict[str, Any] = {}
        self._start: BodyStart | None = None
        self._buffers: dict[str, np.ndarray] = {}

    def keep(self, run: Run, step: int) -> None:
        """Keep what the method is going to overwrite, but for what its kernel keeps."""
        state, p, rows = run.state, run.parameters, run.extent.bodies * W
        if p.motion.forced:
            self._copy("force", state.bodies.force[:rows])
        if p.motion.gyroscopic > CONSERVING:
            self._copy("spin_change", state.bodies.spin_change[:rows])
        if run.extent.parts:
            self._copy("parts", state.parts.store.reshape(-1, PART_SLOTS, W)[:, PART_STATE])
        self.run, self.step, self.found = (run if p.stop == NO_STOP else None), step, {}
        self.inside = run if run.method == OURS and PREPARE <= p.stop.stage <= RELAX else None

    def kept_by_kernel(self, run: Callable[[], Run], step: int) -> None:
        """A kernel kept all of it in the buffers; `run` is called when somebody looks into the step, if ever."""
        self._run, self.inside, self.step, self.found, self.fell_asleep = run, None, step, {}, None

    @property
    def run(self) -> Run | None:
        """What the method was called with."""
        if callable(self._run):
            self._run = self._run()
        return self._run

    @run.setter
    def run(self, run: Run | None) -> None:
        self._run = run

    def rest(self, step: int) -> None:
        """A step in which all bodies sleep: it changes nothing."""
        self.forget()
        self.step = step

    def forget(self) -> None:
        """There is no last step that could be run again."""
        self.run, self.inside, self.step, self.found, self.fell_asleep = None, None, -1, {}, None

    def end_early(self) -> None:
        """The step ended inside: it cannot be run again, but looked at where it stands."""
        inside = self.inside
        self.forget()
        self.inside = inside

    def kept(self, name: str, count: int) -> np.ndarray:
        """The first `count` entries of what was kept under this name."""
        return self._buffers[name][:count]

    def room(self, bodies: Bodies) -> BodyStart:
        """Room for the start of these bodies, the same until there are more."""
        if self._start is None or len(self._start.pose) != len(bodies.pose):
            self._start = new_start(bodies)
        return self._start

    def _copy(self, name: str, array: np.ndarray) -> None:
        np.copyto(self.buffer(name, array)[:len(array)], array)

    def buffer(self, name: str, array: np.ndarray) -> np.ndarray:
        """Room to keep an array under this name, the same until that needs more."""
        buffer = self._buffers.get(name)
        if buffer is None or len(buffer) < len(array):
            buffer = self._buffers[name] = np.empty((len(array) + len(array) // 4, *array.shape[1:]), array.dtype)
        return buffer
