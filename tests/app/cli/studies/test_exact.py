"""`impulse exact`: tables, files, JSON, and wrong input."""
from __future__ import annotations

import json

import pytest
from PIL import Image

from physics.definitions.method_names import method_names


def test_tables_and_files(impulse, tmp_path):
    files = [tmp_path / name for name in ("a.png", "a.html", "a.csv")]
    found = impulse("exact", "shootout_chain", "--sweeps", "8", "--after", "0.1",
                    *(part for path in files for part in ("-o", path)))
    assert found.code == 0 and "8 sweeps towards the exact answer" in found.out and "at 0.1 s by every method" in found.out
    assert all(name in found.out for name in method_names())
    with Image.open(files[0]) as image:
        assert image.width > 1000
    assert "<table>" in files[1].read_text(encoding="utf-8")
    assert len(files[2].read_text(encoding="utf-8").splitlines()) == 1 + 10 * 9


def test_json(impulse):
    found = impulse("exact", "shootout_chain", "--sweeps", "5", "--json", "--set", "solver.iterations=2")
    told = json.loads(found.out)
    assert found.code == 0 and told["rows"] > 20 and told["residual"] < 1e-9 and told["settings"] == ["solver.iterations=2"]
    assert len(told["sweeps"]) == 10 and all(len(curve["residual"]) == 6 for curve in told["sweeps"])
    assert {row["name"] for row in told["methods"]} == set(method_names())


@pytest.mark.parametrize(("arguments", "said"), [
    (["shootout_chian"], "shootout_chain"), (["shootout_chain", "--sweeps", "0"], "--sweeps"),
    (["shootout_chain", "--after", "-1"], "--after"), (["shootout_chain", "--set", "solver.betta=1"], "solver.beta"),
    (["shootout_chain", "-o", "map.jpg"], "must end in"), (["pyramid_2d", "--after", "0"], "at most 1000 are solved"),
    (["gravity_race", "--after", "0.1"], "nothing touches")])
def test_wrong_input(impulse, arguments, said):
    found = impulse("exact", *arguments)
    assert found.code == 2 and said in found.err and "Traceback" not in found.err
