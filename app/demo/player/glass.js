// Walls that would hide what moves are drawn like glass; as in frame_builder.py.
import { ABSENT } from "./recording.js";
import { minus, rotated } from "./vectors.js";

// Rows of the walls that hide more than a share of the moving bodies from the eye.  `walls` and `dynamic` are rows of bodies.
export function glass(recording, { walls, dynamic }, eye, { hides, samples }) {
  const there = (k) => recording.state(k) !== ABSENT, moving = dynamic.filter(there), found = new Set();
  if (!walls.length || !moving.length) return found;
  const points = Array.from({ length: samples }, (_, k) => {
    const row = moving[Math.floor(k * (moving.length - 1) / (samples - 1))];
    return recording.positions.subarray(3 * row, 3 * row + 3);
  });
  for (const wall of walls)
    if (there(wall) && points.filter((point) => isHidden(recording, wall, eye, point)).length > hides * samples) found.add(wall);
  return found;
}

// Whether the line from the eye, outside the box, to a point goes through it.
function isHidden(recording, wall, eye, point) {
  const { positions, rotations, sizes } = recording, middle = positions.subarray(3 * wall, 3 * wall + 3);
  const back = [-rotations[4 * wall], -rotations[4 * wall + 1], -rotations[4 * wall + 2], rotations[4 * wall + 3]];
  const from = rotated(back, 0, minus(eye, middle)), to = rotated(back, 0, minus(point, middle));
  let enter = -Infinity, leave = Infinity;
  for (let k = 0; k < 3; k++) {
    const along = Math.abs(to[k] - from[k]) < 1e-9 ? 1e-9 : to[k] - from[k], half = sizes[3 * wall + k];
    const one = (-half - from[k]) / along, other = (half - from[k]) / along;
    enter = Math.max(enter, Math.min(one, other));
    leave = Math.min(leave, Math.max(one, other));
  }
  return enter > 0 && enter < 1 && enter < leave;
}
