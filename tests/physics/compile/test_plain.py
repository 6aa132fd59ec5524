"""The plain way to compile: the same bits as the fast one, and what is taken when numba's inside is not as expected."""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

from physics.compile.cache import ROOT

SCENES = ("pyramid_2d", "bounce_row", "joint_zoo")
STEPS = 12
HASHES = f'''
from physics.compile.decorators import PLAIN
from tests.benchmarks.state_hashes import OWN, Case, state_hash
print(PLAIN, *(state_hash(Case(scene, OWN, "single"), {STEPS}) for scene in {SCENES!r}))
'''
PLACED = '''
import hashlib
import numpy as np
from physics import Box, Plane, Sphere, World
from physics.compile.decorators import PLAIN
from physics.pipeline.find_pairs import {stage}
world = World()
world.add_body(shape=Plane(), type="static")
for k in range(20):
    world.add_body(shape=Sphere(radius=0.5) if k % 2 else Box(half=(0.5, 0.4, 0.3)), position=(0.4 * k, 0.1 * k, 0.4))
{call}
arrays = [*world._bodies.arrays, *world._contacts.pairs]
digest = hashlib.sha256(b"".join(each.tobytes() for each in arrays if isinstance(each, np.ndarray)))
print(PLAIN, digest.hexdigest())
'''
BOXES = """from physics.collision.broad_phase.aabb import Margins
from physics.collision.broad_phase.pair_search import SearchOptions, with_rows
pool, state = world._bodies, world._contacts
scratch = with_rows(state.scratch, pool.arrays, pool.count)
_run_task(PLACES, pool.arrays, pool.count, (state.pairs, scratch), SearchOptions(Margins(0.01, 0.05, 0.0, 0.0)))
assert pool.arrays.aabb[pool.rows[2]].any()"""
BROKEN = '''
import sys
import numba.core.typed_passes
del numba.core.typed_passes.NativeLowering
from physics.compile import decorators
from physics.compile.registry import KERNELS
import physics.bodies.integrate
print(decorators.PLAIN, type(KERNELS["bodies.integrate.clear_rows"]).__module__, "physics.compile.dispatchers" in sys.modules)
'''


def python(code: str, **environment: str) -> subprocess.CompletedProcess:
    """Run code in a process of its own."""
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, text=True, capture_output=True, timeout=900,
                          env=os.environ | environment)


def compare(code: str, count: int) -> None:
    """Both ways print the same so many different hashes."""
    plain, fast = python(code, IMPULSE_COMPILE="plain"), python(code, IMPULSE_COMPILE="fast")
    assert plain.returncode == fast.returncode == 0, plain.stderr + fast.stderr
    (told, *ours), (other, *expected) = plain.stdout.split(), fast.stdout.split()
    assert (told, other) == ("True", "False") and len(set(expected)) == count
    assert ours == expected


@pytest.mark.soak
def test_the_same_boxes():
    """Inertia and boxes: a kernel with verbs, formulas, NamedTuples and lanes, which holds the search for pairs too."""
    compare(PLACED.format(stage="PLACES, _run_task", call=BOXES), 1)


@pytest.mark.soak
def test_the_same_pairs():
    """Boxes, tree, pairs: kernels that call kernels as well."""
    compare(PLACED.format(stage="find_pairs_stage", call="find_pairs_stage(world)"), 1)


@pytest.mark.soak
def test_the_same_states():
    """Contacts of all shapes, bounces and joints: all kernels of a step, which take numba minutes the first time."""
    compare(HASHES, len(SCENES))


def test_what_is_missing_in_numba_leads_to_the_plain_way():
    run = python(BROKEN, IMPULSE_COMPILE="fast")
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["True", "numba.core.registry", "False"]
    [line] = run.stderr.splitlines()
    assert line.startswith("impulse: numba ") and "NativeLowering" in line and "plain way" in line


def test_an_unknown_way_is_an_error():
    run = python("import physics.compile.decorators", IMPULSE_COMPILE="slow")
    assert run.returncode != 0 and "IMPULSE_COMPILE=slow: expected one of fast, plain" in run.stderr
