// The bar below the picture, and the keyboard.
import { KEYS, MOUSE, actionOf } from "./keys.js";
import { seconds } from "./numbers.js";

const BLINK = 60;                      // [ms]
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4];
const KEPT = "Space ArrowLeft ArrowRight Home End".split(" ");         // keys by which a page would scroll

export class Controls {
  // `player` has what buttons and keys do.
  constructor(player) {
    this.player = player;
    this.due = 0;                        // when the bar shows the time next [ms]
    const part = (name) => document.getElementById(name);
    for (const name of ["play", "line", "clock", "speed", "help"]) this[name] = part(name);
    for (const speed of SPEEDS) this.speed.add(new Option(`${speed}×`, speed, speed === 1, speed === 1));
    const { begin, end } = player.recording;
    Object.assign(this.line, { min: begin, max: end, step: "any", value: begin });
    this.line.addEventListener("input", () => player.seek(Number(this.line.value)));
    this.speed.addEventListener("change", () => { player.speed = Number(this.speed.value); });
    this.actions = {
      play: () => player.toggle(), back: () => player.stepBy(-1), on: () => player.stepBy(1),
      first: () => player.seek(begin), last: () => player.seek(end),
      slower: () => this.shiftSpeed(-1), faster: () => this.shiftSpeed(1), loop: () => this.toggleLoop(),
      plots: () => player.togglePlots(), joints: () => player.toggleJoints(), theme: () => player.toggleTheme(),
      home: () => player.home(), whole: () => toggleWhole(), help: () => { this.help.hidden = !this.help.hidden; },
      close: () => { this.help.hidden = true; },
    };
    for (const button of document.querySelectorAll("button[data-do]"))
      button.addEventListener("click", () => this.actions[button.dataset.do]());
    this.help.querySelector("tbody").append(...[...KEYS.map(([, ...texts]) => texts), ...MOUSE].map(rowOf));
    document.addEventListener("keydown", (event) => {
      const word = actionOf.get(event.key.toLowerCase());
      const elsewhere = event.ctrlKey || event.metaKey || event.altKey || event.target === this.speed;
      if (!word || elsewhere || event.key === " " && event.target instanceof HTMLButtonElement) return;
      if (KEPT.includes(event.code)) event.preventDefault();
      this.actions[word]();
    });
  }

  shiftSpeed(by) {
    const index = Math.min(Math.max(this.speed.selectedIndex + by, 0), SPEEDS.length - 1);
    this.speed.selectedIndex = index;
    this.player.speed = SPEEDS[index];
  }

  toggleLoop() {
    this.player.loops = !this.player.loops;
    document.getElementById("loop").setAttribute("aria-pressed", String(this.player.loops));
  }

  // Shows a moment, a few times a second while it plays.
  show(time, playing) {
    const now = performance.now();
    if (playing && now < this.due && this.play.dataset.state === "true") return;
    this.due = now + BLINK;
    const { end } = this.player.recording, share = (time - this.line.min) / Math.max(this.line.max - this.line.min, 1e-9);
    this.line.value = time;
    this.line.style.setProperty("--share", `${100 * share}%`);
    this.line.setAttribute("aria-valuetext", seconds(time));
    this.clock.textContent = `${seconds(time)} / ${seconds(end)}`;
    if (this.play.dataset.state !== String(playing)) {
      this.play.dataset.state = String(playing);
      this.play.setAttribute("aria-label", playing ? "Pause" : "Play");
    }
  }
}

function rowOf([keys, text]) {
  const row = document.createElement("tr");
  for (const [kind, textContent] of [["th", keys], ["td", text]])
    row.append(Object.assign(document.createElement(kind), { textContent }));
  return row;
}

function toggleWhole() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.().catch(() => {});           // a frame may forbid it
}
