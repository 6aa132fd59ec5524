"""Vertex arrays: a fixed mesh drawn once per row of an instance table; only changed rows are uploaded."""
from __future__ import annotations

import numpy as np

from app.render.resources.gl import START, gl, offset
from app.render.resources.meshes import Mesh

BODY = np.dtype([("position", "f4", 3), ("rotation", "f4", 4), ("size", "f4", 3), ("color", "u1", 4)])      # 44 bytes
SEGMENT = np.dtype([("from", "f4", 3), ("to", "f4", 3), ("color", "u1", 4), ("style", "f4", 2)])      # width, caps
MARKER = np.dtype([("position", "f4", 3), ("color", "u1", 4), ("size", "f4", (1,))])                  # [pixels]
FILL = np.dtype([("position", "f4", 3), ("color", "u1", 4)])           # a corner
MOST = 0.5                                             # largest changed share of a table that is uploaded as a part
RECTANGLE = np.dtype([("low", "f4", 2), ("high", "f4", 2)])
BACK = np.dtype([("low", "f4", 2), ("high", "f4", 2), ("curve", "f4", 3)])
FIRST_INSTANCE_LOCATION = 2                            # 0 and 1 are the mesh's position and normal


class InstanceTable:
    """A buffer of rows of one dtype; several vertex arrays may draw it."""

    def __init__(self, dtype: np.dtype) -> None:
        """An empty table."""
        self.dtype, self.count, self._room = dtype, 0, 0
        self._rows = np.zeros(0, dtype)
        self.buffer = int(gl.glGenBuffers(1))

    def upload(self, rows: np.ndarray) -> None:
        """Replace the rows.  For an equal number of rows only the changed span is uploaded.  If that is most of them, the old
        storage is orphaned first, which avoids waiting for a frame being drawn."""
        rows, old, size = np.ascontiguousarray(rows), self._rows, self.dtype.itemsize
        self.count, self._rows = len(rows), rows
        first, last = _changed(rows, old) if len(rows) == len(old) else (0, len(rows))
        if first == last:
            return
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self.buffer)
        if len(rows) != len(old) or last - first > MOST * len(rows):
            first, last, self._room = 0, len(rows), max(self._room, rows.nbytes)
            gl.glBufferData(gl.GL_ARRAY_BUFFER, self._room, None, gl.GL_STREAM_DRAW)
        gl.glBufferSubData(gl.GL_ARRAY_BUFFER, first * size, (last - first) * size, rows[first:last])

    def release(self) -> None:
        """Free the buffer."""
        gl.glDeleteBuffers(1, np.array([self.buffer], np.uint32))


class VertexArray:
    """A mesh, and optionally the table of its instances."""

    def __init__(self, mesh: Mesh, table: InstanceTable | None = None) -> None:
        """Upload `mesh`; attributes of `table` follow from location 2 in the order of its dtype."""
        self.table = table
        self._indices = int(mesh.triangles.size)
        self.id = int(gl.glGenVertexArrays(1))
        self._buffers = [int(name) for name in gl.glGenBuffers(2)]
        gl.glBindVertexArray(self.id)
        _fill(gl.GL_ARRAY_BUFFER, self._buffers[0], mesh.vertices)
        for location in (0, 1):
            gl.glVertexAttribPointer(location, 3, gl.GL_FLOAT, gl.GL_FALSE, 24, offset(12 * location))
            gl.glEnableVertexAttribArray(location)
        _fill(gl.GL_ELEMENT_ARRAY_BUFFER, self._buffers[1], mesh.triangles)
        if table is not None:
            gl.glBindBuffer(gl.GL_ARRAY_BUFFER, table.buffer)
            _declare(table.dtype)
        gl.glBindVertexArray(0)

    def draw(self) -> None:
        """Draw the mesh once per row of its table, or once without a table."""
        if self.table is not None and not self.table.count:
            return
        gl.glBindVertexArray(self.id)
        times = 1 if self.table is None else self.table.count
        gl.glDrawElementsInstanced(gl.GL_TRIANGLES, self._indices, gl.GL_UNSIGNED_SHORT, START, times)

    def release(self) -> None:
        """Free the mesh."""
        gl.glDeleteVertexArrays(1, np.array([self.id], np.uint32))
        gl.glDeleteBuffers(2, np.array(self._buffers, np.uint32))


class PointArray:
    """A point for each row of a table: on a processor far cheaper than a mesh drawn once per row."""

    def __init__(self, table: InstanceTable) -> None:
        """Attributes follow from location 2 in the order of the table's dtype."""
        self.table = table
        self.id = int(gl.glGenVertexArrays(1))
        gl.glBindVertexArray(self.id)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, table.buffer)
        _declare(table.dtype, divisor=0)
        gl.glBindVertexArray(0)

    def draw(self, first: int = 0, count: int | None = None) -> None:
        """Draw `count` rows from the first on; all of them unless told."""
        count = self.table.count - first if count is None else count
        if count:
            gl.glBindVertexArray(self.id)
            self._draw(first, count)

    def _draw(self, first: int, count: int) -> None:
        gl.glDrawArrays(gl.GL_POINTS, first, count)

    def release(self) -> None:
        """Free the array, not its table."""
        gl.glDeleteVertexArrays(1, np.array([self.id], np.uint32))


class TriangleArray(PointArray):
    """A triangle for each three rows of a table, its corners."""

    def _draw(self, first: int, count: int) -> None:
        gl.glDrawArrays(gl.GL_TRIANGLES, first, count)


class QuadArray(PointArray):
    """A quad for each four rows of a table, its corners; `gl_VertexID` modulo 4 is the corner's number."""

    def __init__(self, table: InstanceTable) -> None:
        """As `PointArray`."""
        super().__init__(table)
        self._indices, self._room = int(gl.glGenBuffers(1)), 0

    def _draw(self, first: int, count: int) -> None:
        quads, end = count // 4, (first + count) // 4
        if end > self._room:
            self._room = 2 * end
            corners = 4 * np.arange(self._room, dtype=np.uint32)[:, None] + np.array((0, 1, 2, 0, 2, 3), np.uint32)
            _fill(gl.GL_ELEMENT_ARRAY_BUFFER, self._indices, corners)
        gl.glDrawElements(gl.GL_TRIANGLES, 6 * quads, gl.GL_UNSIGNED_INT, offset(6 * first))      # four octets each

    def release(self) -> None:
        """Free the array and its indices."""
        super().release()
        gl.glDeleteBuffers(1, np.array([self._indices], np.uint32))


def _changed(rows: np.ndarray, old: np.ndarray) -> tuple[int, int]:
    """The first row with other bytes than in `old`, of the same length, and the one after the last; twice the same without."""
    words = rows.dtype.itemsize // 4
    different = np.not_equal(*(np.ascontiguousarray(table).view(np.uint32) for table in (rows, old)))
    if not different.any():
        return 0, 0
    return int(different.argmax()) // words, (len(different) - 1 - int(different[::-1].argmax())) // words + 1


def _fill(kind: int, buffer: int, data: np.ndarray) -> None:
    data = np.ascontiguousarray(data)
    gl.glBindBuffer(kind, buffer)
    gl.glBufferData(kind, data.nbytes, data, gl.GL_STATIC_DRAW)


def _declare(dtype: np.dtype, divisor: int = 1) -> None:
    for location, name in enumerate(dtype.names, FIRST_INSTANCE_LOCATION):
        field, start = dtype.fields[name][:2]
        octets = field.base == np.uint8
        kind = gl.GL_UNSIGNED_BYTE if octets else gl.GL_FLOAT
        gl.glVertexAttribPointer(location, field.shape[0], kind, octets, dtype.itemsize, offset(start))
        gl.glEnableVertexAttribArray(location)
        gl.glVertexAttribDivisor(location, divisor)
