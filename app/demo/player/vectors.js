// Vectors are arrays of three numbers, matrices of 16, row by row; quaternions are x y z w.

export const plus = (a, b, times = 1) => [a[0] + times * b[0], a[1] + times * b[1], a[2] + times * b[2]];
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scaled = (a, factor) => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a) => scaled(a, 1 / Math.max(length(a), 1e-12));
export const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

// A unit vector across a unit vector; always the same choice.
export const across = (a) => unit(cross(a, Math.abs(a[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));

// The vector v, turned by the quaternion that begins at `at` in `q`.
export function rotated(q, at, v) {
  const x = q[at], y = q[at + 1], z = q[at + 2], w = q[at + 3];
  const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

export function product(a, b) {
  const found = new Array(16).fill(0);
  for (let r = 0; r < 4; r++)
    for (let c = 0; c < 4; c++)
      for (let k = 0; k < 4; k++) found[4 * r + c] += a[4 * r + k] * b[4 * k + c];
  return found;
}
