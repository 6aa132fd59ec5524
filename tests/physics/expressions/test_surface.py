"""Surfaces: heights over x and y by expressions, and what is refused in them."""
from __future__ import annotations

import numpy as np
import pytest

from physics.expressions.error import ExpressionError
from physics.expressions.surface import heights_at

X, Y = np.meshgrid(np.linspace(-2, 2, 5), np.linspace(-1, 1, 3))


@pytest.mark.parametrize(("text", "expected"), [
    ("0.3 * sin(2 * x) * cos(y)", 0.3 * np.sin(2 * X) * np.cos(Y)), ("0.1", 0.1 + 0 * X), ("-x ** 2 / 4", -X**2 / 4),
    ("hypot(x, y)", np.hypot(X, Y)), ("maximum(0, abs(x) - 1)", np.maximum(0, abs(X) - 1)),
    ("minimum(x, y) + floor(x)", np.minimum(X, Y) + np.floor(X)), ("exp(-sqrt(abs(y))) + tanh(x) * pi", np.exp(
        -np.sqrt(abs(Y))) + np.tanh(X) * np.pi)])
def test_heights(text, expected):
    found = heights_at(text, X, Y)
    assert found.shape == X.shape and found == pytest.approx(expected)


@pytest.mark.parametrize(("text", "words"), [
    ("z", "there is no 'z' here; allowed are x, y, pi, g"), ("sine(x)", "there is no function 'sine'; did you mean 'sin'"),
    ("max(x)", "max is of many values"), ("norm(x)", "norm is of many values"), ("hypot(x)", "hypot takes two arguments"),
    ("sin(x, y)", "sin takes one argument"), ("x < 1", "compares"), ("x +", "it ends too early"), ("", "nothing is written"),
    ("maximum(x, y < 1)", "is true or false"), ("maximum(x, foo)", "there is no 'foo'"), ("'x'", "is not allowed here"),
    ("__import__('os')", "there is no function '__import__'"), ("x" + " + x" * 150, "longer than 400")])
def test_what_is_no_surface(text, words):
    with pytest.raises(ExpressionError) as error:
        heights_at(text, X, Y)
    assert words in str(error.value)
