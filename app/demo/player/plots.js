// Plots of the recorded quantities over time, with a line at the present moment.
import { prefixOf, quantity } from "./numbers.js";

const BLINK = 120;                     // [ms]
const ROOM = { left: 46, right: 8, top: 6, bottom: 4 };                // [pixels] about the curves

export class Plots {
  // `plots` are { names, units, at }, whose values begin at `at` in `values`, curve by curve; `seek(time)` goes to a moment.
  constructor(place, plots, values, times, seek) {
    Object.assign(this, { place, times, seek });
    this.cards = plots.map((plot) => new Card(place, plot, plot.names.map((_, k) => {
      const from = plot.at + k * times.length;
      return values.subarray(from, from + times.length);
    }), times, seek));
    this.due = 0;                        // when values are written next [ms]
    place.hidden = !plots.length;
  }

  // Draws all curves anew: after a change of size or theme.
  draw() { if (!this.place.hidden) this.cards.forEach((card) => card.draw()); }

  // Shows a moment: the time, and the frame whose values are written, a few times a second while it plays.
  show(time, frame, playing) {
    if (this.place.hidden) return;
    const now = performance.now(), writes = !playing || now > this.due;
    if (writes) this.due = now + BLINK;
    this.cards.forEach((card) => card.show(time, writes ? frame : null));
  }
}

class Card {
  constructor(place, plot, curves, times, seek) {
    Object.assign(this, { plot, curves, times });
    this.root = document.createElement("figure");
    this.caption = document.createElement("figcaption");
    this.values = plot.names.map((name, k) => {
      const entry = document.createElement("span"), value = document.createElement("b");
      entry.className = `curve-${k}`;
      entry.append(readable(name), " ", value);
      this.caption.append(entry);
      return value;
    });
    this.area = document.createElement("div");
    this.area.className = "area";
    this.canvas = document.createElement("canvas");
    this.cursor = document.createElement("i");
    this.area.append(this.canvas, this.cursor);
    this.root.append(this.caption, this.area);
    place.append(this.root);
    const go = (event) => seek(this.timeAt(event.clientX - this.area.getBoundingClientRect().left));
    this.area.addEventListener("pointerdown", (event) => { this.area.setPointerCapture(event.pointerId); go(event); });
    this.area.addEventListener("pointermove", (event) => { if (event.buttons & 1) go(event); });
  }

  get span() { return Math.max(this.times[this.times.length - 1] - this.times[0], 1e-9); }
  get width() { return Math.max(this.area.clientWidth - ROOM.left - ROOM.right, 1); }

  placeOf(time) { return ROOM.left + (time - this.times[0]) / this.span * this.width; }
  timeAt(x) { return this.times[0] + Math.min(Math.max((x - ROOM.left) / this.width, 0), 1) * this.span; }

  show(time, frame) {
    this.cursor.style.transform = `translateX(${this.placeOf(time)}px)`;
    if (frame !== null) this.values.forEach((value, k) => {
      const text = quantity(this.curves[k][frame], this.plot.units[k]);
      if (value.textContent !== text) value.textContent = text;
    });
  }

  draw() {
    const { canvas } = this, ratio = window.devicePixelRatio || 1, width = this.area.clientWidth, height = this.area.clientHeight;
    canvas.width = Math.max(Math.round(width * ratio), 1);
    canvas.height = Math.max(Math.round(height * ratio), 1);
    const pen = canvas.getContext("2d"), style = getComputedStyle(this.root), [low, high] = rangeOf(this.curves);
    const y = (value) => height - ROOM.bottom - (value - low) / (high - low) * (height - ROOM.top - ROOM.bottom);
    pen.scale(ratio, ratio);
    pen.font = style.font;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.lineWidth = 1;
    for (const tick of ticksOf(low, high)) {
      pen.strokeStyle = style.getPropertyValue("--grid");
      pen.fillStyle = style.getPropertyValue("--faint");
      pen.beginPath();
      pen.moveTo(ROOM.left, Math.round(y(tick)) + 0.5);
      pen.lineTo(width - ROOM.right, Math.round(y(tick)) + 0.5);
      pen.stroke();
      pen.fillText(tickText(tick, low, high), ROOM.left - 6, Math.min(Math.max(y(tick), 7), height - 7));
    }
    pen.lineWidth = 1.6;
    pen.lineJoin = "round";
    this.curves.forEach((curve, k) => {
      pen.strokeStyle = style.getPropertyValue(`--curve-${k}`);
      pen.stroke(this.path(curve, y));
    });
  }

  // A curve, of which no more than the least and the greatest value of each column of pixels is drawn.
  path(curve, y) {
    const path = new Path2D(), count = curve.length, step = Math.max(count / (2 * this.width), 1);
    let pen = false;
    for (let from = 0; from < count; from += step) {
      let least = -1, most = -1;
      for (let k = Math.floor(from); k < Math.min(Math.ceil(from + step), count); k++) {
        if (!Number.isFinite(curve[k])) continue;
        if (least < 0 || curve[k] < curve[least]) least = k;
        if (most < 0 || curve[k] > curve[most]) most = k;
      }
      if (least < 0) { pen = false; continue; }
      for (const k of least === most ? [least] : [Math.min(least, most), Math.max(least, most)]) {
        path[pen ? "lineTo" : "moveTo"](this.placeOf(this.times[k]), y(curve[k]));
        pen = true;
      }
    }
    return path;
  }
}

// Of all finite values, and 0, with a little room.
function rangeOf(curves) {
  let low = 0, high = 0;
  for (const curve of curves)
    for (const value of curve) if (Number.isFinite(value)) { low = Math.min(low, value); high = Math.max(high, value); }
  const span = high - low || 1;
  return [low - (low < 0 ? 0.04 * span : 0), high + 0.06 * span];
}

function ticksOf(low, high) {
  const rough = (high - low) / 3, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough), found = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) found.push(k * step);
  return found;
}

// With the prefix that the greatest value has.
function tickText(tick, low, high) {
  const [scale, prefix] = prefixOf(Math.max(Math.abs(low), Math.abs(high)));
  const value = tick / scale;
  return Math.abs(value) < 1e-9 ? "0" : Number(value.toPrecision(3)) + prefix;
}

const readable = (name) => name.replace(/_/g, " ");
