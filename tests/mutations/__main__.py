"""Whether tests find mistakes: `python -m tests.mutations [WORD ...]` makes one after another in a copy and runs tests near it.

`mutations.yaml` lists them: a sign or a constant in a file, and the tests that should fail with it.  Each has

    file       path of a source file
    old, new   text that stands there once, and what it becomes
    tests      files of tests, or tests in them (`file::test`), that run in seconds

Words choose those whose file has one of them in its path; `--jobs N` runs N at a time.  The tests run without any mutation first,
and must pass; `--passing` says that they do.  What survives, or whose text is not there once, is listed at the end, and the exit
status is 1.
"""
from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from time import perf_counter
from typing import NamedTuple

import yaml

from physics.compile.cache import CACHE
from tests.architecture.sources import ROOT, project_files

LIST = Path(__file__).with_name("mutations.yaml")
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", re.MULTILINE)
PASSES, FAILS = 0, 1                                      # exit status of pytest; others mean that no test ran to its end
LONGEST = 1800                                            # [s] of the tests of one mutation


@dataclass(frozen=True)
class Mutation:
    """One mistake, and the tests that should find it."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.file}: {self.old!r} -> {self.new!r}"

    def problem(self) -> str | None:
        """Why the list does not fit the sources any more, or None."""
        if not (ROOT / self.file).is_file():
            return "this file is gone"
        if (count := (ROOT / self.file).read_text(encoding="utf-8").count(self.old)) != 1:
            return f"the text stands there {count} times instead of once"
        gone = [test for test in self.tests if not (ROOT / test.partition("::")[0]).is_file()]
        return f"no such tests: {', '.join(gone)}" if gone else None


class Outcome(NamedTuple):
    """What became of a mutation."""

    mutation: Mutation
    verdict: str                  # found, SURVIVED, or that the tests could not tell
    by: str                       # the test that failed, or the last of what was printed
    seconds: float


class Copy:
    """A copy of the project to make mistakes in, with kernels of its own."""

    def __init__(self, folder: Path):
        self.folder, self.kernels = folder / "project", folder / "kernels"
        for name in project_files():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.folder / name)
        if CACHE.is_dir():
            shutil.copytree(CACHE, self.kernels)

    def run(self, tests: Sequence[str], longest: float | None = None) -> subprocess.CompletedProcess:
        """The tests up to the first that fails."""
        environment = {**os.environ, "IMPULSE_CACHE_DIR": str(self.kernels), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run([sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
                               *tests], cwd=self.folder, env=environment, text=True, capture_output=True, timeout=longest)

    def tried(self, mutation: Mutation) -> Outcome:
        """Make the mistake, run its tests, and take it back."""
        path, begin = self.folder / mutation.file, perf_counter()
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
        try:
            done = self.run(mutation.tests, LONGEST)
            verdict = {PASSES: "SURVIVED", FAILS: "found"}.get(done.returncode, "NO TEST RAN")
            named = FAILED.findall(done.stdout)
            by = named[0] if named else "\n".join((done.stdout + done.stderr).splitlines()[-5:])
        except subprocess.TimeoutExpired:
            verdict, by = "NO END", f"after {LONGEST} s"
        finally:
            path.write_text(text, encoding="utf-8")
        return Outcome(mutation, verdict, by, perf_counter() - begin)


def mutations() -> list[Mutation]:
    """The list, in its order."""
    return [Mutation(**entry | {"tests": tuple(entry["tests"])}) for entry in yaml.safe_load(LIST.read_text(encoding="utf-8"))]


def check(copy: Copy, chosen: Sequence[Mutation]) -> None:
    """Run all tests of these mutations without any.  Raises RuntimeError when one fails."""
    done = copy.run(list(dict.fromkeys(test for mutation in chosen for test in mutation.tests)))
    if done.returncode != PASSES:
        raise RuntimeError("the tests fail without any mutation:\n" + done.stdout[-3000:] + done.stderr[-1000:])


def try_all(chosen: Sequence[Mutation], jobs: int, passing: bool) -> list[Outcome]:
    """Try each, `jobs` at a time, and print what comes of it; first of all `check`, unless the tests are known to pass."""
    copies: SimpleQueue[Copy] = SimpleQueue()
    with tempfile.TemporaryDirectory(prefix="impulse-mutations-") as folder:
        made = [Copy(Path(folder) / str(job)) for job in range(jobs)]
        if not passing:
            check(made[0], chosen)
        for copy in made:
            copies.put(copy)

        def one(mutation: Mutation) -> Outcome:
            copy = copies.get()
            try:
                outcome = copy.tried(mutation)
            finally:
                copies.put(copy)
            print(f"{outcome.verdict:12} {outcome.seconds:5.0f} s  {mutation}\n{'':21}{outcome.by}", flush=True)
            return outcome

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, chosen))


def main(arguments: Sequence[str]) -> int:
    """Try the mutations that were asked for; 1 when one survives or the list does not fit the sources."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description="Whether the tests find mistakes.")
    parser.add_argument("words", nargs="*", help="only mutations of files with one of these in their path")
    parser.add_argument("--jobs", type=int, default=min(os.cpu_count() or 1, 4), help="so many at a time")
    parser.add_argument("--passing", action="store_true", help="the tests are known to pass without mutations")
    options = parser.parse_args(arguments)
    listed = [m for m in mutations() if not options.words or any(word in m.file for word in options.words)]
    stale = {mutation: text for mutation in listed if (text := mutation.problem())}
    outcomes = try_all([mutation for mutation in listed if mutation not in stale], options.jobs, options.passing)
    left = [outcome for outcome in outcomes if outcome.verdict != "found"]
    print(f"{len(outcomes) - len(left)} of {len(listed)} found")
    for outcome in left:
        print(f"{outcome.verdict}: {outcome.mutation}")
    for mutation, text in stale.items():
        print(f"CANNOT BE MADE, {text}: {mutation}")
    return 1 if left or stale or not listed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
