"""The page of a sweep: heat maps; the cell under the pointer shows its settings and the command that opens it.

The first varied setting is the vertical axis, the second the horizontal one, and every combination of the others has its own
map. A click copies the command.
"""
from __future__ import annotations

import itertools
from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from app.headless.si_format import number
from app.studies.cells.grid import Varied
from app.studies.charts.page import Look, page
from app.studies.sweep.picture import MAP, Scale, scale_of, tick, values_of
from app.studies.sweep.sweep import Row, Sweep
from impulse.files.writing import write_text
from scenes.running.measurement import named

DARK = 330                               # sum of red, green and blue below which text on a cell is white
ALONE = Varied("", ("",), ("",))         # instead of a second varied setting
STYLE = """
body { margin-bottom: 8em; } div.maps { display: flex; flex-wrap: wrap; gap: 2em; }
h3 { font-weight: normal; margin: 1em 0 .3em; }
.map td { padding: 0; } .map th { padding: .2em .6em; text-align: right; } .map tr:last-child th { text-align: center; }
.map button { font: inherit; color: inherit; background: none; border: 2px solid transparent; width: 100%; min-width: 4.6em;
  padding: .35em .5em; cursor: pointer; } .map button:hover, .map button:focus { border-color: #222831; outline: none; }
p.scale span { display: inline-block; width: 16em; height: .9em; margin: 0 .6em; vertical-align: middle; }
#cell { position: fixed; left: 0; right: 0; bottom: 0; padding: .7em 2em; background: #222831; color: #fff; min-height: 4.5em; }
#cell code { color: #ffd479; user-select: all; } #cell small { color: #9aa4b1; }
"""
SCRIPT = """
const shown = document.getElementById("cell");
function show(cell, copied) {
  const part = (name, text) => { const made = document.createElement(name); made.textContent = text; return made; };
  shown.replaceChildren(part("div", cell.dataset.text), part("code", cell.dataset.open), " ",
                       part("small", copied ? "copied" : "click copies the command"));
}
async function copy(text) {
  try { await navigator.clipboard.writeText(text); } catch (refused) {
    const field = document.createElement("textarea");
    field.value = text; document.body.append(field); field.select(); document.execCommand("copy"); field.remove();
  }
}
for (const cell of document.querySelectorAll(".map button")) {
  cell.addEventListener("mouseenter", () => show(cell, false));
  cell.addEventListener("focus", () => show(cell, false));
  cell.addEventListener("click", async () => { await copy(cell.dataset.open); show(cell, true); });
}
"""


def write(sweep: Sweep, path: Path) -> None:
    """Write the page of a sweep to `path`, atomically."""
    write_text(path, report(sweep))


def report(sweep: Sweep) -> str:
    """The page as self-contained HTML."""
    plan = sweep.plan
    fixed = "; ".join([*plan.fixed, *([f"{plan.seconds:g} s"] if plan.seconds is not None else [])])
    parts = [f'<p class="about">{escape(fixed)}</p>'] if fixed else []
    rows = sweep.rows()
    for m, (metric, table) in enumerate(zip(plan.metrics, values_of(sweep))):
        parts.append(f"<h2>{escape(named(metric))}</h2>\n{_maps(sweep, rows, (m, table))}")
    parts.append('<p id="cell">Point at a cell.</p>')
    return page(sweep.document, "\n".join(parts), Look("sweep", STYLE, SCRIPT))


def _maps(sweep: Sweep, rows: Sequence[Row], metric: tuple[int, np.ndarray]) -> str:
    """All maps of a metric (its number, its values in the shape of the grid), and their scale of colours."""
    (m, table), varied = metric, sweep.plan.varied
    up, along, rest = varied[0], (*varied[1:2], ALONE)[0], varied[2:]
    shape = (len(up.values), len(along.values), *(len(one.values) for one in rest))
    numbers, values, scale = np.arange(len(rows)).reshape(shape), table.reshape(shape), scale_of(table)
    maps = []
    for place in itertools.product(*(range(len(one.values)) for one in rest)):
        title = ", ".join(f"{one.path} {one.texts[k]}" for one, k in zip(rest, place))
        lines = [f'<tr><th>{escape(tick(up, k))}</th>{_cells(sweep, rows, (m, numbers[(k, slice(None), *place)]), scale)}</tr>'
                 for k in reversed(range(len(up.values)))]
        if along is not ALONE:
            lines.append("<tr><th></th>" + "".join(f"<th>{escape(tick(along, k))}</th>" for k in range(shape[1])) + "</tr>")
        maps.append(f'<div>{f"<h3>{escape(title)}</h3>" if title else ""}<table class="map">{"".join(lines)}</table></div>')
    axes = f"up {escape(up.path)}" + (f", along {escape(along.path)}" if along is not ALONE else "")
    return f'<div class="maps">{"".join(maps)}</div>\n<p class="scale">{axes}{_legend(scale, values)}</p>'


def _cells(sweep: Sweep, rows: Sequence[Row], here: tuple[int, np.ndarray], scale: Scale) -> str:
    """The cells of a line, by their numbers in the grid."""
    made = []
    for k in here[1]:
        row = rows[k]
        result = row.result
        value = result.values[here[0]] if result and result.values else float("nan")
        color = scale.color(value)
        settings = ", ".join(f"{one.path} {text}" for one, text in zip(sweep.plan.varied, row.settings))
        failure = "not run" if result is None else result.failure
        words = f"{settings}: {failure or f'{value:.9g}'}"
        made.append(f'<td style="background: rgb{color}; color: {"#fff" if sum(color) < DARK else "#222831"}">'
                    f'<button data-text="{escape(words)}" data-open="{escape(row.command)}">{number(value)}</button></td>')
    return "".join(made)


def _legend(scale: Scale, values: np.ndarray) -> str:
    """The scale of colours from low to high; empty without numbers."""
    if not np.isfinite(values).any():
        return ""
    colors = ", ".join(f"rgb{color}" for color in MAP)
    decades = ", by decades" if scale.logarithmic else ""
    return (f"; {number(scale.low)}<span style=\"background: linear-gradient(to right, {colors})\"></span>"
            f"{number(scale.high)}{decades}")
