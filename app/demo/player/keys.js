// The keys: what each does, and what the help says of it.

export const KEYS = [
  ["play", "Space", "play or pause"],
  ["on", ". →", "one frame on"],
  ["back", ", ←", "one frame back"],
  ["first", "Home", "to the start"],
  ["last", "End", "to the end"],
  ["slower", "-", "slower"],
  ["faster", "+ =", "faster"],
  ["loop", "L", "again and again"],
  ["home", "R", "camera back to its place"],
  ["joints", "J", "joints"],
  ["plots", "P", "plots"],
  ["theme", "T", "dark or light"],
  ["whole", "F", "full screen"],
  ["help", "? H", "this list"],
  ["close", "Esc", "close it"],
];
export const MOUSE = [
  ["drag", "orbit"],
  ["right drag, two fingers", "move"],
  ["wheel, pinch", "zoom"],
  ["double click", "camera back to its place"],
];
const NAMES = { "→": "arrowright", "←": "arrowleft", Space: " ", Esc: "escape" };

// Key, as events name it in small letters -> action.
export const actionOf = new Map(KEYS.flatMap(([action, keys]) =>
  keys.split(" ").map((key) => [NAMES[key] ?? key.toLowerCase(), action])));
