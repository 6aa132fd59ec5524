"""The card of a mistake in a scene's file goes when the mistake does.

Seen: the open scene's file was replaced by broken text, a folder or a pipe, then the old text was put back exactly: the red card
stayed in six of six trials, because the text was that of the running scene and nothing was read.  A file that could not be opened
in the first place was not watched, so that mending it did nothing, and Ctrl+L read the scene before it.  Expected: the card goes
with its mistake; what the card speaks of is watched, and is what Ctrl+L reads, until the card is closed.
"""
from __future__ import annotations

import os
import shutil

import pytest

from app.headless.options import RunOptions
from app.simulation.commands import CloseFault, EditBody, FollowFile, LoadScene, Pause, ReloadScene
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.window.file_watch import PERIOD, FilesWatch
from tests.support.sessions import give

GOOD = "format: 1\ntitle: Good\nbodies:\n  - {name: ball, shape: {sphere: {radius: 0.25}}, position: [0, 0, 1]}\n"
MENDED = GOOD.replace("title: Good", "title: Mended")
BROKEN = GOOD.replace("radius: 0.25", "radius: -1")


def as_text(text):
    return lambda path: path.write_text(text)


def as_bytes(path):
    path.write_bytes(b"\xff\xfe\x00\x81")


def as_folder(path):
    path.unlink()
    path.mkdir()


def as_pipe(path):
    path.unlink()
    os.mkfifo(path)


def as_nothing_first(path):
    path.unlink()
    path.with_suffix(".broken").write_text(BROKEN)
    path.with_suffix(".broken").rename(path)


MISTAKES = {"a value out of range": as_text(BROKEN), "no yaml": as_text("format: [1\n"), "no text": as_bytes,
            "empty": as_text(""), "a folder": as_folder, "a pipe": as_pipe, "replaced": as_nothing_first}


def put(path, text):
    """Write a text where a file, a folder or a pipe is."""
    if path.is_dir():
        shutil.rmtree(path)
    elif not path.is_file():
        path.unlink()
    path.write_text(text)


class Watched:
    """A session, and the watch of its window."""

    def __init__(self, path):
        self.session, self.watch = Session(SceneReader(RunOptions(precision="double"), lambda error: None)), FilesWatch()
        self.now = 0.0
        give(self.session, LoadScene(str(path)))
        self.session.ready = True

    def look(self):
        """As the window does, for some seconds; the status then."""
        for _ in range(6):
            status, self.now = self.session.status(), self.now + 2 * PERIOD
            if self.watch.changed((status.scene.file, status.fault.file if status.fault else ""), self.now):
                give(self.session, FollowFile())
        return self.session.status()


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    return path


@pytest.mark.parametrize("spoil", MISTAKES.values(), ids=MISTAKES)
def test_the_last_good_text_takes_the_card_away(path, spoil):
    window = Watched(path)
    run = window.look().run
    for _ in range(2):
        spoil(path)
        assert "mine.yaml" in window.look().fault.title
        put(path, GOOD)
        status = window.look()
        assert status.fault is None and status.run == run, "the scene is that of its file, and goes on"


@pytest.mark.parametrize("spoil", MISTAKES.values(), ids=MISTAKES)
def test_a_mended_file_is_read(path, spoil):
    window = Watched(path)
    window.look()
    spoil(path)
    assert window.look().fault is not None
    put(path, MENDED)
    status = window.look()
    assert status.fault is None and status.scene.title == "Mended"


@pytest.mark.parametrize("spoil", MISTAKES.values(), ids=MISTAKES)
def test_a_file_that_could_not_be_opened_is_watched(path, tmp_path, spoil):
    other = tmp_path / "other.yaml"
    other.write_text("x")
    spoil(other)
    window = Watched(path)
    give(window.session, LoadScene(str(other)))
    assert "other.yaml" in window.look().fault.title and window.session.status().scene.title == "Good"
    put(other, GOOD.replace("Good", "Other") + "x: 1\n")
    status = window.look()
    assert status.scene.title == "Good" and "x" in status.fault.text, "the next mistake is told"
    put(other, GOOD.replace("Good", "Other"))
    status = window.look()
    assert status.fault is None and status.scene.title == "Other"
    put(other, MENDED)
    assert window.look().scene.title == "Mended", "the new scene is the one that is watched"


def test_a_file_that_was_missing_is_opened_when_it_comes(path, tmp_path):
    window = Watched(path)
    give(window.session, LoadScene(str(tmp_path / "later.yaml")))
    assert "there is no such file" in window.look().fault.text
    (tmp_path / "later.yaml").write_text(MENDED)
    assert window.look().scene.title == "Mended"


def test_reading_again_reads_what_the_card_speaks_of(path, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(BROKEN)
    window = Watched(path)
    give(window.session, LoadScene(str(other)), ReloadScene())
    assert "other.yaml" in window.session.status().fault.title and window.session.status().scene.title == "Good"
    other.write_text(MENDED)
    give(window.session, ReloadScene())
    assert window.session.status().scene.title == "Mended" and window.session.status().fault is None


def test_a_closed_card_is_over(path, tmp_path):
    other = tmp_path / "other.yaml"
    other.write_text(BROKEN)
    window = Watched(path)
    give(window.session, LoadScene(str(other)))
    give(window.session, CloseFault(window.session.status().fault.number))
    window.look()
    other.write_text(MENDED)
    assert window.look().scene.title == "Good"
    path.write_text(GOOD.replace("Good", "Better"))
    give(window.session, ReloadScene())
    assert window.session.status().scene.title == "Better"


def test_the_cards_of_other_mistakes_stay(path):
    window = Watched(path)
    window.look()
    path.write_text(BROKEN)
    window.look()
    window.session.fail("Something else", "is wrong")
    put(path, GOOD)
    assert window.look().fault.title == "Something else"


def test_edits_and_a_pause_outlive_a_mistake_in_the_file(path):
    window = Watched(path)
    give(window.session, Pause(True), EditBody(window.session.variant.world.bodies[0].uid, {"mass": 5.0}))
    window.look()
    path.write_text(BROKEN)
    window.look()
    put(path, GOOD)
    status = window.look()
    assert status.fault is None and status.edits.undo and status.paused
