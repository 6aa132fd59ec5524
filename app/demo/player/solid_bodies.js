// Capsules, cylinders, cones, hulls, height fields: for each of their meshes tables of visible, translucent, shadowing bodies.
import { BODY, Mesh, MeshArray, Table } from "./tables.js";

const LISTS = ["near", "ghost", "cast"];
const OPEN = "FIELD";                    // of height fields, which are seen from both sides

export class SolidBodies {
  // `words` of the meshes for the shaders; `forms`: the mesh of each body, -1 for none; `mesh`: number -> vertices and triangles.
  constructor(gl, words, forms, mesh) {
    this.gl = gl;
    this.forms = forms;
    this.kinds = words.map((word, k) => {
      const made = new Mesh(gl, ...mesh(k)), kind = { word };
      for (const name of LISTS) {
        kind[name] = new Table(gl, BODY);
        kind[`${name}Array`] = new MeshArray(gl, made, kind[name]);
      }
      return kind;
    });
  }

  // The tables of a body; null for a sphere or box.
  of(row) { return this.forms[row] < 0 ? null : this.kinds[this.forms[row]]; }

  clear() {
    for (const kind of this.kinds) for (const name of LISTS) kind[name].count = 0;
  }

  upload() {
    for (const kind of this.kinds) for (const name of LISTS) kind[name].upload();
  }

  draw(programs, list, vertex, fragment, constants, uniforms) {
    const { gl } = this;
    for (const kind of this.kinds) {
      if (!kind[list].count) continue;
      const open = kind.word === OPEN, culls = open && gl.isEnabled(gl.CULL_FACE);
      const colors = open && fragment === "solid.frag" ? "field.frag" : fragment;
      programs.use(vertex, colors, { ...constants, [kind.word]: 1 }, uniforms);
      if (culls) gl.disable(gl.CULL_FACE);
      kind[`${list}Array`].draw();
      if (culls) gl.enable(gl.CULL_FACE);
    }
  }
}
