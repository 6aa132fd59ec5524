// Capsules, cylinders, cones and hulls: for each of their meshes tables of visible, translucent and shadowing bodies.
import { BODY, Mesh, MeshArray, Table } from "./tables.js";

const LISTS = ["near", "ghost", "cast"];

export class SolidBodies {
  // `words` of the meshes for the shaders; `forms`: the mesh of each body, -1 for none; `mesh`: number -> vertices and triangles.
  constructor(gl, words, forms, mesh) {
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
    for (const kind of this.kinds) {
      if (!kind[list].count) continue;
      programs.use(vertex, fragment, { ...constants, [kind.word]: 1 }, uniforms);
      kind[`${list}Array`].draw();
    }
  }
}
