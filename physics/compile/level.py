"""Level: the processor that kernels are compiled for.

By default it is the host's model, whose code is two to four per cent faster than that of its level.  Kernels that come with a
package (`compile.prebuilt`) are compiled for one of a few levels, so that they run on other machines:

    x86-64-v4           AVX-512: F, BW, CD, DQ, VL
    x86-64-v3           AVX2, FMA
    aarch64             NEON, every 64-bit ARM

$IMPULSE_LEVEL names one, or `host`; $NUMBA_CPU_NAME and $NUMBA_CPU_FEATURES, if set, take precedence, as they do for all of
numba.  Results have the same bits on all levels.  Uses no numba internals: numba.config and llvmlite.binding are public.
"""
from __future__ import annotations

import functools
import os
import platform
from typing import NamedTuple

from llvmlite import binding
from numba import config

AVX2 = ("avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe")
AVX512 = (*AVX2, "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
SWITCH = "IMPULSE_LEVEL"
HOST = "host"


class Level(NamedTuple):
    """A processor as LLVM names it."""

    name: str                                    # of the level
    cpu: str                                     # LLVM's name of the processor
    features: str = ""                           # LLVM's list of features, "+a,-b"


X86_64_V4 = Level("x86-64-v4", "x86-64-v4")
X86_64_V3 = Level("x86-64-v3", "x86-64-v3")
AARCH64 = Level("aarch64", "generic", "+neon")
LEVELS = {each.name: each for each in (X86_64_V4, X86_64_V3, AARCH64)}


def _host() -> Level:
    there = binding.get_host_cpu_features()
    return Level(HOST, binding.get_host_cpu_name(), there.flatten() if config.ENABLE_AVX else _without_avx(there))


def _without_avx(features) -> str:
    return ",".join(f"{'+' if there and 'avx' not in name else '-'}{name}" for name, there in features.items())


def fitting(machine: str, features: dict[str, bool]) -> str:
    """Name of the highest level that a processor supports, by LLVM's names of its features."""
    if machine.lower() in ("x86_64", "amd64"):
        for level, needed in ((X86_64_V4, AVX512), (X86_64_V3, AVX2)):
            if all(features.get(each) for each in needed):
                return level.name
    return AARCH64.name if machine.lower() in ("aarch64", "arm64") else HOST


def levels_up_to(highest: str) -> list[str]:
    """Names of the levels that a processor of this level supports: for x86-64 also lower ones."""
    if highest == X86_64_V4.name:
        return [X86_64_V3.name, X86_64_V4.name]
    return [highest] if highest in LEVELS else []


def _named() -> str:
    wanted = os.environ.get(SWITCH, "")
    if wanted and wanted != HOST and wanted not in LEVELS:
        raise ValueError(f"{SWITCH}={wanted}: expected one of {', '.join((*LEVELS, HOST))}")
    return wanted


@functools.cache
def level() -> Level:
    """The level for which this process compiles."""
    if config.CPU_NAME is not None:
        return Level(config.CPU_NAME, config.CPU_NAME, _host().features if config.CPU_FEATURES is None else config.CPU_FEATURES)
    return LEVELS.get(_named()) or _host()


@functools.cache
def prebuilt_level() -> Level:
    """The level whose prebuilt kernels this process takes: the named one, else the highest that this machine supports."""
    if config.CPU_NAME is not None or _named() or not config.ENABLE_AVX:
        return level()
    return LEVELS.get(fitting(platform.machine(), binding.get_host_cpu_features())) or _host()
