"""The page docs/validation.md: what holds at a glance, a table for each topic, what missed, our rows under published tables."""
from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from app.headless.si_format import number
from app.studies.charts.machine import describe
from app.studies.charts.outcome import machine_text, markdown
from app.studies.validate.case import Case
from app.studies.validate.expectation import Row
from app.studies.validate.published import sections
from app.studies.validate.study import DIGITS, Validation, share_text, worst_rows

WIDTH = 150                                      # characters of a line of prose
COMMAND = "impulse validate -o docs/validation.md"
INTRO = """Cases with a known answer: textbooks, closed forms, published tables and the test suites of other engines, each run
with every stabilization, preset and method that it applies to. A figure of tier gate must hold; one of tier quality is better
than peers ask for, or belongs to a method of the laboratory that cannot do better by its nature, and may miss. Of each figure
stands here the run nearest to its limit, or farthest beyond; `impulse validate --case ID` prints all of them, `-o FILE.json`
writes them."""


def page(study: Validation) -> str:
    """The whole page."""
    rows = study.rows()
    lines = ["# Validation", "", *_wrapped(INTRO), "", *_wrapped(f"Made by `{COMMAND}`. {machine_text(describe())}"), ""]
    lines += [line for note in study.notes() for line in _wrapped(note, "- ")]
    lines += ["", "## What holds", "", *_counts("topic", [(study.cases_by_id[row.case].group, row) for row in rows]), "",
              *_counts("method", [(row.family, row) for row in rows])]
    for topic in dict.fromkeys(case.group for case in study.cases_by_id.values()):
        cases = [case for case in study.cases_by_id.values() if case.group == topic]
        lines += ["", *_topic(topic, cases, [row for row in rows if row.case in {case.id for case in cases}])]
    lines += ["", *_missed(rows)]
    lines += ["", *sections(rows)]
    return "\n".join(lines).rstrip() + "\n"


def _counts(name: str, named: Sequence[tuple[str, Row]]) -> list[str]:
    """How many figures hold, fail and miss under each name."""
    made, words = [], dict.fromkeys(word for word, _ in named)
    for word in [*words, "all"]:
        own = [row for key, row in named if word in (key, "all")]
        verdicts = Counter(row.verdict for row in own)
        made.append([word, str(len({row.case for row in own})), str(len(own)),
                     *(str(verdicts[verdict]) for verdict in ("pass", "FAIL", "miss"))])
    return markdown([f"<{name}", "cases", "figures", "hold", "fail", "miss"], made)


def _topic(topic: str, cases: Sequence[Case], rows: Sequence[Row]) -> Iterator[str]:
    yield f"## {topic.replace('_', ' ').capitalize()}"
    yield ""
    head = ["<case", "<figure", "<expected", "got", "of tolerance", "<with", "<at", "hold"]
    together = Counter((row.case, row.what) for row in rows)
    held = Counter((row.case, row.what) for row in rows if row.passed)
    yield from markdown(head, [
        [row.case, row.what, row.expected, _bold(number(row.got, DIGITS), row), share_text(row), row.how, row.point,
         f"{held[row.case, row.what]} of {together[row.case, row.what]}"] for row in worst_rows(rows)])
    yield ""
    for case in cases:
        yield from _wrapped(_about(case, [row for row in rows if row.case == case.id]), "- ")


def _about(case: Case, rows: Iterable[Row]) -> str:
    """What a case is, where it is from, what others publish, and with what it was run."""
    rows = list(rows)
    all_, held = Counter(row.family for row in rows), Counter(row.family for row in rows if row.passed)
    ran = ", ".join(f"{family} {held[family]}/{count}" for family, count in all_.items())
    said = f"`{case.id}` {case.title}. Source: {case.source}."
    said += f" Tolerance: {case.basis}." * bool(case.basis) + f" Others: {case.peers}." * bool(case.peers)
    said += f" What misses: {case.misses}." * bool(case.misses and any(row.missed for row in rows))
    return f"{said} Hold: {ran or 'not run'}."


def _missed(rows: Sequence[Row]) -> Iterator[str]:
    """Of each figure that fails or misses and each method the worst row."""
    off = [row for row in rows if not row.passed]
    yield "## What does not hold"
    yield ""
    if not off:
        yield "Everything holds."
        return
    worst: dict[tuple[str, str, str], Row] = {}
    for row in off:
        key = (row.case, row.what, row.family)
        if key not in worst or row.share > worst[key].share:
            worst[key] = row
    counts = Counter((row.case, row.what, row.family) for row in off)
    yield from markdown(["<case", "<figure", "<with", "<at", "<expected", "got", "rows", "<"], [
        [row.case, row.what, row.how, row.point, row.expected, number(row.got, DIGITS), str(counts[key]), row.verdict]
        for key, row in worst.items()])


def _bold(figure: str, row: Row) -> str:
    return figure if row.passed else f"**{figure or '-'}**"


def _wrapped(words: str, bullet: str = "") -> list[str]:
    """Lines of prose; those after the first of a list item are indented."""
    return textwrap.wrap(" ".join(words.split()), WIDTH, initial_indent=bullet, subsequent_indent=" " * len(bullet),
                         break_long_words=False, break_on_hyphens=False)
