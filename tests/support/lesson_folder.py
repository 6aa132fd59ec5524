"""A folder with a small lesson, for tests of reader, teacher and panels."""
from __future__ import annotations

from pathlib import Path

SCENE = """\
format: 1
title: A box
world: {sleep: false}
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: box, shape: {box: {half: [0.5, 0.5, 0.5]}}, position: [0, 0, 2], mass: 2, friction: 0.4}
  - {name: door, shape: {box: {half: [0.5, 0.1, 0.5]}}, position: [3, 0, 2], mass: 1}
joints:
  - {name: hinge, type: hinge, a: world, b: door, anchor: [2.5, 0, 2], axis: [0, 0, 1], motor_torque: 100}
camera: {position: [0, -8, 3], target: [0, 0, 1]}
run: 3
"""
LESSON = """\
---
format: 1
about: A box falls.
rows: [1.8, "1.10"]
---
# Falling

## What falls
A box hangs **in the air** at `2 m`, with a gravity of {world.gravity: 9.81, 0..20}.

> Predict: What does it do
> when time begins?

- ( ) It rises.
- (x) It falls,
  and lands.
  - The ground is at 0.
- ( ) It stays.

- [ ] It has landed with gravity turned up to more
  than 15: `setting(world.gravity) > 15 and height(box) < 0.6`

## The door
```card
variants: [[], [solver.iterations=4]]
show: [contacts]
```
Turn the door with {joints.hinge.motor_speed: 0, -5..5}.

- [ ] It turns: `b: spin(door) > 1`

## The end
```card
keep: true
```
That is all.
"""


def write_lesson(folder: Path, text: str = LESSON, scene: str = SCENE) -> Path:
    """Writes the lesson and its scene; returns the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    (folder / "scene.yaml").write_text(scene, encoding="utf-8")
    return folder
