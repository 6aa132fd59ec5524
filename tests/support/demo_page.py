"""Reads a demo page without a browser, by what its two texts say: a second reader of the format beside the player."""
from __future__ import annotations

import base64
import json
import re
import zlib
from typing import Any, NamedTuple

import numpy as np

PARTS = re.compile(r'<script type="[^"]*" id="(\w+)">(.*?)</script>', re.DOTALL)


class ReadPage(NamedTuple):
    """What a page contains."""

    head: dict[str, Any]
    arrays: dict[str, np.ndarray]
    poses: np.ndarray          # (T, n, 7) float64


def read_page(text: str) -> ReadPage:
    """The contents of a page."""
    parts = dict(PARTS.findall(text))
    head = json.loads(parts["head"])
    block = zlib.decompress(base64.b64decode(parts["block"], validate=True), -15)
    arrays = {name: np.frombuffer(block, f"<{about['type']}", int(np.prod(about["shape"])), about["at"]).reshape(about["shape"])
              for name, about in head["table"].items()}
    numbers = whole_numbers(arrays["tracks"])                    # (7, moving, T)
    frames = len(arrays["times"])
    poses = np.repeat(arrays["still"][None].astype(np.float64), frames, axis=0)
    steps = np.repeat(head["steps"], (3, 4))
    poses[:, arrays["moving"]] = numbers.transpose(2, 1, 0) * steps
    poses[..., 3:] /= np.linalg.norm(poses[..., 3:], axis=2, keepdims=True)
    return ReadPage(head, arrays, poses)


def whole_numbers(planes: np.ndarray) -> np.ndarray:
    """int64 of which `planes` (4, ...) are the bytes of the second differences, mapped by sign; modulo 2^32."""
    codes = sum(plane.astype(np.int64) << (8 * k) for k, plane in enumerate(planes))
    rest = np.where(codes & 1, -(codes >> 1) - 1, codes >> 1)
    changes = np.concatenate((np.zeros_like(rest[..., :1]), np.cumsum(rest[..., 1:], axis=-1)), axis=-1)
    found = rest[..., :1] + np.cumsum(changes, axis=-1)
    return (found + 2**31) % 2**32 - 2**31


def angles_between(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """(...) [rad] between unit quaternions (..., 4)."""
    apart = np.minimum(np.linalg.norm(one - other, axis=-1), np.linalg.norm(one + other, axis=-1))
    return 4 * np.arcsin(np.clip(apart / 2, 0.0, 1.0))
