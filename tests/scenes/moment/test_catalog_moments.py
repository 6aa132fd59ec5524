"""Every scene of the catalog saved in the middle of its motion: the saved moment takes the same next 300 steps, hash for hash.

Worlds with more bodies than a scene's text can have are refused with a reason; where the bodies fit and the exact state does
not, the scene says so.
"""
from __future__ import annotations

import pytest

import scenes
from scenes import catalog
from scenes.loader import loads
from scenes.saved_moment import TOO_LONG
from scenes.schema.problems import SceneError
from tests.scenes.moment.test_saved_moments import AHEAD, run_to, saved

STEP = 75
FITS = 2000                 # bodies, or bodies with a joint each, that a scene's text has room for


@pytest.mark.soak
@pytest.mark.parametrize("scene", [entry.id for entry in catalog.entries()])
def test_every_scene(scene):
    runner = run_to(scenes.load(scene), STEP)
    bodies = len(runner.world.uids)
    try:
        found = saved(runner)
    except SceneError as error:
        assert bodies > FITS and f"{bodies:,} bodies cannot be written one by one: save the run as a share file" in str(error)
        return
    if found.note:
        assert found.note == TOO_LONG and found.document.scene.state is None and len(found.document.bodies) == bodies
        return
    again = run_to(loads(found.document.text), 0)
    assert again.world.note == "" and again.world.turn % 64 == runner.world.turn % 64
    broken = any(joint.broken for joint in runner.world.joints)         # which a world that is built anew does not have
    for step in range(AHEAD + 1):
        if step % 20 == 0 or step < 5:
            same = again.world.exact_positions == runner.world.exact_positions if broken else \
                again.world.state_hash() == runner.world.state_hash()
            assert same, f"after {step} steps"
        runner.step()
        again.step()
