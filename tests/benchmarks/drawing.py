"""What a frame costs to draw: views of scenes with thousands of bodies, off the screen, beside a frame that is only cleared.

    python -m tests.benchmarks.drawing [SCENE ...] [--size 1280x720] [--quality software] [--seconds 4] [--frames 20] [--rounds 3]

Printed are medians in milliseconds: of real time, and of processor time over all threads, which says more on a machine that
has other work to do.  `to a frame` turns the published view into what the renderer draws; `moving` draws bodies that all
moved; `orbiting` draws bodies at rest from a camera that moves; `at rest` draws what was drawn last.  The last column is
the real time of a moving frame, with what makes it, over that of a frame that is only cleared.
"""
from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import NamedTuple

import numpy as np

from app.capture.scene_film import scene_pose
from app.cli.render import pixels
from app.draw.frame import CameraPose
from app.draw.frame_builder import frame_of
from app.headless.options import RunOptions, open_scene
from app.published.view import View
from app.render.offscreen import OffscreenContext
from app.simulation.commands.playback import Observe
from app.simulation.publisher import Publisher

SCENES = ("benchmark/c_box_pit", "benchmark/d_sphere_pit", "benchmark/e_mixed_pit", "welcome/welcome")
COLUMNS = ("cleared", "to a frame", "moving", "orbiting", "at rest")
TURN = 0.002                           # [rad] that the camera goes round between two frames


class Shown(NamedTuple):
    """What is drawn of a scene."""

    name: str
    view: View
    pose: CameraPose


class Cost(NamedTuple):
    """Medians [ms]."""

    real: float
    processor: float


def shown(name: str, seconds: float) -> Shown:
    """A scene as it is after this time [s]."""
    opened = open_scene(name, RunOptions())
    publisher = Publisher(opened.world)
    pose = scene_pose(opened.document, publisher.view(None, (), Observe()))
    for _ in range(max(round(seconds / opened.world.dt), 1)):
        before = publisher.snapshot()
        opened.runner.step()
    return Shown(name, publisher.view(before, (), Observe()), pose)


def orbited(pose: CameraPose, angle: float) -> CameraPose:
    """The eye turned about a vertical axis through its target [rad]."""
    away, cos, sin = np.array(pose.eye) - np.array(pose.target), np.cos(angle), np.sin(angle)
    turned = np.array((cos * away[0] - sin * away[1], sin * away[0] + cos * away[1], away[2]))
    return replace(pose, eye=tuple((np.array(pose.target) + turned).tolist()))


def cost(work: Callable[[int], object], frames: int) -> Cost:
    """Of `work`, given the number of the frame."""
    from app.render.resources.gl import gl
    taken = []
    for number in range(frames + 2):
        starts = time.perf_counter(), time.process_time()
        work(number)
        gl.glFinish()
        taken.append((time.perf_counter() - starts[0], time.process_time() - starts[1]))
    return Cost(*(1e3 * median(column) for column in zip(*taken[2:], strict=True)))


def costs(scene: Shown, renderer, context: OffscreenContext, frames: int) -> dict[str, Cost]:
    """All columns for one scene."""
    from app.render.resources.gl import gl

    def clear(number: int) -> None:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, context.target)
        gl.glClearColor(0.1, 0.2, 0.01 * (number % 10), 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)

    def draw(frame) -> None:
        renderer.draw(frame, context.width, context.height, 1.0, context.target)

    alphas = [(number + 1) / 8 for number in range(7)]
    moving = [frame_of(scene.view, alpha, scene.pose) for alpha in alphas]
    works = (clear, lambda number: frame_of(scene.view, alphas[number % 7], scene.pose), lambda number: draw(moving[number % 7]),
             lambda number: draw(replace(moving[0], camera=orbited(scene.pose, number * TURN))), lambda _: draw(moving[0]))
    return {column: cost(work, frames) for column, work in zip(COLUMNS, works, strict=True)}


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("scenes", nargs="*", default=SCENES, help="scenes of the catalog, or files")
    options.add_argument("--size", type=pixels, default="1280x720", help="pixels of the picture")
    options.add_argument("--quality", default=None, help="a preset; the machine's own unless told")
    options.add_argument("--seconds", type=float, default=4.0, help="simulated time before the picture")
    options.add_argument("--frames", type=int, default=20, help="frames in a turn")
    options.add_argument("--rounds", type=int, default=3, help="how often the scenes take turns")
    asked = options.parse_args()
    scenes = [shown(name, asked.seconds) for name in asked.scenes]
    with OffscreenContext(*asked.size) as context:
        from app.render.renderer import Renderer
        from app.render.resources.gl import renderer_name
        renderer = Renderer(asked.quality)
        size = f"{asked.size[0]} x {asked.size[1]} pixels"
        print(f"{renderer_name()}, quality {renderer.quality.name}, {size}; real / processor ms")
        rounds = [[costs(scene, renderer, context, asked.frames) for scene in scenes] for _ in range(asked.rounds)]
        renderer.release()
    print(f"{'scene':26} {'bodies':>6} " + " ".join(f"{column:>14}" for column in COLUMNS) + "  to cleared")
    for number, scene in enumerate(scenes):
        medians = {column: Cost(*(median(values) for values in zip(*(turn[number][column] for turn in rounds), strict=True)))
                   for column in COLUMNS}
        cells = " ".join(f"{f'{spent.real:.1f} / {spent.processor:.1f}':>14}" for spent in medians.values())
        whole = (medians["to a frame"].real + medians["moving"].real) / medians["cleared"].real
        print(f"{scene.name:26} {len(scene.view.positions):6} {cells} {whole:11.0f}")


if __name__ == "__main__":
    main()
