"""The page of the manual about looking into a step: its programs run one after the other, and print what stands below them."""
from __future__ import annotations

import contextlib
import io
import re

from tests.architecture.sources import ROOT

PROGRAM = re.compile(r"^```python\n(.*?)^```\n\n^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_page():
    text = (ROOT / "docs/how-to/look-inside.md").read_text(encoding="utf-8")
    programs, names = PROGRAM.findall(text), {"__name__": "page"}
    assert len(programs) == text.count("```python") == 9
    for program, printed in programs:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(program, "page", "exec"), names)
        assert out.getvalue() == printed
