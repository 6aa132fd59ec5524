// Shader programs: the program's own files, joined, compiled as GLSL ES 3.00; uniforms by name.

const HEAD = "#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n"
  + "precision highp sampler2DShadow;\n";
const INCLUDE = /^#include "(.+)"$/gm;
export const UNITS = { shadow_map: 0, height_map: 1, picture_map: 2 };

function joined(texts, name, known) {
  if (known.has(name)) return "";
  known.add(name);
  return texts[name].replace(INCLUDE, (_, other) => joined(texts, other, known));
}

export class Programs {
  // `texts`: file -> text.
  constructor(gl, texts) {
    this.gl = gl;
    this.texts = texts;
    this.made = new Map();
    this.block = null;                   // layout of the uniform block that all programs share
  }

  // Makes the program of two files current, with constants and uniforms: a number, or a list of 3, 4 or 16.
  use(vertex, fragment, constants = {}, uniforms = {}) {
    const { gl } = this, key = `${vertex} ${fragment} ${JSON.stringify(constants)}`;
    if (!this.made.has(key)) this.made.set(key, this.make(vertex, fragment, constants));
    const { program, places } = this.made.get(key);
    gl.useProgram(program);
    for (const [name, value] of Object.entries(uniforms)) {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      const place = places.get(name);
      if (typeof value === "number") gl.uniform1f(place, value);
      else if (value.length === 3) gl.uniform3fv(place, value);
      else if (value.length === 4) gl.uniform4fv(place, value);
      else gl.uniformMatrix4fv(place, true, value);
    }
  }

  make(vertex, fragment, constants) {
    const { gl } = this, program = gl.createProgram();
    for (const [kind, name] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
      const shader = gl.createShader(kind);
      const defines = Object.entries(constants).map(([key, value]) => `#define ${key} ${value}\n`);
      gl.shaderSource(shader, HEAD + defines.join("") + joined(this.texts, name, new Set()));
      gl.compileShader(shader);
      if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
        throw new Error(`${name}: ${gl.getShaderInfoLog(shader)}`);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
      throw new Error(`${vertex} + ${fragment}: ${gl.getProgramInfoLog(program)}`);
    const block = gl.getUniformBlockIndex(program, "Scene");
    if (block !== gl.INVALID_INDEX) {
      gl.uniformBlockBinding(program, block, 0);
      this.block ??= layoutOf(gl, program, block);
    }
    gl.useProgram(program);
    for (const [name, unit] of Object.entries(UNITS)) gl.uniform1i(gl.getUniformLocation(program, name), unit);
    return { program, places: new Map() };
  }
}

// Size of the block [numbers], and name -> where it begins.
function layoutOf(gl, program, block) {
  const found = [...gl.getActiveUniformBlockParameter(program, block, gl.UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES)];
  const offsets = gl.getActiveUniforms(program, found, gl.UNIFORM_OFFSET);
  const places = new Map(found.map((index, k) => [gl.getActiveUniform(program, index).name, offsets[k] / 4]));
  return { size: gl.getActiveUniformBlockParameter(program, block, gl.UNIFORM_BLOCK_DATA_SIZE) / 4, places };
}

// The uniform block of the scene.
export class SceneBlock {
  constructor(gl) {
    this.gl = gl;
    this.buffer = gl.createBuffer();
  }

  // `values`: name -> 4 numbers, or a matrix of 16, row by row.
  upload(layout, values) {
    const { gl } = this, data = new Float32Array(layout.size);
    for (const [name, value] of Object.entries(values)) {
      const at = layout.places.get(name);
      if (value.length === 4) data.set(value, at);
      else for (let k = 0; k < 16; k++) data[at + 4 * (k % 4) + (k >> 2)] = value[k];
    }
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.buffer);
    gl.bufferData(gl.UNIFORM_BUFFER, data, gl.STREAM_DRAW);
    gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, this.buffer);
  }
}
