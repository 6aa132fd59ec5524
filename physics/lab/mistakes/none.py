"""No mistake: the plain step as it should be, to stand beside the others."""
from __future__ import annotations

from physics.lab.mistakes.mistake import Mistake

MISTAKE = Mistake("the plain solver, without a mistake")
