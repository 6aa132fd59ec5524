"""The dock of the inside of a step: its table picks rows, cards let them go, bars add up, each tab shows what it is asked for."""
from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import numpy as np
import pytest
from imgui_bundle import imgui, implot

from app.panels.inside import load, rows_table
from app.panels.inside.columns import COLUMNS, name_of, text_of
from app.panels.inside.dock import TABS
from app.panels.inside.graph import Link, distance, ends_of, links_of
from app.panels.inside.waterfall import MOST, bars_of, change_text
from app.panels.inside.rows_table import width_of
from app.panels.inside.xray import CARD, EDGE, GAP, card_width, notation, title_of
from app.panels.widgets.ui import Ui
from app.published.inside import Inside, key_of
from app.simulation.commands import PinRow, UnpinRow
from app.simulation.inside_publisher import InsidePublisher, Looking
from app.ui.inside_state import COMPONENTS, LEAST_SHARE, SHARE
from physics.introspection.causes import Cause
from physics.introspection.equation import Equation, Term
from physics.introspection.load_path import Carrier
from physics.introspection.row_table import RowTable
from tests.benchmarks.rows_table import table
from tests.support.fake_world import BALL
from tests.support.inside_step import crates, looked_into


@pytest.fixture
def dock(bench):
    """A bench with the dock open on two picked rows."""
    bench.state.size = (1920, 1080)
    bench.session.selection, bench.session.paused = BALL, True
    bench.state.change(inside_step=True, time_line=True)
    bench.shown = {"inside": looked_into(pinned=2)}
    bench.frame(4)
    bench.commands.clear()
    return bench


@pytest.mark.parametrize("component", range(6))
def test_the_bars_add_up_to_the_change_of_velocity(component):
    world = crates(7)
    before = np.concatenate((world.body(BALL).velocity, world.body(BALL).angular_velocity))
    world.step()
    after = np.concatenate((world.body(BALL).velocity, world.body(BALL).angular_velocity))
    bars = bars_of(Inside(causes=tuple(world.explain(BALL))), component)
    assert sum(change for _, change, _ in bars) == pytest.approx((after - before)[component], abs=1e-9)
    assert all(abs(one[1]) >= abs(other[1]) for one, other in zip(bars[:MOST], bars[1:MOST]))


def test_small_bars_are_one_and_none_is_lost():
    causes = tuple(Cause(f"cause {number}", number, np.full(6, 1.0 / (1 + number))) for number in range(40))
    bars = bars_of(Inside(causes=causes), 0)
    assert len(bars) == MOST + 1 and bars[-1][0] == f"{40 - MOST} smaller ones"
    assert sum(bar[1] for bar in bars) == pytest.approx(sum(cause.change[0] for cause in causes), abs=1e-12)


def test_each_column_is_one_of_the_table_and_has_a_text_for_each_row(bench):
    rows, table = looked_into().rows, bench.state.view.table
    assert len({column.name for column in COLUMNS}) == len(COLUMNS)
    for column in COLUMNS:
        assert hasattr(rows, column.name)
        assert all(isinstance(text_of(rows, column, row, table), str) for row in range(rows.size))
    assert name_of(-1, table) == "world" and name_of(BALL, table) == "ball_0" and name_of(77, table) == "77"


def test_a_click_on_a_row_picks_it_and_another_lets_it_go(dock):
    inside = dock.shown["inside"]
    picked = [pinned.row for pinned in inside.pinned]
    shown = [int(name.split(":")[1]) for name in dock.frame() if name.startswith("constraint row:")]
    other = next(row for row in shown if row not in picked)
    dock.click(f"constraint row:{other}", 0.03)
    assert dock.commands == [PinRow(*key_of(inside.rows, other))]
    assert dock.state.inside.hovered == other, "the row under the pointer is lit in the scene"
    dock.commands.clear()
    dock.click(f"constraint row:{next(row for row in picked if row in shown)}", 0.03)
    assert [type(command) for command in dock.commands] == [UnpinRow]


def test_each_card_has_its_equation_and_its_own_button(dock):
    first, second = dock.shown["inside"].pinned
    names = [f"button:unpin {':'.join(map(str, pinned.key))}" for pinned in (first, second)]
    assert {"xray:terms", *names} <= set(dock.frame())
    dock.click(names[1])
    assert dock.commands == [UnpinRow(*second.key)]


def test_a_header_sorts_the_table(dock):
    dock.click("column:impulse")
    assert dock.state.inside.column == "impulse"
    first = dock.state.inside.falling
    dock.click("column:impulse")
    assert dock.state.inside.falling is not first


def test_a_typed_filter_leaves_the_rows_it_lets_through(dock):
    rows = dock.shown["inside"].rows
    dock.click("field:row filter")
    dock.type("kind == motor")
    shown = {int(name.split(":")[1]) for name in fresh(dock) if name.startswith("constraint row:")}
    assert shown == set(np.flatnonzero(rows.kind == "motor").tolist()) and shown


def fresh(bench):
    """Widgets of the next pictures alone."""
    bench.state.widgets.clear()
    return bench.frame(3)


@pytest.mark.parametrize("tab, widget", [("Who moved it", "bar:0"), ("Load", "carrier:0"), ("Matrix", "plot:matrix"),
                                         ("X-ray", "xray:terms")])
def test_each_tab_shows_what_belongs_to_the_selection(dock, tab, widget):
    dock.click("tab:Load" if tab == "X-ray" else "tab:X-ray")
    dock.click(f"tab:{tab}")
    assert widget in fresh(dock)


@pytest.mark.parametrize("tab", [tab for tab, *_ in TABS])
def test_without_a_selection_and_picked_rows_each_tab_says_what_to_do(dock, tab):
    dock.shown = {"inside": looked_into(body=None)}
    dock.click(f"tab:{tab}")
    assert not {"bar:0", "carrier:0", "plot:matrix", "xray:terms"} & set(fresh(dock))


@pytest.mark.parametrize(("share", "impulse", "texts"), [
    (13.526, 2210.0, ("+2.21 kN s", "1,352.6 %")), (-0.25, 0.5, ("-500 mN s", "-25.0 %")), (0.0, 0.0, ("+0 N s", "0.0 %"))])
def test_a_carrier_says_its_impulse_with_its_sign_before_its_share(dock, share, impulse, texts):
    assert load.texts_of(Carrier(BALL, -1, -1, np.zeros(0), np.array((0.0, 0.0, impulse)), share)) == texts
    fresh(dock)
    assert load.SPACE + sum(imgui.calc_text_size(text).x for text in ("-99.9 kN s", "-9,999.9 %")) + load.SPACE < load.VALUE


def test_the_component_of_the_bars_can_be_chosen(dock):
    dock.click("tab:Who moved it")
    dock.click("field:component")
    dock.frame(3)
    dock.click(f"choice:component:{COMPONENTS[4]}")
    assert dock.state.inside.component == 4


def test_a_cell_of_the_matrix_picks_both_rows(dock):
    coupling = dock.shown["inside"].coupling
    dock.click("tab:Matrix")
    count = len(coupling.rows)
    one, other = 1, count - 2
    io = imgui.get_io()
    io.add_mouse_pos_event(*place_in(dock, (one, other), count))
    dock.frame(3)
    press_here(dock)
    rows = dock.shown["inside"].rows
    assert {number_of(rows, command) for command in dock.commands} == {int(coupling.rows[one]), int(coupling.rows[other])}


def test_links_are_the_rows_of_the_island_by_colour(dock):
    inside, table = dock.shown["inside"], dock.state.view.table
    links = links_of(inside)
    assert sorted(row for link in links for row in link.rows) == sorted(inside.coupling.rows.tolist())
    moving = set(table.uids[table.types == 0].tolist())
    for color in {link.color for link in links}:
        bodies = [uid for link in links if link.color == color for uid in link.bodies if uid in moving]
        assert len(bodies) == len(set(bodies)), "one colour, one constraint of a body"


@pytest.mark.parametrize(("places", "ends"), [({1: (0.0, 0.0), 2: (3.0, 4.0)}, ((0.0, 0.0), (3.0, 4.0))), ({}, None),
                                              ({2: (3.0, 4.0)}, ((3.0, 4.0), (3.0, 9.0)))])
def test_a_link_ends_at_what_moves(places, ends):
    assert ends_of(Link((1, 2), 0, (7,)), places, 5.0) == ends


def test_distance_to_a_line():
    line = ((0.0, 0.0), (10.0, 0.0))
    assert [distance(at, line) for at in ((5.0, 2.0), (13.0, 4.0), (0.0, 0.0))] == [2.0, 5.0, 0.0]
    assert distance((3.0, 4.0), ((0.0, 0.0), (0.0, 0.0))) == 5.0


def test_a_line_of_the_graph_picks_its_row(dock):
    dock.click("tab:Matrix")
    left, top, right, bottom = dock.frame(3)["graph:couplings"]
    io, row = imgui.get_io(), None
    for y in np.linspace(top + 4, bottom - 4, 40):
        io.add_mouse_pos_event((left + right) / 2, float(y))
        dock.frame(2)
        row = dock.state.inside.hovered
        if row is not None:
            break
    assert row in dock.shown["inside"].coupling.rows
    press_here(dock)
    assert [number_of(dock.shown["inside"].rows, command) for command in dock.commands] == [row]


def press_here(bench):
    """Press and release the left button where the pointer is."""
    for down in (True, False):
        imgui.get_io().add_mouse_button_event(0, down)
        bench.frame()


def place_in(bench, cell, count):
    """Where the middle of a cell (row, column) is: the first row is at the top."""
    left, top, right, bottom = bench.frame()["plot:matrix"]
    return left + (cell[1] + 0.5) / count * (right - left), top + (cell[0] + 0.5) / count * (bottom - top)


def number_of(rows: RowTable, command: PinRow) -> int | None:
    """The row that a command picks."""
    return next(row for row in range(rows.size) if PinRow(*key_of(rows, row)) == command)


def test_a_refusal_takes_the_place_of_both_halves(dock):
    dock.shown = {"inside": Inside(step=3, refusal="this method keeps no rows")}
    widgets = fresh(dock)
    assert "window:inside" in widgets and "table:rows" not in widgets and dock.state.inside.hovered is None


def test_titles_name_bodies_and_joints(dock):
    inside, view = dock.shown["inside"], dock.state.view
    first = inside.pinned[0]
    assert title_of(first, inside, view).startswith(first.key.kind)
    row = next(row for row in range(inside.rows.size) if inside.rows.joint[row] >= 0)
    pinned = dataclasses.replace(first, key=key_of(inside.rows, row), row=row)
    kind, uid = inside.rows.kind[row], int(inside.rows.joint[row])
    ends = " and ".join(name_of(int(end[row]), view.table) for end in (inside.rows.a, inside.rows.b))
    unknown = dataclasses.replace(view, joints=None)
    assert title_of(pinned, inside, unknown) == f"{kind}, joint {uid} of {ends}"
    assert title_of(dataclasses.replace(pinned, row=None), inside, unknown) == f"{kind}, joint {uid}"
    for name, title in (("axle", f"{kind}, axle"), ("", f"{kind}, ball socket of {ends}")):
        joints = SimpleNamespace(table=SimpleNamespace(names=(name,), kinds=("ball_socket",), index=lambda _: 0))
        assert title_of(pinned, inside, dataclasses.replace(view, joints=joints)) == title


@pytest.mark.parametrize(("change", "text"), [(0.5437, "+0.5437"), (-55.171, "-55.17"), (1.7294e-5, "+1.73e-5"),
                                              (1.3124e-4, "+1.31e-4"), (-2e-11, "-2.00e-11")])
def test_changes_fit_beside_their_bars(change, text):
    assert change_text(change) == text and len(text) < 10


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_time_line_dock_and_plots_fit_one_window(dock, size):
    dock.state.size = size
    dock.state.change(metric_plots=True)
    dock.obey()
    dock.session.advance()
    widgets = fresh(dock)
    stack = [widgets[f"window:{name}"] for name in ("toolbar", "inside", "metric plots", "timeline")]
    assert all(upper[3] < lower[1] for upper, lower in zip(stack, stack[1:])) and stack[-1][3] <= size[1]
    assert stack[1][3] - stack[1][1] > 230 and stack[1][1] - stack[0][3] > 140, "rows, and the scene above them"
    plot = widgets["plot:reading 0"]
    assert plot[3] <= stack[2][3] and plot[3] - plot[1] > 40


def test_the_velocity_is_taken_apart_and_the_term_under_the_pointer_is_drawn(dock):
    """The block of the Jacobian is an arrow in the scene with its numbers beside it."""
    world = crates()
    rows = world.rows()
    row = int(np.flatnonzero((rows.kind == "normal") & (rows.b == 1))[0])
    inside = InsidePublisher(world).look(Looking(None, (key_of(rows, row),), None), False)
    dock.shown = {"inside": dataclasses.replace(inside, step=dock.state.view.step)}
    names = [name for name in fresh(dock) if name.startswith("xray:") and name != "xray:terms"]
    assert names == ["xray:linear a", "xray:angular a"], "b is the floor"
    assert dock.state.inside.block is None and "jacobian" not in dock.state.widgets
    imgui.get_io().add_mouse_pos_event(*dock.at("xray:angular a"))
    dock.frame(3)
    assert dock.state.inside.block == (row, 1) and dock.state.inside.hovered == row
    assert "jacobian" in dock.state.widgets
    imgui.get_io().add_mouse_pos_event(*dock.at("field:row filter"))
    dock.frame(3)
    assert dock.state.inside.block is None


def test_of_a_table_of_20000_rows_only_those_in_sight_are_drawn_and_it_is_sorted_once(dock):
    found = []
    inside = table(20_000)
    dock.shown = {"inside": inside}
    state = dock.state.inside
    state.text, state.column, whole = "kind == friction", "impulse", state._found
    state._found = lambda rows, names: found.append(rows) or whole(rows, names)
    shown = [name for name in fresh(dock) if name.startswith("constraint row:")]
    dock.frame(20)
    assert len(found) == 1 and len(state.shown) > 4000 and 0 < len(shown) < 60
    values = inside.rows.impulse[state.shown]
    assert (inside.rows.kind[state.shown] == "friction").all() and (np.diff(values) <= 0).all()
    dock.shown = {"inside": table(20_000)}
    dock.frame(5)
    assert len(found) == 2


def test_the_line_between_table_and_cards_is_drawn_and_a_double_click_puts_it_back(dock):
    left, _, right, _ = fresh(dock)["grip:inside"]
    dock.drag("grip:inside", 0.5, 0.5 - 300 / (right - left))
    assert dock.state.inside.share < SHARE - 0.1 and fresh(dock)["grip:inside"][0] == pytest.approx(left - 300, abs=6)
    dock.drag("grip:inside", 0.5, -2000 / (right - left))
    assert dock.state.inside.share == LEAST_SHARE, "both halves stay"
    for _ in range(2):
        dock.click("grip:inside")
    assert dock.state.inside.share == SHARE


@pytest.mark.parametrize(("room", "cards", "seen"), [(278, 1, 1), (278, 2, 1), (548, 2, 2), (548, 6, 2), (900, 3, 3), (900, 1, 1),
                                                      (100, 2, 1)])
def test_cards_in_sight_are_whole_and_fill_the_room(room, cards, seen):
    width = card_width(room, cards)
    assert width >= CARD and (room < CARD or seen * (width + GAP) == pytest.approx(room - EDGE if cards > seen else room + GAP))


def test_the_title_of_each_column_has_room_beside_its_arrow(dock, monkeypatch):
    wide = {}

    def watched(ui, column, wider):
        arrow = 0.65 * imgui.get_font_size() + imgui.get_style().frame_padding.x
        wide[column.title] = width_of(ui, column, 1.0) - arrow - imgui.calc_text_size(column.title).x
        return width_of(ui, column, wider)

    monkeypatch.setattr(rows_table, "width_of", watched)
    fresh(dock)
    assert len(wide) == len(COLUMNS) and min(wide.values()) > 0, wide


def test_the_tip_of_the_filter_does_not_lie_over_what_its_mistake_says(dock, monkeypatch):
    told = []
    monkeypatch.setattr(Ui, "tip", lambda self, text: told.append(text))
    fresh(dock)
    assert any("Any column is a word" in text for text in told)
    dock.state.inside.text = "impuls > 1"
    dock.frame(2)
    told.clear()
    fresh(dock)
    assert dock.state.inside.mistake and not any("Any column is a word" in text for text in told)


@pytest.mark.parametrize(("terms", "text"), [
    ((Term("velocity", -2.0, 1.0, "m/s"),), "impulse += -m (J V + bias), m = 2 kg"),
    ((Term("velocity", -1.8, 1.0, "m/s"), Term("softness", -0.5, -0.1, "of the impulse")),
     "impulse += -m (J V + bias), m = 2 kg × 0.9"),
    ((Term("velocity", -0.3, 1.0, "m/s"),),
     "impulse += -M (J V + bias): solved with other rows, M is a matrix; mass of this one 2 kg")])
def test_the_formula_of_a_card_holds_for_its_numbers(terms, text):
    assert notation(Equation(0, "normal", 0.0, "N s", 2.0, terms, "why")) == text


def test_formulas_of_real_rows_hold_for_their_numbers():
    """Where a row is solved alone its terms of speeds are -m times them."""
    world, alone = crates(), 0
    for row in range(world.rows().size):
        equation = world.equation(row)
        if "matrix" in notation(equation):
            continue
        share = float(notation(equation).partition(" × ")[2] or 1)
        speeds = [term for term in equation.terms if term.name.startswith(("velocity", "bias"))]
        for term in speeds:
            assert term.value == pytest.approx(-equation.mass * share * term.source, rel=2e-3)
        alone += 1
    assert alone > 3


def test_the_last_number_below_a_plot_has_room_beside_it(dock, monkeypatch):
    """Half of it stands to the right of the plot."""
    room = []
    end_plot = implot.end_plot

    def watched():
        place = implot.get_plot_pos().x + implot.get_plot_size().x
        room.append(imgui.get_window_pos().x + imgui.get_content_region_avail().x - place)
        end_plot()

    pinned = tuple(dataclasses.replace(one, steps=np.arange(99_000, 99_004), impulses=np.arange(4.0), warm=np.arange(4.0))
                   for one in dock.shown["inside"].pinned)
    dock.shown = {"inside": dataclasses.replace(dock.shown["inside"], pinned=pinned)}
    monkeypatch.setattr(implot, "end_plot", watched)
    fresh(dock)
    assert room and max(room) >= 20, room
