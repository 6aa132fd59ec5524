"""Opening scenes in a session.

Input: the name of a scene, its values and settings.  Output: the session with its worlds, or a fault card.
"""
