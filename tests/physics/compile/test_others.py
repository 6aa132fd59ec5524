"""Other users of numba in the same process find it unchanged: types, contexts, modules, the garbage collector."""
from __future__ import annotations

import json
import os
import subprocess
import sys

from physics.compile.cache import ROOT

USER = '''
import gc, json, sys
from collections import namedtuple
from typing import NamedTuple
import numpy as np
from numba import config, njit, typeof
from numba.core.registry import cpu_target
from numba.core.typing.typeof import typeof_impl

Old = namedtuple("Old", "whole array")
class New(NamedTuple):
    pair: tuple
    real: float

VALUES = [(1, 2.5), (1, (2, 3)), Old(1, np.zeros(2)), New((1, 2), 0.5), (Old(1, np.zeros((2, 2), np.float32)),), np.float32(1), 7]

def function(old, new, pair, array):
    total = old.whole * new.real + pair[0] // 3 + min(pair[1], 5) + max(new.real, 0.25) + int(new.real)
    for k in range(len(array)):
        total += array[k] ** 2 + old.array[k % 2] + new.pair[k % 2] % 4
    return total, (k, total)

def observed():
    """What a user sees and what numba looks at for him."""
    jitted = njit(function)
    result = jitted(VALUES[2], VALUES[3], (7, 9), np.arange(5.0))
    [signature] = jitted.nopython_signatures
    typing, code = cpu_target.typing_context, cpu_target.target_context
    library = jitted.overloads[signature.args].library
    return {
        "result": repr(result), "signature": str(signature), "types": [str(typeof(each)) for each in VALUES],
        "typeof": {str(kind): each.__module__ for kind, each in typeof_impl.registry.items()},
        "contexts": [type(typing).__module__, type(typing).__name__, type(code).__module__, type(code).__name__],
        "attributes": [sorted(vars(typing)), sorted(vars(code))],
        "functions": [type(typing.resolve_value_type(each)).__name__ for each in (min, max, int, len)],
        "processor": list(code.codegen().magic_tuple()), "library": type(library).__name__,
        "convention": type(code.call_conv).__name__, "cache": config.CACHE_DIR,
        "absent": sorted(name for name, module in sys.modules.items() if module is None),
        "collector": [gc.isenabled(), gc.get_threshold(), gc.get_freeze_count()],
    }
'''

SCRIPT = USER + '''
njit(function)(VALUES[2], VALUES[3], (7, 9), np.arange(5.0))         # numba has loaded all that it loads
before = observed()
import physics
world = physics.World()
world.add_body(shape=physics.Plane(), type="static")
world.add_body(shape=physics.Sphere(radius=0.5), position=(0, 0, 0.49))
for _ in range(3):
    world.step()
print(json.dumps([before, observed()]))
'''


def test_a_step_changes_nothing_of_numbas():
    """A function outside physics, compiled before physics is imported and after a step, and all inputs of its compilation."""
    run = subprocess.run([sys.executable, "-c", SCRIPT], cwd=ROOT, text=True, capture_output=True, timeout=300, env=os.environ)
    assert run.returncode == 0, run.stderr
    before, after = json.loads(run.stdout)
    assert before["absent"] == [] and before["types"][3].startswith("New(")
    for what, value in before.items():
        assert after[what] == value, what
