"""Poses of bodies after some steps: frames that come back in all bits, each with a checksum, within limits."""
from __future__ import annotations

import struct
import zlib

import numpy as np
import pytest

from app.share import poses

RANDOM = np.random.default_rng(3)


def moving(bodies: int = 5, steps: int = 6, real=np.float32):
    """Poses of bodies that move a little, the last two at rest."""
    found, array = {}, RANDOM.random((bodies, 7)).astype(real)
    for step in range(steps):
        array = array.copy()
        array[:-2] += RANDOM.random((bodies - 2, 7)).astype(real) * real(1e-3)
        found[3 * step] = np.arange(1, bodies + 1), array
    return found


@pytest.mark.parametrize("real", [np.float32, np.float64])
def test_they_come_back_in_all_bits(real):
    found = moving(real=real)
    found[50] = np.array([1, 2, 9]), found[0][1][:3]                         # other bodies: uids again
    found[51] = np.array([1, 2, 9]), np.full((3, 7), np.nan, real)
    frames = poses.decode(poses.encode(found))
    assert not frames.why and frames.poses.keys() == found.keys()
    for step, (uids, array) in found.items():
        assert frames.poses[step][0].tolist() == uids.tolist()
        assert frames.poses[step][1].dtype == real and frames.poses[step][1].tobytes() == array.tobytes()


def test_bodies_at_rest_cost_next_to_nothing():
    array = RANDOM.random((500, 7)).astype(np.float32)
    still = {step: (np.arange(500), array) for step in range(100)}
    assert len(poses.encode(still)) < 500 * 7 * 4 + 500 * 8 + 100 * 120


def test_no_bodies_at_all():
    nothing = {0: (np.zeros(0, np.int64), np.zeros((0, 7), np.float32)), 1: (np.zeros(0, np.int64), np.zeros((0, 7), np.float32))}
    assert poses.decode(poses.encode(nothing)).poses.keys() == {0, 1}
    assert poses.decode(b"") == poses.Frames({}, "")


def test_every_nth_step_is_chosen_that_a_budget_allows_and_the_last():
    found = {step: (np.arange(10), np.zeros((10, 7), np.float32)) for step in range(101)}
    assert poses.chosen(found, 101 * 280) == found
    assert list(poses.chosen(found, 30 * 280)) == [*range(0, 101, 4)]
    assert list(poses.chosen({k: found[k] for k in range(100)}, 30 * 280)) == [*range(0, 100, 4), 99]


@pytest.mark.parametrize("end", range(1, 400, 13))
def test_frames_are_read_up_to_a_cut(end):
    found = moving()
    data = poses.encode(found)
    frames = poses.decode(data[:end])
    assert list(frames.poses) == list(found)[:len(frames.poses)]
    if len(poses.encode(frames.poses)) != end:                              # else the cut is between two frames
        assert frames.why.endswith("the file ends there")
        assert frames.why.startswith(f"after step {max(frames.poses):,}" if frames.poses else "from their beginning")


def test_any_changed_byte_shows():
    data = poses.encode(moving())
    for place in range(len(data)):
        changed = bytearray(data)
        changed[place] ^= 0x21
        assert poses.decode(bytes(changed)).why, place


def framed(step=0, number=1, real=4, with_uids=1, content=None, raw=None):
    """A frame with the right checksum."""
    content = bytes(number * (8 * with_uids + 7 * real)) if content is None else content
    packed = zlib.compress(content) if raw is None else raw
    head = struct.pack("<4sIIHHI", b"POSE", step, number, real, with_uids, len(packed))
    return head + struct.pack("<I", zlib.crc32(packed, zlib.crc32(head))) + packed


@pytest.mark.parametrize("data, why", [
    (framed(number=2_000_000, content=b""), "its head is none"),
    (framed(step=2_000_000), "its head is none"),
    (framed(real=2, content=b""), "its head is none"),
    (framed(with_uids=2), "its head is none"),
    (framed(with_uids=0), "it does not fit the one before"),
    (framed() + framed(step=1, number=2, with_uids=0), "it does not fit the one before"),
    (framed(content=bytes(99)), "its content has another size"),
    (framed(content=bytes(50_000_000)), "its content has another size"),
    (framed(raw=b"no zlib"), "its content has another size"),
    (framed(step=3) + framed(step=3), "its step does not follow the one before"),
])
def test_what_no_frame_has_is_told(data, why):
    assert why in poses.decode(data).why


def test_poses_of_more_bytes_than_a_limit_are_not_read(monkeypatch):
    monkeypatch.setattr(poses, "MOST_POSES", 1000)
    frames = poses.decode(poses.encode(moving()))
    assert 0 < len(frames.poses) < 6 and "there are more than 1,000 bytes of poses" in frames.why
