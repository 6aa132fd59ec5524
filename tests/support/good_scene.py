"""A scene that uses every section, for tests that break one thing at a time."""

GOOD = """\
format: 1
title: Everything
about: One of each.
world: {gravity: [0, 0, -9.81], dt: 1/60, precision: single, seed: 3}
solver: {preset: soft_step, substeps: 8, beta: 0.3}
materials:
  steel: {density: 7800, friction: 0.5, restitution: 0.1}   # a comment
bodies:
  - {name: floor, shape: {plane: {normal: [0, 0, 1], offset: 0}}}
  - {name: ball, shape: {sphere: {radius: 0.5}}, position: [0, 0, 5], mass: 100, material: steel}
  - {name: crate, shape: {box: {half: [1, 1, 1]}}, position: [3, 0, 1], rotation: {axis: [0, 0, 1], angle: 30 deg}}
generate:
  - pyramid: {name: brick, base: 4, position: [9, 0, 0.5], shape: {box: {half: [0.5, 0.5, 0.5]}}}
joints:
  - {name: hand, type: mouse, a: ball, anchor: [0, 0, 5], target: [0, 0, 6]}
events:
  - {at: 2.0, apply_impulse: {body: crate, impulse: [50, 0, 0]}}
camera: {position: [8, -8, 6], target: [0, 0, 2]}
expect:
  - {what: max(speed(brick)) < 0.5, after: 1.0}
run: 10.0
"""


def broken(old: str, new: str) -> str:
    """GOOD with one thing changed; what is to be changed must be there, once."""
    assert GOOD.count(old) == 1, f"{old!r} stands {GOOD.count(old)} times in the good scene"
    return GOOD.replace(old, new)
