"""Resources: the things OpenGL keeps - programs, framebuffers, vertex arrays, meshes - and reading pictures back.

The only place that calls OpenGL besides the passes.
"""
