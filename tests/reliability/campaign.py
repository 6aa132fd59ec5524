"""A campaign: an experiment repeated with one seed after another, with progress, figures and the seeds that failed."""
from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any

SHOWN = 5.0                            # [s] between two lines of progress
MOST_FAILURES = 20                     # after which a campaign stops


def options(about: str, count: int, **more: dict[str, Any]) -> argparse.Namespace:
    """The options of a campaign's command: `--first`, `--count`, and more by name as `argparse` takes them."""
    found = argparse.ArgumentParser(description=about.splitlines()[0])
    found.add_argument("--first", type=int, default=0, help="first seed")
    found.add_argument("--count", type=int, default=count, help="number of seeds; default: %(default)s")
    for name, settings in more.items():
        found.add_argument(f"--{name}", **settings)
    return found.parse_args()


def repeat(experiment: Callable[[int], object], seeds: range) -> list[int]:
    """Run the experiment with each seed; the seeds at which it raised, each of which is printed with its traceback."""
    failed: list[int] = []
    begun = shown = time.monotonic()
    for done, seed in enumerate(seeds):
        try:
            experiment(seed)
        except Exception:                       # whatever it is, it is the finding
            failed.append(seed)
            print(f"seed {seed}:\n{traceback.format_exc()}", file=sys.stderr, flush=True)
            if len(failed) == MOST_FAILURES:
                print(f"stopped after {MOST_FAILURES} failures", file=sys.stderr)
                break
        if (now := time.monotonic()) > shown + SHOWN:
            shown = now
            print(f"{done + 1:,} of {len(seeds):,}, {len(failed)} failed, {now - begun:.0f} s", file=sys.stderr, flush=True)
    return failed


def report(name: str, seeds: range, failed: list[int], **figures: object) -> int:
    """Print the line of figures; returns the exit code."""
    said = "".join(f", {key.replace('_', ' ')} {value}" for key, value in figures.items())
    print(f"{name}: seeds {seeds.start:,} to {seeds.stop - 1:,}, {len(failed)} failed{f' {failed}' if failed else ''}{said}; "
          f"{time.process_time():.0f} s of processor time")
    return 1 if failed else 0
