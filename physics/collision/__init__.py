"""Collision: which bodies may touch, where they do, and which impulses their points had before."""
