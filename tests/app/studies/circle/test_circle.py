"""The particle on a circle: all setups, their figures, and the picture."""
from __future__ import annotations

import json

import numpy as np
import pytest
from PIL import Image

from app.headless.errors import InputError
from app.studies.charts.chart import COLORS
from app.studies.circle.circle import FORCES, IMPULSES, Circle, Plan, Setup, step_text, swing, times
from app.studies.circle.picture import draw, heights, seen
from physics.lab.links import CONE, FORMS, PARABOLOID
from physics.lab.particles import Springs


def small(**changes) -> Circle:
    study = Circle(Plan(**{"steps": (1 / 60, 1 / 120), "seconds": 2.5} | changes))
    study.go()
    return study


def test_every_way_is_there():
    study = small()
    assert len({motion.setup for motion in study.motions}) == len(study.motions) == study.total == 10
    for dt in (1 / 60, 1 / 120):
        mine = [row for row in study.rows() if row["dt"] == dt]
        assert [(row["level"], row["form"], row["ks"]) for row in mine] == [
            (FORCES, CONE, 0), (FORCES, PARABOLOID, 0), (FORCES, CONE, 100), (FORCES, PARABOLOID, 100), (IMPULSES, PARABOLOID, 0)]


def test_figures():
    """The published drift at 1/60 s: 0.08096 and 0.14366 m after one and two seconds."""
    study = small(forms=(PARABOLOID,), steps=(1 / 60,))
    free, sprung, pushed = study.rows()
    assert free["drift"]["1"] == pytest.approx(0.08096, abs=1e-5) and free["drift"]["2"] == pytest.approx(0.14366, abs=1e-5)
    assert free["energy"] < 0 and free["largest"] >= free["drift"]["2.5"]
    assert sprung["largest"] < 0.2 * free["largest"] and pushed["largest"] < 0.2 * free["largest"]
    drift, energy = study.motions[0].drift, study.motions[0].energy
    assert len(drift) == len(energy) == 151 and drift[0] == energy[0] == 0
    table = study.outcome()
    assert table.cells[0][:5] == ["1/60", "forces", "paraboloid", "+80.960", "+143.655"]
    assert json.loads(table.as_json())["rows"][0]["level"] == "forces"
    assert len(small(springs=Springs(), steps=(1 / 60,)).motions) == 3           # without springs they are not told twice


def test_what_bursts_is_told():
    plan = Plan(steps=(0.1,), springs=Springs(1e6, 0))
    motion = swing(Setup(FORCES, PARABOLOID, 0.1, plan.springs), plan)
    assert motion.failure.startswith("burst after ") and np.isfinite(motion.drift).all() and len(motion.drift) < 101
    study = Circle(plan)
    study.go()
    assert any(row["drift"]["10"] is None for row in study.rows()) and "burst" in study.outcome().as_markdown()


@pytest.mark.parametrize("dt", [0.0, -1.0, 11.0, 1e-9, float("nan")])
def test_steps_that_do_not_fit(dt):
    with pytest.raises(InputError):
        Circle(Plan(steps=(dt,)))


def test_words():
    assert [step_text(dt) for dt in (1 / 60, 1 / 1500, 0.0123, 1.0, 2.0)] == ["1/60", "1/1500", "0.0123", "1", "2"]
    assert times(10) == [1, 2, 5, 10] and times(2) == [1, 2] and times(0.5) == [0.5] and times(30) == [1, 2, 5, 10, 30]


def test_surfaces():
    """A cone and a paraboloid, 0 on the unit circle; higher is further up on the sheet and nearer to the viewer."""
    places = np.array(((2.0, 0.0), (0.0, 0.5), (0.6, -0.8)))
    assert heights(CONE, places) == pytest.approx((1, -0.5, 0))
    assert heights(PARABOLOID, places) == pytest.approx((1.5, -0.375, 0))
    where, towards = seen(np.array(((1.0, 1.0, 0.0), (1.0, 1.0, 1.0))))
    assert where[1, 1] > where[0, 1] and where[1, 0] == where[0, 0] and towards[1] > towards[0]


@pytest.mark.parametrize("forms", [FORMS, (CONE,)])
def test_picture(tmp_path, forms):
    path = tmp_path / "circle.png"
    draw(small(forms=forms), path)
    colors = {color for count, color in Image.open(path).convert("RGB").getcolors(1 << 24) if count > 20}
    assert set(COLORS[:2]) <= colors


def test_picture_of_what_burst(tmp_path):
    study = Circle(Plan(steps=(1.0,), springs=Springs(1e9, 0)))
    study.go()
    draw(study, tmp_path / "burst.png")
    assert (tmp_path / "burst.png").stat().st_size > 1000
