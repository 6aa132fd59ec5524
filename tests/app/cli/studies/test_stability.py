"""`impulse stability`: the table, the picture, and wrong input."""
from __future__ import annotations

import json

import pytest
from PIL import Image


def test_table_and_picture(impulse, tmp_path):
    """Baumgarte grows somewhere, the others nowhere; the picture is written."""
    found = impulse("stability", "--links", "6", "--json", "-o", str(tmp_path / "map.png"))
    assert found.code == 0
    radii = json.loads(found.out)["radii"]
    grows = {name: sum(radius > 1.000001 for row in rows for radius in row) for name, rows in radii.items()}
    assert grows["baumgarte"] > 10 and grows["split_impulse"] == grows["soft"] == 0
    with Image.open(tmp_path / "map.png") as image:
        colors = {pixel for _, pixel in image.convert("RGB").getcolors(1 << 20)}
    assert any(red > blue + 60 for red, _, blue in colors) and any(blue > red + 100 for red, _, blue in colors)


@pytest.mark.parametrize(("arguments", "said"), [(["--links", "1"], "--links"), (["--set", "solver.betta=1"], "solver.beta"),
                                                 (["-o", "map.jpg"], "must end in .png")])
def test_wrong_input(impulse, arguments, said):
    found = impulse("stability", *arguments)
    assert found.code == 2 and said in found.err
