"""Poses as whole numbers: bounds of the errors, and the way back."""
from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from app.demo.quantization import DEADBAND, FARTHEST, byte_planes, quantized, steady
from tests.support.demo_page import angles_between, whole_numbers


def wandering(scale: float, frames: int = 200, seed: int = 1) -> np.ndarray:
    """(T, 5, 7) poses of bodies of size `scale` that tumble about; the last one stands still."""
    random = np.random.default_rng(seed)
    poses = np.empty((frames, 5, 7))
    poses[..., :3] = np.cumsum(random.normal(0, 0.05 * scale, (frames, 5, 3)), axis=0)
    turns = random.normal(0, 1, (1, 5, 4)) + np.cumsum(random.normal(0, 0.05, (frames, 5, 4)), axis=0)
    poses[..., 3:] = turns / np.linalg.norm(turns, axis=2, keepdims=True)
    poses[:, 4] = poses[0, 4]
    return poses.astype(np.float32)


@pytest.mark.parametrize("scale", [0.005, 1.0, 80.0])
def test_poses_are_near_those_that_were_recorded(scale):
    """Within 1 mm and 0.1 degrees, and of small things within a thousandth of their size."""
    poses = wandering(scale)
    found = quantized(poses, scale)
    assert found.moving.tolist() == [0, 1, 2, 3] and np.array_equal(found.still, poses[0])
    back = found.numbers.transpose(2, 1, 0) * np.repeat(found.steps, (3, 4))
    assert np.abs(back[..., :3] - poses[:, :4, :3]).max() < min(1e-3, 1e-3 * scale)
    turns = back[..., 3:] / np.linalg.norm(back[..., 3:], axis=2, keepdims=True)
    assert np.degrees(angles_between(turns, poses[:, :4, 3:].astype(float)).max()) < 0.1


def test_a_quaternion_that_changes_its_sign_does_not_turn():
    poses = wandering(1.0)
    flipped = poses.copy()
    flipped[1::2, :, 3:] *= -1
    assert np.array_equal(quantized(poses, 1.0).numbers, quantized(flipped, 1.0).numbers[:, :4])


def test_trembling_about_a_boundary_stands_still():
    trembling = np.array([0.49, 0.51, 0.49, 0.52, 0.48])
    assert steady(trembling[:, None]).ravel().tolist() == [0, 0, 0, 0, 0]
    moving = np.linspace(0, 20, 101)[:, None]
    found = steady(moving)
    assert np.abs(found - moving).max() <= DEADBAND and found[-1] == 20


@given(arrays(np.int32, st.tuples(st.integers(1, 4), st.integers(1, 9)), elements=st.integers(-2**30, 2**30)))
def test_second_differences_lead_back(numbers):
    assert np.array_equal(whole_numbers(byte_planes(numbers)), numbers)


def test_uniform_motion_costs_nothing():
    planes = byte_planes((7 * np.arange(100, dtype=np.int32))[None])
    assert not planes[:, :, 2:].any() and planes[0, 0, 1] == 14


def test_what_is_far_away_ends_at_the_limit():
    poses = np.zeros((2, 1, 7), np.float32)
    poses[1, 0, 0], poses[..., 6] = 1e30, 1
    assert quantized(poses, 1.0).numbers[0, 0].tolist() == [0, FARTHEST]
