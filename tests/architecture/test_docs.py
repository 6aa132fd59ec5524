"""The documents are correct: links work, tables are those of the code, examples run."""
from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

from docs import generated
from tests.architecture.sources import ROOT

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)")
# A path of ours in backticks: begins with a top folder, has no placeholder in it.
PATH = re.compile(r"`((?:physics|scenes|app|tests|assets|docs)/[\w./-]+)`")
FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


MAX_WIDTH = 160


def _prose(document) -> Iterator[tuple[int, str]]:
    """Number and text of the lines that are neither table nor code."""
    code = False
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            code = not code
        elif not code and not line.startswith(("|", "    ")):
            yield number, line


def _blocks(name: str, language: str) -> list[str]:
    return [text for kind, text in FENCE.findall((ROOT / name).read_text(encoding="utf-8")) if kind == language]


def test_links_lead_somewhere():
    dead = [f"{document.name}: {link}" for document in DOCUMENTS for link in LINK.findall(document.read_text(encoding="utf-8"))
            if not (document.parent / link).exists()]
    assert not dead, dead


def test_paths_exist():
    gone = [f"{document.name}: {path}" for document in DOCUMENTS for path in PATH.findall(document.read_text(encoding="utf-8"))
            if not (ROOT / path).exists()]
    assert not gone, gone


def test_prose_is_narrow():
    """Lines of prose are at most 160 characters wide; tables and code are as wide as they need."""
    wide = [f"{document.name}:{number}" for document in DOCUMENTS for number, line in _prose(document) if len(line) > MAX_WIDTH]
    assert not wide, f"wider than {MAX_WIDTH}: {wide}"


def test_generated_tables_are_up_to_date():
    assert not generated.out_of_date(), "run `make docs`"


def test_every_generated_table_stands_once():
    found = [name for page in generated.pages() for _, name, _ in generated.BLOCK.findall(page.read_text(encoding="utf-8"))]
    assert sorted(found) == sorted(generated.BLOCKS)


def test_the_python_example_runs():
    (example,) = _blocks("README.md", "python")
    out = subprocess.run([sys.executable, "-c", example], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert out.returncode == 0, out.stderr
    assert "(" in out.stdout or "[" in out.stdout


def test_the_scene_example_runs(tmp_path):
    (example,) = _blocks("README.md", "yaml")
    path = tmp_path / "two_boxes.yaml"
    path.write_text(example, encoding="utf-8")
    out = subprocess.run([sys.executable, "-m", "app", "run", str(path)], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert out.returncode == 0, out.stdout + out.stderr


def test_the_commands_exist():
    """Every `impulse WORD` in README and manual is a subcommand or a scene, when it is no file."""
    from app.cli.main import commands
    from scenes import catalog
    known = {*commands(), *(e.id.split("/")[-1] for e in catalog.entries())}
    text = "".join((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/reference/command-line.md"))
    words = set(re.findall(r"(?:^|`)impulse ([a-z_]+)(?![\w./])", text, re.MULTILINE))
    assert words <= known, words - known


def test_the_cases_of_the_theory_exist():
    from tests.behaviour.own_cases import all_cases
    said = set(re.findall(r"\b[A-G]\d\d\b", (ROOT / "docs/explanation/theory.md").read_text(encoding="utf-8")))
    assert said and said <= set(all_cases()), said - set(all_cases())


def test_make_targets_exist():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z ]+):", text, re.MULTILINE))
    known = {word for line in targets for word in line.split()}
    said = set(re.findall(r"`make ([a-z]+)", "".join(d.read_text(encoding="utf-8") for d in DOCUMENTS)))
    assert said <= known, said - known
