"""State hashes of every catalog scene under every preset, single and double, one and two threads: whether a change kept all bits.

    python -m tests.benchmarks.state_hashes [SCENE ...] [--steps 300] [--threads 1 2] [--jobs 2] [--write]

Each case steps one scene, events included, and takes `World.state_hash`.  "own" are the settings that the scene itself asks
for, which may name a method of the laboratory; those are left out of the table, since their last bits depend on the BLAS of the
machine.  Printed is each case whose hash differs from the table in `tests/data/state_hashes.json`, then one line that counts;
exit code 1 when any differs.  `--write` makes the table anew instead, or its rows of the given scenes.
"""
from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from physics.definitions.settings import PRESETS

TABLE = Path(__file__).resolve().parents[1] / "data" / "state_hashes.json"
OWN = "own"                            # the settings of the scene itself
PRECISIONS = ("single", "double")
STEPS = 300
DIVERGED = "non-finite"                # in place of the hash of a world that is not finite any more: NaNs have many bits


class Case(NamedTuple):
    """One run: a scene of the catalog by its id, a preset or OWN, a precision."""

    scene: str
    preset: str
    precision: str

    @property
    def key(self) -> str:
        """How the table names it."""
        return " ".join(self)


def cases(names: Iterable[str] = ()) -> list[Case]:
    """Every case of these scenes, of all scenes when none is named."""
    from scenes import catalog
    ids = [catalog.find(name).id for name in names] or catalog.names()
    return [Case(scene, preset, precision) for scene in ids for preset in (OWN, *PRESETS) for precision in PRECISIONS]


def state_hash(case: Case, steps: int = STEPS, threads: int = 1) -> str | None:
    """State hash of the scene after so many steps; None when its own settings ask for a method of the laboratory."""
    import scenes
    from physics.definitions.method_names import OURS
    from physics.parallel.job_runner import Teamwork
    document = scenes.load(case.scene)
    overrides = [] if case.preset == OWN else [f"solver.preset={case.preset}"]
    world = scenes.build(document, precision=case.precision, overrides=overrides)
    if world.solver.method != OURS:
        return None
    world._teamwork = Teamwork(threads, measured=False)          # so many in every step, however small
    runner = scenes.Runner(document, world, expect=False)
    for _ in range(steps):
        runner.step()
    import numpy as np
    finite = all(np.isfinite(array).all() for array in (world.positions, world.velocities, world.angular_velocities))
    return world.state_hash() if finite else DIVERGED


def table() -> dict[str, str]:
    """The hashes that are kept with the tests, by `Case.key`; each after STEPS steps."""
    return json.loads(TABLE.read_text("utf-8"))


def _measured(job: tuple[Case, int, int]) -> tuple[Case, int, str | None]:
    case, steps, threads = job
    return case, threads, state_hash(case, steps, threads)


def main() -> int:
    """Compare with the table, or write it."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", metavar="SCENE", help="scenes by name; default: the whole catalog")
    options.add_argument("--steps", type=int, default=STEPS, help=f"of each run; the table holds {STEPS}")
    options.add_argument("--threads", type=int, nargs="+", default=[1, 2], help="numbers of threads to try")
    options.add_argument("--jobs", type=int, default=2, help="processes")
    options.add_argument("--write", action="store_true", help="write the table instead of comparing with it")
    asked = options.parse_args()
    jobs = [(case, asked.steps, threads) for case in cases(asked.scenes) for threads in asked.threads]
    known = {} if asked.write or asked.steps != STEPS else table()
    found: dict[str, str] = {}
    differing = 0
    with multiprocessing.get_context("spawn").Pool(asked.jobs) as pool:
        for case, threads, value in pool.imap_unordered(_measured, jobs):
            if value is None:
                continue
            first = known.get(case.key) or found.setdefault(case.key, value)
            if value != first:
                differing += 1
                print(f"{case.key}, threads {threads}: {value} instead of {first}", flush=True)
    print(f"{len(jobs)} runs, {differing} differ")
    if asked.write and not differing:
        rows = table() | found if asked.scenes else found
        TABLE.write_text(json.dumps(dict(sorted(rows.items())), indent=0) + "\n", encoding="utf-8")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
