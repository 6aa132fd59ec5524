"""The report of a comparison: one HTML file with the differences, the results, every diagram and every setting."""
from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np

from app.headless.si_format import number
from app.studies.charts.chart import colors_of
from app.studies.charts.page import Look, embedded, page
from app.studies.compare.comparison import Comparison, Distance
from app.studies.compare.picture import diagrams
from physics.measure.metric_table import titled
from impulse.files.writing import write_text

ENOUGH = 10            # common moments that tell whether variants with different time steps come apart
STYLE = """
th, td { padding: .2em .8em; border-bottom: 1px solid #e2e6eb; text-align: right; }
th:first-child, td:first-child { text-align: left; }
tr.changed td { background: #fff3d6; font-weight: bold; } td.words { text-align: left; }
.variant { display: inline-block; width: .8em; height: .8em; border-radius: .2em; margin-right: .4em; }
img { max-width: 100%; } summary { cursor: pointer; color: #6e7681; }
"""


def write(comparison: Comparison, path: Path) -> None:
    """Write the report to `path`, atomically."""
    write_text(path, report(comparison))


def report(comparison: Comparison) -> str:
    """The report as self-contained HTML."""
    pictures = "\n".join(embedded(image, title) for title, image in diagrams(comparison).items())
    return page(comparison.document, f"""<h2>Variants</h2>
{_variants(comparison)}
<h2>Settings</h2>
{_settings(comparison)}
<h2>Over time</h2>
{pictures}
<h2>At the end, and at the most</h2>
{_readings(comparison)}""", Look("comparison", STYLE))


def verdicts(comparison: Comparison) -> list[str]:
    """A sentence for each variant on its difference from the first."""
    sentences, first = [], comparison.runs[0]
    for run, apart in zip(comparison.runs, comparison.distances()):
        when = apart.first_beyond(comparison.tolerance)
        if run is first:
            sentence = "the reference"
        elif len(apart.times) < 2:
            sentence = "not compared: no moment after the start in common with a"
        elif when is not None:
            step = int(np.searchsorted(run.times, when))
            sentence = (f"apart by more than {comparison.tolerance:g} m since step {step}, {when:.6g} s; "
                        f"{number(float(apart.largest[-1]))} m at the end")
        elif run.hash == first.hash and not apart.largest.any():
            sentence = "the same bits as a"
        else:
            sentence = _close(apart, min(len(first.times), len(run.times)), comparison.tolerance)
        sentences.append(f"{sentence}; {run.failure}" if run.failure else sentence)
    return sentences


def _close(apart: Distance, moments: int, tolerance: float) -> str:
    """The sentence for a variant that was never apart at its common times with the first, of so many `moments` of the shorter."""
    common, most = len(apart.times), number(float(apart.largest.max()))
    if common == moments:
        return f"never apart by more than {tolerance:g} m; {most} m at the most"
    if common < ENOUGH:
        return (f"not compared: only {common} moments in common with a, since the time steps differ, and {most} m apart there; "
                "take time steps that are multiples of each other")
    return f"never apart by more than {tolerance:g} m at the {common} moments in common with a; {most} m at the most"


def _variants(comparison: Comparison) -> str:
    colors = colors_of([variant.name for variant in comparison.variants])
    rows = [(f'<span class="variant" style="background: rgb{colors[c.variant.name]}"></span>{escape(c.variant.name)}',
             escape(", ".join(c.variant.settings) or "the scene as it is"), str(len(c.times) - 1), escape(verdict), c.hash[:16])
            for c, verdict in zip(comparison.runs, verdicts(comparison))]
    return _table(("variant", "settings", "steps", "beside a", "state"), [("", row) for row in rows], words=(1, 3))


def _settings(comparison: Comparison) -> str:
    """Settings that differ between variants first, marked; the rest collapsed."""
    head = ("setting", *(variant.name for variant in comparison.variants))
    rows = [((escape(path), *map(escape, values)), len(set(values)) > 1) for path, values in comparison.settings().items()]
    changed = [("changed", row) for row, differs in rows if differs]
    same = [("", row) for row, differs in rows if not differs]
    first = _table(head, changed) if changed else "<p>All variants have the same settings.</p>"
    return f"{first}\n<details><summary>{len(same)} settings are the same in all variants</summary>{_table(head, same)}</details>"


def _readings(comparison: Comparison) -> str:
    """Last and greatest value of each reading, by variant."""
    head = ("", *(f"{variant.name}, {what}" for variant in comparison.variants for what in ("last", "most")))
    rows = [("", (escape(titled(name)), *(text for run in comparison.runs
                                          for text in (number(float(run.reading(name)[-1]), 6),
                                                       number(_most(run.reading(name)), 6)))))
            for name in comparison.readings]
    return _table(head, rows)


def _most(values: np.ndarray) -> float:
    """The greatest of the values that there are, nan without any."""
    return float(np.fmax.reduce(values))


def _table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], words: Sequence[int] = ()) -> str:
    """A table; each row has a class and its cells, columns in `words` are left-aligned."""
    lines = ["<table>", "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr>"]
    for kind, cells in rows:
        shown = "".join(f'<td class="words">{c}</td>' if k in words else f"<td>{c}</td>" for k, c in enumerate(cells))
        lines.append(f'<tr class="{kind}">{shown}</tr>' if kind else f"<tr>{shown}</tr>")
    return "\n".join([*lines, "</table>"])
