"""Filters over the rows of a table, and what their mistakes say."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from physics.expressions.columns import Columns, Filter
from physics.expressions.error import ExpressionError
from physics.expressions.grammar import DEEPEST, LONGEST, MOST_PARTS

NAN = np.nan
COLUMNS = Columns(("kind", "state", "a", "b", "impulse", "lower", "friction"), {
    "kind": {"normal": "normal", "friction": "friction", "held": "held"},
    "state": {"open": "open", "at_its_bound": "at its bound"},
    "a": {"crate": 1, "doll_0.head": 2, "world": -1}, "b": {"crate": 1, "doll_0.head": 2, "world": -1}})
TABLE = SimpleNamespace(kind=np.array(["normal", "friction", "friction", "held"]),
                        state=np.array(["open", "open", "at its bound", "open"]), a=np.array([1, 1, 2, -1]),
                        b=np.array([2, 2, 1, 1]), impulse=np.array([1.0, 20.0, NAN, 40.0]),
                        lower=np.array([0.0, -1, -1, -np.inf]), friction=np.array([NAN, 0.5, 0.6, NAN]))


@pytest.mark.parametrize(("text", "rows"), [
    ("kind == normal", [0]), ("kind != normal", [1, 2, 3]), ("normal == kind", [0]), ('kind == "normal"', [0]),
    ("state == at_its_bound", [2]), ('state == "at its bound"', [2]),
    ("kind == friction and impulse > 10", [1]), ("kind == normal or impulse > 30", [0, 3]), ("not (impulse > 10)", [0, 2]),
    ("kind == friction and friction > 0.55", [2]), ("friction == kind", [1, 2]), ("friction != 0.5", [0, 2, 3]),
    ("not kind == friction and not impulse > 10", [0]),
    ("a == crate", [0, 1]), ("a == doll_0.head or b == crate", [2, 3]), ("a == world", [3]),
    ("a == -1", [3]), ("a < b", [0, 1, 3]),
    ("0 < impulse < 30", [0, 1]), ("abs(lower) >= 1", [1, 2, 3]), ("sqrt(impulse) < 2", [0]), ("impulse > max(lower)", [0, 1, 3]),
    ("impulse / 0 > 1", [0, 1, 3]), ("impulse == impulse", [0, 1, 3]), ("-impulse * 2 ** 3 <= -8", [0, 1, 3]),
    ("2 > 1", [0, 1, 2, 3]), ("count(impulse) == 4", [0, 1, 2, 3]), ("max(lower) < 0", []), ("impulse\n> 30", [3])])
def test_rows_for_which_it_holds(text, rows):
    assert np.flatnonzero(Filter(text, COLUMNS).mask(TABLE, 4)).tolist() == rows


LIKE_COLUMNS = Columns(COLUMNS.names, COLUMNS.values | {
    "a": {"kind": 1, "lower": 2, "world": -1, '"world"': 7, "two words": 9}, "b": {"kind": 1}})


@pytest.mark.parametrize(("text", "rows"), [
    ('a == "kind"', [0]), ('"lower" == a', [1]), ('a != "kind"', [1, 2, 3]), ("a == world", [2]), ('a == "world"', [3]),
    ('a == "two words"', []), ("a == b", [0]), ('a == "lower" and lower < 0', [1]), ("a < lower", [3]), ("a == +lower", [])])
def test_a_name_in_quotes_is_never_a_column(text, rows):
    table = SimpleNamespace(a=np.array([1, 2, -1, 7]), b=np.array([1, 1, 1, 1]), lower=np.array([0.0, -1, -2, 9]))
    assert np.flatnonzero(Filter(text, LIKE_COLUMNS).mask(table, 4)).tolist() == rows


@pytest.mark.parametrize(("text", "message", "marked"), [
    ("a == lower", 'lower is a column, and also a name in a; in quotes it is the name: a == "lower"', "lower"),
    ("impulse > 1 and kind != b", 'kind is a column, and also a name in b; in quotes it is the name: b != "kind"', "kind"),
    ('a == "lowr"', "a is never 'lowr'; did you mean 'lower'?", '"lowr"')])
def test_a_bare_name_that_is_a_column_too_is_pointed_to_quotes(text, message, marked):
    with pytest.raises(ExpressionError) as caught:
        Filter(text, LIKE_COLUMNS)
    assert message in caught.value.message
    begin = caught.value.column - 1
    assert text[begin:begin + caught.value.length] == marked


def test_a_table_without_rows():
    empty = SimpleNamespace(**{name: column[:0] for name, column in vars(TABLE).items()})
    for text in ("impulse > 1", "max(impulse) > 1", "not max(impulse) > 1", "kind == normal"):
        assert Filter(text, COLUMNS).mask(empty, 0).tolist() == []


@pytest.mark.parametrize(("text", "message", "marked"), [
    ("kind == norml", "kind is never 'norml'; did you mean 'normal'?", "norml"),
    ("impulse > 1 and impuls > 3", "no column 'impuls'; did you mean 'impulse'? allowed are kind, state", "impuls"),
    ("kind > normal", "compare with == or !=", "kind > normal"), ("max(kind) > 3", "kind has names, not numbers", "kind"),
    ("kind == state", "kind has names, not numbers; compare with == or != one of normal, friction", "kind"),
    ("normal > 3", "write kind == normal", "normal"),
    ("kind == normal == held", "kind has names, not numbers", "kind"), ("a == crte", "did you mean 'crate'", "crte"),
    ("1 < mxa(impulse)", "no function 'mxa'; did you mean 'max'?", "mxa"),
    ("max(impulse, 3) > 2", "takes one argument", "max(impulse, 3)"),
    ("impulse > 3 or not impulse", "stands before a comparison", "impulse"), ("impulse is 3", "compare with", "impulse is 3"),
    ("(1 < 2) + 3 < 4", "true or false, and a quantity is wanted", "1 < 2"), ("ä > 1 or impulse[0] > 3", "no column 'ä'", "ä"),
    ("impulse > 'ä' and impulse[0] > 3", "not allowed here", "'ä'"), ("impulse > 3 and", "it ends too early", "^"),
    ("kind = normal", "write '==' for '='", "="), ("impulse > 3 and kind = normal", "write '==' for '='", "="),
    ("impulse => 3", "write '>=' for '=>'", "=>"), ("impulse > 3 && error < 1", "write 'and' for '&&'", "&&"),
    ("impulse > 3 || error < 1", "write 'or' for '||'", "||"), ("impulse ≥ 3", "write '>=' for '≥'", "≥"),
    ("!(impulse > 3)", "write 'not' for '!'", "!"), ("impulse <> 3", "write '!=' for '<>'", "<>"),
    ("impulse 3", "invalid syntax", "3"), ("x" * 40 + ".y > 1", "not allowed here", "x" * 40 + ".y")])
def test_a_mistake_says_what_and_where(text, message, marked):
    with pytest.raises(ExpressionError) as caught:
        Filter(text, COLUMNS)
    what, shown, carets = str(caught.value).split("\n")
    assert message in what and what.startswith(f"column {caught.value.column}: ")
    begin = carets.index("^")
    assert set(carets.strip()) == {"^"} and (shown[begin:begin + carets.count("^")] or "^") == marked


def test_a_message_names_the_first_of_many_values_and_how_many_more():
    columns = Columns(("a", "impulse"), {"a": {f"box_{k}": k for k in range(1500)}})
    with pytest.raises(ExpressionError, match="it is one of box_0, box_1, .* box_11 and 1,488 more\n"):
        Filter("a == box_1500", columns)


@pytest.mark.parametrize(("text", "message"), [
    ("impulse", "compares nothing; write for instance impulse > 10"), ("", "nothing is written"),
    ("1 < 2" + " " * 300 + "+ 3" * 60, "longer than"), ("-" * DEEPEST + "1 < 2", "nested"),
    ("1" + "+1" * (LONGEST // 2 - 2) + "<2", "nested"), ("(" * 210 + "1" + ")" * 180 + "< 2", "not an expression"),
    ("max(" + "1<2," * (MOST_PARTS // 3 + 1) + "1) < 2", "numbers, names and operations"), ("a\0b < 2", "not an expression")])
def test_limits(text, message):
    with pytest.raises(ExpressionError, match=message):
        Filter(text, COLUMNS)


def test_a_place_in_a_long_text_is_shown_with_what_is_around_it():
    with pytest.raises(ExpressionError) as caught:
        Filter("impulse > 1 and " * 20 + "wrong > 2", COLUMNS)
    shown, carets = str(caught.value).split("\n")[1:]
    assert shown.startswith("    ...") and len(shown) < 160 and shown[carets.index("^"):][:5] == "wrong"
