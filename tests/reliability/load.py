"""Load: the real window for hours, with scene switches, drags, variants, settings, films, share files and the way back in time.

    python -m tests.reliability.load --minutes 480 [--seed 0]

It runs on an X server without a screen, with a mouse and a keyboard moved by xdotool.  Every SAMPLE seconds memory (resident,
of the window's process), threads, open files and frame times are read; files that it writes are removed as they come.  It fails
when the window ends or prints anything, when the simulation's thread dies or a fault is shown, or when from the second quarter
to the last threads or open files grow by more than MORE, or memory by more than GROWTH.  Memory is judged where the second
quarter begins after an hour: before that pictures of scenes, kernels, histories and, without a graphics card, variants of
shaders still come in.
"""
from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from scenes import catalog
from tests.support.desktop import COLD, App, Display, missing

SAMPLE = 5.0                           # [s]
GROWTH = 0.05                          # share of the memory
WARM = 3600.0                          # [s] in which caches fill: growth is judged from then on, and only told of shorter runs
MORE = 3                               # threads, files
SWITCH = 20.0                          # [s] for which a scene runs
HEAVY = ("benchmark/", "robustness/")  # scenes left out: a picture of them takes a second without a graphics card
KEYS = ("space", "space", "period", "comma", "r", "c", "n", "shift+c", "v", "Tab", "Tab", "1", "2", "3", "b", "ctrl+t", "Home",
        "F12",
        "ctrl+z", "equal", "minus", "shift+x", "x", "Escape", "Escape")
HISTORY = 32                           # [MB] of each variant's way back: less than a scene fills, so that the oldest steps go


class Sample(NamedTuple):
    """One look at the process: time [s], resident memory [MB], threads, open files, frame times [ms]."""

    time: float
    memory: float
    threads: int
    files: int
    frames: tuple[float, ...]


def sample(app: App, begun: float) -> Sample:
    """A look at the window's process."""
    process = Path(f"/proc/{app.process.pid}")
    fields = dict(line.split(":", 1) for line in (process / "status").read_text().splitlines())
    return Sample(time.monotonic() - begun, int(fields["VmRSS"].split()[0]) / 1024, int(fields["Threads"]),
                  len(os.listdir(process / "fd")), tuple(app.state().get("frame_times", ())))


class Person:
    """Does one thing after another."""

    def __init__(self, app: App, seed: int):
        self.app, self.rng = app, random.Random(seed)
        self.scenes = [entry.id for entry in catalog.entries() if not entry.id.startswith(HEAVY)]
        self.done: dict[str, int] = {}
        self._switched = time.monotonic()

    def act(self) -> None:
        """One thing: usually a drag or a key, now and then a film, a share file, another scene."""
        if time.monotonic() - self._switched > SWITCH:
            self._switched = time.monotonic()
            self._do("scene switches", lambda: self._open(self.rng.choice(self.scenes)))
        kind = self.rng.random()
        if kind < 0.5:
            self._do("drags", self._drag)
        elif kind < 0.9:
            self._do("keys", lambda: self.app.key(self.rng.choice(KEYS)))
        elif kind < 0.95:
            self._do("films", self._film)
        else:
            self._do("share files", lambda: self.app.key("ctrl+e"))

    def _do(self, name: str, action: Any) -> None:
        action()
        self.done[name] = self.done.get(name, 0) + 1

    def _open(self, scene: str) -> None:
        """By the palette, as a person types it."""
        self.app.key("Escape")
        self.app.key("ctrl+o")
        time.sleep(0.5)
        self.app.type(scene.split("/")[1])
        time.sleep(0.5)
        self.app.key("Return")

    def _drag(self) -> None:
        """The pointer goes down on a body where one is in sight, moves on a crooked way, and lets go."""
        width, height = self.app.size
        places = [body["pixel"] for body in self.app.state().get("bodies", ()) if body["in_front"]
                  and 0.3 * width < body["pixel"][0] < 0.7 * width and 0.2 * height < body["pixel"][1] < 0.8 * height]
        x, y = self.rng.choice(places) if places else (width / 2, height / 2)
        button = 1 if self.rng.random() < 0.8 else 3
        self.app.move(x, y)
        self.app.xdotool("mousedown", button)
        for _ in range(6):
            x, y = x + self.rng.uniform(-60, 60), y + self.rng.uniform(-60, 60)
            self.app.move(min(max(x, 1), width - 2), min(max(y, 1), height - 2))
            time.sleep(0.05)
        self.app.xdotool("mouseup", button)

    def _film(self) -> None:
        self.app.key("F9")
        time.sleep(1.5)
        self.app.key("F9")


def verdict(samples: list[Sample]) -> tuple[str, list[str]]:
    """The figures of a run, and what of them is bad."""
    quarter = max(len(samples) // 4, 1)
    early, late = samples[quarter:2 * quarter], samples[-quarter:]
    growth = statistics.median(s.memory for s in late) / statistics.median(s.memory for s in early) - 1
    threads, files = (statistics.median(getattr(s, name) for s in late) - statistics.median(getattr(s, name) for s in early)
                      for name in ("threads", "files"))
    times = [sorted(t for s in part for t in s.frames) or [0.0] for part in (early, late)]
    slow = [part[int(0.99 * (len(part) - 1))] for part in times]
    warm = samples[quarter].time >= WARM
    bad = [f"memory grew by {100 * growth:.1f} %"] if warm and growth >= GROWTH else []
    bad += [f"{name} grew by {more:g}" for name, more in (("threads", threads), ("open files", files)) if more > MORE]
    before, after = (statistics.median(s.memory for s in part) for part in (early, late))
    said = (f"memory {samples[0].memory:.0f} MB at first, {before:.0f} in the second quarter, {after:.0f} in the last "
            f"({100 * growth:+.1f} %), at most {max(s.memory for s in samples):.0f}; threads {threads:+g} (at most "
            f"{max(s.threads for s in samples)}), open files {files:+g}; frames at 99 %: {slow[0]:.0f} and {slow[1]:.0f} ms")
    return said, bad


def main() -> int:
    """Run it, and print the figures."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--minutes", type=float, default=15.0, help="default: %(default)g")
    options.add_argument("--seed", type=int, default=0)
    asked = options.parse_args()
    if missing():
        raise SystemExit(f"not installed: {', '.join(missing())}")
    with tempfile.TemporaryDirectory() as name:
        return run(Path(name), asked.minutes, asked.seed)


def run(folder: Path, minutes: float, seed: int) -> int:
    """The window in a folder of its own for so many minutes; returns the exit code."""
    display = Display((960, 600))
    app = App(display, folder, "welcome", quality="software", introduction=False, history=HISTORY)
    person, samples, bad = Person(app, seed), [], []
    try:
        app.wait(lambda s: s["ready"] and (s["step"] or 0) > 5, "the first steps", COLD)
        begun = shown = time.monotonic()
        while time.monotonic() - begun < 60 * minutes and not bad:
            person.act()
            if app.process.poll() is not None:
                bad.append(f"the window ended with code {app.process.returncode}")
                break
            if time.monotonic() - begun > SAMPLE * len(samples):
                samples.append(sample(app, begun))
                bad += look(app, folder)
            if time.monotonic() - shown > 30:
                shown = time.monotonic()
                last = samples[-1]
                print(f"{(shown - begun) / 60:.1f} of {minutes:g} minutes, {last.memory:.0f} MB, {last.threads} threads",
                      file=sys.stderr, flush=True)
    finally:
        app.close()
        display.close()
    said, worse = verdict(samples) if len(samples) > 4 else ("too short for figures", [])
    printed = (folder / "errors.txt").read_text().strip()
    bad += [*worse, *([f"it printed: {printed[:500]}"] if printed else [])]
    actions = ", ".join(f"{count} {name}" for name, count in sorted(person.done.items()))
    print(f"load: {minutes:g} minutes, seed {seed}: {actions}; {said}; {'; '.join(bad) or 'nothing failed'}")
    return 1 if bad else 0


def look(app: App, folder: Path) -> list[str]:
    """What is wrong now; films, pictures and the journal's past go."""
    state = app.state()
    for path in (folder / "captures").glob("[!.]*"):
        path.unlink(missing_ok=True)
    os.truncate(app.journal, 0)                        # the window writes on behind; the file has a hole there
    time.sleep(0.25)
    fault = str(state.get("fault") or "")
    bad = [f"a fault is shown: {fault}"] if "fault of its own" in fault else []
    return bad + ([] if state.get("simulation_alive", True) else ["the simulation's thread has ended"])


if __name__ == "__main__":
    sys.exit(main())
