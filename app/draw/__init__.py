"""Draw: from published views to a frame, which is all that the renderer needs.

Camera, colours, overlays, ghosts, joints.  Arrays in, arrays out; no GL.
"""
