"""Unsaved edits were dropped without a question.

Seen: `impulse open mine.yaml`, `Shift+B`, `Ctrl+Q`: the window ended, exit code 0, the edit was gone; so with the window's cross,
`[`, `]`, `Ctrl+O`, the welcome sheet, a lesson and `Ctrl+L`, and with SIGTERM, SIGHUP and an X server that ended.

Expected: whatever ends the scene asks *Save*, *Discard* or *Cancel*; what cannot ask keeps the edits as a draft, which the next
start offers.

Why: each of them submitted its own command, and nothing between them and the session knew of edits.  All go through
`app.ui.scene.unsaved.Unsaved` now, which `UiState.submit` asks for each command that `ends_scene`.
"""
from __future__ import annotations

import inspect
import json
from types import SimpleNamespace

import pytest

from app.headless.options import RunOptions
from app.simulation.commands import CreateBody, LoadScene, OpenCard, RestoreDraft, SaveScene, Undo, vocabulary
from app.simulation.editing.kept_draft import kept
from app.simulation.scene_reader import SceneReader
from app.simulation.session import Session
from app.ui.scene.drafts import Drafts, load, save
from app.ui.ui_state import UiState
from app.ui.view_settings import ViewSettings
from tests.support.sessions import give

TEXT = """\
format: 1
title: Mine            # a title
bodies:
  - {name: floor, shape: {plane: {}}}
"""
CATALOG = SimpleNamespace(entries=tuple(SimpleNamespace(id=f"stacking/{name}") for name in ("pyramid_2d", "tower")),
                          reading=False)
BOX = CreateBody("box", (1.0, 2.0, 3.0))
ENDINGS = {
    "next scene": lambda state: state.act("next_scene"),
    "previous scene": lambda state: state.act("previous_scene"),
    "read again": lambda state: state.act("reload"),
    "quit": lambda state: state.act("quit"),
    "picker, palette, welcome sheet, dropped file": lambda state: state.submit(LoadScene("stacking/tower")),
    "lesson": lambda state: state.submit(OpenCard(1, "stacking/tower")),
}


class Desk:
    """A session on a scene file, and the state of a window that shows it."""

    def __init__(self, path):
        self.session = Session(SceneReader(RunOptions(precision="double"), lambda error: None))
        give(self.session, LoadScene(str(path)))
        self.session.ready = True
        self.state = UiState(self.session.submit, ViewSettings(), path.parent / "pictures")
        self.state.catalog = CATALOG
        self.frame()

    def frame(self):
        """The session works, and the window takes what it publishes."""
        self.session.apply_pending()
        self.state.take(self.session.publish(), self.state.now + 0.1)
        return self.state

    def edit(self):
        """An edit that is not saved."""
        self.state.submit(BOX)
        self.frame()
        assert self.state.status.edits.changed

    @property
    def source(self):
        """What is open, and whether the program ends."""
        ends = {"quit", "discard"} & set(self.state.requests)
        return (self.session.source, self.session.run, sorted(ends))


@pytest.fixture
def path(tmp_path):
    found = tmp_path / "mine.yaml"
    found.write_text(TEXT)
    return found


@pytest.fixture
def desk(path):
    return Desk(path)


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_ends_the_scene_asks_first(desk, path, ending):
    desk.edit()
    before = desk.source
    ENDINGS[ending](desk.state)
    assert desk.frame().open_sheet == "unsaved" and desk.source == before
    desk.state.unsaved.cancel()
    assert desk.frame().open_sheet == "" and desk.source == before and desk.state.status.edits.changed
    ENDINGS[ending](desk.state)
    desk.frame()
    desk.state.act("cancel")                                    # Escape
    assert desk.frame().open_sheet == "" and not desk.state.unsaved.waits and desk.source == before
    ENDINGS[ending](desk.state)
    desk.frame()
    desk.state.unsaved.save()
    desk.frame()
    desk.frame()
    assert "box" in path.read_text() and "# a title" in path.read_text()
    assert desk.source != before and not desk.state.status.edits.changed


@pytest.mark.parametrize("ending", ENDINGS)
def test_discarded_edits_are_given_up(desk, path, ending):
    desk.edit()
    before = desk.source
    ENDINGS[ending](desk.state)
    desk.frame()
    desk.state.unsaved.discard()
    desk.frame()
    assert path.read_text() == TEXT and desk.source != before


@pytest.mark.parametrize("ending", ENDINGS)
def test_nothing_is_asked_without_edits(desk, ending):
    desk.edit()
    desk.state.submit(Undo())
    desk.frame()
    before = desk.source
    ENDINGS[ending](desk.state)
    assert desk.frame().open_sheet == "" and desk.source != before


def test_an_edit_of_the_same_moment_counts(desk):
    for ending in ENDINGS.values():
        desk.state.submit(BOX)
        ending(desk.state)
        desk.session.apply_pending()
        before = desk.source
        assert desk.frame().open_sheet == "unsaved" and desk.source == before
        desk.state.unsaved.cancel()
        desk.state.submit(Undo())
        desk.frame()


def test_a_session_that_compiles_keeps_nobody_from_quitting(desk):
    desk.state.submit(BOX)
    desk.state.act("quit")
    for _ in range(30):                                         # 3 s, in which the session applies nothing
        desk.state.take(desk.session.published, desk.state.now + 0.1)
    assert "quit" in desk.state.requests


def test_views_and_film_count_too_but_not_whom_the_camera_follows(desk):
    desk.state.film.editor.change(follow="floor")
    assert not desk.state.unsaved.there
    desk.state.act("keep_view")
    desk.state.act("next_scene")
    assert desk.frame().open_sheet == "unsaved"


def test_a_scene_without_a_file_of_its_own_is_named_first(desk, tmp_path):
    desk.state.submit(LoadScene("stacking/tower"))
    desk.frame()
    desk.edit()
    desk.state.act("quit")
    desk.frame()
    desk.state.unsaved.save()
    assert desk.frame().open_sheet == "save" and not desk.state.requests
    desk.state.submit(SaveScene(str(tmp_path / "tower.yaml")))            # as the sheet does
    desk.state.open_sheet = ""
    desk.frame()
    assert "quit" in desk.state.requests and (tmp_path / "tower.yaml").exists()


def test_closing_the_sheet_of_names_or_a_failed_save_is_cancel(desk, tmp_path):
    desk.state.submit(LoadScene("stacking/tower"))
    desk.frame()
    desk.edit()
    for answer in (None, SaveScene(str(tmp_path / "nowhere" / "tower.yaml"))):
        desk.state.act("quit")
        desk.frame()
        desk.state.unsaved.save()
        desk.frame()
        if answer is not None:
            desk.state.submit(answer)
        desk.state.open_sheet = ""
        desk.frame()
        desk.frame()
        assert not desk.state.unsaved.waits and not desk.state.requests and desk.state.status.edits.changed
    assert "cannot be" in desk.state.fault.text or "no such" in desk.state.fault.text.lower()


def test_every_command_that_opens_a_scene_says_so():
    opens = {name: kind for name, kind in vocabulary().items()
             if any(word in inspect.getsource(kind.apply) for word in ("session.open(", ".reread(", "restore("))}
    assert {"load_scene", "reload_scene", "restore_draft", "open_card"} <= set(opens)
    others = [name for name, kind in opens.items() if kind.ends_scene is False and name != "restore"]
    assert others == [], "a command that opens a scene drops its edits: say ends_scene"


def draft_of(desk):
    """The edits as the next start restores them, with camera and film."""
    return kept(desk.session, desk.state.film.unsaved)


def test_a_draft_has_edits_and_views_and_is_restored_unsaved(desk, path, tmp_path):
    desk.edit()
    desk.state.act("keep_view")
    written = save(tmp_path / "drafts", draft_of(desk))
    other = Desk(path)
    drafts = Drafts(tmp_path / "drafts")
    draft = drafts.offered
    assert draft.title == "Mine" and draft.file == str(path) and draft.text.count("box") >= 1 and "view_1" in draft.text
    other.state.submit(RestoreDraft(draft.scene, draft.file, draft.text, draft.digest))
    other.frame()
    assert [body.name for body in other.session.variant.world.bodies] == ["floor", "box"]
    assert other.state.status.edits.changed and other.state.status.edits.own_file and other.session.paused
    assert other.state.status.scene.file == str(path) and path.read_text() == TEXT
    other.state.submit(SaveScene(""))
    other.frame()
    assert "box" in path.read_text() and "# a title" in path.read_text() and not other.state.status.edits.changed
    drafts.restore()
    assert written.exists() and drafts.offered is None           # until the window that restored it has saved or ended
    drafts.forget_restored()
    assert not written.exists()


def test_a_restored_draft_does_not_replace_a_file_that_has_changed(desk, path):
    desk.edit()
    draft = draft_of(desk)
    path.write_text(TEXT.replace("Mine", "Theirs"))
    other = Desk(path)
    other.state.submit(RestoreDraft(draft.scene, draft.file, draft.text, draft.digest))
    other.frame()
    other.state.submit(SaveScene(""))
    other.frame()
    assert "another program" in other.state.fault.text and "Theirs" in path.read_text()


def test_a_draft_is_restored_without_its_file(desk, path, tmp_path):
    desk.edit()
    draft = draft_of(desk)
    path.unlink()
    there = tmp_path / "other.yaml"
    there.write_text(TEXT)
    other = Desk(there)
    other.state.submit(RestoreDraft(draft.scene, draft.file, draft.text, draft.digest))
    other.frame()
    assert other.state.status.edits.changed
    other.state.submit(SaveScene(""))
    other.frame()
    assert "box" in path.read_text()


def test_without_edits_there_is_no_draft(desk):
    assert draft_of(desk) is None
    desk.edit()
    desk.state.submit(Undo())
    desk.frame()
    assert draft_of(desk) is None


def test_what_is_no_draft_is_passed_over(desk, tmp_path):
    desk.edit()
    folder = tmp_path / "drafts"
    good = save(folder, draft_of(desk))
    head = good.read_text().splitlines()[0].partition(": ")[2]
    for number, text in enumerate((b"", b"\xff\xfe", b"format: 1\n", b"# unsaved edits kept by Impulse: {\n", b"[" * 100_000,
                                   b"# unsaved edits kept by Impulse: " + b"[" * 100_000,
                                   b"# unsaved edits kept by Impulse: " + json.dumps(json.loads(head) | {"file": 3}).encode())):
        (folder / f"0{number}.yaml").write_bytes(text)
    (folder / "07.yaml").mkdir()
    (folder / "08.yaml").symlink_to("/dev/zero")
    assert [draft.title for draft in (Drafts(folder).offered,)] == ["Mine"]
    assert Drafts(tmp_path / "none").offered is None and Drafts(good).offered is None


def test_a_draft_that_is_no_scene_leaves_all_as_it_was(desk):
    before = desk.source
    for text in ("format: 1\nbodies: 7\n", "[", "format: 1\nbodies:\n  - {name: a, shape: {sphere: {radius: -1}}}\n"):
        desk.state.submit(RestoreDraft("mine", "", text, ""))
        desk.frame()
        assert desk.source == before and desk.state.fault is not None
        desk.state.close_fault()


def test_a_draft_is_read_as_it_was_written(tmp_path, desk):
    desk.edit()
    draft = draft_of(desk)._replace(title="a\nb: \"c\" ☃", file="/tmp/odd\n name.yaml")
    assert load(save(tmp_path, draft)) == draft
