// The player: it unpacks the recording, draws it, and goes on in time.
import { Camera } from "./camera.js";
import { Controls } from "./controls.js";
import { Pace } from "./pace.js";
import { Plots } from "./plots.js";
import { steer } from "./pointer.js";
import { ABSENT, Recording } from "./recording.js";
import { Renderer } from "./renderer.js";
import { unpacked } from "./unpacking.js";
import { minus } from "./vectors.js";

const LONGEST = 0.1;                   // [s] between two pictures; more counts as that
const NO_WEBGL = "This browser cannot draw the scene: it has no WebGL 2, or that is switched off.";
const ASKED = new URLSearchParams(location.hash.slice(1));             // #time=2.5&play=0&theme=light&quality=software

class Player {
  constructor(head, arrays) {
    Object.assign(this, { head, arrays, speed: 1, loops: false, playing: false, joints: true, pictures: 0 });
    this.recording = new Recording(head, arrays);
    this.time = this.recording.begin;
    this.theme = asked("theme", head.drawing.themes) ?? head.theme;
    this.camera = new Camera(head.drawing.camera, head.camera);
    this.canvas = document.getElementById("picture");
    this.pace = new Pace();
    this.controls = new Controls(this);
    const place = document.getElementById("plots"), seek = (time) => this.seek(time);
    this.plots = new Plots(place, head.plots, arrays.plots, this.recording.times, seek);
    steer(this.canvas, this.camera, () => this.wake());
    this.canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); this.renderer = null; });
    this.canvas.addEventListener("webglcontextrestored", () => this.begin());
    new ResizeObserver(() => { this.plots.draw(); this.wake(); }).observe(document.body);
    this.showTheme();
  }

  // Makes what draws, and the first picture.
  begin() {
    this.gl ??= this.canvas.getContext("webgl2", { alpha: false, antialias: false, powerPreference: "high-performance" });
    if (!this.gl) throw new Error(NO_WEBGL);
    const name = rendererOf(this.gl).toLowerCase();
    this.soft = this.head.drawing.software.some((word) => name.includes(word));
    this.quality = asked("quality", this.head.drawing.qualities) ?? (this.soft ? "software" : "high");
    this.renderer = new Renderer(this.gl, this.head, this.arrays, this.recording, this.quality);
    this.seek(Number(ASKED.get("time") ?? this.time));
    this.draw();
    const still = ASKED.get("play") === "0" || matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still && this.recording.frames > 1) this.toggle();
  }

  // Another quality of drawing; its pictures begin with all pixels.
  change(quality) {
    this.quality = quality;
    this.renderer = new Renderer(this.gl, this.head, this.arrays, this.recording, quality);
    this.pace = new Pace();
    this.wake();
  }

  // Goes on drawing, until nothing moves.
  wake() {
    if (this.waiting || !this.renderer) return;
    this.waiting = true;
    requestAnimationFrame((now) => this.tick(now));
  }

  tick(now) {
    this.waiting = false;
    if (!this.renderer) return;
    const passed = this.last ? now - this.last : 0, dt = Math.min(passed / 1000, LONGEST);
    if (this.playing) this.goOn(dt);
    const turned = this.camera.tick(dt);
    if (this.last && passed) this.pace.note(passed);
    if (this.pace.fewest && this.quality !== "software") this.change(this.quality === "high" ? "balanced" : "software");
    this.draw();
    this.last = this.playing || turned ? now : 0;
    if (this.last) this.wake();
  }

  goOn(dt) {
    const { begin, end } = this.recording;
    this.time += dt * this.speed;
    if (this.time < end) return;
    this.time = this.loops ? begin : end;
    this.playing = this.loops;
  }

  draw() {
    const { canvas, recording, camera } = this, ratio = this.soft ? 1 : Math.min(window.devicePixelRatio || 1, 2);
    const scale = ratio * this.pace.detail, size = (length) => Math.max(Math.round(length * scale), 2);
    const width = size(canvas.clientWidth), height = size(canvas.clientHeight);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    recording.goTo(this.time);
    const { followed } = this.head;
    if (followed !== null && recording.state(followed) !== ABSENT)
      camera.follow(minus(recording.positions.subarray(3 * followed, 3 * followed + 3), this.head.camera.target));
    const { shadows, grid } = this.head.options;
    const joints = this.head.options.joints && this.joints, hurried = this.playing && this.pace.detail < 1;
    this.renderer.draw(camera, { theme: this.theme, scale, width, height, shadows, grid, joints, hurried });
    this.controls.show(this.time, this.playing);
    this.plots.show(this.time, recording.frame, this.playing);
    this.pictures++;
  }

  seek(time) {
    const { begin, end } = this.recording;
    this.time = Math.min(Math.max(Number.isFinite(time) ? time : begin, begin), end);
    this.wake();
  }

  toggle() {
    if (!this.playing && this.time >= this.recording.end) this.time = this.recording.begin;
    this.playing = !this.playing;
    this.wake();
  }

  stepBy(frames) {
    const { times } = this.recording, frame = this.recording.frameAt(this.time) + frames;
    this.playing = false;
    this.seek(times[Math.min(Math.max(frame, 0), times.length - 1)]);
  }

  home() { this.camera.home(); this.wake(); }
  toggleJoints() { this.joints = !this.joints; this.wake(); }

  togglePlots() {
    if (!this.head.plots.length) return;
    this.plots.place.hidden = !this.plots.place.hidden;
    this.plots.draw();
    this.wake();
  }

  toggleTheme() {
    const names = Object.keys(this.head.drawing.themes);
    this.theme = names[(names.indexOf(this.theme) + 1) % names.length];
    this.showTheme();
    this.wake();
  }

  showTheme() {
    document.documentElement.dataset.theme = this.theme;
    this.plots.draw();
  }
}

// What the address asks for, if it is one of the names in `known`.
function asked(name, known) {
  const value = ASKED.get(name);
  return value !== null && Object.hasOwn(known, value) ? value : null;
}

function rendererOf(gl) {
  const about = gl.getExtension("WEBGL_debug_renderer_info");
  return String(gl.getParameter(about ? about.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
}

function refuse(error) {
  const message = document.getElementById("message");
  message.textContent = error.message;
  message.hidden = false;
  console.error(error);
}

async function start() {
  const text = (name) => document.getElementById(name).textContent, head = JSON.parse(text("head"));
  document.getElementById("title").textContent = head.title;
  document.getElementById("about").textContent = head.about;
  try {
    window.player = new Player(head, await unpacked(head.table, text("block")));
    window.player.begin();
    document.body.dataset.state = "ready";
  } catch (error) {
    refuse(error);
    document.body.dataset.state = "failed";
  }
}

start();
