"""Published tables: what other engines print for a set-up, a file of `tables` for each source, and our rows under theirs."""
from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from app.studies.charts.outcome import markdown
from app.studies.validate.expectation import Row
from impulse.files.reading import MOST_OF_OURS, read_text

FOLDER = Path(__file__).parent / "tables"
WIDTH = 150                                      # characters of a line of prose


class PublishedTable(BaseModel):
    """A table of one figure.

    case, figure   of our rows
    columns        where in the sweep of the case -> heading
    split          name of the sweep that makes rows of ours in place of a column, if one does
    published      engine -> a figure for each column, as many as there are
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    about: str
    case: str
    figure: str
    columns: dict[str, str]
    split: str = ""
    published: dict[str, list[float]]


@cache
def tables() -> tuple[PublishedTable, ...]:
    """All tables, in the order of the files."""
    return tuple(PublishedTable(**entry) for path in sorted(FOLDER.glob("*.yaml"))
                 for entry in yaml.safe_load(read_text(path, MOST_OF_OURS)))


def our_rows(table: PublishedTable, rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Method -> place in the sweep -> our figure."""
    found: dict[str, dict[str, float]] = {}
    for row in rows:
        if row.case == table.case and row.what == table.figure:
            words = row.point.split()
            apart = [word.partition("=")[2] for word in words if table.split and word.startswith(f"{table.split}=")]
            at = " ".join(word for word in words if not table.split or not word.startswith(f"{table.split}="))
            found.setdefault(" ".join([row.how, *apart]), {})[at] = row.got
    return found


def sections(rows: Sequence[Row]) -> Iterator[str]:
    """Lines of Markdown: each table whose case was run, others first, then ours."""
    shown = [(table, ours) for table in tables() if (ours := our_rows(table, rows))]
    if not shown:
        return
    yield "## Published tables, our rows under theirs"
    for table, ours in shown:
        yield from ("", f"### {table.title}", "")
        yield from textwrap.wrap(f"{table.about} Our rows are those of case {table.case}.", WIDTH, break_long_words=False)
        yield ""
        lines = [[name, *map(_text, figures), *[""] * (len(table.columns) - len(figures))]
                 for name, figures in table.published.items()]
        lines += [[f"**Impulse, {name}**", *(_text(found.get(at, math.nan)) for at in table.columns)]
                  for name, found in ours.items()]
        yield from markdown(["<", *table.columns.values()], lines)


def _text(value: float) -> str:
    """Four digits; `-` where there is none."""
    return f"{value:.4g}" if math.isfinite(value) else "-"
