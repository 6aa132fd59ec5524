"""Output files: the endings of names, and whether they can be written, checked before any work."""
from __future__ import annotations

from pathlib import Path

import pytest

from app.headless.errors import InputError
from app.headless.options import is_share, output_file


@pytest.mark.parametrize(("endings", "told"), [
    ((".png",), "must end in .png"), ((".csv", ".png"), "must end in .csv or .png"),
    ((".html", ".png", ".csv"), "must end in .html, .png or .csv")])
def test_endings(tmp_path, endings, told):
    for ending in endings:
        assert output_file(tmp_path / f"a{ending.upper()}", endings) == tmp_path / f"a{ending.upper()}"
    for name in ("a.svg", "a", "a.png.bak"):
        with pytest.raises(InputError) as caught:
            output_file(tmp_path / name, endings, "--plot")
        assert str(caught.value) == f"--plot: {tmp_path / name} {told}"


def test_a_file_that_cannot_be_written():
    with pytest.raises(InputError, match="no such folder"):
        output_file(Path("nowhere") / "a.png", (".png",))


def test_names_of_share_files():
    assert is_share("a/b.impulse") and is_share("B.IMPULSE") and is_share(Path("x.impulse"))
    assert not is_share("impulse") and not is_share("x.yaml") and not is_share("x.impulse.zip")
