"""Scale: piles of 1,000 to 50,000 boxes of equal height; time and memory per body and per contact."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from app.headless.si_format import number
from app.studies.bench.turn import Order, Turn, take
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from app.studies.engines import OURS

SIZES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)
LAST = 100                          # last steps, with the pile at rest
MICRO, MEGA = 1e3, 1e-6             # ms in us; bytes in MB
HEAD = ("bodies", "points", "ms", "ms at rest", "p99 ms", "longest", "us a body", "of the first", "bytes a body",
        "bytes a contact", "arrays MB", "process MB", "<")
TIMES = ("median", "rest", "p99", "longest", "us_per_body", "of_first")
MEMORY = ("bytes_per_body", "bytes_per_contact", "arrays_mb", "process_mb")


class Scale:
    """Impulse on a pile of each size, each in its own process."""

    def __init__(self, orders: Sequence[Order], take_turn: Callable[[Order], Turn] = take):
        """`orders` as from `piles`."""
        self.orders, self.take_turn = orders, take_turn
        self.total = len(orders)
        self.turns: list[Turn] = []

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Step every pile; `report(done, doing)` is called before each."""
        for done, order in enumerate(self.orders):
            report(done, f"{int(order.scene):,} bodies")
            turn = self.take_turn(order)
            self.turns.append(turn._replace(states=turn.states[:0]))

    def rows(self) -> list[dict[str, Any]]:
        """Figures of each pile so far; `of_first` is `us_per_body` relative to the first pile."""
        found = [_row(turn) for turn in self.turns]
        first = next((row["us_per_body"] for row in found if "us_per_body" in row), None)
        for row in found:
            if "us_per_body" in row:
                row["of_first"] = row["us_per_body"] / first
        return found

    def outcome(self) -> Outcome:
        """The table of the piles so far."""
        rows, number_of = self.rows(), self.orders[0].threads
        threads = f"{number_of} thread{'s' * (number_of > 1)}"
        cells = [[f"{row['bodies']:,}", f"{row.get('points', 0):,}", *(number(row.get(key)) for key in (*TIMES, *MEMORY)),
                  row["failure"]] for row in rows]
        notes = [f"A pit of boxes twenty layers high, single precision, {threads}, sleeping off. ms: median of all steps; at "
                 f"rest: of the last {LAST}, from which us a body.",
                 "Bytes a body: its row in all arrays of bodies; a contact: all of pairs and constraints, with the room "
                 "that they keep to grow, over the pairs that touch; process: the most memory it had, kernels included."]
        return Outcome("scale" if number_of == 1 else f"scale-{threads.replace(' ', '-')}", f"Scale, {threads}", HEAD, cells,
                       notes, describe(), {"threads": number_of, "rows": rows})


def piles(sizes: Sequence[int] = SIZES, steps: int = 0, threads: int = 1, seconds: float = 600.0) -> list[Order]:
    """A turn of Impulse for each size; `steps` 0: until a pile is at rest."""
    return [Order(OURS, str(size), threads, steps, seconds) for size in sizes]


def _row(turn: Turn) -> dict[str, Any]:
    """Figures of one pile."""
    row: dict[str, Any] = {"bodies": int(turn.order.scene), "failure": turn.failure, "steps": len(turn.wall), **turn.counts}
    if len(turn.wall):
        rest = float(np.median(turn.wall[-LAST:]))
        row.update(median=float(np.median(turn.wall)), rest=rest, p99=float(np.percentile(turn.wall, 99)),
                   longest=float(turn.wall.max()), us_per_body=rest * MICRO / row["bodies"])
    if turn.counts:
        constraints = row["pair_bytes"] + row["contact_bytes"]
        row.update(bytes_per_body=row["body_bytes"] / row["bodies"], bytes_per_contact=constraints / max(1, row["contacts"]),
                   arrays_mb=(constraints + row["body_bytes"] + row["other_bytes"]) * MEGA,
                   process_mb=row["process_bytes"] * MEGA)
    return row
