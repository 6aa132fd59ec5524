"""Files of cases: ours are right, both forms are read, and mistakes are reported with line and nearest name."""
from __future__ import annotations

import re

import pytest

from app.headless.errors import InputError
from app.studies.validate import catalogue
from app.studies.validate.case_file import read
from impulse.files.reading import FileError
from tests.support.cases import FALL

PUBLISHED = [*(f"A{k:02d}" for k in range(1, 8)), *(f"B{k:02d}" for k in range(1, 7)), *(f"C{k:02d}" for k in range(1, 10)),
             *(f"D{k:02d}" for k in range(1, 10)), *(f"E{k:02d}" for k in range(1, 26)), "F01", "G01", "G02"]
EDITION = """
version: 2
defaults: z up
cases:
- {id: A05, title: tumbling, setup: {steps: 600, mass: 1, w0: [1, 2, 3]}, expected: no gain, tolerance: 1e-9, visibility: public}
- {id: Q77, title: something new, expected: 42}
"""


def written(tmp_path, text):
    path = tmp_path / "more.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_every_published_case_is_there_with_its_source_and_basis():
    known = catalogue.cases()
    assert len(PUBLISHED) == 59 and set(PUBLISHED) <= set(known)
    assert [id for id in PUBLISHED if not (known[id].source and known[id].title)] == []
    assert [id for id in PUBLISHED if not known[id].basis] == []


@pytest.mark.parametrize("path", sorted(catalogue.FOLDER.glob("*.yaml")), ids=lambda path: path.stem)
def test_our_files_have_no_mistakes(path):
    """With every formula and every setting tried."""
    made, stated = read(path)
    assert made and not stated and all(case.group == path.stem for case in made)


def test_a_case_in_our_form(tmp_path):
    made, stated = read(written(tmp_path, FALL))
    assert [case.id for case in made] == ["Z01"] and made[0].runs_like == "A01" and not stated
    known, _ = catalogue.with_files([tmp_path / "more.yaml"])
    assert known["Z01"].title == "A stone falls" and "A01" in known


def test_an_edition(tmp_path):
    """What it states is read; a number of its set-up that ours has with another value is a difference."""
    _, stated = read(written(tmp_path, EDITION))
    assert [one.id for one in stated] == ["A05", "Q77"] and stated[1].expected == "42"
    assert stated[0].differences(catalogue.cases()["A05"]) == ["steps 600, not 500"]


@pytest.mark.parametrize(("text", "said"), [
    (FALL.replace("stabilizations", "stabilisations"), r"more.yaml:2: Z01: there is no key 'stabilisations'; .*stabilizations"),
    (FALL.replace("absolute", "absolut"), r"more.yaml:2: Z01: expect: there is no key 'absolut'; .*absolute"),
    (FALL.replace("-g*60*dt", "__import__('os')"), r"Z01: .*__import__.* is not allowed"),
    (FALL.replace("-g*60*dt", "gravity*2"), r"nothing is called gravity"),
    (FALL.replace("[none]", "[sofd]"), r"Z01: .*soft"),
    (FALL.replace("id: Z01", "id: zzz"), r"zzz: id"),
    (FALL.replace("substeps: [1]", "methods: [jacoby]"), r"Z01: methods: .*jacobi"),
    (FALL.replace("substeps: [1]", "precisions: [duble]"), r"Z01: precisions: .*double"),
    (FALL + FALL, r"more.yaml:13: the case Z01 is given twice"),
    (FALL.replace("- id: Z01", "- name: Z01"), r"more.yaml:2: a case is a mapping with an `id`"),
    ("a: 1\n", r"more.yaml:1: a file of cases is a list"), ("- [\n", r"is not YAML"), ("", r"is empty"),
    ("- &a [*a]\n", r"more.yaml"), ("x: !!python/name:os.system\n", r"more.yaml")])
def test_mistakes(tmp_path, text, said):
    with pytest.raises(InputError) as caught:
        read(written(tmp_path, text))
    assert re.search(said, str(caught.value)), caught.value


def test_no_file(tmp_path):
    with pytest.raises(FileError, match="no.yaml: there is no such file"):
        read(tmp_path / "no.yaml")


@pytest.mark.parametrize(("words", "found"), [(["C02*"], ["C02", "C02b"]), (["A04", "A01"], ["A04", "A01"]),
                                              (["force_based"], ["F01"])])
def test_choosing(words, found):
    chosen = [case.id for case in catalogue.chosen(catalogue.cases(), words)]
    assert chosen[:len(found)] == found


def test_choosing_what_is_not_there():
    with pytest.raises(InputError, match="friction"):
        catalogue.chosen(catalogue.cases(), ["fricton"])
    assert not any(case.slow for case in catalogue.chosen(catalogue.cases(), []))
