"""Storage: the stores of one world - bodies, joints, contacts - that grow, close up, are copied out and put back.

Plain Python over arrays; kernels are given the arrays. `waking` and `breaking` change the stores between steps. Imported by
pipeline, views and the world.
"""
