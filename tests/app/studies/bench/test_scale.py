"""Scale: figures of piles, for which turns are made up, and of a small real one."""
from __future__ import annotations

import json

import numpy as np
import pytest

from app.studies.bench.scale import Scale, piles
from app.studies.bench.turn import Order, Turn


def _turn(order: Order) -> Turn:
    """As if a step took 2 us a body, at the end 1, and all memory 1,000 bytes a body and 3,000 a touching pair."""
    bodies = int(order.scene)
    wall = np.array([2e-3 * bodies] * 200 + [1e-3 * bodies] * 100)
    counts = {"pairs": 3 * bodies, "contacts": 2 * bodies, "points": 5 * bodies, "body_bytes": 1000 * bodies,
              "pair_bytes": 4000 * bodies, "contact_bytes": 2000 * bodies, "other_bytes": 0, "process_bytes": 10**8}
    return Turn(order, settings="so", asked=300, wall=wall, cpu=wall, counts=counts)


def test_figures():
    study = Scale(piles((100, 1000)), _turn)
    study.go()
    first, second = study.rows()
    assert first["median"] == pytest.approx(0.2) and first["rest"] == pytest.approx(0.1)
    assert second["us_per_body"] == pytest.approx(1) and second["of_first"] == pytest.approx(1)
    assert second["bytes_per_body"] == 1000 and second["bytes_per_contact"] == 3000
    assert second["arrays_mb"] == pytest.approx(7) and second["process_mb"] == pytest.approx(100)
    assert json.loads(study.outcome().as_json())["rows"][1]["points"] == 5000


def test_trouble_is_told():
    study = Scale(piles((100, 1000)), lambda order: Turn(order, "crashed") if order.scene == "100" else _turn(order))
    study.go()
    cells = study.outcome().cells
    assert cells[0][-1] == "crashed" and cells[0][2] == "" and cells[1][7] == "1.00"


def test_a_real_pile():
    study = Scale(piles((40,), steps=30))
    study.go()
    (row,) = study.rows()
    assert row["failure"] == "" and row["steps"] == 30 and row["points"] > 0
    assert 300 < row["bytes_per_body"] < 3000 and row["bytes_per_contact"] > 500 and row["process_mb"] >= 0
