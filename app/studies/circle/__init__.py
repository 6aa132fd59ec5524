"""Circle: a particle that forces hold on a circle, and how it drifts.

`impulse circle`.
"""
