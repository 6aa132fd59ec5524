"""Shader programs: sources from the `shaders` folder, compiled, linked; uniforms by name."""
from __future__ import annotations

import numpy as np

from app.render.resources.gl import gl
from app.render.resources.shader_text import source

SCENE_BINDING = 0                                     # the uniform block of all programs
TEXTURE_UNITS = {"shadow_map": 0, "height_map": 1, "picture_map": 2, "body_rows": 3}


class ShaderError(RuntimeError):
    """A shader that the driver rejects, with its file and the driver's message."""


class Program:
    """A linked program, compiled at its first use: a first frame without ghosts and outlines does not wait for theirs."""

    def __init__(self, vertex: str, fragment: str, constants: dict[str, int] | None = None) -> None:
        """Of two files of the `shaders` folder; `constants` become #defines."""
        self.name = f"{vertex} + {fragment}"
        self._stages = ((gl.GL_VERTEX_SHADER, vertex), (gl.GL_FRAGMENT_SHADER, fragment))
        self._constants = constants
        self._id = 0
        self._locations: dict[str, int] = {}

    def use(self, **uniforms) -> None:
        """Make it current and set uniforms: int, float, 3 or 4 floats, or a (4, 4) matrix; names that the compiler dropped are
        ignored.  Raises ShaderError at the first use."""
        if not self._id:
            self._build()
        gl.glUseProgram(self._id)
        for name, value in uniforms.items():
            location = self._location(name)
            if location >= 0:
                _set(location, value)

    def _build(self) -> None:
        program = int(gl.glCreateProgram())
        for kind, name in self._stages:
            shader = _compiled(kind, name, source(name, self._constants))
            gl.glAttachShader(program, shader)
            gl.glDeleteShader(shader)
        gl.glLinkProgram(program)
        if not gl.glGetProgramiv(program, gl.GL_LINK_STATUS):
            raise ShaderError(f"{self.name}: {_text(gl.glGetProgramInfoLog(program))}")
        self._id = program
        block = int(gl.glGetUniformBlockIndex(program, "Scene"))
        if block != gl.GL_INVALID_INDEX:
            gl.glUniformBlockBinding(program, block, SCENE_BINDING)
        self.use(**TEXTURE_UNITS)

    def _location(self, name: str) -> int:
        if name not in self._locations:
            self._locations[name] = int(gl.glGetUniformLocation(self._id, name))
        return self._locations[name]

    def release(self) -> None:
        """Free it."""
        if self._id:
            gl.glDeleteProgram(self._id)
            self._id = 0


def _set(location: int, value) -> None:
    if isinstance(value, int):
        gl.glUniform1i(location, value)
    elif isinstance(value, float):
        gl.glUniform1f(location, value)
    elif len(value) == 3:
        gl.glUniform3f(location, *(float(x) for x in value))
    elif np.ndim(value) == 2:
        gl.glUniformMatrix4fv(location, 1, gl.GL_TRUE, np.ascontiguousarray(value, np.float32))
    else:
        gl.glUniform4f(location, *(float(x) for x in value))


def _compiled(kind: int, name: str, text: str) -> int:
    shader = int(gl.glCreateShader(kind))
    gl.glShaderSource(shader, text)
    gl.glCompileShader(shader)
    if not gl.glGetShaderiv(shader, gl.GL_COMPILE_STATUS):
        raise ShaderError(f"{name}: {_text(gl.glGetShaderInfoLog(shader))}")
    return shader


def _text(log) -> str:
    return log.decode(errors="replace") if isinstance(log, bytes) else str(log)
