"""Scenes for comparing methods: every method of the laboratory solves them, or gives a reason in a line."""
from __future__ import annotations

import numpy as np
import pytest

import scenes
from physics.definitions.method_names import method_names
from physics.pipeline.methods import UnsupportedMethod
from scenes import catalog

SHOOTOUTS = [id for id in catalog.names() if id.startswith("laboratory/shootout_")]
WITHOUT_CONTACTS = "laboratory/shootout_chain"
STEPS, EXACT = 10, 1                 # an exact step takes seconds
FAR = 0.4                            # [m] what no body moves in ten steps, unless it is thrown


def test_there_are_four():
    assert len(SHOOTOUTS) == 4 and WITHOUT_CONTACTS in SHOOTOUTS


@pytest.mark.parametrize("method", method_names())
@pytest.mark.parametrize("id", SHOOTOUTS)
def test_every_method(id, method):
    """A few steps throw no body away; only forces have no answer to contacts."""
    world = scenes.build(scenes.load(id), overrides=[f"solver.method={method}", "solver.substeps=1"])
    before = world.positions.copy()
    if method == "force_based" and id != WITHOUT_CONTACTS:
        with pytest.raises(UnsupportedMethod, match="contacts"):
            world.step()
        return
    for _ in range(EXACT if method == "global_direct" else STEPS):
        world.step()
    assert np.abs(world.positions - before).max() < FAR
