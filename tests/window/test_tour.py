"""The tour of all that the window shows of the inside of a step, and README's first five minutes, by mouse and keyboard."""
from __future__ import annotations

import pytest

from tests.support.desktop import missing
from tests.support.tour.__main__ import walk
from tests.support.tour.walk import CHAPTERS

pytestmark = [pytest.mark.soak, pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}")]


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_leads_to_its_end_and_no_panel_lies_on_another(name, tmp_path):
    assert walk(CHAPTERS[name], tmp_path, "dark", (1280, 720)) == []
    assert list(tmp_path.glob("*.png"))
