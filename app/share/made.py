"""Made: the versions of this program and of all that decides about the bits of its results."""
from __future__ import annotations

import functools
import platform
from importlib.metadata import version as installed
from pathlib import Path

from app.headless.errors import version
from app.share.contents import Made


@functools.cache
def here() -> Made:
    """Those of this process."""
    from physics import world
    from physics.compile.cache import source_hash
    from physics.compile.level import level
    target = level()
    return Made(program=version(), python=platform.python_version(), **{name: installed(name) for name in ENGINES},
                kernels=source_hash(Path(world.__file__)), processor=f"{target.name} {target.cpu}",
                system=f"{platform.system()} {platform.machine()}")


ENGINES = ("numpy", "numba", "llvmlite")                  # packages by which the engine computes
