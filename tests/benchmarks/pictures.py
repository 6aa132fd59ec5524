"""Pictures of the same frames in every quality, to compare graphics drivers, off the screen.

    python -m tests.benchmarks.pictures FOLDER [--quality high ...] [--scene zoo_light ...] [--compare OTHER]

Writes FOLDER/QUALITY/NAME.png and prints GL_RENDERER and what the compiler of shaders says, which is nothing when all is well.
With `--compare`, OTHER is such a folder made with another driver: printed are, for each picture, the mean difference of its
channels of 255, the share of pixels of which one differs by more than LARGE, and the structural similarity (Wang et al., 2004).
"""
from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image
from scipy.ndimage import uniform_filter

from app.capture.picture import screenshot
from app.capture.scene_film import SceneFilm
from app.draw.frame import Frame
from app.draw.view_options import ViewOptions
from app.headless.options import RunOptions, open_scene
from app.render.arrangement.quality import FILM, PRESETS
from app.render.offscreen import OffscreenContext

SIZE = (1280, 720)
QUALITIES = {**PRESETS, FILM.name: FILM}
LARGE = 8                              # of 255
SIDE, LEVEL, CONTRAST = 7, (0.01 * 255) ** 2, (0.03 * 255) ** 2       # of the similarity: pixels of a window, and constants
BRIGHTNESS = (0.299, 0.587, 0.114)
MARKS = ("contacts", "normals", "impulses", "aabbs", "joint_errors", "friction_cones", "impulse_parts", "velocities", "trails",
         "inertia", "joint_frames")


class Shot(NamedTuple):
    """One frame."""

    scene: str
    seconds: float
    theme: str = "dark"
    marks: tuple[str, ...] = ()


SHOTS = {
    "pyramid_dark": Shot("pyramid_2d", 2.0), "shapes_dark": Shot("docs/images/shapes.yaml", 4.0),
    "shapes_light": Shot("docs/images/shapes.yaml", 4.0, "light"), "car_light": Shot("car_over_ramps", 3.0, "light"),
    "tumbler_dark": Shot("tumbler", 3.0), "welcome_overlays": Shot("welcome", 8.0, marks=MARKS),
    "zoo_light": Shot("joint_zoo", 2.0, "light", ("joint_errors", "joint_frames")),
    "box_pit_dark": Shot("benchmark/c_box_pit", 4.0), "hull_pit_light": Shot("benchmark/l_hull_pit", 2.0, "light", ("contacts",)),
    "sphere_pit_dark": Shot("benchmark/d_sphere_pit", 4.0),
    "spiral_light": Shot("rail_spiral", 4.0, "light", ("velocities", "trails")),
}


def frame(shot: Shot) -> Frame:
    """Step its scene to its moment."""
    options = ViewOptions(theme=shot.theme, **dict.fromkeys(shot.marks, True))
    return SceneFilm(open_scene(shot.scene, RunOptions()), options).frame_at(shot.seconds)


def draw(frames: dict[str, Frame], folder: Path, qualities: list[str]) -> None:
    """Write the pictures."""
    with OffscreenContext(*SIZE) as context:
        from app.render.renderer import Renderer
        from app.render.resources import program
        from app.render.resources.gl import gl, renderer_name
        compiled, said = program._compiled, set()

        def listening(kind: int, name: str, text: str) -> int:
            shader = compiled(kind, name, text)
            said.add(f"{name}: {program._text(gl.glGetShaderInfoLog(shader)).strip()}")
            return shader

        program._compiled = listening
        try:
            for quality in qualities:
                renderer = Renderer(QUALITIES[quality])
                for name, one in frames.items():
                    renderer.draw(one, *SIZE, 1.0, context.target)
                    screenshot(folder / quality / f"{name}.png", context.read())
                renderer.release()
        finally:
            program._compiled = compiled
        print(renderer_name(), *sorted(text for text in said if not text.endswith(": ")), sep="\n", flush=True)


def similarity(one: np.ndarray, other: np.ndarray) -> float:
    """Mean structural similarity of two pictures (height, width, 3), 1 for equal ones."""
    a, b = one @ BRIGHTNESS, other @ BRIGHTNESS
    means = uniform_filter(a, SIDE), uniform_filter(b, SIDE)
    spread = sum(uniform_filter(each * each, SIDE) - mean * mean for each, mean in zip((a, b), means))
    common = uniform_filter(a * b, SIDE) - means[0] * means[1]
    level = (2 * means[0] * means[1] + LEVEL) / (means[0] ** 2 + means[1] ** 2 + LEVEL)
    return float((level * (2 * common + CONTRAST) / (spread + CONTRAST)).mean())


def compare(folder: Path, other: Path, qualities: list[str], names: list[str]) -> None:
    """Print what differs."""
    for quality in qualities:
        for name in names:
            pictures = (Image.open(place / quality / f"{name}.png") for place in (folder, other))
            one, two = (np.asarray(picture.convert("RGB")).astype(float) for picture in pictures)
            apart = np.abs(one - two)
            print(f"{quality:9} {name:18} mean {apart.mean():.3f}  over {LARGE}: {(apart.max(2) > LARGE).mean():.3%}  "
                  f"similarity {similarity(one, two):.5f}", flush=True)


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quality", nargs="*", default=list(QUALITIES), choices=QUALITIES)
    parser.add_argument("--scene", nargs="*", default=list(SHOTS), choices=SHOTS)
    parser.add_argument("--compare", type=Path, default=None, metavar="OTHER", help="a folder made with another driver")
    options = parser.parse_args()
    draw({name: frame(SHOTS[name]) for name in options.scene}, options.folder, options.quality)
    if options.compare:
        compare(options.folder, options.compare, options.quality, options.scene)


if __name__ == "__main__":
    main()
