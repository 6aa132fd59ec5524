"""One record for each feature: additions to a copy of the project, in as few files as CONTRIBUTING says, are found everywhere.

The copy has a new overlay, a command, a panel with a switch and a world setting; a process in it prints where it finds them.  No
kernel is compiled.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.architecture.sources import ROOT

OVERLAY = {"app/draw/overlays/forecasts.py": '''"""Forecasts: a line at each body as long as it moves in a second."""
import numpy as np

from app.draw.colors import repeated
from app.draw.frame import Segments
from app.draw.overlay import NOTHING, Primitives, Shown

COLOR = (10, 20, 30, 255)


def draw(shown: Shown) -> Primitives:
    """One line a body."""
    if not shown.options.forecasts:
        return NOTHING
    points = np.stack((shown.positions, shown.positions + shown.view.velocities), axis=1)
    return Primitives((Segments(points, repeated(COLOR, len(points))),))
'''}
OVERLAY_LINE = {"app/draw/overlay_options.py": ('    contact_states: bool =', '''\
    forecasts: bool = view_setting(False, group=OVERLAYS, keys=("Ctrl+9",), colors=((10, 20, 30, 255),),
                                   needs=("contacts",), label="Forecasts", help="Where bodies are a second later")
    contact_states: bool =''')}
COMMAND = {"app/simulation/commands/freeze.py": '''"""A command that stops a body."""
from dataclasses import dataclass

from app.simulation.commands.command import Command
from app.simulation.commands.target import Target


@dataclass(frozen=True)
class Freeze(Command):
    """Body `uid` stands still."""

    uid: int

    def apply(self, session: Target) -> None:
        """Stop it in every variant."""
        for variant in session.variants:
            variant.set_body(self.uid, "velocity", (0.0, 0.0, 0.0))
'''}
PANEL = {"app/panels/compass.py": '''"""A compass."""
from app.panels.panel import OVER, Panel
from app.panels.widgets.ui import Ui


def draw(ui: Ui) -> None:
    """Nothing yet."""


PANEL = Panel(lambda: draw, OVER, switch="compass", default=False, keys=("Ctrl+K",), needs=("islands",), label="Compass",
              help="Where north is")
'''}
WORLD_SETTING_LINE = {"app/published/tuning.py": ('    sleep: bool =', '''\
    sleep_speed: float = world_setting(0.05, WORLD["sleep_speed"], MATERIALS, "sleep_speed")
    sleep: bool =''')}

QUESTIONS = """
import dataclasses, json
from types import SimpleNamespace
import numpy as np
from app.cli.main import run
from app.draw.camera import Camera
from app.draw.frame_builder import frame_of
from app.draw.view_options import ViewOptions
from app.draw.view_setting import parts_of, placements
from app.panels.legend import rows_of
from app.panels.stack import PanelStack, panels, window_settings
from app.panels.world_settings import at
from app.published.tuning import tuning_of
from app.simulation.commands import Freeze, decode, encode
from app.simulation.variant_diff import differences
from app.simulation.variant_settings import OF_WORLD
from app.ui.controls import controls_of
from app.ui.view_settings import overrides_among
from docs import generated
from tests.support.fake_world import FakeWorld
from tests.support.synthetic import pyramid

settings = window_settings()
controls, off = controls_of(settings), settings(joints=False, metrics=False)
view = dataclasses.replace(pyramid(2, 3), velocities=np.ones_like(pyramid(2, 3).positions))
camera = Camera().pose
world = FakeWorld()
world.sleep_speed = 0.05
before = tuning_of(world)
print(json.dumps({
    "keys": {key: controls.by_chord[key].label for key in ("Ctrl+9", "Ctrl+K")},
    "overlays": [about.label for about, place in placements(settings).values() if place.group == "Overlays"],
    "carried": [dataclasses.asdict(parts_of(off.replace(**{name: True}))) for name in ("forecasts", "compass")],
    "legend": [(row.text, row.colors[0], row.keys) for row in rows_of(view, off.replace(forecasts=True), controls.keys, camera)],
    "lines": len(frame_of(view, 1.0, camera, off.replace(forecasts=True)).segments)
             - len(frame_of(view, 1.0, camera, off).segments),
    "set": overrides_among(["view.forecasts=true", "view.compass=true"], settings)[1],
    "render": overrides_among(["view.forecasts=true"], ViewOptions)[1],
    "shown": [panel.shown(SimpleNamespace(settings=off.replace(compass=on))) for panel in panels() if panel.switch == "compass"
              for on in (False, True)],
    "command": (encode(decode({"command": "freeze", "uid": 3})), decode({"command": "freeze", "uid": 3}) == Freeze(3)),
    "world": {"panel": [name for name, _ in at("materials")], "variants": list(OF_WORLD),
              "differences": differences(dataclasses.replace(before, sleep_speed=0.2), before)},
    "manual": {"overlays": generated.overlays(), "keys": generated.keys(), "settings": generated.view_settings()},
    "wrong": run(["render", "welcome", "-o", "x.png", "--set", "view.forcasts=true"])}))
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """What a process finds in a copy with all the additions, and what it wrote on its way."""
    copy = tmp_path_factory.mktemp("copy")
    unwanted = shutil.ignore_patterns("__pycache__", "images", "*.so")
    for folder in ("app", "impulse", "physics", "scenes", "docs", "tests/support", "assets"):
        shutil.copytree(ROOT / folder, copy / folder, ignore=unwanted)
    for name, text in (OVERLAY | COMMAND | PANEL).items():
        (copy / name).write_text(text, encoding="utf-8")
    for name, (place, line) in (OVERLAY_LINE | WORLD_SETTING_LINE).items():
        text = (copy / name).read_text(encoding="utf-8")
        assert text.count(place) == 1
        (copy / name).write_text(text.replace(place, line), encoding="utf-8")
    done = subprocess.run([sys.executable, "-c", QUESTIONS], cwd=copy, capture_output=True, text=True, timeout=300,
                          env=os.environ | {"PYTHONPATH": str(copy)})
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1]) | {"stderr": done.stderr}


def test_an_overlay_is_a_file_and_a_line(found):
    assert len(OVERLAY | OVERLAY_LINE) == 2
    assert found["keys"]["Ctrl+9"] == "Forecasts" and found["overlays"][-1] == "Forecasts"
    assert found["lines"] == 1 and found["legend"] == [["Forecasts", [10, 20, 30, 255], "Ctrl+9"]]
    assert found["carried"][0]["contacts"] and found["render"] == {"forecasts": True}


def test_a_command_is_a_file(found):
    assert found["command"] == [{"command": "freeze", "uid": 3}, True]


def test_a_panel_with_key_and_switch_is_a_file(found):
    assert found["keys"]["Ctrl+K"] == "Compass" and found["shown"] == [False, True]
    assert found["carried"][1]["islands"] and not found["carried"][1]["contacts"]


def test_a_world_setting_is_a_line(found):
    assert found["world"]["panel"] == ["restitution", "friction", "sleep_speed"]
    assert "sleep_speed" in found["world"]["variants"]
    assert found["world"]["differences"] == [["Sleep speed", "0.2 m/s"]]


def test_the_command_line_and_the_manual_know_them(found):
    assert found["set"] == {"forecasts": True, "compass": True}
    assert found["wrong"] == 2 and "view.forecasts" in found["stderr"]
    manual = found["manual"]
    assert "| Forecasts | `Ctrl+9` | `view.forecasts` |" in manual["overlays"]
    assert "| Show | Compass | `Ctrl+K` |" in manual["keys"]
    assert "`view.compass`" in manual["settings"] and "`view.forecasts`" in manual["settings"]
