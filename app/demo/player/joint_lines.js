// Joints as lines and dots: links from bodies to anchors, and at the anchors what the style of the joint says.
import { MARKER, SEGMENT, Table } from "./tables.js";
import { across, cross, dot, length, minus, plus, rotated, scaled, unit } from "./vectors.js";

const DOT = 0, AXIS = 1, ROD = 2, ROPE = 3, COIL = 4, PULLEY = 5, COUPLE = 6;          // as in joint_rows.py
const ABSENT = 0, DISABLED = 2, BROKEN = 3;
const ROPE_PIECES = 16, COIL_PIECES = 108, STRAIGHT = 0.12, OPENING = 16;
const MANY = 300, SMALL = 0.75;        // joints from which on all are dots, and their size then

export class JointLines {
  // `rows`: bodies, anchors, axes, linked, styles, sizes, lengths, grounds and states, as in joint_rows.py.
  constructor(gl, recording, rows, numbers) {
    Object.assign(this, { recording, numbers, ...rows });
    this.count = rows.styles.length;
    this.lines = new Table(gl, SEGMENT);
    this.casings = new Table(gl, SEGMENT);
    this.dots = new Table(gl, MARKER);
  }

  // All lines and dots in the colours of a theme, `scale` pixels wide for each of the design's.
  arrange(theme, scale) {
    const { recording, count } = this, from = recording.frame * count;
    this.ink = theme.inks;
    this.casing = theme.casing;
    this.scale = scale;
    for (const table of [this.lines, this.casings, this.dots]) table.count = 0;
    const states = this.states.subarray(from, from + count), many = states.filter((state) => state !== ABSENT).length > MANY;
    for (let row = 0; row < count; row++) if (states[row] !== ABSENT) this.draw(row, states[row], many);
    for (const table of [this.lines, this.casings, this.dots]) table.upload();
  }

  anchor(row, side) {
    const body = this.bodies[2 * row + side], at = 6 * row + 3 * side, local = this.anchors.subarray(at, at + 3);
    if (body < 0) return [...local];
    return plus(this.center(body), rotated(this.recording.rotations, 4 * body, local));
  }

  center(body) { return [...this.recording.positions.subarray(3 * body, 3 * body + 3)]; }

  draw(row, state, many) {
    const { numbers, ink } = this, ends = [this.anchor(row, 0), this.anchor(row, 1)], style = this.styles[row];
    if (state === BROKEN) return ends.forEach((end) => this.mark(end, ink.broken, numbers.dot));
    const tinted = (color) => state === DISABLED ? ink.disabled : color;
    for (const side of [0, 1])
      if (this.linked[2 * row + side])
        this.line(this.center(this.bodies[2 * row + side]), ends[side], tinted(ink.link), numbers.thin);
    if (style === ROPE) this.rope(row, ends, tinted(ink.rope));
    else if (style === COIL) this.coil(row, ends, tinted(ink.spring));
    else if (style === PULLEY) this.pulley(row, ends, tinted(ink.rope), tinted(ink.main));
    else if (style === ROD) this.line(...ends, tinted(ink.main), numbers.thick);
    else if (style === COUPLE) this.line(...ends, tinted(ink.link), numbers.fine);
    if (style === AXIS && !many) this.axis(row, ends[0], tinted(ink.main));
    if (style === DOT || style === AXIS) this.mark(ends[0], tinted(ink.main), many ? SMALL * numbers.dot : numbers.dot);
    else if (!many) ends.forEach((end) => this.mark(end, tinted(ink.main), numbers.dot));
  }

  axis(row, at, color) {
    const body = this.bodies[2 * row], local = this.axes.subarray(3 * row, 3 * row + 3);
    const along = scaled(body < 0 ? local : rotated(this.recording.rotations, 4 * body, local), this.sizes[row]);
    this.line(plus(at, along, -1), plus(at, along), color, this.numbers.thick);
  }

  // Hangs down by the depth of a nearly straight rope of its length.
  rope(row, [a, b], color) {
    const way = minus(b, a), sag = this.numbers.sag * Math.sqrt(Math.max(this.lengths[row] ** 2 - dot(way, way), 0));
    const point = (share) => plus(plus(a, way, share), [0, 0, -1], 4 * share * (1 - share) * sag);
    this.curve(ROPE_PIECES, point, color, this.numbers.rope);
  }

  coil(row, [a, b], color) {
    const { turns, radius, slimmest, fine } = this.numbers, way = minus(b, a), far = length(way);
    const along = far > 1e-9 ? unit(way) : [0, 0, 1], side = across(along), up = cross(along, side);
    const widest = Math.min(radius * this.sizes[row], slimmest * far);
    this.curve(COIL_PIECES, (share) => {
      const inside = Math.min(Math.max((share - STRAIGHT) / (1 - 2 * STRAIGHT), 0), 1), angle = 2 * Math.PI * turns * inside;
      const open = widest * Math.min(Math.max(Math.min(share - STRAIGHT, 1 - STRAIGHT - share) * OPENING, 0), 1);
      return plus(plus(plus(a, way, share), side, open * Math.cos(angle)), up, open * Math.sin(angle));
    }, color, fine);
  }

  pulley(row, [a, b], color, other) {
    const [g, h] = [0, 3].map((k) => [...this.grounds.subarray(6 * row + k, 6 * row + k + 3)]), path = [a, g, h, b];
    for (let k = 0; k < 3; k++) this.line(path[k], path[k + 1], color, this.numbers.rope);
    [g, h].forEach((end) => this.mark(end, other, this.numbers.ball));
  }

  curve(pieces, point, color, width) {
    for (let k = 0, last = point(0); k < pieces; k++) {
      const next = point((k + 1) / pieces);
      this.line(last, next, color, width);
      last = next;
    }
  }

  line(a, b, color, width) {
    segment(this.lines, a, b, color, width * this.scale);
    const casing = [...this.casing.slice(0, 3), color[3] * this.casing[3] / 255];
    segment(this.casings, a, b, casing, (width + 2 * this.numbers.casing) * this.scale);
  }

  mark(at, color, size) {
    const from = this.dots.add();
    this.dots.floats.set(at, from);
    this.dots.octets.set(color, 4 * from + 12);
    this.dots.floats[from + 4] = size * this.scale;
  }
}

// Appends a line, `width` pixels wide, to a table.
export function segment(table, a, b, color, width) {
  const from = table.add();
  table.floats.set(a, from);
  table.floats.set(b, from + 3);
  table.octets.set(color, 4 * from + 24);
  table.floats[from + 7] = width;
  table.floats[from + 8] = 1;
}
