"""Processor time of a running window by what its threads do, from Linux's /proc.

On a machine that has other work to do frames a second say little; the processor time of a frame says nearly the same as on a
quiet one.
"""
from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

RASTERISER = "llvmpipe"                # how Mesa calls its threads
NANOSECONDS = 1e6                      # of a millisecond


class Spent(NamedTuple):
    """[ms] of the window's own thread, of those of Mesa that fill pixels, and of all others: the simulation's."""

    window: float
    rasteriser: float
    others: float

    def since(self, before: Spent, frames: int) -> Spent:
        """For each of so many frames since then."""
        return Spent(*((now - then) / max(frames, 1) for now, then in zip(self, before)))

    @property
    def whole(self) -> float:
        """Of all threads [ms]."""
        return sum(self)

    def __str__(self) -> str:
        return f"{self.whole:5.1f} = window {self.window:4.1f} + rasteriser {self.rasteriser:4.1f} + others {self.others:4.1f} ms"


def spent(process: int) -> Spent:
    """What the threads of a process have used so far."""
    window = rasteriser = others = 0.0
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            used = int((task / "schedstat").read_text().split()[0]) / NANOSECONDS
            name = (task / "comm").read_text()
        except FileNotFoundError:
            continue                    # the thread has ended meanwhile
        if int(task.name) == process:
            window += used
        elif name.startswith(RASTERISER):
            rasteriser += used
        else:
            others += used
    return Spent(window, rasteriser, others)
