"""Storage: the stores of one world, of bodies, joints and contacts, which grow, close up, are copied out and put back.

Plain Python over arrays, which kernels take as arguments. `waking` and `breaking` change the stores between steps. Imported by
pipeline, views and the world.
"""
