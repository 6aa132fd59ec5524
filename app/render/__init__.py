"""Drawing: frames in, pictures out.  Knows OpenGL and `app.draw.frame`; knows no physics and no ImGui.

    from app.render.offscreen import OffscreenContext     # only without a window
    from app.render.renderer import Renderer
    from app.render.resources.readback import PixelReader, read_rgb
"""
