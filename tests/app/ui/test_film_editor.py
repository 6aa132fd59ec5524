"""The film editor: what a user may change, in order, within limits, and what a file that is read again keeps."""
from __future__ import annotations

import math

import pytest

from app.published.film_plan import Bookmark, Caption, FilmPlan, Keyframe, SlowPart, Vantage
from app.ui.film_editor import FilmEditor
from scenes.schema.camera import MOST_BOOKMARKS

HERE = Vantage((1.23456, 2.0, 3.0), (0.0, -0.00001, 0.5), 0.912345)
THERE = Vantage((9.0, 2.0, 3.0), (0.0, 0.0, 0.5), 0.9)


@pytest.fixture
def editor():
    return FilmEditor()


def test_views_have_names_of_their_own(editor):
    assert [editor.keep_view(HERE) for _ in range(3)] == ["view_1", "view_2", "view_3"]
    editor.remove("bookmarks", 1)
    assert editor.keep_view(THERE) == "view_2" and editor.plan.bookmarks[0].vantage == Vantage((1.235, 2, 3), (0, 0, 0.5), 0.9123)
    editor.rename(0, "from.above")
    assert editor.view("from.above").vantage == editor.plan.bookmarks[0].vantage and editor.view("view_1") is None
    for name, says in (("view_2", "already"), ("3d", "no name"), ("", "no name"), ("a b", "no name")):
        with pytest.raises(ValueError, match=says):
            editor.rename(0, name)


def test_there_is_an_end_of_views(editor):
    editor.change(bookmarks=tuple(Bookmark(f"v{k}", HERE) for k in range(MOST_BOOKMARKS)))
    with pytest.raises(ValueError, match="no more"):
        editor.keep_view(HERE)


def test_the_next_view_comes_after_the_last_visited_one(editor):
    assert editor.next_view() is None
    for _ in range(3):
        editor.keep_view(HERE)
    assert [editor.next_view().name for _ in range(4)] == ["view_1", "view_2", "view_3", "view_1"]
    editor.view("view_2")
    assert editor.next_view().name == "view_3"


def test_keyframes_stand_in_order_of_time_and_replace_each_other(editor):
    assert [editor.set_keyframe(t, HERE) for t in (2.0, 0.5, 1 / 60)] == [False] * 3
    assert editor.set_keyframe(0.5, THERE)
    assert [(key.at, key.vantage.eye[0]) for key in editor.plan.path] == [(0.0167, 1.235), (0.5, 9.0), (2.0, 1.235)]
    editor.remove("path", 1)
    assert [key.at for key in editor.plan.path] == [0.0167, 2.0]


def test_a_caption_is_there_at_once_and_stays_within_bounds(editor):
    editor.add_caption(64 / 60)
    caption = editor.plan.captions[0]
    assert caption.start <= 64 / 60 < caption.end == pytest.approx(caption.start + 3.0)
    editor.set_caption(0, Caption(5.0, 2.0, " text ", "top"))
    changed = editor.plan.captions[0]
    assert (changed.start, changed.text, changed.place) == (5.0, "text", "top") and changed.end > 5.0
    for text in ("", "x" * 401, "a\n" * 9 + "b"):
        with pytest.raises(ValueError, match="1 to 400 characters"):
            editor.set_caption(0, Caption(1.0, 2.0, text, "top"))
    assert editor.plan.captions[0] == changed


def test_slow_parts_do_not_overlap(editor):
    editor.add_slow_part(5.0)
    editor.add_slow_part(4.5)
    assert editor.plan.slow == (SlowPart(4.5, 5.0, 0.25), SlowPart(5.0, 6.0, 0.25)), "the second ends where the first begins"
    with pytest.raises(ValueError, match="at 5.5 s already"):
        editor.add_slow_part(5.5)
    with pytest.raises(ValueError, match="do not overlap: one ends at 5.2 s, the next begins at 5 s"):
        editor.set_slow_part(0, SlowPart(4.5, 5.2, 0.5))
    editor.set_slow_part(0, SlowPart(4.0, 4.5, 99.0))
    assert editor.plan.slow[0] == SlowPart(4.0, 4.5, 8.0)
    editor.set_slow_part(0, SlowPart(7.0, 8.0, 0.5))
    assert [part.start for part in editor.plan.slow] == [5.0, 7.0], "in order of time"


def test_what_the_editor_makes_a_scene_accepts(editor):
    import scenes
    from app.published.film_plan import entries_of
    from scenes.film_changes import film_changes
    from scenes.writer import edited
    for k in range(5):
        editor.keep_view(HERE)
        editor.set_keyframe(k * math.pi, THERE._replace(eye=(k, 1e4 / 3, -k)))
        editor.add_caption(k * 86_400 / 4)
        editor.add_slow_part(k * 1.0)
    entries = entries_of(editor.plan)
    text = edited("format: 1\n", film_changes(scenes.loads("format: 1\n"), entries.pop("follow"), entries))
    from app.published.film_plan import plan_of
    assert plan_of(scenes.loads(text)) == editor.plan


def test_a_file_that_is_read_again_keeps_changes_unless_it_has_another_plan(editor):
    first = FilmPlan(path=(Keyframe(0.0, HERE),))
    assert not editor.open(first, again=False) and not editor.changed
    editor.keep_view(HERE)
    assert not editor.open(first, again=True) and editor.changed and len(editor.plan.bookmarks) == 1
    theirs = FilmPlan(path=(Keyframe(1.0, THERE),))
    assert not editor.open(theirs, again=True) and editor.plan.path == theirs.path and len(editor.plan.bookmarks) == 1
    assert editor.changed, "each changed another part"
    assert editor.open(theirs.changed(bookmarks=(Bookmark("other", THERE),)), again=True) and not editor.changed
    assert [one.name for one in editor.plan.bookmarks] == ["other"], "both changed the same part"
    assert not editor.open(FilmPlan(), again=True) and editor.plan == FilmPlan()
    editor.keep_view(HERE)
    assert not editor.open(editor.plan, again=True) and not editor.changed, "it was saved"
    assert not editor.open(FilmPlan(), again=False) and editor.plan == FilmPlan(), "another scene"
