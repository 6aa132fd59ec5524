"""Prebuilt kernels: compiled before the package is, for a processor of a level, so that a first start is like any other.

    python -m physics.compile.prebuilt FOLDER [--levels x86-64-v3 x86-64-v4]

fills FOLDER with the kernels of the default precision for these levels, by default for all that this machine supports: a folder
for each module, as in the cache.  `make wheel` puts it into the package, where it is only read: a module's folder is named by its
sources and by the versions of numba, llvmlite and Python, a file in it by the level, so kernels that do not match are not found
and are compiled.  Kernels compiled on the machine itself take precedence; the window compiles these while it runs, for later
starts.

Uses no numba internals.
"""
from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from llvmlite import binding

from physics.compile.cache import ROOT
from physics.compile.level import LEVELS, SWITCH, fitting, levels_up_to

PRECISION = "single"
MARK = "kernels"                                 # file in the folder that marks kernels as ready: archives drop empty folders
COMPILE = f"from physics.warmup import note_ready, warmup; warmup({PRECISION!r}); note_ready({PRECISION!r})"


def here() -> list[str]:
    """Names of the levels that this machine can run, and therefore build."""
    return levels_up_to(fitting(platform.machine(), binding.get_host_cpu_features()))


def build(folder: Path, levels: Sequence[str], code: str = COMPILE) -> int:
    """Compile for each level in a process of its own, with an empty cache, and copy that cache; returns the number of files."""
    for level in levels:
        with tempfile.TemporaryDirectory(prefix="impulse-prebuilt-") as cache:
            settings = {"IMPULSE_CACHE_DIR": cache, SWITCH: level, "IMPULSE_COMPILE": "fast", "IMPULSE_CHECKED": "0",
                        "IMPULSE_PREBUILT": "0", "PYTHONPATH": str(ROOT)}
            subprocess.run([sys.executable, "-P", "-c", code], check=True, env=os.environ | settings)
            for made in Path(cache).iterdir():
                shutil.copytree(made, folder / made.name, dirs_exist_ok=True)
                if made.name.startswith("ready-"):
                    (folder / made.name / MARK).touch()
    return sum(1 for _ in folder.rglob("*.code"))


def main() -> None:
    """Fill a folder."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder", type=Path)
    options.add_argument("--levels", nargs="+", choices=LEVELS, default=here(), help="default: all that this machine supports")
    asked = options.parse_args()
    print(f"{build(asked.folder, asked.levels)} compiled functions for {', '.join(asked.levels)}")


if __name__ == "__main__":
    main()
