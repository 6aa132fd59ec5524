"""Window: the main loop, and the real window that pyglet makes.

Everything of the app comes together here; nothing but the command line imports it.
"""
