"""The binary part of a glTF file: arrays as accessors, each array only once."""
from __future__ import annotations

import numpy as np
import pygltflib as gl

KINDS = {"f4": gl.FLOAT, "u2": gl.UNSIGNED_SHORT, "u4": gl.UNSIGNED_INT}
SHAPES = {1: gl.SCALAR, 2: gl.VEC2, 3: gl.VEC3, 4: gl.VEC4}
ALIGNED = 4                            # [bytes]


class GltfBuffer:
    """Collects arrays for a document, to which it adds accessors and views."""

    def __init__(self, document: gl.GLTF2) -> None:
        """Empty."""
        self._document = document
        self._parts: list[bytes] = []
        self._size = 0                                           # [bytes]
        self._known: dict[tuple, int] = {}                # kind, target, shape and content -> accessor

    def add(self, array: np.ndarray, kind: str = "f4", target: int | None = None) -> int:
        """The accessor of an array (k,) or (k, width); `target` says what a mesh uses it for."""
        data = np.ascontiguousarray(array, f"<{kind}")
        width = 1 if data.ndim == 1 else data.shape[1]
        octets = data.tobytes()
        key = kind, target, data.shape, octets
        if key not in self._known:
            view = gl.BufferView(buffer=0, byteOffset=self._size, byteLength=len(octets), target=target)
            self._document.bufferViews.append(view)
            self._document.accessors.append(gl.Accessor(
                bufferView=len(self._document.bufferViews) - 1, componentType=KINDS[kind], count=len(data), type=SHAPES[width],
                min=np.atleast_1d(data.min(axis=0)).tolist(), max=np.atleast_1d(data.max(axis=0)).tolist()))
            octets += bytes(-len(octets) % ALIGNED)
            self._parts.append(octets)
            self._size += len(octets)
            self._known[key] = len(self._document.accessors) - 1
        return self._known[key]

    def finish(self) -> None:
        """Give the document its data."""
        self._document.buffers = [gl.Buffer(byteLength=self._size)]
        self._document.set_binary_blob(b"".join(self._parts))
