// From the texts in the page to arrays of numbers; see packing.py and quantization.py.

const TYPES = { u1: Uint8Array, i4: Int32Array, f4: Float32Array, f8: Float64Array };

function octetsOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text), octets = new Uint8Array(letters.length);
  for (let k = 0; k < letters.length; k++) octets[k] = letters.charCodeAt(k);
  return octets;
}

// Name -> typed array, of what `table` says lies in the compressed block.
export async function unpacked(table, text) {
  if (typeof DecompressionStream === "undefined") throw new Error("this browser cannot inflate data; a newer one is needed");
  const stream = new Blob([octetsOf(text)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const buffer = await new Response(stream).arrayBuffer(), arrays = {};
  for (const [name, { type, shape, at }] of Object.entries(table))
    arrays[name] = new TYPES[type](buffer, at, shape.reduce((a, b) => a * b, 1));
  return arrays;
}

// Tracks (frames, rows, width) as whole numbers, from the byte planes of their second differences (width, rows, frames).
export function tracksOf(planes, frames, width) {
  const count = planes.length / 4, rows = count / (frames * width) || 0, found = new Int32Array(count);
  for (let column = 0, from = 0; column < width; column++)
    for (let row = 0; row < rows; row++)
      for (let frame = 0, value = 0, change = 0; frame < frames; frame++, from++) {
        const code = planes[from] | planes[from + count] << 8 | planes[from + 2 * count] << 16 | planes[from + 3 * count] << 24;
        const rest = (code >>> 1) ^ -(code & 1);
        if (frame === 0) value = rest;
        else value = (value + (change = (change + rest) | 0)) | 0;
        found[(frame * rows + row) * width + column] = value;
      }
  return found;
}
