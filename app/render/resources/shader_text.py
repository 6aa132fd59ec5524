"""Shader texts: files of the `shaders` folder, joined; no GL.

`#include "x.glsl"` is replaced by that file, once per shader.
"""
from __future__ import annotations

import re
from importlib.resources import files

INCLUDE = re.compile(r'^#include "(.+)"$', re.MULTILINE)


def file_text(name: str) -> str:
    """One file as it is."""
    return files("app.render").joinpath("shaders", name).read_text(encoding="utf-8")


def source(name: str, constants: dict[str, int] | None = None) -> str:
    """The full text of a shader file for the compiler; `constants` become #defines."""
    defines = "".join(f"#define {key} {value}\n" for key, value in (constants or {}).items())
    return f"#version 330 core\n{defines}{_joined(name, set())}"


def _joined(name: str, seen: set[str]) -> str:
    if name in seen:
        return ""
    seen.add(name)
    return INCLUDE.sub(lambda match: _joined(match[1], seen), file_text(name))
