"""Routing of events: a press decides about its whole drag, and no event on a panel reaches the scene."""
from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.input.router import LEFT, MIDDLE, RIGHT, Capture, Event, InputRouter, Modifiers

PANEL_EDGE = 100


def nowhere(_x, _y):
    return False


def everywhere(_x, _y):
    return True


FREE, PANEL = Capture(nowhere), Capture(everywhere)
TYPING, SHEET = Capture(everywhere, text=True, closing=True), Capture(everywhere, text=True)
WALKING, HOLDING = Capture(nowhere, walking=True), Capture(nowhere, walking=True, closing=True)


class Scene:
    """Records its events."""

    def __init__(self):
        self.events = []

    def receive(self, event):
        self.events.append(event)

    @property
    def kinds(self):
        return [event.kind for event in self.events]


def router():
    scene = Scene()
    return InputRouter(scene), scene


def test_a_drag_that_began_on_the_scene_stays_there():
    router_, scene = router()
    router_.put(Event("press", button=LEFT))
    router_.flush(FREE)
    router_.put(Event("motion"))
    router_.put(Event("scroll", amount=1))
    router_.put(Event("release", button=LEFT))
    router_.flush(PANEL)
    assert scene.kinds == ["press", "motion", "scroll", "release"]


def test_a_drag_that_began_on_a_panel_never_reaches_the_scene():
    router_, scene = router()
    router_.put(Event("press", button=LEFT))
    router_.flush(PANEL)
    for capture in (FREE, PANEL, FREE):
        router_.put(Event("motion"))
        router_.flush(capture)
    router_.put(Event("release", button=LEFT))
    router_.flush(FREE)
    assert scene.kinds == []
    router_.put(Event("motion"))
    router_.flush(FREE)
    assert scene.kinds == ["motion"]


def test_the_second_button_follows_the_first():
    router_, scene = router()
    router_.put(Event("press", button=LEFT))
    router_.flush(FREE)
    router_.put(Event("press", button=RIGHT))
    router_.flush(PANEL)
    assert scene.kinds == ["press", "press"]
    router_, scene = router()
    router_.put(Event("press", button=LEFT))
    router_.flush(PANEL)
    router_.put(Event("press", button=RIGHT))
    router_.flush(FREE)
    assert scene.kinds == []


def test_each_event_is_judged_by_its_own_place():
    """A press on a panel whose arrival, press and leaving came in one frame, with the pointer on the scene before and after."""
    router_, scene = router()
    for x in (300, 50):
        router_.put(Event("motion", x))
    router_.put(Event("press", 50, button=RIGHT))
    router_.put(Event("release", 50, button=RIGHT))
    router_.put(Event("scroll", 50, amount=1))
    router_.put(Event("motion", 300))
    router_.flush(Capture(lambda x, _y: x < PANEL_EDGE))
    assert [(event.kind, event.x) for event in scene.events] == [("motion", 300), ("motion", 300)]


def test_wheel_over_a_panel_scrolls_the_panel():
    router_, scene = router()
    router_.put(Event("scroll", amount=1))
    router_.flush(PANEL)
    assert not scene.events


def test_letters_are_typed_and_do_not_act():
    router_, scene = router()
    for key in ("R", "Space", ".", "Delete", "1"):
        router_.put(Event("key", key=key))
    router_.flush(TYPING)
    assert not scene.events
    router_.put(Event("key", key="P", modifiers=Modifiers(ctrl=True)))
    router_.put(Event("key", key="Escape"))
    router_.put(Event("key", key="F12"))
    router_.put(Event("key", key="F"))
    router_.flush(SHEET)
    assert [event.key for event in scene.events] == ["P", "Escape", "F12"]


def test_keys_of_an_edited_text_are_its_own():
    """Copying letters is not copying bodies, nor taking back letters an edit of the scene."""
    router_, scene = router()
    for key in "ACVXYZ":
        router_.put(Event("key", key=key, modifiers=Modifiers(ctrl=True)))
    router_.flush(TYPING)
    assert not scene.events
    for key in "ACVXYZ":
        router_.put(Event("key", key=key, modifiers=Modifiers(ctrl=True)))
    router_.flush(FREE)
    assert len(scene.events) == 6


def test_escape_ends_an_edited_text_alone():
    router_, scene = router()
    for capture in (TYPING, HOLDING):
        router_.put(Event("key", key="Escape"))
        router_.flush(capture)
    assert not scene.events
    router_.put(Event("key", key="Escape"))
    router_.flush(WALKING)
    assert [event.key for event in scene.events] == ["Escape"]


def test_keys_belong_to_the_scene_unless_the_user_walks_through_panels():
    router_, scene = router()
    for capture, mine in ((PANEL, ["Tab", "Right", "R", "Space", "Enter"]), (WALKING, ["R"])):
        scene.events.clear()
        for key in ("Tab", "Right", "R", "Space", "Enter"):
            router_.put(Event("key", key=key))
        router_.flush(capture)
        assert [event.key for event in scene.events] == mine


KINDS, BUTTONS = st.sampled_from(["press", "release", "motion", "scroll"]), st.sampled_from([LEFT, MIDDLE, RIGHT])


@given(st.lists(st.tuples(KINDS, BUTTONS, st.booleans())))
def test_no_leak_whatever_happens(story):
    """The scene gets a release only after its press, and no event while a panel holds a button."""
    router_, scene = router()
    held, panel_holds = set(), set()
    for kind, button, on_panel in story:
        if kind in ("press", "release") and (kind == "press") == (button in held | panel_holds):
            continue                                      # no mouse does that
        before = len(scene.events)
        router_.put(Event(kind, button=button if kind in ("press", "release") else ""))
        router_.flush(PANEL if on_panel else FREE)
        got = len(scene.events) > before
        if kind == "press":
            first = not held and not panel_holds
            assert got == (not on_panel if first else bool(held))
            (held if got else panel_holds).add(button)
        elif kind == "release":
            assert got == (button in held)
            held.discard(button)
            panel_holds.discard(button)
        elif panel_holds:
            assert not got
        elif held:
            assert got
        else:
            assert got == (not on_panel)
    assert not (held and panel_holds)
