"""The lesson of docs/how-to/lessons.md is one: it is read, played by its answers, and none of its tasks ticks by itself."""
from __future__ import annotations

import re

import pytest

from app.cli.lesson import switches
from app.lessons import answers, inline, markdown, reader
from app.lessons.answers import load as load_answers
from app.lessons.headers import Header, StageKeys
from app.lessons.lesson import QUESTIONS
from app.lessons.reader import load
from app.lessons.rehearsal import rehearsed
from app.simulation.lesson.checks import OWN
from tests.architecture.sources import ROOT

PAGE = (ROOT / "docs" / "how-to" / "lessons.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def lesson(tmp_path_factory):
    """The lesson that the page shows."""
    folder = tmp_path_factory.mktemp("lesson") / "sliding"
    folder.mkdir()
    (text,) = re.findall(r"````markdown\n(.*?)````", PAGE, re.DOTALL)
    scene, played = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (folder / reader.FILE).write_text(text, encoding="utf-8")
    (folder / "scene.yaml").write_text(scene, encoding="utf-8")
    (folder / answers.FILE).write_text(played, encoding="utf-8")
    return load(folder, switches=switches())


def test_it_is_played_to_its_end(lesson):
    results = rehearsed(lesson, load_answers(lesson))
    assert [(result.title, result.faults) for result in results] == [("How far", ()), ("Two solvers", ()), ("The formula", ())]
    assert all(result.done for result in results) and [len(result.tasks) for result in results] == [1, 0, 0]


def test_its_last_card_is_right(lesson):
    assert f"{4.0 ** 2 / (2 * 0.2 * 9.81):.1f} m" in PAGE


def test_the_page_names_every_key_and_element():
    words = [*Header.model_fields, *StageKeys.model_fields, *answers.Played.model_fields, *answers.Doing.model_fields, *OWN]
    assert not [word for word in words if f"`{word}" not in PAGE], "a key that the page does not explain"
    assert all(f"> {kind.title()}:" in PAGE for kind in QUESTIONS)
    assert all(re.search(re.escape(part), PAGE) for part in ("- ( ) ", "- (x) ", "- [ ] ", "```card", "**bold**"))


@pytest.mark.parametrize("knob", re.findall(r"to \w+ \| `\{(solver\.[^}]*)\}`", PAGE))
def test_its_knobs_are_written_as_the_program_reads_them(knob):
    assert inline.draggable_of(knob.replace("\\|", "|"), 1).path.startswith("solver.")


def test_its_limits_are_those_of_the_program():
    said = {"at most 40; every title once": reader.MOST_CARDS == 40, "at most 60 letters": reader.LONGEST_TITLE == 60,
            "at most 40 words": reader.MOST_HINT == 40, "at most four a card": reader.MOST_TASKS == 4,
            "two to six": reader.MOST_CHOICES == 6, "at most sixty words (": reader.MOST_WORDS == 60,
            "two things to turn": reader.MOST_KNOBS == 2, "at most 120": answers.LONGEST.limits[1] == 120}
    assert not [text for text, holds in said.items() if text not in PAGE or not holds]
    assert markdown.FENCE == "```"
