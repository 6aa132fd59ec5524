"""The wheel in clean environments: it starts, draws a picture, and computes the same bits.

    make wheel
    python -m tests.supply [locked] [oldest] [newest] [--python python3.12 python3.13] [--resolve 3.14]

`locked` has the versions of `requirements.lock`, `oldest` and `newest` the ends of the ranges of numba, numpy, pydantic and
imgui-bundle, the rest as pip takes it.  `--python` names the interpreters to try them under, by default the one that runs this.
Each environment is new, its home empty, and nothing in it leads to this checkout.  `--resolve` asks pip whether prebuilt packages
fit together under a version of Python that is not here.  Exit code 1 when anything failed, 2 for an interpreter that is none.
"""
from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from tests.supply.environments import (ROOT, SETS, Interpreter, clean, environment, interpreter, place, resolves, short, versions,
                                       wheel)

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
                          text=True, timeout=LIMIT)


def started(folder: Path) -> Outcome:
    """The first start: a few steps of a scene, with the time that a person waits for it."""
    begun = time.monotonic()
    done = run(folder, "run", SCENES[0], "--steps", "3")
    waited = time.monotonic() - begun
    said = f"first start {waited:.0f} s, kernels {'are compiled' if any((folder / 'home').rglob('*.code')) else 'of the wheel'}"
    return Outcome(said, [] if done.returncode == 0 else [f"it does not start: {short(done.stderr)}"])


def drawn(folder: Path) -> Outcome:
    """A picture of a scene."""
    path = folder / "home" / "picture.png"
    done = run(folder, "render", "welcome", "-o", str(path))
    whole = path.exists() and path.read_bytes().startswith(PNG) and path.stat().st_size > 10_000
    return Outcome("a picture", [] if whole else [f"no picture: {short(done.stderr)}"])


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
                          text=True, timeout=LIMIT)
    if done.returncode:
        return Outcome("no hashes", [f"no hashes: {short(done.stderr)}"])
    for key, value in json.loads(done.stdout).items():
        count += 1
        if known.get(key) != value:
            failed.append(f"{key}: {value} instead of {known.get(key)}")
    return Outcome(f"{count} hashes", failed)


def tried(which: str, python: Interpreter, keep: bool) -> bool:
    """Whether all holds in the environment of a set of packages under a Python; what was seen is printed."""
    folder = place(which, python)
    if not (keep and (folder / "bin" / "impulse").exists()):
        try:
            environment(which, python)
        except ValueError as why:
            print(f"{which}: Python {python.version}: it is not installed: {why}", flush=True)
            return False
    outcomes = [check(folder) for check in (started, drawn, hashed)]
    problems = [problem for outcome in outcomes for problem in outcome.failed]
    there = ", ".join(f"{name} {version}" for name, version in versions(folder).items())
    print(f"{which}: {there}: {', '.join(outcome.said for outcome in outcomes)}; {len(problems)} failed", flush=True)
    for problem in problems:
        print(f"  {problem}", flush=True)
    return not problems


def main() -> int:
    """Try the environments that are asked for."""
    options = argparse.ArgumentParser(prog="python -m tests.supply", description=__doc__.splitlines()[0])
    options.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(SETS)}; default: all")
    options.add_argument("--python", nargs="+", default=[sys.executable], metavar="PYTHON",
                         help="interpreters of the environments, names or paths")
    options.add_argument("--resolve", nargs="*", default=[], metavar="VERSION",
                         help="versions of Python to resolve the packages for")
    options.add_argument("--keep", action="store_true", help="use environments that are there")
    asked = options.parse_args()
    if wrong := set(asked.sets) - set(SETS):
        options.error(f"there is no set {sorted(wrong)[0]!r}; known are {', '.join(SETS)}")
    try:
        pythons = [interpreter(command) for command in asked.python]
    except ValueError as why:
        options.error(str(why))
    print(wheel().name)
    held = [tried(which, python, asked.keep) for python in pythons for which in asked.sets or SETS]
    for version in asked.resolve:
        why = resolves(version)
        held.append(not why)
        print(f"Python {version}: {why or 'prebuilt packages of all dependencies fit together'}", flush=True)
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
