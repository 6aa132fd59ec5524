"""The garbage collector looks seldom at the start and as usual afterwards."""
from __future__ import annotations

import gc

import pytest

from app.headless import collector


@pytest.fixture
def thresholds():
    """Puts the thresholds of the test process back."""
    usual = gc.get_threshold()
    yield usual
    gc.set_threshold(*usual)


def test_the_collector_looks_seldom_until_the_program_has_settled(thresholds, monkeypatch):
    frozen = []
    monkeypatch.setattr(gc, "freeze", lambda: frozen.append(gc.get_threshold()))
    collector.begin()
    assert gc.get_threshold() == (collector.YOUNG, *thresholds[1:])
    collector.settle()
    assert frozen and gc.get_threshold() == thresholds
