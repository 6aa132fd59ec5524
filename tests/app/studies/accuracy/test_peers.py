"""The adapters of other engines, where these are installed: closed forms that any engine meets."""
from __future__ import annotations

import pytest

from app.studies import engines
from app.studies.accuracy import adapters
from app.studies.accuracy.closed_form import catalogue, chosen
from app.studies.accuracy.study import Accuracy

EASY = ("fall-speed", "constant-torque", "short-force", "throw", "wedge", "lever-turns", "small-swing",
        "lift", "hinge-spring", "rod-swing-20")


def peer(name: str) -> str:
    if not engines.installed(name):
        pytest.skip(f"{name} is not installed")
    return name


@pytest.mark.parametrize("name", adapters.peers())
def test_easy_forms_hold(name):
    study = Accuracy(chosen(EASY), [peer(name)])
    study.columns = study.columns[-1:]
    study.go()
    assert {row.form.id: row.cells[0].value for row in study.rows if not row.cells[0].holds} == {}
    assert study.settings[name]


@pytest.mark.parametrize("name", adapters.peers())
def test_what_an_engine_lacks_has_a_reason(name):
    adapter = adapters.load(peer(name))
    assert adapter.cannot(catalogue()["gears"].trial().setup) == "no gear joint"
    assert adapter.cannot(catalogue()["slow-belt"].trial().setup) == "no moving surfaces"
    assert adapter.cannot(catalogue()["fall-speed"].trial().setup) is None
