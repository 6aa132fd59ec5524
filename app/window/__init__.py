"""Window: the main loop, and the real window that pyglet makes.

It assembles all parts of the app; only the command line imports it.
"""
