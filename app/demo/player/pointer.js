// Mouse, pen and fingers on the picture: one orbits, two fingers zoom and move, the right button moves, the wheel zooms.

const WHEEL = 1 / 100;                 // notches per pixel that a wheel scrolls
const LINE = 33;                       // [pixels] of a wheel that counts in lines

export function steer(canvas, camera, changed) {
  const held = new Map();              // pointer -> its last place
  const middle = () => [...held.values()].reduce(([x, y], p) => [x + p.x / held.size, y + p.y / held.size], [0, 0]);
  const spread = () => {
    const [a, b] = [...held.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus({ preventScroll: true });
    if (held.size === 2) return;
    canvas.setPointerCapture(event.pointerId);
    held.set(event.pointerId, { x: event.clientX, y: event.clientY, moves: event.button > 0 || event.shiftKey });
  });
  canvas.addEventListener("pointermove", (event) => {
    const place = held.get(event.pointerId);
    if (!place) return;
    const before = middle(), apart = held.size === 2 ? spread() : 0, height = canvas.clientHeight;
    place.x = event.clientX;
    place.y = event.clientY;
    const after = middle(), [dx, dy] = [after[0] - before[0], after[1] - before[1]];
    if (held.size === 2) {
      camera.pan(dx, dy, height);
      camera.stretch(apart / Math.max(spread(), 1));
    } else if (place.moves) camera.pan(dx, dy, height);
    else camera.orbit(dx, dy);
    changed();
  });
  for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
    canvas.addEventListener(end, (event) => held.delete(event.pointerId));
  canvas.addEventListener("wheel", (event) => {
    if (window !== window.parent && !document.hasFocus()) return;          // in a frame the page around it scrolls until a click
    event.preventDefault();
    camera.zoom(-event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1) * WHEEL);
    changed();
  }, { passive: false });
  canvas.addEventListener("dblclick", () => {
    camera.home();
    changed();
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}
