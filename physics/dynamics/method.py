"""What a method is: whoever owns verbs 5 to 11 of the step, from coloured constraints to new poses and kept impulses."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from physics.dynamics.parameters import Parameters


class Method(NamedTuple):
    """A way to solve a step.

    name       as in `solver.method`
    supports   kinds of constraints -> None, or the reason why the method cannot solve them
    advance    (state, extent, parameters, work): moves the bodies of `state` by one step and keeps impulses; work(kernel)
               calls kernel(team) in every thread that the step has
    """

    name: str
    supports: Callable[[set[str]], str | None]
    advance: Callable[[Any, Any, Parameters, Callable], None]
