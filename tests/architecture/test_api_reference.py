"""The API reference: every public name has a docstring and stands in it, and it is built without a warning."""
from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import warnings

import pytest

from tests.architecture.sources import ROOT

pdoc = pytest.importorskip("pdoc", reason="`make` installs it; the reference is built by it")
MADE = importlib.util.spec_from_file_location("api_reference", ROOT / "docs/api/reference.py")
reference = importlib.util.module_from_spec(MADE)
MADE.loader.exec_module(reference)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The pages; a warning is an error."""
    made = tmp_path_factory.mktemp("api")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        reference.write(made)
    return made


def test_each_module_has_a_page_and_no_other(folder):
    pages = {str(page.relative_to(folder).with_suffix("")).replace("/", ".") for page in folder.rglob("*.html")}
    assert pages == {"index", *reference.PAGES} and (folder / "search.js").stat().st_size > 10_000


@pytest.mark.parametrize("module", ["physics", "scenes"])
def test_every_public_name_is_described(folder, module):
    page = (folder / f"{module}.html").read_text(encoding="utf-8")
    members = pdoc.doc.Module(importlib.import_module(module)).members
    for name in importlib.import_module(module).__all__:
        if f"{module}.{name}" in reference.PAGES:
            continue
        assert reference.described(members[name]), f"{module}.{name} has no docstring"
        assert f'id="{name}"' in page, f"{module}.{name} is not on its page"


@pytest.mark.parametrize("module", reference.PAGES)
def test_every_public_member_is_described(module):
    """Functions, classes and their methods; of those that callers get from the packages also fields, properties and settings."""
    bare, kinds = [], ("class", "function", *(["variable"] if module in ("physics", "scenes") else []))
    for name, member in pdoc.doc.Module(importlib.import_module(module)).members.items():
        inner = member.members.values() if member.kind == "class" else ()
        bare += [one.qualname for one in (member, *inner) if one.kind in kinds and not one.name.startswith("_")
                 and one.name != "args" and not reference.described(one)]
    assert not bare


def test_tunables_and_columns_are_shown_as_they_are_meant(folder):
    page = re.sub(r"<[^>]+>", "", (folder / "physics.html").read_text(encoding="utf-8"))
    assert "Stiffness of the spring; 0: no spring. More: swings faster. [0 to 240 Hz]" in page
    columns = reference.as_markdown("Head.  A second sentence.\n\nname    what it is\nother   and this\n\nThe end.")
    assert columns == "Head.  A second sentence.\n\n```text\nname    what it is\nother   and this\n```\n\nThe end."
    assert inspect.getdoc(reference.as_markdown)
