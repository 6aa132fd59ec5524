"""The programs of the manual: each is run in this process, and prints what stands below it."""
from __future__ import annotations

import contextlib
import io
import re

import pytest

from tests.architecture.sources import ROOT

PAGE = ROOT / "docs/how-to/recipes.md"
RECIPE = re.compile(r"^## (.*?)\n(?:(?!^## ).)*?^```python\n(.*?)^```\n\n^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
TEXT = PAGE.read_text(encoding="utf-8")
PROGRAM = re.compile(r"^```python\n(.*?)^```\n\n^```text\n(.*?)^```", re.MULTILINE | re.DOTALL)
BACK = PROGRAM.findall((ROOT / "docs/how-to/back-in-time.md").read_text(encoding="utf-8"))
RECIPES = {title: (program, printed) for title, program, printed in RECIPE.findall(TEXT)}


def test_every_recipe_has_a_program_and_what_it_prints():
    assert len(RECIPES) == 10 and list(RECIPES) == re.findall(r"^## (.*)", TEXT, re.MULTILINE)


@pytest.mark.parametrize("title", RECIPES)
def test_it_prints_what_the_page_says(title):
    _prints(title, *RECIPES[title])


@pytest.mark.parametrize("place", (0, 1))
def test_going_back_prints_what_the_page_says(place):
    _prints("going back", *BACK[place])


def _prints(title: str, program: str, printed: str) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, title, "exec", dont_inherit=True), {"__name__": "recipe"})
    assert out.getvalue() == printed
