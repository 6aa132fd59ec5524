"""The user's own scenes get a picture a moment after they were opened or saved; scenes of the program do not."""
from __future__ import annotations

import dataclasses
import time

import numpy as np
import pytest

from app.capture.own_thumbnails import AFTER, OwnThumbnails, is_own
from app.headless.thumbnails import decoded, own_file
from app.published.editing import EditCard
from app.published.status import Publication, SceneCard, Status
from app.render.resources import readback
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from scenes import catalog
from tests.support.pixel_reader import Reader

PLACE = (0, 0, 640, 400)


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setattr(readback, "PixelReader", Reader)
    state = UiState(lambda command: None, ViewSettings(), tmp_path)
    found = OwnThumbnails(state, tmp_path / "pictures")
    yield found, state
    found.close()


def show(own, card, now, frames=10, changed=False):
    """Frames of the window at a time [s]."""
    found, state = own
    state.publication = dataclasses.replace(Publication(), status=Status(scene=card, edits=EditCard(changed=changed)))
    for _ in range(frames):
        state.now = now
        found.work()
        found.scene_drawn(PLACE)
    end = time.monotonic() + 20
    while found._writing is not None and time.monotonic() < end:
        found.work()


def test_a_scene_that_is_opened_has_a_picture_a_moment_later(own, tmp_path):
    card = SceneCard("mine", str(tmp_path / "mine.yaml"))
    file = own_file(card.file, tmp_path / "pictures")
    show(own, card, 100.0)
    assert own[0].busy and not file.exists()
    show(own, card, 100.1 + AFTER)
    assert decoded(file)[50, 90, 0] == pytest.approx(90, abs=3) and not own[0].busy


def test_a_scene_that_is_saved_has_a_new_one(own, tmp_path):
    card = SceneCard("mine", str(tmp_path / "mine.yaml"))
    file = own_file(card.file, tmp_path / "pictures")
    show(own, card, 100.0)
    show(own, card, 102.0)
    file.unlink()
    show(own, card, 104.0, changed=True)
    show(own, card, 108.0, changed=True)
    assert not file.exists(), "nothing was saved"
    show(own, card, 110.0)
    show(own, card, 112.0)
    assert file.exists()


def test_a_scene_that_is_left_at_once_has_none(own, tmp_path):
    show(own, SceneCard("mine", str(tmp_path / "mine.yaml")), 100.0)
    show(own, SceneCard("stacking/tower", str(catalog.FOLDER / "stacking" / "tower.yaml")), 100.5)
    show(own, SceneCard("stacking/tower", str(catalog.FOLDER / "stacking" / "tower.yaml")), 103.0)
    assert not own[0].busy and not (tmp_path / "pictures").exists()


def test_scenes_of_the_program_are_nobodys_own():
    from app.lessons import shelf
    assert not is_own("") and not is_own(str(catalog.FOLDER / "stacking" / "tower.yaml"))
    assert not is_own(str(shelf.entries()[0].folder / "scene.yaml")) and is_own("/home/me/tower.yaml")


def test_a_disk_without_room_is_no_fault(own, tmp_path):
    (tmp_path / "pictures").write_text("a file in the folder's place")
    card = SceneCard("mine", str(tmp_path / "mine.yaml"))
    show(own, card, 100.0)
    show(own, card, 102.0)
    assert not own[0].busy and np.all(own[1].pictures.of(own_file(card.file, tmp_path / "pictures")) == 0)
