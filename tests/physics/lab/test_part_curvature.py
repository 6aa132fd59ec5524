"""How parts of joints bend, against what follows from their formulas."""
from __future__ import annotations

import numpy as np
import pytest

from physics import BallSocket, Box, Distance, SolverSettings, Sphere, World
from physics.lab.methods import avbd


def bends_in(monkeypatch, world: World) -> np.ndarray:
    """(m, 12) of a step's rows."""
    seen, usual = [], avbd.curvatures
    monkeypatch.setattr(avbd, "curvatures", lambda made, wide: seen.append(usual(made, wide)) or seen[-1])
    world.step()
    return seen[0]


def new_world() -> World:
    return World(precision="double", sleep=False, solver=SolverSettings(method="avbd", substeps=1, iterations=1))


def test_a_rod_bends_by_its_length(monkeypatch):
    """d2C/dx2 = (1 - n n^T) / l: 0 along it, 1 / l across; anchors in the centres of mass bend nothing by turning."""
    world = new_world()
    ball = world.add_body(shape=Sphere(radius=0.1), position=(0.25, 0, 0), mass=1)
    world.add_joint(Distance(a=None, b=ball, anchor_a=(0, 0, 0), anchor_b=(0.25, 0, 0)))
    bends = bends_in(monkeypatch, world)
    assert bends[0, 6:] == pytest.approx((0, 4, 4, 0, 0, 0), abs=1e-6)


def test_a_point_bends_by_its_arm(monkeypatch):
    """Row i of the anchor x + r: turning about j, then k, gives e_i . (e_j x (e_k x r)), r = (-0.5, 0, 0)."""
    world = new_world()
    box = world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0.5, 0, 0), mass=1)
    world.add_joint(BallSocket(a=None, b=box, anchor=(0, 0, 0)))
    bends = bends_in(monkeypatch, world)[:3, 6:]
    assert np.abs(bends[:, :3]).max() < 1e-6
    assert bends[0, 3:] == pytest.approx((0, 0.5, 0.5), abs=1e-6)


def test_contacts_bend_nothing(monkeypatch):
    """They are taken to first order for a whole substep."""
    world = new_world()
    world.add_body(shape=Box(half=(1, 1, 0.5)), type="static")
    world.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(0, 0, 1), mass=1)
    bends = bends_in(monkeypatch, world)
    assert len(bends) and not bends.any()
