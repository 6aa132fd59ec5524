// Tables of rows, and meshes that are drawn once a row, in buffers of the graphics card.

const FLOAT = "float", OCTET = "octet";
const SIZES = { [FLOAT]: 4, [OCTET]: 1 };
// Attributes of a row: place in the shaders, how many numbers, of what.
export const BODY = { stride: 44, parts: [[2, 3, FLOAT], [3, 4, FLOAT], [4, 3, FLOAT], [5, 4, OCTET]] };
export const SEGMENT = { stride: 36, parts: [[2, 3, FLOAT], [3, 3, FLOAT], [4, 4, OCTET], [5, 2, FLOAT]] };
export const MARKER = { stride: 20, parts: [[2, 3, FLOAT], [3, 4, OCTET], [4, 1, FLOAT]] };
export const RECTANGLE = { stride: 16, parts: [[2, 2, FLOAT], [3, 2, FLOAT]] };
const VERTEX = { stride: 24, parts: [[0, 3, FLOAT], [1, 3, FLOAT]] };

function declare(gl, { stride, parts }, divisor) {
  let at = 0;
  for (const [place, count, kind] of parts) {
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, count, kind === FLOAT ? gl.FLOAT : gl.UNSIGNED_BYTE, kind === OCTET, stride, at);
    gl.vertexAttribDivisor(place, divisor);
    at += count * SIZES[kind];
  }
}

// Rows of one kind, filled anew for each picture: numbers in `floats`, colours in `octets`, which are the same memory.
export class Table {
  constructor(gl, layout) {
    this.gl = gl;
    this.layout = layout;
    this.width = layout.stride / 4;
    this.count = 0;
    this.buffer = gl.createBuffer();
    this.reserve(16);
  }

  reserve(rows) {
    const old = this.floats;
    this.room = rows;
    this.floats = new Float32Array(rows * this.width);
    this.octets = new Uint8Array(this.floats.buffer);
    if (old) this.floats.set(old);
  }

  // Where the numbers of a new row begin; its octets begin at four times that.
  add() {
    if (this.count === this.room) this.reserve(2 * this.room);
    return this.width * this.count++;
  }

  upload() {
    const { gl } = this;
    if (!this.count) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, this.floats.subarray(0, this.width * this.count), gl.STREAM_DRAW);
  }
}

// A mesh: vertices of six numbers, position and normal, and triangles.
export class Mesh {
  constructor(gl, vertices, triangles) {
    this.data = { vertices, triangles };
    this.vertices = gl.createBuffer();
    this.triangles = gl.createBuffer();
    this.indices = triangles.length;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.vertices);
    gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.triangles);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(triangles), gl.STATIC_DRAW);
  }
}

// A mesh, drawn once, or once for each row of a table.
export class MeshArray {
  constructor(gl, mesh, table = null) {
    this.gl = gl;
    this.mesh = mesh;
    this.table = table;
    this.id = gl.createVertexArray();
    gl.bindVertexArray(this.id);
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh.vertices);
    declare(gl, VERTEX, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.triangles);
    if (table) {
      gl.bindBuffer(gl.ARRAY_BUFFER, table.buffer);
      declare(gl, table.layout, 1);
    }
    gl.bindVertexArray(null);
  }

  draw() {
    const { gl } = this, times = this.table ? this.table.count : 1;
    if (!times) return;
    gl.bindVertexArray(this.id);
    gl.drawElementsInstanced(gl.TRIANGLES, this.mesh.indices, gl.UNSIGNED_INT, 0, times);
  }
}

// The same in one piece: each row is copied to all vertices of the mesh.  Without a graphics card an instance costs as much as a
// dozen triangles.
export class SpreadArray {
  constructor(gl, mesh, table) {
    Object.assign(this, { gl, mesh, table, room: 0 });
    this.id = gl.createVertexArray();
    this.vertices = gl.createBuffer();
    this.triangles = gl.createBuffer();
    gl.bindVertexArray(this.id);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.vertices);
    declare(gl, { stride: VERTEX.stride + table.layout.stride, parts: [...VERTEX.parts, ...table.layout.parts] }, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.triangles);
    gl.bindVertexArray(null);
  }

  reserve(rows) {
    const { gl, mesh } = this, { vertices, triangles } = mesh.data, corners = vertices.length / 6;
    this.room = rows;
    this.rows = new Float32Array(rows * corners * (6 + this.table.width));
    const indices = new Uint32Array(rows * triangles.length);
    for (let k = 0; k < indices.length; k++)
      indices[k] = triangles[k % triangles.length] + corners * Math.floor(k / triangles.length);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  }

  draw() {
    const { gl, table, mesh: { data: { vertices, triangles } } } = this, wide = 6 + table.width;
    if (!table.count) return;
    gl.bindVertexArray(this.id);
    if (table.count > this.room) this.reserve(2 * table.count);
    let at = 0;
    for (let row = 0; row < table.count; row++) {
      const values = table.floats.subarray(table.width * row, table.width * (row + 1));
      for (let corner = 0; corner < vertices.length; corner += 6, at += wide) {
        for (let k = 0; k < 6; k++) this.rows[at + k] = vertices[corner + k];
        this.rows.set(values, at + 6);
      }
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.vertices);
    gl.bufferData(gl.ARRAY_BUFFER, this.rows.subarray(0, at), gl.STREAM_DRAW);
    gl.drawElements(gl.TRIANGLES, triangles.length * table.count, gl.UNSIGNED_INT, 0);
  }
}

// Rows of a table as quads of four numbered corners, or as points.
export class RowArray {
  constructor(gl, table, quads) {
    this.gl = gl;
    this.table = table;
    this.quads = quads;
    this.id = gl.createVertexArray();
    gl.bindVertexArray(this.id);
    gl.bindBuffer(gl.ARRAY_BUFFER, table.buffer);
    declare(gl, table.layout, quads ? 1 : 0);
    gl.bindVertexArray(null);
  }

  draw() {
    const { gl, table } = this;
    if (!table.count) return;
    gl.bindVertexArray(this.id);
    if (this.quads) gl.drawArraysInstanced(gl.TRIANGLE_FAN, 0, 4, table.count);
    else gl.drawArrays(gl.POINTS, 0, table.count);
  }
}

// Flat polygons in space, as triangles with normals.
export class Polygons {
  constructor(gl) {
    this.gl = gl;
    this.count = 0;
    this.buffer = gl.createBuffer();
    this.id = gl.createVertexArray();
    gl.bindVertexArray(this.id);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    declare(gl, VERTEX, 0);
    gl.bindVertexArray(null);
  }

  upload(polygons, normals) {
    const { gl } = this, rows = [];
    polygons.forEach((polygon, k) => {
      for (let i = 1; i + 1 < polygon.length; i++)
        for (const corner of [polygon[0], polygon[i], polygon[i + 1]]) rows.push(...corner, ...normals[k]);
    });
    this.count = rows.length / 6;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(rows), gl.STREAM_DRAW);
  }

  draw() {
    if (!this.count) return;
    this.gl.bindVertexArray(this.id);
    this.gl.drawArrays(this.gl.TRIANGLES, 0, this.count);
  }
}
