"""Fuzz one target: `python -m tests.fuzzing TARGET [--seconds 300]`; exit code 1 when an input was found at which it fails.

The lines of the readers are counted, not those of numpy, numba and the kernels.  The corpus stays in `build/fuzzing`, so that
the next run goes on from it.
"""
from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "build" / "fuzzing"
WATCHED = ["scenes", "app.share", "app.simulation.sharing", "app.simulation.commands", "app.ui.view_settings",
           "app.ui.last_scenes",
           "ruamel", "yaml"]
NAMES = ("loader", "commands", "steps", "frames", "share", "settings")
TIMEOUT, MEGABYTES, LONGEST = 20, 3000, 20_000          # [s] and [MB] that an input may take, [bytes] of one


def main() -> int:
    """Start the fuzzer in a process of its own, for it ends the process that it runs in."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("target", choices=NAMES)
    options.add_argument("--seconds", type=int, default=300, help="default: %(default)s")
    options.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = options.parse_args()
    if asked.inside:
        fuzz(asked.target, asked.seconds)
    done = subprocess.run([sys.executable, "-m", "tests.fuzzing", asked.target, "--seconds", str(asked.seconds), "--inside"],
                          cwd=ROOT)
    found = sorted(PLACE.glob(f"{asked.target}-found-*"))
    print(f"{asked.target}: {len(list((PLACE / asked.target).iterdir()))} inputs in the corpus, {len(found)} at which it fails"
          + "".join(f"\n  {path}" for path in found))
    return 1 if found or done.returncode else 0


def fuzz(name: str, seconds: int) -> None:
    """Change inputs for so long; never returns."""
    import atheris
    with atheris.instrument_imports(include=WATCHED):
        from tests.fuzzing.corpus import seeds, write
        from tests.fuzzing.targets import TARGETS
        for data in seeds(name):                       # what is imported on the way is watched too
            TARGETS[name](data)
    folder = PLACE / name
    if not folder.exists():
        write(folder, name, seeds(name))
    atheris.Setup([sys.argv[0], str(folder), f"-max_total_time={seconds}", f"-artifact_prefix={PLACE}/{name}-found-",
                   f"-max_len={LONGEST}",
                   f"-timeout={TIMEOUT}", f"-rss_limit_mb={MEGABYTES}", f"-dict={folder.with_suffix('.words')}",
                   "-print_final_stats=1"],
                  TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    sys.exit(main())
