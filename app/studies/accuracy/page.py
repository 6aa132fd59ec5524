"""The page docs/accuracy.md: what holds at a glance, then a table for each topic, and what each closed form is."""
from __future__ import annotations

import textwrap
from collections.abc import Iterator
from importlib import import_module

from app.headless.si_format import number
from app.studies.accuracy.closed_form import FORMS
from app.studies.accuracy.study import DIGITS, MISS, Accuracy, Row, notes, summary, text
from app.studies.charts.outcome import machine_text, markdown

WIDTH = 150                                      # characters of a line of prose
COMMAND = "impulse accuracy -o docs/accuracy.md"
INTRO = """Motions with an answer in closed form: what physics says, what every preset makes of it in single and in double
precision, and what other engines do. A figure in bold is off by more than its tolerance. Rows that no engine meets
stand here as well: they say what the step, the solver or the contact model costs. `impulse accuracy TOPIC` or
`impulse accuracy ID` prints a part of it."""


def page(study: Accuracy) -> str:
    """The whole page."""
    made = f"Made by `{COMMAND}`. {machine_text(study.machine())}"
    lines = ["# Accuracy", "", *_wrapped(" ".join(INTRO.split())), "", *_wrapped(made), ""]
    lines += [line for note in [summary(study), *notes(study)] for line in _wrapped(note, "- ")]
    topics = list(dict.fromkeys(row.form.topic for row in study.rows))
    lines += ["", "## What holds", "", *_overview(study, topics)]
    for topic in topics:
        lines += ["", *_topic(study, topic, [row for row in study.rows if row.form.topic == topic])]
    return "\n".join(lines) + "\n"


def _overview(study: Accuracy, topics: list[str]) -> list[str]:
    """Of each topic, how many figures of each column hold; those that an engine cannot build do not count."""
    rows = []
    for topic in [*topics, "all"]:
        own = [row for row in study.rows if topic in (row.form.topic, "all")]
        counts = [(sum(row.cells[k].holds for row in own), sum(row.cells[k].holds or row.cells[k].missed for row in own))
                  for k in range(len(study.columns))]
        rows.append([topic, *(f"{held} of {tried}" if tried else "" for held, tried in counts)])
    return markdown(["<topic", *(column.label for column in study.columns)], rows)


def _topic(study: Accuracy, topic: str, rows: list[Row]) -> Iterator[str]:
    yield f"## {topic.capitalize()}"
    yield ""
    yield from _wrapped(" ".join((import_module(f"{FORMS}.{topic}").__doc__ or topic).split("\n\n")[0].split()))
    yield ""
    head = ["<closed form", "<unit", "expected", "±", *(column.label for column in study.columns)]
    yield from markdown(head, [[row.form.id, row.form.unit.replace("1", ""), number(row.trial.expected, DIGITS),
                                number(row.trial.tolerance, 2), *(_bold(text(cell)) for cell in row.cells)] for row in rows])
    yield ""
    for form in {row.form.family: row.form for row in rows}.values():
        yield from _wrapped(f"`{form.family}` {form.series}: {form.formula} ({form.source})", "- ")


def _bold(figure: str) -> str:
    """A figure in bold in place of its mark."""
    return f"**{figure.removesuffix(MISS)}**" if figure.endswith(MISS) else figure


def _wrapped(words: str, bullet: str = "") -> list[str]:
    """Lines of prose; those after the first of a list item are indented."""
    return textwrap.wrap(words, WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet), break_long_words=False,
                         break_on_hyphens=False)
