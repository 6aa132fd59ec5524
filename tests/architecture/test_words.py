"""Texts that must not be in the project: a machine's paths, a registry's hosts, names outside the tree."""
from __future__ import annotations

import re

import pytest

from tests.architecture.sources import ROOT, project_files

# Built from pieces, so that this file does not hold what it looks for.
HOMES = ["w" + "ork", "ro" + "ot", "fa" + "rm"]
MACHINE = re.compile(r"(?<![\w.])/(?:" + "|".join(HOMES) + r")/")
HOSTS = re.compile("|".join(["py" + r"pi\.org", "pyth" + r"onhosted\.org", "deb\\.deb" + r"ian\.org", "npm" + r"js\.(?:org|com)",
                             "security\\.deb" + r"ian\.org"]))
OUTSIDE = re.compile(r"\.\./sh" + r"ared\b|\bpeers\.py\b")
BINARY = (".png", ".webp", ".ttf", ".otf", ".ico", ".npz", ".gif", ".mp4")


def _texts() -> list[tuple[str, str]]:
    return [(name, (ROOT / name).read_text(encoding="utf-8")) for name in project_files() if not name.endswith(BINARY)]


@pytest.mark.parametrize("pattern", [MACHINE, HOSTS, OUTSIDE], ids=["machine path", "registry host", "outside the tree"])
def test_no_such_words(pattern):
    found = [f"{name}:{n} {line.strip()[:80]}" for name, text in _texts()
             for n, line in enumerate(text.splitlines(), 1) if pattern.search(line)]
    assert not found, "\n".join(found)


def test_texts_end_with_a_newline_and_have_no_tabs():
    """Python files have no tabs; every text ends with exactly one newline."""
    wrong = [name for name, text in _texts()
             if text and (not text.endswith("\n") or text.endswith("\n\n")) or name.endswith(".py") and "\t" in text]
    assert not wrong, wrong
