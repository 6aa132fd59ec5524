// Capsules, cylinders, cones, hulls, height fields: for each of their meshes tables of visible, translucent, shadowing bodies.
import { BODY, Mesh, MeshArray, Table } from "./tables.js";

const LISTS = ["near", "ghost", "cast"];
const OPEN = "FIELD", BEHIND = [1, 4];   // height fields are seen from both sides; as in solid.py

// What is open, its back a little behind its front where both have colours: at a crest they have the same depth.
function bothSides(gl, array, lit) {
  const culls = gl.isEnabled(gl.CULL_FACE);
  if (culls && !lit) gl.disable(gl.CULL_FACE);
  array.draw();
  if (culls && !lit) gl.enable(gl.CULL_FACE);
  if (!lit) return;
  gl.cullFace(gl.FRONT);
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(...BEHIND);
  array.draw();
  gl.disable(gl.POLYGON_OFFSET_FILL);
  gl.cullFace(gl.BACK);
}

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
      const open = kind.word === OPEN, lit = fragment === "solid.frag", array = kind[`${list}Array`];
      programs.use(vertex, open && lit ? "field.frag" : fragment, { ...constants, [kind.word]: 1 }, uniforms);
      if (open) bothSides(gl, array, lit);
      else array.draw();
    }
  }
}
