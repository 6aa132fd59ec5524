"""Pipeline: one file a stage of the step, in the numbers of `physics.step`.

A stage is given the world, takes arrays out of its stores and calls kernels.  It never imports the world.
"""
