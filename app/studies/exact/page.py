"""The page of the exact solution: the curves as a picture, and both tables, in one HTML file."""
from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from app.headless.tables import LEFT
from app.studies.charts.outcome import Outcome
from app.studies.charts.page import Look, embedded, page
from app.studies.exact.exactness import Exactness
from app.studies.exact.picture import exactness_picture
from impulse.files.writing import write_text

STYLE = """
th, td { padding: .2em .8em; border-bottom: 1px solid #e2e6eb; text-align: right; }
th.words, td.words { text-align: left; } img { max-width: 100%; }
"""


def write(study: Exactness, path: Path) -> None:
    """Write the page to `path`, atomically."""
    image = embedded(exactness_picture(study).finished(), "curves")
    body = "\n".join([image, *(_section(found) for found in (study.sweeping(), study.outcome()))])
    write_text(path, page(study.plan.document, body, Look("the exact answer", STYLE)))


def _section(found: Outcome) -> str:
    """A table under its heading, its notes below."""
    sides = [' class="words"' if name.startswith(LEFT) else "" for name in found.head]
    lines = [f"<h2>{escape(found.title)}</h2>", "<table>",
             _row("th", sides, [name.removeprefix(LEFT) for name in found.head]),
             *(_row("td", sides, row) for row in found.cells)]
    return "\n".join([*lines, "</table>", *(f'<p class="about">{escape(note)}</p>' for note in found.notes)])


def _row(kind: str, sides: Sequence[str], cells: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{kind}{side}>{escape(cell)}</{kind}>" for side, cell in zip(sides, cells)) + "</tr>"
