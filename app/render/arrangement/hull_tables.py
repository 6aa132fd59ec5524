"""Hull tables: convex hulls, or height fields, on the graphics card, each with triangles of its own, all drawn at once.

The triangles of all hulls lie behind one another, each corner with the number of its body, whose row the shader looks up: one
draw call for any number of different hulls.  Corners are uploaded when the bodies change, rows when they move.
"""
from __future__ import annotations

import numpy as np

from app.draw.frame import GHOST, HOVERED, SELECTED, Instances, Solids, same
from app.draw.solids.reach import radii_of
from app.draw.solids.forms import Form
from app.render.arrangement.frustum import Frustum
from app.render.resources.hull_arrays import CORNER, HullArray

MOST_DETAILED = 120_000                # corners of triangles up to which hulls have lines at their edges
DETAILED, PLAIN, SHELL = "detailed", "plain", "shell"
NO_HULLS = Solids(-1, Instances.none())


class HullTables:
    """The tables of convex hulls or height fields."""

    def __init__(self) -> None:
        """Empty ones."""
        self._shown: Solids | None = None
        self._frustum: tuple[bytes, tuple[int, int]] | None = None
        self.positions = np.zeros((0, 3), np.float32)
        self.radii = np.zeros(0, np.float32)
        self.seen = np.zeros(0, np.intp)                          # solid ones in the picture
        self.solid, self.shadow, self.ghost, self.selected, self.hovered = (HullArray() for _ in range(5))

    def show(self, hulls: Solids, frustum: Frustum) -> bool:
        """Upload what is to be drawn; whether any of it changed since the last call."""
        changed = not same(hulls, self._shown)
        seen = (frustum.matrix.tobytes(), frustum.size)
        instances, marks = hulls.instances, hulls.instances.marks
        if changed:
            self._shown = None
            self.positions, self.radii = instances.positions, radii_of(hulls.kind, instances.sizes).astype(np.float32)
            texels = texels_of(instances)
            firm, selected = (marks & GHOST) == 0, (marks & SELECTED) != 0
            many = sum(len(form.detailed) for form in hulls.hulls) > MOST_DETAILED
            _fill(self.solid, hulls.hulls, texels, firm, PLAIN if many else DETAILED)
            _fill(self.shadow, hulls.hulls, texels, firm, SHELL)
            _fill(self.ghost, hulls.hulls, texels, ~firm, DETAILED)
            _fill(self.selected, hulls.hulls, texels, selected, SHELL)
            _fill(self.hovered, hulls.hulls, texels, ((marks & HOVERED) != 0) & ~selected, SHELL)
        if changed or seen != self._frustum:
            visible = frustum.sees(self.positions, self.radii) & ((marks & GHOST) == 0)
            self.seen = np.flatnonzero(visible)
        self._shown, self._frustum = hulls, seen
        return changed

    def release(self) -> None:
        """Free the buffers."""
        for array in (self.solid, self.shadow, self.ghost, self.selected, self.hovered):
            array.release()


def texels_of(instances: Instances) -> np.ndarray:
    """(k, 4, 4) float32 rows for the shader: position and marks, rotation, colour 0 to 1, and size."""
    texels = np.zeros((len(instances.positions), 4, 4), np.float32)
    texels[:, 0, :3], texels[:, 0, 3] = instances.positions, instances.marks / np.float32(255)
    texels[:, 1] = instances.rotations
    texels[:, 2, :3] = instances.colors[:, :3] / np.float32(255)
    texels[:, 3, :3] = instances.sizes
    return texels


def _fill(array: HullArray, forms: tuple[Form, ...], texels: np.ndarray, chosen: np.ndarray, detail: str) -> None:
    """Show the chosen ones in an array."""
    places = np.flatnonzero(chosen)
    found = tuple(forms[place] for place in places.tolist())
    array.show((detail, found), lambda: corners_of(found, detail), texels[places])


def corners_of(forms: tuple[Form, ...], detail: str) -> np.ndarray:
    """(v,) CORNER of the triangles of all forms, each with the number of its body."""
    parts = [getattr(form, detail) for form in forms]
    rows = np.empty(sum(map(len, parts)), CORNER)
    together = np.concatenate(parts) if parts else np.zeros((0, 7), np.float32)
    rows["corner"], rows["face"], rows["inset"] = together[:, :3], together[:, 3:6], together[:, 6:]
    rows["body"] = np.repeat(np.arange(len(parts)), [len(part) for part in parts])[:, None]
    return rows
