"""Draw: from published views to a frame, the renderer's only input.

Camera, colours, overlays, ghosts, joints.  Arrays in, arrays out; no GL.
"""
