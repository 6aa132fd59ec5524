"""The page: a recording and its player as one HTML file, which loads nothing and needs no server.

Its table of contents, shaders and numbers are JSON; poses and other arrays are one compressed block.  `player/` has the sources.
"""
from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from importlib.resources import files
from typing import Any

import numpy as np

from app.demo.appearance import Looks, drawing_numbers, looks_of
from app.demo.packing import Packing, as_text
from app.demo.quantization import byte_planes, quantized
from app.demo.recording import Recording
from app.demo.solids import page_solids
from app.draw.frame_builder import walls
from app.draw.view_options import ViewOptions
from app.headless.errors import version
from app.headless.json_values import plain
from app.render.resources import meshes
from app.render.resources.shader_text import INCLUDE, file_text

FIRST = "main.js"
DISC = 24                              # sides of the discs of spheres' shadows
RINGS = 24, 12, 2                      # of the ground: sides, doublings of the radius, rings between: coarser than the program's,
DOME = 24, 8                           # and of the sky: sides and rows; triangles cost much where a browser has no graphics card
IMPORT = re.compile(r'^import (\{[^}]*\}) from "\./([\w.]+)";$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:const|function|class|async function) (\w+))", re.MULTILINE)
SHADER = re.compile(r'"(\w+\.(?:vert|frag))"')
BLANK = re.compile(r"\{\{(\w+)\}\}")
MESHES = {"half_cube": meshes.half_cube, "corner_cube": meshes.corner_cube, "square": meshes.square,
          "disc": lambda: meshes.disc(DISC), "rings": lambda: meshes.rings(*RINGS), "dome": lambda: meshes.dome(*DOME)}


def page(recording: Recording, options: ViewOptions, advance: Callable[[int], object] = int) -> str:
    """The HTML.  `options`: theme, grid, shadows, stripes and joints; `advance` as in `Packing.compressed`."""
    looks = looks_of(recording, options)
    packing = Packing()
    steps = pack(packing, recording, looks)
    head = head_of(recording, looks, options) | {"steps": steps, "table": packing.table}
    block = as_text(packing.compressed(advance))
    texts = {"theme": options.theme, "version": escape(version()), "title": escape(recording.shown.title),
             "about": escape(recording.shown.about), "style": player_file("style.css"), "head": json_text(head), "block": block,
             "script": script()}
    return BLANK.sub(lambda found: texts[found[1]], player_file("page.html"))


def pack(packing: Packing, recording: Recording, looks: Looks) -> tuple[float, float]:
    """Add all arrays of a page; returns the steps of positions and of quaternions."""
    bodies, tracks = recording.bodies, quantized(recording.poses, recording.scale)
    for name, array, kind in (
            ("times", recording.times, "f8"), ("kinds", bodies.kinds, "u1"), ("sizes", bodies.sizes, "f4"),
            ("states", recording.states, "u1"), ("colors", looks.colors, "u1"), ("marks", looks.marks, "u1"),
            ("moving", tracks.moving, "i4"), ("still", tracks.still, "f4"), ("tracks", byte_planes(tracks.numbers), "u1"),
            ("plots", _curves(recording), "f4")):
        packing.add(name, array, kind)
    solids = page_solids(bodies)
    packing.add("forms", solids.forms, "i4")
    kinds = {"bodies": "i4", "linked": "u1", "styles": "u1", "states": "u1"}
    for name, array in recording.joints._asdict().items():
        packing.add(f"joint.{name}", array, kinds.get(name, "f4"))
    found = {name: made() for name, made in MESHES.items()} | {f"solid {k}": mesh for k, mesh in enumerate(solids.meshes)}
    for name, mesh in found.items():
        packing.add(f"{name}.vertices", mesh.vertices, "f4")
        packing.add(f"{name}.triangles", mesh.triangles, "i4")
    return tracks.steps


def _curves(recording: Recording) -> np.ndarray:
    """All curves, one behind another."""
    return np.concatenate([np.zeros(0), *(plot.values.T.reshape(-1) for plot in recording.plots)])


def head_of(recording: Recording, looks: Looks, options: ViewOptions) -> dict[str, Any]:
    """The table of contents without what lies in the block."""
    shown, bodies, ground = recording.shown, recording.bodies, looks.layout.ground
    plots, at = [], 0
    for plot in recording.plots:
        plots.append({"names": plot.names, "units": plot.units, "at": at})
        at += plot.values.size
    return {
        "title": shown.title, "about": shown.about, "theme": options.theme,
        "options": {"grid": options.grid, "shadows": options.shadows, "joints": options.joints},
        "camera": {"eye": shown.camera.eye, "target": shown.camera.target, "fov": shown.camera.fov},
        "followed": None if shown.followed is None else bodies.index(shown.followed),
        "typical": looks.typical, "ground": None if ground is None else ground.tolist(), "groundHeight": looks.layout.height,
        "polygons": [polygon.tolist() for polygon in looks.layout.polygons], "normals": looks.layout.normals.tolist(),
        "walls": np.flatnonzero(walls(bodies)), "dynamic": np.flatnonzero(bodies.types == 0),
        "solids": page_solids(bodies).words, "plots": plots, "drawing": drawing_numbers(), "shaders": shaders(),
    }


def json_text(value: Any) -> str:
    """JSON that can stand inside a script element: no text in it ends that."""
    return json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def player_file(name: str) -> str:
    """A file of the player."""
    return files("app.demo").joinpath("player", name).read_text(encoding="utf-8").rstrip("\n")


def script() -> str:
    """The player's modules as one script: each a function that returns what it exports, behind those that it imports."""
    found: dict[str, str] = {}

    def add(name: str) -> None:
        text = player_file(name)
        for _, other in IMPORT.findall(text):
            if other not in found:
                add(other)
        exported = ", ".join(each for _, each in EXPORT.findall(text))
        text = EXPORT.sub(r"\1", IMPORT.sub(r'const \1 = modules["\2"];', text))
        found[name] = f'modules["{name}"] = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();'

    add(FIRST)
    return "\n\n".join(('"use strict";\nconst modules = {};', *found.values()))


def shaders() -> dict[str, str]:
    """File -> text of all shaders that the player names, and of what they include."""
    found: dict[str, str] = {}

    def add(name: str) -> None:
        if name not in found:
            found[name] = file_text(name)
            for other in INCLUDE.findall(found[name]):
                add(other)

    for name in sorted(set(SHADER.findall(script()))):
        add(name)
    return found
