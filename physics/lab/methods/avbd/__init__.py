"""AVBD, augmented vertex block descent: bodies move one after the other, and the stiffness of violated constraints grows."""
from physics.lab.methods.avbd.method import METHOD

__all__ = ["METHOD"]
