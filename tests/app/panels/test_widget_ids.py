"""No two widgets of a picture share an id: ImGui would put a red "Programmer error" over the panels and press both at once.

Every place of every panel is pointed at, in every state that shows other widgets, while ImGui looks for conflicts.
"""
from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from imgui_bundle import imgui

from app.headless.options import RunOptions
from app.lessons.reader import load
from app.panels.inside.dock import TABS
from app.panels.stack import panels
from app.panels.widgets.context import configure
from app.published.advice import DONE, RUNNING, Advice, FindingCard, Knob
from app.published.editing import EditCard, EventCard, JointPlace, SceneJoint
from app.published.generators import GeneratorCard
from app.published.group_card import MIXED, GroupCard
from app.published.log import SAID, LogLine
from app.published.status import Compiling, Fault, SceneCard
from app.simulation.editing.kept_draft import KeptDraft
from app.simulation.scene_reader import SceneReader
from app.ui.scene.drafts import Drafts, save
from app.ui.ui_state import Recording
from physics.definitions.settings import SolverSettings
from physics.joints import Hinge, SixDof
from scenes.editing.generator_fields import RECIPES
from tests.support.fake_world import BALL, OTHER
from tests.support.inside_step import kept, looked_into
from tests.support.lesson_folder import LESSON, write_lesson

GRID = 96                 # [px] between two places of a panel that are pointed at


@pytest.fixture
def watched(bench):
    imgui.get_io().config_debug_highlight_id_conflicts = True
    return bench


def conflicts(bench):
    """Places under which ImGui found two widgets of one id, each with the panel's name.

    It counts the widgets of the id that was hovered in the frame before, and tells at the begin of the next: the first frame of a
    place tells what was found at the place before.
    """
    io, context = imgui.get_io(), imgui.get_current_context()
    io.add_mouse_button_event(0, False)
    found, before = {}, None
    for place in [*places(bench.frame(3)), (0.0, 0.0)]:
        io.add_mouse_pos_event(*place)
        bench.frame()
        if before and context.debug_draw_id_conflicts_id:
            found[before[0]] = before[1]
        bench.frame()
        before = place, context.hovered_window.name if context.hovered_window else ""
    return found


def places(widgets):
    """The middle of each widget, and a grid over the windows, for widgets that note no place."""
    chosen = {(round(left + right) // 2, round(top + bottom) // 2)
              for name, (left, top, right, bottom) in widgets.items() if not name.startswith("window:")}
    for name, (left, top, right, bottom) in widgets.items():
        if name.startswith("window:"):
            chosen |= {(x, y) for x in range(round(left) + 12, round(right), GRID)
                       for y in range(round(top) + 12, round(bottom), GRID)}
    return sorted((float(x), float(y)) for x, y in chosen if x >= 0 and y >= 0)


def joined(bench, definition):
    world = bench.session.variants[0].world
    joint = world.add_joint(definition(a=world.body(BALL), b=world.body(OTHER), anchor=(1, 0, 5)))
    bench.session.selected_joint = joint.uid


def variants(bench, count, split=False):
    for _ in range(count - 1):
        bench.state.act("compare")
    if split:
        bench.state.act("split")
    bench.obey()
    bench.session.variants[-1].tune(solver=SolverSettings(iterations=30))
    for _ in range(5):
        bench.session.advance()


def single_plots(bench):
    bench.state.act("metric_plots")
    bench.obey()
    bench.session.advance()


def at_work(bench):
    bench.state.recording = Recording("Offline film", "/tmp/a.mp4", 0.4, 1.2)
    bench.changes = {"compiling": Compiling(2, 14, "dynamics.advance"), "fault": Fault(3, "x", "y\n" * 60, "/tmp/z")}
    for number in range(3):
        bench.state.say("Saved", "good", f"/a/{number}.png")
    bench.now += 1.0


def live(bench):
    bench.state.recording = Recording("Recording", "/tmp/a.mp4", -1.0, 3.0)


def folded_out(bench, kind="section:"):
    bench.state.size = (1280, 2400)
    for name in [name for name in bench.frame(3) if name.startswith(kind)]:
        bench.click(name)


def selected(bench):
    bench.session.selection = BALL


def hinge(bench):
    joined(bench, lambda **ends: Hinge(**ends, axis=(0, 1, 0), motor_torque=5.0, lower=-1.0))
    bench.state.change(joint_labels=True)


def six_axes(bench):
    joined(bench, SixDof)
    folded_out(bench, "section:joint.r")


def texts(bench):
    bench.state.change(names=True, features=True)
    bench.state.tape.begin()


def inside(bench, tab="X-ray"):
    bench.session.selection, bench.session.paused = BALL, True
    bench.state.change(inside_step=True)
    bench.shown = {"inside": looked_into(pinned=2), "timeline": kept()}
    bench.click(f"tab:{tab}")


def advised(bench, state=DONE):
    bench.state.change(advice=True)
    finding = FindingCard("A stack leans", "1 rad", "0.04 rad", "lean", "it leans", "few sweeps", (),
                          (Knob("Substeps", "4", "8"),) * 2, ("solver.substeps=8",))
    bench.shown = {"advice": Advice(state, 1, 2, "steps 0 to 1", findings=(finding, finding), changed="it was restarted")}


def logged(bench):
    bench.state.change(log=True)
    run = bench.session.publish().status.run
    bench.shown = {"timeline": kept(), "log": tuple(LogLine(n, f"line {n}", SAID, run, n, n) for n in range(30))}


def welcomed(bench):
    for word in ("stacking/tower", "joints/cradle", "/home/me/mine.yaml"):
        bench.state.last_scenes.opened(word)
    bench.state.act("welcome")


def introduced(bench):
    bench.changes = {"scene": SceneCard("one", title="One", about="Look at it.")}


def edited(bench, how="move"):
    selected(bench)
    bench.state.gizmo = how
    bench.changes["edits"] = EditCard(body=1)


def edited_joint(bench):
    hinge(bench)
    place = JointPlace("anchor", "point", (1.0, 0.0, 5.0))
    bench.changes["edits"] = EditCard(beginning=True, joint=SceneJoint(0, (place, place._replace(key="axis", kind="axis"))))


def kept_joint(bench):
    hinge(bench)
    bench.changes["edits"] = EditCard(keepable=True)


def eventful(bench):
    push = EventCard(0, 0.0, 1.0, "apply_force", "force on ball_0", "ball_0", BALL, (0.0, 0.0, 5.0), (0.1, 0.0, 0.0))
    bench.state.change(events=True)
    bench.changes["edits"] = EditCard(events=(push, push._replace(number=1, word="apply_torque", point=None),
                                              EventCard(2, 3.0, 0.0, "set", "set solver.beta = 0.2")), event=0)


def several(bench):
    bench.session.editing.group.choose((OTHER, BALL))
    bench.state.gizmo = "move"
    bench.changes = {"group": GroupCard((OTHER, BALL), (("type", "dynamic"), ("mass", MIXED), ("friction", 0.5)), ("ice",))}


def box_drawn(bench):
    bench.state.box.begin()
    bench.state.box.press((300, 300))
    bench.state.box.drag((600, 500))


def generated(bench):
    edited(bench)
    card = GeneratorCard(0, "grid", dict(next(one for one in RECIPES if one.name == "net").values), 81)
    bench.changes = {"edits": EditCard(own_file=True, beginning=True, body=1, generator=card)}


def filmed(bench):
    editor, vantage = bench.state.film.editor, bench.state.motion.vantage
    bench.state.change(film=True)
    for number in range(3):
        editor.keep_view(vantage)
        editor.set_keyframe(float(number), vantage)
        editor.add_caption(0.0)
        editor.add_slow_part(4.0 * number)


def taught(bench):
    with tempfile.TemporaryDirectory() as folder:
        bench.session.source_of_scenes = SceneReader(RunOptions(), print)
        bench.state.lessons.begin(load(write_lesson(Path(folder) / "falling", LESSON)))
        bench.obey()


def shapes_shown(bench):
    """The card of shapes, whose place a generator that is being made takes."""
    bench.state.making_generator.stop()
    bench.state.act("make")


def offered(bench):
    """Unsaved edits of an earlier window are offered."""
    with tempfile.TemporaryDirectory() as folder:
        save(Path(folder), KeptDraft("mine", "", "Mine", "format: 1\ntitle: Mine\n", ""))
        bench.state.drafts = Drafts(Path(folder))
        bench.frame()


STATES = {
    "a draft": offered,
    "several bodies": several, "a box around bodies": box_drawn,
    "a joint of the scene": edited_joint, "a joint that can be kept": kept_joint, "events": eventful,
    "an event being drawn": lambda bench: bench.state.act("draw_event"),
    "a body moved": edited, "a body turned": lambda bench: edited(bench, "turn"),
    "at first": lambda bench: None, "the scene's text": introduced,
    "everything folded out": folded_out, "plots of one run": single_plots,
    "two variants": lambda bench: variants(bench, 2), "four variants side by side": lambda bench: variants(bench, 4, True),
    "a body selected": selected, "a hinge selected": hinge, "six axes": six_axes, "work, fault, toasts": at_work,
    **{f"inside a step: {tab}": lambda bench, tab=tab: inside(bench, tab) for tab, *_ in TABS},
    "the adviser's findings": advised, "the adviser at work": lambda bench: advised(bench, RUNNING),
    "the log": logged, "the welcome sheet": welcomed,
    "texts in the scene": texts, "camera and film": filmed, "a live film": live, "a lesson": taught,
    "a joint being made": lambda bench: bench.state.tool.begin("hinge"),
    "a narrow window": lambda bench: setattr(bench.state, "size", (480, 320)),
    **{f"the sheet {name}": lambda bench, name=name: bench.state.act(name)
       for name in ("help", "scenes", "lessons", "palette", "join", "save", "moment")},
    "a generator being made": lambda bench: bench.state.making_generator.begin("net", (0.0, 0.0, 0.0)),
    "a generator selected": generated,
    "bodies made by the mouse": shapes_shown,
}


@pytest.mark.parametrize("state", STATES)
def test_no_two_widgets_share_an_id(watched, state):
    STATES[state](watched)
    assert conflicts(watched) == {}


@pytest.mark.parametrize("opened", ["field:preset", "field:stabilization", "reading:0"])
def test_no_two_choices_of_an_open_list_share_an_id(watched, opened):
    single_plots(watched)
    watched.click(opened)
    assert any(name.startswith("choice:") for name in watched.frame(3))
    assert conflicts(watched) == {}


def test_two_widgets_of_one_id_are_found(watched):
    """The search itself: a button that is there twice."""
    drawn = watched.stack.draw

    def draw(*words):
        drawn(*words)
        imgui.set_next_window_pos((300, 300))
        imgui.begin("twice")
        imgui.button("again")
        imgui.button("again")
        low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
        watched.state.widgets["again"] = (low.x, low.y, high.x, high.y)
        imgui.end()
    watched.stack.draw = draw
    assert "twice" in conflicts(watched).values()


def test_the_states_show_every_panel(watched):
    """A new panel needs a state here in which it is shown."""
    shown = set()
    for arrange in STATES.values():
        watched.session.selection = watched.session.selected_joint = None
        watched.state.open_sheet, watched.state.drafts = "", Drafts(None)
        arrange(watched)
        watched.frame()
        shown |= {panel for panel in panels() if panel.shown(watched.state)}
    assert shown == set(panels())


def test_in_use_imgui_shows_nothing_of_its_own_debugging():
    context = imgui.create_context()
    configure()
    io = imgui.get_io()
    assert not io.config_debug_highlight_id_conflicts and not io.config_debug_highlight_id_conflicts_show_item_picker
    assert not io.config_error_recovery_enable_tooltip
    imgui.destroy_context(context)
