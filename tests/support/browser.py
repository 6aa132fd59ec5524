"""A browser for tests of pages: Chromium without a window, driven by its DevTools protocol through two pipes.

    with Browser() as browser:
        page = browser.open(path, size=(800, 500))
        page.wait("document.body?.dataset.state === 'ready'")
        page.run("player.time"), page.picture()

Pages are drawn by SwiftShader, on any machine.  Without Chromium `missing` says how to install it.
"""
from __future__ import annotations

import base64
import io
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ("--headless=new", "--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
         "--ignore-gpu-blocklist", "--hide-scrollbars", "--mute-audio", "--no-first-run", "--disable-extensions",
         "--disable-background-networking", "--disable-component-update", "--force-device-scale-factor=1",
         "--remote-debugging-pipe")
PATIENCE, FAREWELL = 120.0, 15.0       # [s] for an answer, which on a busy machine takes long; for the end
BLINK = 0.02                           # [s] between two looks


def chromium() -> str | None:
    """Path of the browser, or None."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def missing() -> str | None:
    """Why tests in a browser cannot run here, or None."""
    return None if chromium() else "Chromium is not installed (Debian: apt install chromium)"


class Browser:
    """A running browser."""

    def __init__(self) -> None:
        """Start it."""
        self._folder = tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        commands, self._to = os.pipe()
        self._from, answers = os.pipe()
        # the browser reads from descriptor 3 and writes to 4
        line = f'exec "$0" "$@" 3<&{commands} 4>&{answers}'
        self._process = subprocess.Popen(
            ["/bin/bash", "-c", line, chromium(), *FLAGS, f"--user-data-dir={self._folder.name}", "about:blank"],
            pass_fds=(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(commands)
        os.close(answers)
        self._number, self._rest = 0, b""
        self.events: list[dict[str, Any]] = []

    def call(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """The result of a method of the protocol.  Raises RuntimeError for an error, TimeoutError without an answer."""
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        os.write(self._to, json.dumps(message).encode() + b"\0")
        patience = FAREWELL if method == "Browser.close" else PATIENCE
        until = time.monotonic() + patience
        while time.monotonic() < until:
            messages = self._messages(until)
            self.events += [found for found in messages if "id" not in found]
            for found in messages:
                if found.get("id") == self._number:
                    if "error" in found:
                        raise RuntimeError(f"{method}: {found['error']['message']}")
                    return found["result"]
        raise TimeoutError(f"{method}: no answer in {patience:g} s")

    def _messages(self, until: float) -> list[dict[str, Any]]:
        if not select.select([self._from], [], [], max(until - time.monotonic(), 0.0))[0]:
            return []
        data = os.read(self._from, 1 << 20)
        if not data:
            raise RuntimeError("the browser has gone")
        *whole, self._rest = (self._rest + data).split(b"\0")
        return [json.loads(text) for text in whole]

    def open(self, path: Path, size: tuple[int, int] = (960, 600), part: str = "") -> Page:
        """A page of a file in a window of `size` pixels; `part` is what stands behind # in its address."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, target, session)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.call(f"{domain}.enable")
        page.resize(size)
        page.call("Page.navigate", url=Path(path).absolute().as_uri() + (f"#{part}" if part else ""))
        return page

    def close(self) -> None:
        """End it, and all its processes."""
        try:
            self.call("Browser.close")
            self._process.wait(FAREWELL)
        except (RuntimeError, TimeoutError, OSError, subprocess.TimeoutExpired):
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._to)
        os.close(self._from)
        self._folder.cleanup()

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Page:
    """An open page."""

    def __init__(self, browser: Browser, target: str, session: str) -> None:
        self._browser, self._target, self._session = browser, target, session

    def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """As `Browser.call`, for this page."""
        return self._browser.call(method, self._session, **parameters)

    def resize(self, size: tuple[int, int]) -> None:
        """Another size of the window."""
        self.call("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)

    def run(self, script: str) -> Any:
        """The value of an expression, which may be a promise.  Raises RuntimeError with what it throws."""
        found = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in found:
            details = found["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description") or details["text"])
        return found["result"].get("value")

    def wait(self, script: str, seconds: float = PATIENCE) -> None:
        """Wait until an expression is true."""
        until = time.monotonic() + seconds
        while not self.run(script):
            if time.monotonic() > until:
                raise TimeoutError(f"{script} is not true after {seconds:g} s; {self.errors()}")
            time.sleep(BLINK)

    def picture(self) -> np.ndarray:
        """(height, width, 3) uint8 of what the window shows."""
        data = self.call("Page.captureScreenshot", format="png")["data"]
        return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB"))

    def key(self, key: str) -> None:
        """Press and release a key, as events name it."""
        text = {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code="Space" if key == " " else "", **text)

    def mouse(self, kind: str, at: tuple[float, float], button: str = "none", **more: Any) -> None:
        """A mouse event: mousePressed, mouseMoved, mouseReleased or mouseWheel."""
        held = {"left": 1, "right": 2}.get(button, 0) if kind != "mouseReleased" else 0
        self.call("Input.dispatchMouseEvent", type=kind, x=at[0], y=at[1], button=button, buttons=held, clickCount=1, **more)

    def drag(self, start: tuple[float, float], end: tuple[float, float], button: str = "left") -> None:
        """Drag in four moves."""
        self.mouse("mousePressed", start, button)
        for share in (0.25, 0.5, 0.75, 1.0):
            self.mouse("mouseMoved", tuple(a + share * (b - a) for a, b in zip(start, end)), button)
        self.mouse("mouseReleased", end, button)

    def touch(self, kind: str, points: list[tuple[float, float]]) -> None:
        """A touch event: touchStart, touchMove or touchEnd."""
        fingers = [{"x": x, "y": y, "id": k} for k, (x, y) in enumerate(points)]
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)

    def events(self, method: str) -> list[dict[str, Any]]:
        """The parameters of all events of this name so far."""
        return [found["params"] for found in self._browser.events
                if found["method"] == method and found.get("sessionId") == self._session]

    def errors(self) -> list[str]:
        """Texts of errors in the page's console, and of exceptions that nothing caught."""
        thrown = [event["exceptionDetails"].get("exception", {}).get("description", "")
                  for event in self.events("Runtime.exceptionThrown")]
        said = [" ".join(str(part.get("value", part.get("description", ""))) for part in event["args"])
                for event in self.events("Runtime.consoleAPICalled") if event["type"] in ("error", "warning")]
        logged = [event["entry"]["text"] for event in self.events("Log.entryAdded") if event["entry"]["level"] == "error"]
        return [*thrown, *said, *logged]

    def requests(self) -> list[str]:
        """Addresses of all that the page asked for, itself included."""
        return [event["request"]["url"] for event in self.events("Network.requestWillBeSent")]

    def close(self) -> None:
        """Close it."""
        self._browser.call("Target.closeTarget", targetId=self._target)
