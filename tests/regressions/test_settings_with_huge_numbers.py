"""A settings file with a huge number stopped every start.

Seen: `{"text_size": 999...9}` or `{"scale": 999...9}` with 400 nines in `view.json`: OverflowError, exit code 70, until the file
was removed.  Expected: a complaint about that entry alone, and the default.  Why: such a whole number has no float.
"""
from __future__ import annotations

import pytest

from app.panels.stack import window_settings
from app.ui.view_settings import load
from physics.definitions.tunable import tunables

HUGE = "9" * 400


@pytest.mark.parametrize("number", (HUGE, f"-{HUGE}", "1e999", "-1e999"))
def test_every_entry_may_be_huge(tmp_path, number):
    kind = window_settings()
    for name in tunables(kind):
        path = tmp_path / "view.json"
        path.write_text(f'{{"{name}": {number}, "grab_hertz": 9}}')
        settings, complaints = load(path, kind)
        assert settings == kind(grab_hertz=9.0) and len(complaints) == (name != "grab_hertz"), name


def test_the_size_of_texts_of_older_files_is_kept_within_its_limits(tmp_path):
    for number, scale in ((HUGE, 2.0), (f"-{HUGE}", 0.75), ("1e999", 2.0)):
        (tmp_path / "view.json").write_text(f'{{"text_size": {number}}}')
        settings, complaints = load(tmp_path / "view.json")
        assert settings.scale == scale and complaints == []


def test_a_message_ends_where_there_is_no_suggestion(tmp_path):
    (tmp_path / "view.json").write_text('{"qqqq": 1}')
    (complaint,) = load(tmp_path / "view.json", window_settings())[1]
    assert complaint.endswith("there is no view setting 'qqqq'; using the default")
