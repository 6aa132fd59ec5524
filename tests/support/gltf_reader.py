"""A reader of binary glTF 2.0 files, written from the specification: nodes, accessors, and animations at any time."""
from __future__ import annotations

import json
import struct
from typing import Any

import numpy as np

KINDS = {5121: "u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942


class GltfFile:
    """One file."""

    def __init__(self, data: bytes) -> None:
        """Check the container and read both chunks."""
        magic, version, length = struct.unpack_from("<4sII", data)
        assert magic == b"glTF" and version == 2 and length == len(data)
        chunks, at = {}, 12
        while at < length:
            size, kind = struct.unpack_from("<II", data, at)
            assert size % 4 == 0
            chunks[kind] = data[at + 8:at + 8 + size]
            at += 8 + size
        self.document: dict[str, Any] = json.loads(chunks[JSON_CHUNK])
        self.binary = chunks[BINARY_CHUNK]
        assert self.document["buffers"][0]["byteLength"] <= len(self.binary) and len(self.document["buffers"]) == 1

    def array(self, number: int) -> np.ndarray:
        """(count, width) of an accessor, checked against its least and greatest values."""
        about = self.document["accessors"][number]
        view = self.document["bufferViews"][about["bufferView"]]
        kind, width = np.dtype(KINDS[about["componentType"]]), WIDTHS[about["type"]]
        start = view.get("byteOffset", 0) + about.get("byteOffset", 0)
        assert start % kind.itemsize == 0 and about["count"] * width * kind.itemsize <= view["byteLength"]
        found = np.frombuffer(self.binary, kind, about["count"] * width, start).reshape(-1, width)
        if "min" in about:
            assert found.min(axis=0).tolist() == about["min"] and found.max(axis=0).tolist() == about["max"]
        return found

    def node(self, name: str) -> int:
        """Number of the node with this name."""
        (found,) = [k for k, node in enumerate(self.document["nodes"]) if node.get("name") == name]
        return found

    def parents(self) -> dict[int, int]:
        """Node -> its parent; each has at most one."""
        pairs = [(child, k) for k, node in enumerate(self.document["nodes"]) for child in node.get("children", ())]
        assert len({child for child, _ in pairs}) == len(pairs)
        return dict(pairs)

    def value(self, node: int, path: str, time: float) -> np.ndarray:
        """Translation, rotation or scale of a node at a time."""
        usual = {"translation": (0, 0, 0), "rotation": (0, 0, 0, 1), "scale": (1, 1, 1)}[path]
        for animation in self.document.get("animations", ()):
            for channel in animation["channels"]:
                if channel["target"] == {"node": node, "path": path}:
                    return self._sampled(animation["samplers"][channel["sampler"]], path, time)
        return np.array(self.document["nodes"][node].get(path, usual), float)

    def _sampled(self, sampler: dict[str, Any], path: str, time: float) -> np.ndarray:
        times, values = self.array(sampler["input"])[:, 0], self.array(sampler["output"]).astype(float)
        assert (np.diff(times) > 0).all() and times[0] >= 0 and len(times) == len(values)
        if time <= times[0] or time >= times[-1]:
            return values[0 if time <= times[0] else -1]
        after = int(np.searchsorted(times, np.float32(time), side="right"))
        share = (time - times[after - 1]) / (times[after] - times[after - 1])
        one, other = values[after - 1], values[after]
        if sampler.get("interpolation", "LINEAR") == "STEP":
            return one
        return slerp(one, other, share) if path == "rotation" else one + share * (other - one)

    def matrix(self, node: int, time: float) -> np.ndarray:
        """(4, 4) from the node to the file's world at a time."""
        parents, found = self.parents(), np.eye(4)
        while node is not None:
            found = self._local(node, time) @ found
            node = parents.get(node)
        return found

    def _local(self, node: int, time: float) -> np.ndarray:
        x, y, z, w = self.value(node, "rotation", time)
        turn = np.array(((1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
                         (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
                         (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y))))
        found = np.eye(4)
        found[:3, :3] = turn * self.value(node, "scale", time)
        found[:3, 3] = self.value(node, "translation", time)
        return found


def slerp(one: np.ndarray, other: np.ndarray, share: float) -> np.ndarray:
    """Between two quaternions, along the shorter arc, as appendix C of the specification says."""
    facing = float(one @ other)
    angle = np.arccos(min(abs(facing), 1.0))
    if angle < 1e-6:
        return one
    sign = 1.0 if facing >= 0 else -1.0
    return (np.sin(angle * (1 - share)) * one + sign * np.sin(angle * share) * other) / np.sin(angle)
