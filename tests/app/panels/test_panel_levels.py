"""Sheets are drawn over all other panels, and the settings beside the scene."""
from __future__ import annotations

from app.panels.panel import BESIDE, OVER, SHEET
from app.panels.stack import panels
from app.panels.tuning_panel import PANEL as SETTINGS


def test_levels_are_those_of_the_records():
    levels = [panel.level for panel in panels()]
    assert levels == sorted(levels) and max(levels) < SHEET + 10 and max(levels) >= SHEET
    assert BESIDE <= SETTINGS.level < OVER
