"""Rendering: from frames to pictures.  Imports OpenGL and `app.draw.frame`, neither physics nor ImGui.

    from app.render.offscreen import OffscreenContext     # only without a window
    from app.render.renderer import Renderer
    from app.render.resources.readback import PixelReader, read_rgb
"""
