// Numbers as text, as in si_format.py.

const PREFIXES = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]];
const LEAST = 1e-6;
const PREFIXED = ["J", "N", "m", "m/s", "N s", "N m", "W", "s"];       // units that take a prefix

// Three digits, with a prefixed unit where the unit takes one.
export function quantity(value, unit) {
  if (!Number.isFinite(value)) return "–";
  if (!PREFIXED.includes(unit)) return `${plain(value)}${unit ? ` ${unit}` : ""}`;
  if (Math.abs(value) < LEAST) return `0 ${unit}`;
  const [scale, prefix] = prefixOf(value);
  return `${plain(value / scale)} ${prefix}${unit}`;
}

// Scale and letter of the prefix with which a number has one to three digits before the point.
export const prefixOf = (value) => PREFIXES.find(([least]) => Math.abs(value) >= least) ?? [LEAST, "µ"];

function plain(value) {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size < 1e-3 || size >= 1e7) return value.toExponential(1);
  return Number.isInteger(value) ? String(value) : value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0);
}

export const seconds = (time) => `${time.toFixed(2)} s`;
