"""Bodies: their rows in memory, and how single bodies and pairs of them move.

Inertia, integration of velocities and poses, the gyroscopic term, warm starting by bodies. Imports `definitions`, `compile` and
`simd`; collision, contacts, constraints and all above them import it.
"""
