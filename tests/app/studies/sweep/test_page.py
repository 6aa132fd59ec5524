"""Pages of sweeps: every cell has its settings and its command, and no other file is needed."""
from __future__ import annotations

import math
from html.parser import HTMLParser

import pytest

import scenes
from app.studies.cells.cell import CellResult
from app.studies.cells.grid import read
from app.studies.sweep import page
from app.studies.sweep.sweep import Plan, Sweep
from tests.app.cli.conftest import FALLING

BETA, STEPS, WORDS, MARGIN = "solver.beta=0:1:5", "solver.substeps=1,2,4", "preset=soft_step,ngs", "solver.margin=0,0.05"
METRICS = ("energy", "max_speed")


class Cells(HTMLParser):
    """The maps of a page: for each, its lines of (attributes, words) of cells; and every other attribute."""

    def __init__(self, text: str):
        super().__init__()
        self.maps: list[list[list[tuple[dict, str]]]] = []
        self.others: list[tuple[str, dict]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        if tag == "table":
            self.maps.append([])
        elif tag == "tr":
            self.maps[-1].append([])
        elif tag == "button":
            self.maps[-1][-1].append((dict(attrs), ""))
        else:
            self.others.append((tag, dict(attrs)))

    def handle_data(self, data):
        if self.open and self.open[-1] == "button":
            attributes, words = self.maps[-1][-1][-1]
            self.maps[-1][-1][-1] = attributes, words + data

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def _found(varied: tuple[str, ...], number) -> Sweep:
    plan = Plan("a scene's.yaml", tuple(read(text) for text in varied), ("world.dt=1/120",), METRICS)
    study = Sweep(plan, scenes.loads(FALLING))
    study.results = {k: number(k) for k in range(study.total)}
    return study


@pytest.mark.parametrize("varied", [(STEPS,), (BETA, STEPS), (BETA, STEPS, WORDS), (BETA, STEPS, WORDS, MARGIN)])
def test_every_cell_opens_what_it_shows(varied):
    """Each metric has each cell once, with its number and the command of the table."""
    study = _found(varied, lambda k: CellResult((1.0 + k, 1000.0 + k)))
    maps = Cells(page.report(study)).maps
    assert len(maps) == len(METRICS) * math.prod(len(one.values) for one in study.plan.varied[2:])
    for m in range(len(METRICS)):
        here = maps[m * len(maps) // 2:(m + 1) * len(maps) // 2]
        cells = [cell for one in here for line in one for cell in line]
        assert len(cells) == study.total
        shown = {attributes["data-open"]: attributes["data-text"] for attributes, _ in cells}
        for row in study.rows():
            assert shown[row.command].endswith(f": {row.result.values[m]:.9g}")
            assert all(text in shown[row.command] for text in row.settings)


def test_the_first_setting_goes_upwards():
    lines = Cells(page.report(_found((BETA, STEPS), lambda k: CellResult((float(k), 0.0))))).maps[0]
    assert [words for _, words in lines[0]] == ["12.0", "13.0", "14.0"]
    assert [words for _, words in lines[4]] == ["0", "1.00", "2.00"]


def test_cells_without_a_number():
    study = _found((STEPS,), lambda k: CellResult(failure="it <refused>") if k else CellResult((math.nan, 1.0)))
    del study.results[2]
    told = [attributes["data-text"] for line in Cells(page.report(study)).maps[0] for attributes, _ in line]
    assert [text.rpartition(": ")[2] for text in told] == ["not run", "it <refused>", "nan"]


def test_nothing_is_fetched():
    text = page.report(_found((BETA, STEPS), lambda k: CellResult((1.0, 2.0))))
    assert not [attributes for _, attributes in Cells(text).others if {"src", "href"} & attributes.keys()]
    assert "://" not in text and "url(" not in text and "world.dt=1/120" in text


def test_a_page_is_written_whole(tmp_path):
    page.write(_found((STEPS,), lambda k: CellResult((1.0, 2.0))), tmp_path / "a.html")
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]
