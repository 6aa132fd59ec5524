"""Resources: OpenGL's objects - programs, framebuffers, vertex arrays, meshes - and reading pictures back.

Only this folder and the passes call OpenGL.
"""
