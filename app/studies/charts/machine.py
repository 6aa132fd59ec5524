"""The machine of a measurement: the CPU, its cores, the system, and the versions of everything that affects time."""
from __future__ import annotations

import os
import platform
import re
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from app.headless.errors import version as our_version
from impulse.files.reading import MOST_OF_OURS, beginning


def describe(packages: tuple[str, ...] = ()) -> dict[str, str | int]:
    """The machine, and the versions of Impulse, Python, the compiler of its kernels, and `packages`, as values for JSON."""
    found: dict[str, str | int] = {"cpu": cpu_name(), "target": target(), "cores": os.cpu_count() or 1,
                                   "system": f"{platform.system()} {platform.machine()}", "impulse": our_version(),
                                   "python": platform.python_version()}
    for name in ("numpy", "numba", "llvmlite", *packages):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def cpu_name() -> str:
    """The processor's name, as its vendor writes it."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        text = beginning(info, MOST_OF_OURS).decode("utf-8", "replace")
        named = re.search(r"^(?:model name|Model|Hardware)\s*:\s*(.+)$", text, re.M)
        if named:
            return " ".join(named[1].split())
    if platform.system() == "Darwin":
        asked = subprocess.run(["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True, check=False)
        if asked.returncode == 0 and asked.stdout.strip():
            return asked.stdout.strip()
    return platform.processor() or platform.machine() or "unknown CPU"


def target() -> str:
    """The processor for which kernels are compiled: a level, or a model by LLVM's name."""
    from physics.compile.level import HOST, level
    return level().cpu if level().name == HOST else level().name


def width() -> str:
    """The widest vectors of compiled kernels, by the target."""
    from physics.compile.level import level
    target = level()
    features = {word[1:] for word in target.features.split(",") if word.startswith("+")}
    for name, level_name, wide in (("avx512f", "x86-64-v4", "AVX-512"), ("avx2", "x86-64-v3", "AVX2"), ("sse4.2", "", "SSE4.2"),
                                   ("neon", "", "NEON")):
        if name in features or target.cpu == level_name:
            return wide
    return "the CPU's own"


def file_name(machine: dict[str, str | int]) -> str:
    """A machine's name as the start of a file name: lower case, words joined by hyphens."""
    text = f"{machine['cpu']} {machine['target']} {machine['cores']} cores"
    text = re.sub(r"\((?:R|TM|C)\)", " ", text, flags=re.IGNORECASE)
    return "-".join(re.findall(r"[a-z0-9.]+", text.lower()))
