"""The report of a comparison: one HTML file with what differs, what came out, every diagram and every setting."""
from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from html import escape
from pathlib import Path

import numpy as np
from PIL import Image

from app.headless.si_format import number
from app.studies.charts.chart import colors_of
from app.studies.charts.page import Look, page
from app.studies.compare.comparison import Comparison
from app.studies.compare.picture import diagrams
from physics.measure.metric_table import titled

STYLE = """
th, td { padding: .2em .8em; border-bottom: 1px solid #e2e6eb; text-align: right; }
th:first-child, td:first-child { text-align: left; }
tr.changed td { background: #fff3d6; font-weight: bold; } td.words { text-align: left; }
.lane { display: inline-block; width: .8em; height: .8em; border-radius: .2em; margin-right: .4em; }
img { max-width: 100%; } summary { cursor: pointer; color: #6e7681; }
"""


def write(comparison: Comparison, path: Path) -> None:
    """Write the report to `path`, all of it or nothing."""
    from scenes.atomic_write import write_text
    write_text(path, report(comparison))


def report(comparison: Comparison) -> str:
    """The report as HTML that needs no other file."""
    pictures = "\n".join(_image(title, image) for title, image in diagrams(comparison).items())
    return page(comparison.document, f"""<h2>Lanes</h2>
{_lanes(comparison)}
<h2>Settings</h2>
{_settings(comparison)}
<h2>Course</h2>
{pictures}
<h2>At the end, and at the most</h2>
{_readings(comparison)}""", Look("comparison", STYLE))


def verdicts(comparison: Comparison) -> list[str]:
    """For every lane, a sentence on how it goes with the first."""
    told, first = [], comparison.courses[0]
    for course, apart in zip(comparison.courses, comparison.distances()):
        when = apart.first_beyond(comparison.tolerance)
        if course is first:
            sentence = "the yardstick"
        elif not len(apart.times):
            sentence = "has no moment in common with a"
        elif when is not None:
            step = int(np.searchsorted(course.times, when))
            sentence = (f"apart by more than {comparison.tolerance:g} m since step {step}, {when:.6g} s; "
                        f"{number(float(apart.largest[-1]))} m at the end")
        elif course.hash == first.hash and not apart.largest.any():
            sentence = "the same bits as a"
        else:
            sentence = f"never apart by more than {comparison.tolerance:g} m; {number(float(apart.largest.max()))} m at the most"
        told.append(f"{sentence}; {course.trouble}" if course.trouble else sentence)
    return told


def _lanes(comparison: Comparison) -> str:
    colors = colors_of([lane.name for lane in comparison.lanes])
    rows = [(f'<span class="lane" style="background: rgb{colors[c.lane.name]}"></span>{escape(c.lane.name)}',
             escape(", ".join(c.lane.settings) or "the scene as it is"), str(len(c.times) - 1), escape(verdict), c.hash[:16])
            for c, verdict in zip(comparison.courses, verdicts(comparison))]
    return _table(("lane", "settings", "steps", "beside a", "state"), [("", row) for row in rows], words=(1, 3))


def _settings(comparison: Comparison) -> str:
    """What differs between lanes first, and marked; the rest folded away."""
    head = ("setting", *(lane.name for lane in comparison.lanes))
    rows = [((escape(path), *map(escape, values)), len(set(values)) > 1) for path, values in comparison.settings().items()]
    changed = [("changed", row) for row, differs in rows if differs]
    same = [("", row) for row, differs in rows if not differs]
    first = _table(head, changed) if changed else "<p>All lanes have the same settings.</p>"
    return f"{first}\n<details><summary>{len(same)} settings are the same in all lanes</summary>{_table(head, same)}</details>"


def _readings(comparison: Comparison) -> str:
    """Last and greatest of each reading, by lane."""
    head = ("", *(f"{lane.name}, {what}" for lane in comparison.lanes for what in ("last", "most")))
    rows = [("", (escape(titled(name)), *(text for course in comparison.courses
                                          for text in (number(float(course.series[name][-1]), 6),
                                                       number(float(course.series[name].max()), 6)))))
            for name in comparison.courses[0].series]
    return _table(head, rows)


def _table(head: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], words: Sequence[int] = ()) -> str:
    """A table; each row has a class and its cells, columns in `words` stand at the left."""
    lines = ["<table>", "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in head) + "</tr>"]
    for kind, cells in rows:
        shown = "".join(f'<td class="words">{c}</td>' if k in words else f"<td>{c}</td>" for k, c in enumerate(cells))
        lines.append(f'<tr class="{kind}">{shown}</tr>' if kind else f"<tr>{shown}</tr>")
    return "\n".join([*lines, "</table>"])


def _image(title: str, image: Image.Image) -> str:
    data = io.BytesIO()
    image.save(data, "PNG", optimize=True)
    return f'<img alt="{escape(title)}" src="data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}">'
