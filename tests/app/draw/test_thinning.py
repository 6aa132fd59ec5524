"""Marks that would cover each other: one for each place of the screen, the nearest; all where there are few."""
from __future__ import annotations

import numpy as np
import pytest

from app.draw.camera import pose_matrix
from app.draw.frame import USUAL_HEIGHT, CameraPose
from app.draw.thinning import FEW, nearest_of_each_cell

POSE = CameraPose((3.0, -40.0, 12.0), (0.0, 0.0, 2.0))
SIZE = 4.0                         # [pixels]


def cloud(count: int, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).uniform(-6, 6, (count, 3)).astype(np.float32)


def cells_of(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The square of the screen that each point is in, by the projection of the picture, and its depth."""
    clip = np.concatenate((points, np.ones((len(points), 1))), axis=1) @ pose_matrix(POSE, 1.0).T
    pixels = clip[:, :2] / clip[:, 3:] * USUAL_HEIGHT / 2
    return np.floor(pixels / SIZE).astype(int), clip[:, 3]


def test_few_are_all_drawn():
    assert nearest_of_each_cell(cloud(FEW), POSE, SIZE).tolist() == list(range(FEW))


def test_the_nearest_of_each_place_is_drawn():
    points = cloud(5 * FEW)
    rows = nearest_of_each_cell(points, POSE, SIZE)
    cells, depths = cells_of(points)
    nearest: dict[tuple, int] = {}
    for row in np.argsort(depths)[::-1]:
        nearest[tuple(cells[row])] = int(row)
    expected = sorted(nearest.values())
    assert len(expected) < 4 * FEW and np.all(np.diff(rows) > 0)
    assert len(set(expected) ^ set(rows.tolist())) <= 0.002 * len(expected), "single precision puts few beside a border elsewhere"


@pytest.mark.parametrize("points", [cloud(2 * FEW) + np.float32((3.0, -400.0, 12.0)), np.full((2 * FEW, 3), 1e30, np.float32)])
def test_what_is_behind_the_eye_or_nowhere_costs_nothing(points):
    assert len(nearest_of_each_cell(points, POSE, SIZE)) <= 1


def test_larger_marks_leave_fewer():
    points = cloud(4 * FEW)
    counts = [len(nearest_of_each_cell(points, POSE, size)) for size in (2.0, 4.0, 8.0)]
    assert counts[0] > counts[1] > counts[2] > 0
