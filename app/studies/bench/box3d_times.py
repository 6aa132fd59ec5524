"""Times of Box3D, which has no Python package: measured on another machine beside rapier3d, and published ones.

Box3D's time here is estimated: rapier3d's time here, times their ratio on the other machine.
"""
from __future__ import annotations

ENGINE, BESIDE = "box3d", "rapier3d"
WHERE = "Box3D 0.2 (Release, SSE2) beside rapier3d 0.36.1 on two cores of an AMD EPYC (Zen 4), 2026-11-20"

# scene -> threads -> time of a step of Box3D and of rapier3d there [ms]
MEASURED: dict[str, dict[int, tuple[float, float]]] = {
    "A": {1: (1.95, 1.71), 2: (1.14, 1.02)},
    "B": {1: (14.1, 17.5), 2: (6.96, 8.63)},
    "C": {1: (4.21, 3.55), 2: (2.49, 2.07)},
    "D": {1: (9.62, 10.6), 2: (4.91, 5.69)},
    "E": {1: (32.7, 32.1), 2: (16.6, 16.6)},
    "F": {1: (3.78, 2.76), 2: (2.05, 1.63)},
    "G": {1: (0.0238, 0.0464), 2: (0.0254, 0.0373)},
    "H": {1: (0.0137, 0.0269), 2: (0.0153, 0.0276)},
    "I": {1: (0.103, 0.145), 2: (0.0893, 0.155)},
    "J": {1: (0.114, 0.162), 2: (0.0974, 0.168)},
}
# scene -> time of a step in Box3D's own benchmark of it [ms], and its machine
PUBLISHED: dict[str, tuple[float, str]] = {"B": (2071 / 200, "`large_pyramid` on an AMD Ryzen 9 7950X, SSE2, one thread")}


def share(scene: str, threads: int) -> float | None:
    """Box3D's time over rapier3d's on a scene, None without a measurement."""
    times = MEASURED.get(scene, {}).get(threads)
    return times[0] / times[1] if times else None
