// The bodies of a picture as rows for the graphics card: visible ones, sorted and by the way they are drawn; as in body_rows.py.
import { glass } from "./glass.js";
import { ABSENT, AWAKE } from "./recording.js";
import { BODY, Table } from "./tables.js";

// boxes, spheres: drawn in full; farBoxes, farSpheres: so small that simpler shaders do; linedBoxes: floors and walls;
// ghostBoxes, ghostSpheres: translucent; castBoxes, castSpheres: what throws shadows.
const LISTS = ["boxes", "farBoxes", "linedBoxes", "spheres", "farSpheres", "ghostBoxes", "ghostSpheres", "castBoxes",
               "castSpheres"];

export class DrawnBodies {
  constructor(gl, recording, looks, numbers, solids) {
    Object.assign(this, { recording, numbers, solids, ...looks });       // `colors`, `marks`, `walls`, `dynamic`
    for (const name of LISTS) this[name] = new Table(gl, BODY);                 // `solids` are all others
    this.radii = new Float32Array(recording.count);
    for (let k = 0; k < recording.count; k++) {
      const [x, y, z] = recording.sizes.subarray(3 * k, 3 * k + 3);
      this.radii[k] = recording.kinds[k] === numbers.kinds.sphere ? x : Math.hypot(x, y, z);
    }
    this.distances = new Float32Array(recording.count);
    this.bounds = new Float32Array(4 * Math.max(recording.count, 1));
  }

  // All lists for a picture whose pixels are `angle` metres wide at one metre; `theme` 0 is dark, 1 light.
  arrange(view, angle, theme, thrifty) {
    const { recording, numbers } = this, { kinds, positions } = recording, order = [], seen = frustumOf(view.matrix);
    for (const name of LISTS) this[name].count = 0;
    this.solids.clear();
    let solids = 0;
    const glassy = glass(recording, this, view.eye, numbers.glass), edges = [Infinity, Infinity, -Infinity, -Infinity];
    for (let k = 0; k < recording.count; k++) {
      if (kinds[k] === numbers.kinds.plane || recording.state(k) === ABSENT) continue;
      const x = positions[3 * k], y = positions[3 * k + 1], z = positions[3 * k + 2], radius = this.radii[k];
      this.bounds.set([x, y, z, radius], 4 * solids++);
      if (!((this.marks[k] & numbers.marks.ghost) || glassy.has(k)))
        this.put(this.solids.of(k)?.cast ?? (kinds[k] === numbers.kinds.box ? this.castBoxes : this.castSpheres), k, theme, 0);
      if (!seen.every(([a, b, c, d]) => a * x + b * y + c * z + d > -radius)) continue;
      this.distances[k] = Math.hypot(x - view.eye[0], y - view.eye[1], z - view.eye[2]);
      order.push(k);
      widen(edges, view.matrix, x, y, z, radius);
    }
    order.sort((a, b) => this.distances[a] - this.distances[b]);
    for (const k of order) this.sortIn(k, this.distances[k] * angle, theme, thrifty, glassy.has(k));
    for (const name of ["ghostBoxes", "ghostSpheres"]) reverse(this[name]);
    for (const name of LISTS) this[name].upload();
    this.solids.upload();
    if (!solids) this.bounds.set([...view.target, 0.5], 0);
    return { solids: { count: Math.max(solids, 1), spheres: this.bounds }, edges };
  }

  // Puts a visible body, whose pixels are so many metres wide, into its list.
  sortIn(k, pixel, theme, thrifty, glassy) {
    const { marks, detail, kinds } = this.numbers, mark = this.marks[k], size = this.recording.sizes.subarray(3 * k, 3 * k + 3);
    const ghost = glassy || (mark & marks.ghost) !== 0, alpha = glassy ? mark | marks.ghost : mark;
    const solid = this.solids.of(k);
    if (solid) {
      this.put(ghost ? solid.ghost : solid.near, k, theme, alpha);
    } else if (this.recording.kinds[k] === kinds.box) {
      const bevel = Math.min(detail.bevelShare * Math.min(...size), detail.widestBevel);
      const list = ghost ? this.ghostBoxes : mark & marks.grid ? this.linedBoxes
        : thrifty && pixel > bevel / detail.farBevel ? this.farBoxes : this.boxes;
      this.put(list, k, theme, alpha);
    } else {
      const far = !(mark & marks.plain) && pixel > size[0] / detail.farRadius;
      this.put(ghost ? this.ghostSpheres : far ? this.farSpheres : this.spheres, k, theme, alpha);
    }
  }

  put(table, k, theme, alpha) {
    const { recording } = this, at = table.add(), { floats, octets } = table, state = recording.state(k);
    for (let c = 0; c < 3; c++) floats[at + c] = recording.positions[3 * k + c];
    for (let c = 0; c < 4; c++) floats[at + 3 + c] = recording.rotations[4 * k + c];
    for (let c = 0; c < 3; c++) floats[at + 7 + c] = recording.sizes[3 * k + c];
    const from = 3 * ((2 * theme + (state === AWAKE ? 0 : 1)) * recording.count + k);
    for (let c = 0; c < 3; c++) octets[4 * at + 40 + c] = this.colors[from + c];
    octets[4 * at + 43] = alpha;
  }
}

// Five planes with outer sides, from a matrix world -> clip: of the sides and of the eye.
function frustumOf(m) {
  const row = (k) => m.slice(4 * k, 4 * k + 4), [x, y, z, w] = [0, 1, 2, 3].map(row);
  const sum = (a, sign) => w.map((value, k) => value + sign * a[k]);
  return [sum(x, 1), sum(x, -1), sum(y, 1), sum(y, -1), sum(z, 1)].map((plane) => {
    const size = Math.hypot(plane[0], plane[1], plane[2]);
    return plane.map((value) => value / size);
  });
}

// Widens a range of clip space (x, y from -1 to 1) by a sphere.
function widen(edges, m, x, y, z, radius) {
  const w = m[12] * x + m[13] * y + m[14] * z + m[15], near = w - radius;
  for (const k of [0, 1]) {
    const place = m[4 * k] * x + m[4 * k + 1] * y + m[4 * k + 2] * z + m[4 * k + 3];
    const reach = radius * Math.hypot(m[4 * k], m[4 * k + 1], m[4 * k + 2]), low = place - reach, high = place + reach;
    edges[k] = near < 0.05 ? -1 : Math.min(edges[k], low / (low < 0 ? near : w + radius));
    edges[2 + k] = near < 0.05 ? 1 : Math.max(edges[2 + k], high / (high > 0 ? near : w + radius));
  }
}

// Farthest first.
function reverse(table) {
  const { floats, width, count } = table, old = floats.slice(0, width * count);
  for (let k = 0; k < count; k++) floats.set(old.subarray(width * k, width * (k + 1)), width * (count - 1 - k));
}
