"""The sky pass: a dome about the eye, behind everything, whose colours are made at its corners."""
from __future__ import annotations

from app.render.resources import meshes
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import VertexArray


class SkyPass:
    """Draws the sky."""

    def __init__(self) -> None:
        """With a dome of its own."""
        self._program, self._dome = Program("sky.vert", "sky.frag"), VertexArray(meshes.dome())

    def draw(self) -> None:
        """Draw it where nothing was drawn; faces are not culled and no depth is written."""
        self._program.use()
        self._dome.draw()

    def release(self) -> None:
        """Free everything."""
        self._program.release()
        self._dome.release()
