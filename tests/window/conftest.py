"""What the tests of the window share: a display for the windows of a file."""
from __future__ import annotations

import pytest

from tests.support.desktop import Display


@pytest.fixture(scope="module")
def display():
    """An X server without a screen, on which the tests of a file open their windows one after another."""
    found = Display()
    yield found
    found.close()
