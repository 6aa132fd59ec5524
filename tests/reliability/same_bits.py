"""The same bits from twenty scenes: in two runs, in other processes, with any number of threads, and from a saved moment on.

    python -m tests.reliability.same_bits --count 20

Of each scene

- two runs of `--steps` steps in this process have the same hash after every EVERY steps, and so have processes of their own whose
  strings hash by the seeds 0, 1 and at random;
- runs with 1, 2, 4 and 8 threads have the same hash after every step of SHORT;
- a moment saved after SAVED_AT steps, as the text of a scene, goes on in another process with the hash of each of AHEAD steps.
"""
from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import scenes
from physics.parallel.job_runner import Teamwork
from scenes.moment.content import Present
from scenes.saved_moment import save_moment
from tests.reliability.campaign import options, repeat, report

ROOT = Path(__file__).resolve().parents[2]
SCENES = ("stacking/pyramid_2d", "stacking/tower", "stacking/card_house", "collision/bounce_row", "collision/thin_wall",
          "collision/sieve",
          "joints/door", "joints/joint_zoo", "joints/springs", "joints/ragdoll_stairs", "machines/drives", "machines/platforms",
          "machines/belt", "gyroscopic/gyroscope", "robustness/warm_start", "friction/two_heaps", "friction/rolling_slope",
          "welcome/welcome", "disputes/balanced_mobile", "joints/bridge", "collision/hills")
EVERY, SHORT, AHEAD = 50, 300, 300
THREADS = (1, 2, 4, 8)
SAVED_AT = (1, 17, 100)
SEEDS = ("0", "1", "random")


def hashes(source: str, steps: int, every: int = 1, threads: int = 1) -> list[str]:
    """The hashes of a scene, of the catalog or in a file, from its beginning, the first before any step."""
    document = scenes.load(source)
    runner = scenes.Runner(document, scenes.build(document), expect=False)
    runner.world._teamwork = Teamwork(threads, measured=False)
    found = [runner.world.state_hash()]
    for step in range(1, steps + 1):
        runner.step()
        if step % every == 0:
            found.append(runner.world.state_hash())
    return found


def elsewhere(source: str, steps: int, every: int = 1, seed: str = "0") -> list[str]:
    """The same in a process of its own, whose strings hash by a seed."""
    out = subprocess.run([sys.executable, "-m", "tests.reliability.same_bits", "--alone", json.dumps([source, steps, every])],
                         cwd=ROOT,
                         env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, timeout=900)
    assert out.returncode == 0, out.stderr
    return json.loads(out.stdout)


class Comparing:
    """Compares the runs of one scene after another."""

    def __init__(self, steps: int):
        self.steps, self.compared = steps, 0

    def __call__(self, number: int) -> None:
        """All comparisons of a scene."""
        scene = SCENES[number % len(SCENES)]
        first = hashes(scene, self.steps, EVERY)
        self._same(first, hashes(scene, self.steps, EVERY), f"{scene}: a second run")
        for seed in SEEDS:
            self._same(first, elsewhere(scene, self.steps, EVERY, seed), f"{scene}: a process with PYTHONHASHSEED={seed}")
        alone = hashes(scene, min(SHORT, self.steps))
        for threads in THREADS[1:]:
            self._same(alone, hashes(scene, min(SHORT, self.steps), threads=threads), f"{scene}: {threads} threads")
        for at in SAVED_AT:
            self._restored(scene, at)

    def _restored(self, scene: str, at: int) -> None:
        document = scenes.load(scene)
        runner = scenes.Runner(document, scenes.build(document), expect=False)
        for _ in range(at):
            runner.step()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "moment.yaml"
            present = Present(document.title, document.about, document.run, document.categories, runner.timeline.dues, {})
            saved = save_moment(runner.world, present, path)
            assert saved.note == "", f"{scene}: {saved.note}"
            ahead = min(AHEAD, self.steps)
            found, expected = elsewhere(str(path), ahead), [runner.world.state_hash()]
        for _ in range(ahead):
            runner.step()
            expected.append(runner.world.state_hash())
        self._same(expected, found, f"{scene}: restored from step {at}")

    def _same(self, expected: list[str], found: list[str], what: str) -> None:
        assert len(expected) == len(found)
        wrong = next((k for k, (a, b) in enumerate(zip(expected, found)) if a != b), None)
        assert wrong is None, f"{what} has other bits from hash {wrong} on"
        self.compared += len(found)


def main() -> int:
    """Run the campaign, or print the hashes of one run."""
    if sys.argv[1:2] == ["--alone"]:
        print(json.dumps(hashes(*json.loads(sys.argv[2]))))
        return 0
    asked = options(__doc__, len(SCENES), steps={"type": int, "default": 1000,
                                                 "help": "of the longest runs; default: %(default)s"})
    seeds, comparing = range(asked.first, asked.first + asked.count), Comparing(asked.steps)
    failed = repeat(comparing, seeds)
    return report("same bits", seeds, failed, steps=asked.steps, hashes_compared=f"{comparing.compared:,}")


if __name__ == "__main__":
    sys.exit(main())
