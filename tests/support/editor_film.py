"""The film of the editor in README, made anew: a see-saw from an empty scene, by a real mouse in the real window.

    python -m tests.support.editor_film docs/images/editor.webp

The window runs on an X server without a screen, of which a picture is taken several times a second; waiting is left out.
"""
from __future__ import annotations

import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np
from PIL import Image

from tests.support.desktop import COLD, App, Display

SIZE, SHOWN = (1280, 800), (880, 550)        # of the window and of the film [px]
RATE = 6.0                                   # pictures a second
STILL = 2                                    # pictures of the same that follow each other at most
LAST = 2000                                  # [ms] for which the last picture stays
GROUND, BELOW, ASIDE = (600, 540), 75, 70    # [px] of the pillar; below the plank's middle the pillar, beside it the ball
WHEEL = 7                                    # notches by which the picture grows
QUALITY = 55                                 # of WebP, 0 to 100: larger is finer, and a larger file


class Camera:
    """Takes pictures of a display while `running`."""

    def __init__(self, display: Display):
        self._display, self.pictures, self.running = display, [], True
        self._thread = threading.Thread(target=self._take, daemon=True)
        self._thread.start()

    def end(self) -> list[Image.Image]:
        """Stop, and return the pictures."""
        self.running = False
        self._thread.join()
        return self.pictures

    def _take(self) -> None:
        still = 0
        seen: np.ndarray | None = None
        while self.running:
            began = time.monotonic()
            pixels = self._display.pixels()
            still = still + 1 if seen is not None and np.abs(pixels.astype(np.int16) - seen).mean() < 0.02 else 0
            seen = pixels
            if still < STILL:
                self.pictures.append(Image.fromarray(pixels).resize(SHOWN, Image.Resampling.LANCZOS))
            time.sleep(max(1 / RATE - (time.monotonic() - began), 0))


class Hand:
    """What a hand does in the window."""

    def __init__(self, app: App):
        self.app = app

    def press(self, widget: str) -> None:
        """Click on a widget."""
        self.app.move(*self.app.middle(widget))
        self.app.settle(4)
        self.app.xdotool("click", 1)
        self.app.settle(4)

    def make(self, shape: str, name: str, at: tuple[float, float]) -> dict:
        """Choose a shape in the card *Make*, and click where it is to stand."""
        self.press(f"make:{shape}")
        self.app.move(*at)
        self.app.settle(12)
        self.app.xdotool("click", 1)
        self.app.settle(4)
        return self.body(name)

    def body(self, name: str) -> dict:
        """A body that can move."""
        return next(body for body in self.app.state()["bodies"] if body["name"] == name)

    def choose(self, field: str, choice: str) -> None:
        """Open a list, and click on a choice once the list rests."""
        self.app.click(*self.app.middle(field))
        self.app.settle(12)
        x, y = self.app.middle(choice)
        self.app.move(x, y)
        self.app.settle(8)
        self.app.click(x, y)
        self.app.settle(4)

    def number(self, widget: str, share: float, text: str) -> None:
        """Ctrl+click on a number of a field, and type another."""
        left, top, right, bottom = self.app.widget(widget)
        self.app.xdotool("keydown", "ctrl")
        self.app.click(left + share * (right - left), (top + bottom) / 2)
        self.app.xdotool("keyup", "ctrl")
        self.app.settle(4)
        self.app.key("ctrl+a")
        self.app.type(text)
        self.app.settle(3)
        self.app.key("Return")
        self.app.settle(6)

    def drag(self, start: tuple[float, float], by: tuple[float, float], parts: int = 8) -> None:
        """Drag with the left button."""
        self.app.move(*start)
        self.app.settle(4)
        self.app.xdotool("mousedown", 1)
        for part in range(1, parts + 1):
            self.app.move(start[0] + by[0] * part / parts, start[1] + by[1] * part / parts)
            self.app.settle(2)
        self.app.xdotool("mouseup", 1)
        self.app.settle(4)


def story(app: App) -> None:
    """A floor, a pillar, a plank on a hinge with a motor, a ball; undo and redo; the run."""
    hand = Hand(app)
    hand.press("button:make")
    hand.press("make:floor")
    app.wait(lambda s: s["edits"]["undo"] == "add plane", "the floor")
    hand.make("pillar", "pillar", GROUND)
    app.settle(30)
    for _ in range(WHEEL):
        app.xdotool("click", 5)
        app.settle(3)
    app.settle(20)
    pillar = hand.body("pillar")["pixel"]
    hand.choose("edit:type", "choice:type:static")
    app.wait(lambda s: s["edits"]["undo"] == "change pillar", "a static pillar")
    hand.make("plank", "plank", pillar)
    app.settle(10)
    app.key("j")
    app.wait(lambda s: s["sheet"] == "join", "the palette")
    app.settle(4)
    app.type("hinge")
    app.settle(4)
    app.key("Return")
    app.wait(lambda s: s["tool"] == "hinge", "the tool")
    app.click(*app.middle("axis:y"))
    x, y = hand.body("plank")["pixel"]
    for down in (0, BELOW):                                            # the plank, and the pillar under it
        app.move(x, y + down)
        app.settle(6)
        app.xdotool("click", 1)
        app.settle(6)
    app.wait(lambda s: len(s["joints"]) == 1 and s["edits"]["joint"], "the hinge")
    for field, text in (("motor_torque", "400"), ("motor_speed", "0.5"), ("lower", "-20"), ("upper", "20")):
        hand.number(f"field:joint.{field}", 0.5, text)
    x, y = hand.body("plank")["pixel"]
    hand.make("ball", "sphere", (x + ASIDE, y))
    hand.number("edit:radius", 0.5, "0.25")
    hand.number("edit:position", 5 / 6, "2.4")
    app.settle(10)
    hand.press("button:undo")
    app.settle(8)
    hand.press("button:redo")
    app.settle(8)
    app.key("Escape")
    hand.press("button:pause")
    app.wait(lambda s: s["time"] > 7.0 and not s["paused"], "the run", 120)


def main(path: Path) -> None:
    """Film it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "empty.yaml").write_text("format: 1\n")
        display = Display(SIZE)
        app = App(display, folder, str(folder / "empty.yaml"), quality="software", introduction=False, metrics=False)
        try:
            app.wait(lambda s: s["ready"], "the empty scene", COLD)
            app.settle(30)
            camera = Camera(display)
            story(app)
            pictures = camera.end()
        finally:
            app.close()
            display.close()
    times = [round(1000 / RATE)] * (len(pictures) - 1) + [LAST]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=QUALITY, method=4,
                     minimize_size=True)
    print(f"{path}: {len(pictures)} pictures, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
