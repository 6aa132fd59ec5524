"""The package `impulse`: the names of `physics`, `watch` and `show`, and nothing more at its import."""
from __future__ import annotations

import subprocess
import sys

import pytest

import impulse
import physics
from tests.architecture.sources import ROOT


def test_the_names_of_physics():
    assert set(physics.__all__) < set(dir(impulse))
    assert all(getattr(impulse, name) is getattr(physics, name) for name in physics.__all__)
    assert impulse.WindowOptions().size == (1280, 720) and issubclass(impulse.NoWindow, RuntimeError)


def test_a_name_that_is_unknown():
    with pytest.raises(AttributeError, match="impulse has no 'Wrold'; did you mean 'World'?"):
        impulse.Wrold  # noqa: B018
    assert not hasattr(impulse, "__wrapped__")


def test_only_what_is_used_is_imported():
    code = ("import sys, impulse; assert not {'numpy', 'physics', 'app'} & set(sys.modules); impulse.World; "
            "found = {m.split('.')[0] for m in sys.modules}; assert 'numba' in found; "
            "assert not found & {'app', 'scenes', 'pydantic', 'pyglet', 'typer'}, found")
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=120)
