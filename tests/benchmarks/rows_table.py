"""What the table of rows costs the window's thread: a table of 20,000 rows, as it is, filtered, and sorted.

    python -m tests.benchmarks.rows_table [--rows 20000] [--frames 60]

Panels are drawn by ImGui without a window.  A frame in which nothing changed costs the median of all; a new table is filtered
and sorted once, `first frame` is the median of the frames that do so.  Printed is the time of the table alone; exit code 1 when
a frame in which nothing changed takes LONGEST or more.
"""
from __future__ import annotations

import argparse
import dataclasses
import sys
import time
from statistics import median

import numpy as np
from imgui_bundle import imgui, implot

from app.panels.inside import dock, rows_table
from app.panels.stack import PanelStack, window_settings
from app.panels.widgets.context import configure
from app.panels.widgets.ui import load_fonts
from app.published.inside import Inside
from app.simulation.session import Session
from app.ui.ui_state import UiState
from tests.support.fake_world import FakeSource
from tests.support.inside_step import crates

LONGEST = 4.0                          # [ms]
FRESH = 8                              # new tables of each case
CASES = {"as it is": {}, "filtered": {"text": "kind == friction and impulse > 0 and state != open"},
         "sorted by a number": {"column": "impulse"}, "sorted by a word": {"column": "state"},
         "filtered and sorted": {"text": "a == ball_0 or impulse > 1", "column": "residual"}}


class Bench:
    """The panels of a window, with the time of the table in the last frame."""

    def __init__(self) -> None:
        self.context = imgui.create_context()
        implot.create_context()
        configure()
        io = imgui.get_io()
        io.backend_flags |= imgui.BackendFlags_.renderer_has_textures
        session = Session(FakeSource())
        session.open("one")
        session.ready = True
        self.state = UiState(lambda command: None, window_settings()(), output_folder=None)
        self.state.size = (1280, 720)
        self.state.change(inside_step=True)
        self.publication, self.stack = session.publish(), PanelStack(load_fonts(15.0))
        self.spent, draw = 0.0, rows_table.draw

        def timed(*what) -> None:
            begun = time.perf_counter()
            draw(*what)
            self.spent = 1e3 * (time.perf_counter() - begun)

        dock.rows_table.draw = timed

    def frame(self, inside: Inside) -> float:
        """Draw; the time of the table [ms]."""
        io = imgui.get_io()
        io.delta_time, io.display_size = 1 / 60, (1280.0, 720.0)
        imgui.new_frame()
        self.state.take(dataclasses.replace(self.publication, inside=inside), time.perf_counter())
        self.stack.draw(self.state, 1.0)
        imgui.render()
        return self.spent


def table(count: int) -> Inside:
    """A table of so many rows: those of a small step, over and over, each with its own impulse."""
    rows = crates().rows()
    draw = np.random.default_rng(1)
    many = {name: np.resize(column, (count, *column.shape[1:])) for name, column in rows._asdict().items()}
    many["impulse"], many["order"] = draw.normal(size=count), draw.permutation(count)
    return Inside(1, rows._replace(**many))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--frames", type=int, default=60)
    asked, missed = parser.parse_args(), False
    bench = Bench()
    bench.frame(table(asked.rows))
    for name, wanted in CASES.items():
        bench.state.inside.text, bench.state.inside.column = wanted.get("text", ""), wanted.get("column", "")
        first, same = [], []
        for _ in range(FRESH):
            inside = table(asked.rows)
            first.append(bench.frame(inside))
            same += [bench.frame(inside) for _ in range(asked.frames // FRESH)]
        if bench.state.inside.mistake:
            raise SystemExit(bench.state.inside.mistake)
        shown, late = len(bench.state.inside.shown), median(same) >= LONGEST
        missed |= late
        print(f"{name:20} {shown:6} of {asked.rows} rows  unchanged {median(same):5.2f} ms, longest {max(same):5.2f} ms  "
              f"first frame {median(first):6.2f} ms{'  MISSED' if late else ''}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
