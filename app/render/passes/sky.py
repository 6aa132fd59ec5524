"""The sky pass: a dome about the eye, behind everything, with colours computed at its vertices."""
from __future__ import annotations

from app.render.resources import meshes
from app.render.resources.program import Program
from app.render.resources.vertex_arrays import VertexArray


class SkyPass:
    """Draws the sky."""

    def __init__(self) -> None:
        """Make the dome."""
        self._program, self._dome = Program("sky.vert", "sky.frag"), VertexArray(meshes.dome())

    def draw(self) -> None:
        """Draw it where no other pass has drawn, without culling and depth writes."""
        self._program.use()
        self._dome.draw()

    def release(self) -> None:
        """Free everything."""
        self._program.release()
        self._dome.release()
