"""The study: marks of what is off, cells without a figure, the page, and a sample of closed forms that hold everywhere."""
from __future__ import annotations

import math

import numpy as np
import pytest

from app.studies.accuracy import adapters, study
from app.studies.accuracy.closed_form import ClosedForm, Trial, catalogue, chosen
from app.studies.accuracy.page import page
from app.studies.accuracy.setup import NONE, Setup, ball
from app.studies.accuracy.study import MISS, Accuracy, Cell, Column, columns, text
from physics.definitions.settings import PRECISIONS, PRESETS
from tests.architecture.sources import ROOT

SAMPLE = ("fall-speed", "down-a-slope", "equal-balls", "atwood", "gears", "motor", "carried-along", "track-3", "constant-torque")
PAGE = ROOT / "docs" / "accuracy.md"


def made(expected: float, value: float, within: float | None = None) -> ClosedForm:
    """A closed form of a resting stone that is observed to be `value`."""
    trial = Trial(expected, Setup((ball("stone", 0.1, NONE),), 0.05, gravity=NONE), lambda m: value, within)
    return ClosedForm("made", "motion", "A made one", "made", "A made one", "x = y", "a test", "m", lambda: trial)


@pytest.fixture(scope="module")
def sample() -> Accuracy:
    found = Accuracy(chosen(SAMPLE))
    found.go()
    return found


def test_a_sample_holds_with_every_preset_in_both_precisions(sample):
    assert len(sample.columns) == len(PRESETS) * len(PRECISIONS)
    wrong = [f"{row.form.id} {column.label}: {cell.value} for {row.trial.expected}" for row in sample.rows
             for column, cell in zip(sample.columns, row.cells) if not cell.holds]
    assert not wrong and sample.missed == 0, wrong


def test_progress_counts_cells():
    said = []
    Accuracy([made(1, 1), made(2, 2)]).go(lambda done, doing: said.append((done, doing)))
    assert [done for done, _ in said] == list(range(16)) and said[0][1] == "made, classic single"


@pytest.mark.parametrize(("value", "within", "shown"), [
    (1.009, None, "1.009"), (1.011, None, f"1.011{MISS}"), (1.2, 0.3, "1.200"), (math.nan, 0.3, f"none{MISS}"),
    (0.0, None, f"0{MISS}")])
def test_what_is_off_is_marked(value, within, shown):
    found = Accuracy([made(1.0, value, within)])
    found.go()
    assert {text(cell) for cell in found.rows[0].cells} == {shown}
    assert found.missed == (8 if MISS in shown else 0)
    assert (f"**{shown.removesuffix(MISS)}**" in page(found)) == (MISS in shown)
    assert f"{8 - found.missed} of 8 figures" in page(found)


class Other:
    """An engine for tests: what it cannot do, and where it fails."""

    fault: str | None = None
    settings = "1.0"

    @staticmethod
    def cannot(setup: Setup) -> str | None:
        return "no stones" if setup.bodies[0].name == "stone" and Other.fault is None else None

    def __init__(self, setup: Setup, variant: tuple[str, ...]):
        if Other.fault:
            raise RuntimeError(Other.fault)


@pytest.mark.parametrize(("fault", "cell"), [(None, Cell(None, False, "no stones")),
                                             ("burst", Cell(None, False, "failed: burst"))])
def test_other_engines_lack_and_fail(monkeypatch, fault, cell):
    """What an engine lacks is an empty cell, a fault of it is marked; neither ends the study or counts against Impulse."""
    ours = adapters.load
    monkeypatch.setattr(adapters, "load", lambda name: Other if name == "other" else ours(name))
    monkeypatch.setattr(Other, "fault", fault)
    monkeypatch.setattr(study, "describe", lambda packages: {"cpu": "a", "target": "b", "cores": 1})
    found = Accuracy([made(1, 1)], ["other"])
    found.go()
    assert found.rows[0].cells[-1] == cell and found.missed == 0
    assert text(cell) == (f"failed{MISS}" if fault else "")
    assert found.data()["rows"][0]["cells"]["other"]["reason"] == cell.reason


def test_the_page_has_every_closed_form_in_every_column():
    """What the page expects is what the records expect; `impulse accuracy -o docs/accuracy.md` makes it anew."""
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in PAGE.read_text(encoding="utf-8").splitlines()
            if line.startswith("| ") and "---" not in line]
    heads = [row for row in rows if row[0] == "closed form"]
    own = [column.label for column in columns(())]
    assert heads and all(head[4:4 + len(own)] == own for head in heads)
    found = {row[0]: row for row in rows if row[0] in catalogue()}
    assert list(found) == list(catalogue())
    for form in catalogue().values():
        assert found[form.id][2] == study.number(form.trial().expected, study.DIGITS), form.id


def test_a_setup_comes_out_the_same_way(sample):
    """The adapter gives every state at its time, the first as set up."""
    trial = catalogue()["atwood"].trial()
    motion = adapters.move(adapters.load("impulse"), trial.setup, Column("impulse", ("classic", "double")).variant)
    assert motion.time == pytest.approx(np.arange(61) / 60)
    assert motion.position("left")[0] == pytest.approx((-1, 0, 0)) and motion.energy()[0] == 0
