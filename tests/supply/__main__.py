"""The wheel in clean environments: it starts, draws a picture, and computes the same bits.

    make wheel
    python -m tests.supply [locked] [oldest] [newest] [--resolve 3.12 3.13] [--python python3.12]

`locked` has the versions of `requirements.lock`, `oldest` and `newest` the ends of the ranges of numba, numpy, pydantic and
imgui-bundle, the rest as pip takes it.  Each environment is new, its home empty, and nothing in it leads to this checkout. 
`--resolve` asks pip whether prebuilt packages fit together under a version of Python that is not here.  Exit code 1 when
anything failed.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.supply.environments import PLACE, ROOT, SETS, clean, environment, resolves, versions, wheel

SCENES = ("stacking/pyramid_2d", "joints/joint_zoo", "collision/bounce_row", "machines/drives")
STEPS = 300                            # as in the table of hashes
LIMIT = 900.0                          # [s] of a command; the first compiles kernels where prebuilt ones do not fit
PNG = b"\x89PNG\r\n\x1a\n"


class Outcome(NamedTuple):
    """What became of an environment: the figures, and what failed, a sentence each."""

    said: str
    failed: list[str]


def run(folder: Path, *words: str) -> subprocess.CompletedProcess:
    """A command of `impulse` there, from a folder that has nothing of ours."""
    return subprocess.run([folder / "bin" / "impulse", *words], cwd=folder / "home", env=clean(folder), capture_output=True,
                          text=True,
                          timeout=LIMIT)


def started(folder: Path) -> Outcome:
    """The first start: a few steps of a scene, with the time that a person waits for it."""
    begun = time.monotonic()
    done = run(folder, "run", SCENES[0], "--steps", "3")
    said = f"first start {time.monotonic() - begun:.0f} s"
    return Outcome(said, [] if done.returncode == 0 else [f"it does not start: {done.stderr.strip()[-300:]}"])


def drawn(folder: Path) -> Outcome:
    """A picture of a scene."""
    path = folder / "home" / "picture.png"
    done = run(folder, "render", "welcome", "-o", str(path))
    whole = path.exists() and path.read_bytes().startswith(PNG) and path.stat().st_size > 10_000
    return Outcome("a picture", [] if whole else [f"no picture: {done.stderr.strip()[-300:]}"])


def hashed(folder: Path) -> Outcome:
    """State hashes, beside the table of this checkout."""
    known, failed, count = json.loads((ROOT / "tests" / "data" / "state_hashes.json").read_text("utf-8")), [], 0
    code = ("import json, scenes\nfound = {}\n"
            f"for name in {SCENES!r}:\n    for precision in ('single', 'double'):\n"
            "        document = scenes.load(name); world = scenes.build(document, precision=precision)\n"
            "        runner = scenes.Runner(document, world, expect=False)\n"
            f"        for _ in range({STEPS}): runner.step()\n"
            "        found[f'{name} own {precision}'] = world.state_hash()\nprint(json.dumps(found))")
    done = subprocess.run([folder / "bin" / "python", "-c", code], cwd=folder / "home", env=clean(folder), capture_output=True,
                          text=True,
                          timeout=LIMIT)
    if done.returncode:
        return Outcome("no hashes", [f"no hashes: {done.stderr.strip()[-300:]}"])
    for key, value in json.loads(done.stdout).items():
        count += 1
        if known.get(key) != value:
            failed.append(f"{key}: {value} instead of {known.get(key)}")
    return Outcome(f"{count} hashes", failed)


def main() -> int:
    """Try the environments that are asked for."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; default: all")
    options.add_argument("--python", default=sys.executable, help="interpreter of the environments")
    options.add_argument("--resolve", nargs="*", default=[], metavar="VERSION",
                         help="versions of Python to resolve the packages for")
    options.add_argument("--keep", action="store_true", help="use environments that are there")
    asked = options.parse_args()
    if wrong := set(asked.sets) - set(SETS):
        options.error(f"there is no set {sorted(wrong)[0]!r}; known are {', '.join(SETS)}")
    failed = False
    print(wheel().name)
    for which in asked.sets or SETS:
        folder = PLACE / f"{which}-{Path(asked.python).name}"
        folder = folder if asked.keep and (folder / "bin" / "impulse").exists() else environment(which, asked.python)
        outcomes = [check(folder) for check in (started, drawn, hashed)]
        problems = [problem for outcome in outcomes for problem in outcome.failed]
        failed = failed or bool(problems)
        there = ", ".join(f"{name} {version}" for name, version in versions(folder).items())
        print(f"{which}: {there}: {', '.join(outcome.said for outcome in outcomes)}; {len(problems)} failed", flush=True)
        for problem in problems:
            print(f"  {problem}", flush=True)
    for version in asked.resolve:
        why = resolves(version)
        failed = failed or bool(why)
        print(f"Python {version}: {why or 'prebuilt packages of all dependencies fit together'}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
