"""A hundred thousand damaged scene files: each loads, or is refused with places; none takes a second or 512 MB.

    python -m tests.reliability.loader_mutations --count 100000

What loads with fewer than 300 bodies is also built.  A mutation fails by any exception but SceneError, by a problem without a
place or a message, by 1 s of processor time, or by 512 MB more than the process had at its start: memory is measured as the
highest it ever was, so all mutations together stay under what each may take.
"""
from __future__ import annotations

import faulthandler
import gc
import resource
import sys
import time
from collections import Counter

import scenes
from scenes import Runner, SceneError
from tests.reliability.campaign import options, repeat, report
from tests.reliability.damage import mutation

SECONDS, MEGABYTES = 1.0, 512.0
HANG = 60.0                            # [s] after which a mutation is taken for one that never ends, and the process with it
MOST_BUILT = 300                       # bodies
UNITS = 1024 if sys.platform != "darwin" else 1024 * 1024        # of `ru_maxrss` in a megabyte


def highest() -> float:
    """The most memory that this process ever had [MB]."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / UNITS


class Loading:
    """Loads one mutation after another and keeps the extremes."""

    def __init__(self) -> None:
        scenes.build(scenes.load("pyramid_2d"))                    # what is imported on the way belongs to the start
        gc.collect()
        gc.freeze()                                                # and so does what a collection would look at each time
        self.base, self.slowest, self.seed_of_slowest = highest(), 0.0, -1
        self.ends: Counter[str] = Counter()

    def __call__(self, seed: int) -> None:
        """Load a mutation.  AssertionError says what was wrong with that."""
        text = mutation(seed)
        faulthandler.dump_traceback_later(HANG, exit=True)
        begun = time.process_time()
        self.ends[self._load(text)] += 1
        seconds = time.process_time() - begun
        faulthandler.cancel_dump_traceback_later()
        if seconds > self.slowest:
            self.slowest, self.seed_of_slowest = seconds, seed
        assert seconds < SECONDS, f"took {seconds:.2f} s"
        assert self.grown < MEGABYTES, f"the process has grown by {self.grown:.0f} MB"

    @property
    def grown(self) -> float:
        """By how much the process has been larger than at its start [MB]."""
        return highest() - self.base

    def _load(self, text: str | bytes) -> str:
        try:
            document = scenes.loads(text)
            if len(document.bodies) >= MOST_BUILT:
                return "loaded"
            world = scenes.build(document)
            Runner(document, world)
            return "built"
        except SceneError as error:
            assert error.problems, "no problem is named"
            for problem in error.problems:
                assert problem.line >= 1 and problem.column >= 1 and problem.message, problem
            return "refused"


def main() -> int:
    """Run the campaign."""
    asked = options(__doc__, 100_000)
    seeds, loading = range(asked.first, asked.first + asked.count), Loading()
    failed = repeat(loading, seeds)
    return report("loader mutations", seeds, failed, **loading.ends,
                  slowest=f"{loading.slowest:.2f} s (seed {loading.seed_of_slowest})",
                  grown_by=f"{loading.grown:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
