"""The parameters of a step for each stabilization."""
from __future__ import annotations

import pytest

from physics import SolverSettings
from physics.constraints.softness import CONTACT, MOST, softness
from physics.dynamics.parameters import Circumstances, Overrides, Stop, parameters


def test_parameters_by_stabilization():
    h = 1 / 240
    made = {name: parameters(SolverSettings(stabilization=name, beta=0.3, slop=0.01), (0, 0, -9.81), 1 / 60, Circumstances(h))
            for name in ("none", "baumgarte", "split_impulse", "soft")}
    assert [p.split for p in made.values()] == [0, 0, 1, 0] and [p.relax_contacts for p in made.values()] == [0, 0, 0, 1]
    assert made["none"].solve.bias_rate == made["split_impulse"].solve.bias_rate == 0
    for law in (made["baumgarte"].solve, made["split_impulse"].push):
        assert (law.bias_rate, law.slop, law.mass_scale) == pytest.approx((0.3 / h, 0.01, 1))
    capped = parameters(SolverSettings(contact_hertz=240, substeps=1), (0, 0, 0), 1 / 60)
    stiffest = softness(MOST * 60, SolverSettings().contact_damping_ratio, 1 / 60)
    assert capped.solve.bias_rate == stiffest.bias_rate
    assert made["soft"].impulse_ratio == 1 and capped.impulse_ratio == 1
    assert parameters(SolverSettings(substeps=2), (0, 0, 0), 1 / 60, Circumstances(1 / 60)).impulse_ratio == pytest.approx(0.5)
    stop, none = Stop(8, 1, 2), parameters(SolverSettings(), (0, 0, 0), 0.01)
    assert parameters(SolverSettings(), (0, 0, 0), 0.01, Circumstances(stop=stop)).stop == stop
    assert (none.friction_override, none.restitution_override) == (-1, -1)
    over = parameters(SolverSettings(), (0, 0, 0), 0.01, Circumstances(overrides=Overrides(0.0, 1.0)))
    assert (over.friction_override, over.restitution_override) == (0, 1)
