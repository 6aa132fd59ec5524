"""Circle: the drift of a particle that forces hold on a circle.

`impulse circle`.
"""
