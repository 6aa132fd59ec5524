"""AVBD, augmented vertex block descent: bodies move one after the other, and stiffness grows where constraints are not met."""
from physics.lab.methods.avbd.method import METHOD

__all__ = ["METHOD"]
