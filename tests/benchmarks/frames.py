"""How long the window's frames take while a large scene runs with overlays on: the real window on an X server without a screen.

    python -m tests.benchmarks.frames [SCENE] [--show contacts ...] [--seconds 10] [--rounds 3] [--quality software] [--threads 1]

A frame begins when it is due and ends when it is shown, so a late start counts as well; times are those of the journal.  What
comes before `--after` seconds is left out: kernels are loaded and buffers made then.  Printed are the longest frame, percentiles
and the share over LIMIT for each round, and the median and the best round.
"""
from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import NamedTuple

import numpy as np

from tests.support.desktop import ROOT, SIZE, Display, missing

LIMIT = 50.0                            # [ms] that no frame should take
OVERLAYS = ("contacts",)
START = 300.0                           # [s] for the first step; a cold cache takes long


class Round(NamedTuple):
    """Frames of one run."""

    times: np.ndarray                   # (n,) [ms]
    steps: int                          # taken meanwhile

    @property
    def longest(self) -> float:
        """[ms]"""
        return float(self.times.max())

    def __str__(self) -> str:
        half, most, almost = np.percentile(self.times, (50, 95, 99))
        return (f"{len(self.times):5d} frames  median {half:6.1f}  95 % {most:6.1f}  99 % {almost:6.1f}  "
                f"longest {self.longest:6.1f} ms"
                f"  over {LIMIT:.0f} ms: {(self.times > LIMIT).mean():.1%}  {self.steps} steps")


def lines_of(journal: Path) -> list[dict]:
    """The whole lines of a journal so far."""
    text = journal.read_text() if journal.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def measured(scene: str, display: Display, options: argparse.Namespace) -> Round:
    """One run of the window."""
    with tempfile.TemporaryDirectory() as folder:
        journal, settings = Path(folder) / "journal.jsonl", Path(folder) / "view.json"
        settings.write_text(json.dumps({name: True for name in options.show} | {"quality": options.quality}))
        words = ["open", scene, "--size", f"{SIZE[0]}x{SIZE[1]}", "--journal", journal, "--view-settings", settings,
                 "--threads", options.threads]
        window = subprocess.Popen([sys.executable, "-m", "app", *map(str, words)], cwd=ROOT,
                                  env=os.environ | {"DISPLAY": display.name, "LIBGL_ALWAYS_SOFTWARE": "1"})
        try:
            wait_for_steps(journal, window)
            time.sleep(options.after + options.seconds)
            lines = lines_of(journal)
        finally:
            window.kill()
            window.wait()
    end = lines[-1]["clock"]
    counted = [line for line in lines if line["clock"] > end - options.seconds]
    return Round(np.concatenate([line["frame_times"] for line in counted]), counted[-1]["step"] - counted[0]["step"])


def wait_for_steps(journal: Path, window: subprocess.Popen) -> None:
    """Until the scene runs."""
    end = time.monotonic() + START
    while not any(line["ready"] and (line["step"] or 0) > 5 for line in lines_of(journal)[-3:]):
        if window.poll() is not None or time.monotonic() > end:
            raise SystemExit("the window does not run the scene")
        time.sleep(0.2)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scene", nargs="?", default="benchmark/b_large_pyramid")
    parser.add_argument("--show", nargs="*", default=OVERLAYS, metavar="OVERLAY")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--after", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quality", default="software")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    if missing():
        raise SystemExit(f"not installed: {', '.join(missing())}")
    display, rounds = Display(), []
    try:
        for _ in range(options.rounds):
            rounds.append(measured(options.scene, display, options))
            print(rounds[-1], flush=True)
    finally:
        display.close()
    longest = [each.longest for each in rounds]
    print(f"longest frame: median of the rounds {median(longest):.1f} ms, best {min(longest):.1f} ms")


if __name__ == "__main__":
    main()
