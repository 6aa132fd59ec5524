// The parallel views from the sun and from above, for the two maps of depths; as in light_fit.py.
import { cross, dot, plus, unit } from "./vectors.js";

const TOP = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];

// `solids` are at least one body: `count`, and `spheres` about them, four numbers each (x, y, z, radius).  A view is
// { matrix, texel, depth, reach }, the matrix from the world to the clip space of a map of `size` texels.

export function sunView(solids, view, light, size) {
  const axes = axesOf(light.sun), longest = longestOf(view), frustum = seen(view, longest, axes);
  const some = rangeOf(solids, axes, view.eye, frustum), all = some.found ? some : rangeOf(solids, axes, view.eye, null);
  const reach = reachOf(all.farthest, longest), [low, high] = seen(view, reach, axes);
  const cut = [0, 1].map((k) => [Math.max(all.range[k][0], low[k]), Math.min(all.range[k][1], high[k])]);
  const empty = cut.some(([a, b]) => a >= b);
  return { ...parallel(axes, empty ? all.range : [...cut, all.range[2]], size, light.step), reach };
}

export function topView(solids, view, light, typical) {
  const { range, farthest } = rangeOf(solids, TOP, view.eye, null), reach = reachOf(farthest, longestOf(view));
  for (const axis of [0, 1]) {
    range[axis][0] = Math.max(range[axis][0] - 4 * typical, view.eye[axis] - reach);
    range[axis][1] = Math.max(Math.min(range[axis][1] + 4 * typical, view.eye[axis] + reach), range[axis][0] + 0.1);
  }
  return { ...parallel(TOP, range, light.heightMap, light.step), reach };
}

// The distance beyond which shadows are too small to be visible.
const longestOf = (view) => 60 + 6 * view.distance;
const reachOf = (farthest, longest) => Math.min(1.2 * farthest + 1, longest);

function axesOf(toward) {
  const back = unit(toward), right = unit(cross(Math.abs(back[2]) < 0.99 ? [0, 0, 1] : [0, 1, 0], back));
  return [right, cross(back, right), back];
}

// The range of the bodies along three axes, and the distance of the farthest one; of those alone whose place along the first two
// axes touches `frustum`, unless that is null.
function rangeOf({ count, spheres }, axes, eye, frustum) {
  const range = [[Infinity, -Infinity], [Infinity, -Infinity], [Infinity, -Infinity]], place = [0, 0, 0];
  let farthest = 0, found = 0;
  for (let k = 0; k < count; k++) {
    const x = spheres[4 * k], y = spheres[4 * k + 1], z = spheres[4 * k + 2], radius = spheres[4 * k + 3];
    for (let a = 0; a < 3; a++) place[a] = axes[a][0] * x + axes[a][1] * y + axes[a][2] * z;
    if (frustum && (place[0] + radius <= frustum[0][0] || place[1] + radius <= frustum[0][1]
                    || place[0] - radius >= frustum[1][0] || place[1] - radius >= frustum[1][1])) continue;
    for (let a = 0; a < 3; a++) {
      range[a][0] = Math.min(range[a][0], place[a] - radius);
      range[a][1] = Math.max(range[a][1], place[a] + radius);
    }
    farthest = Math.max(farthest, Math.hypot(x - eye[0], y - eye[1], z - eye[2]) + radius);
    found++;
  }
  return { range, farthest, found };
}

// Lowest and highest x and y, along the first two axes, of what is visible up to a distance.
function seen(view, reach, axes) {
  const low = [Infinity, Infinity], high = [-Infinity, -Infinity], [tx, ty] = view.tangents;
  for (const away of [view.near, reach])
    for (const x of [-tx, tx])
      for (const y of [-ty, ty]) {
        let corner = plus(view.eye, view.axes.back, -away);
        corner = plus(plus(corner, view.axes.right, x * away), view.axes.up, y * away);
        for (const k of [0, 1]) {
          const place = dot(axes[k], corner);
          low[k] = Math.min(low[k], place);
          high[k] = Math.max(high[k], place);
        }
      }
  return [low, high];
}

// Sizes are steps and places whole texels, so that shadows do not shimmer.
function parallel(axes, range, size, step) {
  let width = Math.max(range[0][1] - range[0][0], range[1][1] - range[1][0], 0.2) * 1.04 + 0.02;
  width = step ** Math.ceil(Math.log(width) / Math.log(step));
  const texel = width / size, depth = range[2][1] - range[2][0] + 0.2, matrix = [];
  const middle = [0, 1].map((k) => Math.round((range[k][0] + range[k][1]) / 2 / texel) * texel);
  for (const k of [0, 1]) matrix.push(...axes[k].map((x) => x * 2 / width), -middle[k] * 2 / width);
  matrix.push(...axes[2].map((x) => -x * 2 / depth), (range[2][1] + range[2][0]) / depth, 0, 0, 0, 1);
  return { matrix, texel, depth };
}
