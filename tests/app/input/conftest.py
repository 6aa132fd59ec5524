"""The mouse tool on its stage."""
from __future__ import annotations

import pytest

from app.input.mouse import MouseTool
from tests.support.mouse_stage import Stage


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def pointer(stage):
    pointer = MouseTool(stage)
    pointer.tick(10.0)
    return pointer
