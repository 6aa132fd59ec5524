"""A height field in the player, in a real browser: the program's ground, from above and from below."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo.page import page
from app.draw.view_options import ViewOptions
from tests.support.browser import Browser, missing
from tests.support.demo_scenes import recording_of
from tests.support.height_fields import SCENE

pytestmark = pytest.mark.skipif(missing() is not None, reason=str(missing()))
READY = "document.body?.dataset.state !== undefined"
SHOWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(player.pictures))))"
CAMERA = "camera: {position: [3, -11, %s], target: [0, 0, 0]}\n"


@pytest.mark.parametrize("height", [7, -6])
def test_it_is_drawn(tmp_path, height):
    text = (CAMERA % height).join(SCENE.split("title: Hills\n"))
    pictures = {}
    for name, scene in (("with", text), ("without", "\n".join(line for line in text.splitlines() if "hills" not in line))):
        (tmp_path / f"{name}.yaml").write_text(scene)
        text_of_page = page(recording_of(tmp_path / f"{name}.yaml", 0.2), ViewOptions())
        (tmp_path / f"{name}.html").write_text(text_of_page, encoding="utf-8")
        with Browser() as browser:
            opened = browser.open(tmp_path / f"{name}.html", (600, 400), "play=0")
            opened.wait(READY)
            assert opened.run("document.body.dataset.state") == "ready", opened.errors()
            opened.wait("!player.waiting")
            opened.run(SHOWN)
            pictures[name] = opened.picture().astype(int)
            assert not opened.errors()
            opened.close()
    changed = np.abs(pictures["with"] - pictures["without"]).max(axis=2) > 6
    assert changed.mean() > 0.08
