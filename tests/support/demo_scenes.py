"""Recordings of scenes for tests of demos."""
from __future__ import annotations

from typing import Any

from app.demo.recording import Recording
from app.demo.sources import Wish, of_scene
from app.headless.options import RunOptions, open_scene

MIXED = """\
format: 1
title: Mixed </script> & "co"
about: Everything that a demo shows, in <one> scene.
world: {sleep: true}
bodies:
  - {name: floor, type: static, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: wall, type: static, shape: {plane: {normal: [1, 0, 0], offset: -6}}}
  - {name: crate, shape: {box: {half: [0.5, 0.4, 0.3]}}, position: [0, 0, 2], angular_velocity: [3, 2, 1]}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [2, 0, 3], velocity: [-1, 0, 0]}
  - {name: post, type: static, shape: {box: {half: [0.2, 0.2, 1.5]}}, position: [-2, 2, 1.5]}
  - {name: arm, shape: {box: {half: [0.8, 0.1, 0.1]}}, position: [-1.2, 2, 3]}
  - {name: slab, type: static, shape: {box: {half: [4, 0.1, 3.5]}}, position: [0, 6, 3.5]}
  - {name: gate, type: static, sensor: true, shape: {box: {half: [0.7, 0.7, 0.2]}}, position: [2, 0, 1.5]}
  - {name: late, shape: {sphere: {radius: 0.3}}, position: [3, 3, 0.3]}
joints:
  - {name: shoulder, type: hinge, a: post, b: arm, anchor: [-2, 2, 3], axis: [0, 1, 0]}
  - {name: rod, type: distance, a: ball, b: crate, anchor_a: [2, 0, 3], anchor_b: [0, 0, 2]}
events:
  - {at: 0.3, remove: {body: late}}
camera: {position: [6, -9, 5], target: [0, 0, 1]}
"""


def recording_of(scene: Any, seconds: float, **wish: Any) -> Recording:
    """The recording of a scene, a name or a file."""
    return of_scene(open_scene(str(scene), RunOptions()), Wish(seconds, **wish))
