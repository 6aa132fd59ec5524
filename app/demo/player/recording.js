// The recording: poses and states of all bodies at any time.
import { tracksOf } from "./unpacking.js";

// States of a body, as in recording.py; others are asleep or, of a sensor, occupied.
export const ABSENT = 0;
export const AWAKE = 1;

export class Recording {
  // `head` is the page's table of contents, `arrays` what was unpacked.
  constructor(head, arrays) {
    this.count = arrays.kinds.length;
    this.frames = arrays.times.length;
    this.times = arrays.times;
    this.kinds = arrays.kinds;
    this.sizes = arrays.sizes;
    this.states = arrays.states;
    this.moving = arrays.moving;
    this.steps = head.steps;
    this.tracks = tracksOf(arrays.tracks, this.frames, 7);
    this.positions = new Float32Array(3 * this.count);
    this.rotations = new Float32Array(4 * this.count);
    this.frame = 0;
    for (let row = 0; row < this.count; row++) {
      for (let k = 0; k < 3; k++) this.positions[3 * row + k] = arrays.still[7 * row + k];
      for (let k = 0; k < 4; k++) this.rotations[4 * row + k] = arrays.still[7 * row + 3 + k];
    }
  }

  get begin() { return this.times[0]; }
  get end() { return this.times[this.frames - 1]; }

  // The last frame at or before a time.
  frameAt(time) {
    let low = 0, high = this.frames - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time + 1e-9) low = middle; else high = middle - 1;
    }
    return low;
  }

  // Moves all bodies to where they are at a time: between two frames along straight lines and shorter arcs.
  goTo(time) {
    const frame = this.frame = this.frameAt(time), next = Math.min(frame + 1, this.frames - 1);
    const span = this.times[next] - this.times[frame];
    const share = span > 0 ? Math.min(Math.max((time - this.times[frame]) / span, 0), 1) : 0;
    const { tracks, moving, positions, rotations, steps } = this, rows = moving.length;
    for (let k = 0; k < rows; k++) {
      const row = moving[k];
      const whole = this.states[frame * this.count + row] !== ABSENT && this.states[next * this.count + row] !== ABSENT;
      const a = (frame * rows + k) * 7, b = whole ? (next * rows + k) * 7 : a;
      for (let c = 0; c < 3; c++)
        positions[3 * row + c] = (tracks[a + c] + (tracks[b + c] - tracks[a + c]) * share) * steps[0];
      let facing = 0, square = 0;
      for (let c = 3; c < 7; c++) facing += tracks[a + c] * tracks[b + c];
      const sign = facing < 0 ? -1 : 1, at = 4 * row - 3;
      for (let c = 3; c < 7; c++) {
        const value = tracks[a + c] + (sign * tracks[b + c] - tracks[a + c]) * share;
        rotations[at + c] = value;
        square += value * value;
      }
      const inverse = 1 / Math.sqrt(square || 1);
      for (let c = 3; c < 7; c++) rotations[at + c] *= inverse;
    }
  }

  state(row) { return this.states[this.frame * this.count + row]; }
}
