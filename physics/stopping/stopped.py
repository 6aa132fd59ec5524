"""What stopped: the moment, and the numbers of the expression at it."""
from __future__ import annotations

from typing import NamedTuple

AFTER = 12                     # the last stage: the step is whole
STEP, INSIDE, SWEEPS = LOOKS = ("step", "inside", "sweeps")


class Stopped(NamedTuple):
    """Where an expression held.

    step        number of the step, from 1
    time        of the world there [s]; inside a step, that of its beginning
    stage       stage of the step that was done last; 12 after the whole step
    substep     from 0; 0 after the whole step
    iteration   sweeps that were done, inside stage 8
    name        of that stage
    expression  as it was given
    values      what was compared, as text, and its number or name there
    where       of which body, or of which row, "" for the whole world
    """

    step: int
    time: float
    stage: int
    substep: int
    iteration: int
    name: str
    expression: str
    values: dict[str, float | str]
    where: str = ""

    @property
    def inside(self) -> bool:
        """Whether the world stands inside the step."""
        return self.stage != AFTER

    @property
    def moment(self) -> str:
        """The moment in words."""
        if not self.inside:
            return f"after step {self.step}, at {self.time:.6g} s"
        sweep = f"sweep {self.iteration} of " if self.iteration else ""
        return f"in step {self.step}, substep {self.substep + 1}, after {sweep}{self.stage} {self.name}"

    @property
    def said(self) -> str:
        """The values in words."""
        shown = ", ".join(f"{name} {value:.6g}" if isinstance(value, float) else f"{name} {value}"
                          for name, value in self.values.items())
        return f"{self.where}: {shown}" if self.where else shown

    def __str__(self) -> str:
        return f"{self.expression} {self.moment} ({self.said})"
