"""Pipeline: one file for each stage of the step, numbered as in `physics.step`.

A stage takes the world as its argument, reads the arrays of its stores and calls kernels.  It never imports the world.
"""
