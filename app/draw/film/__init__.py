"""The film of a scene as it is seen: the camera's path through keyframes, and the captions of a time.

Comes in: the film plan of `app.published`, and a time of the scene.  Goes out: vantages, poses and captions, for films and for
the window.
"""
