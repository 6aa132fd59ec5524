// The camera: an eye that orbits a target.  Every method moves a goal, which `tick` approaches; as in camera_motion.py.
import { clamp, cross, minus, plus, scaled, length } from "./vectors.js";

const NARROWEST = 4 / 3;               // shape of a picture below which the view is widened, that nothing is cut off
const MOST_NOTCHES = 50;

export class Camera {
  constructor(numbers, pose) {
    this.numbers = numbers;
    this.fov = pose.fov;
    this.pose = pose;
    this.follow([0, 0, 0]);
    this.home();
    this.arrive();
  }

  // Back to where the recording begins.
  home() {
    const offset = minus(this.pose.eye, this.pose.target), away = Math.max(length(offset), 1e-9);
    const yaw = Math.atan2(offset[1], offset[0]), turns = this.goal ? Math.round((this.goal.yaw - yaw) / (2 * Math.PI)) : 0;
    this.goal = { target: this.pose.target.slice(), yaw: yaw + 2 * Math.PI * turns, distance: away,
                  pitch: clamp(Math.asin(clamp(offset[2] / away, -1, 1)), -this.numbers.steepest, this.numbers.steepest) };
    this.ease = this.numbers.slow;
  }

  arrive() { this.now = { ...this.goal, target: this.goal.target.slice() }; }

  // Moves with a body that has gone so far [m] since the beginning.
  follow(way) { this.way = way; }

  orbit(dx, dy) {
    this.goal.yaw -= dx * this.numbers.turn;
    this.goal.pitch = clamp(this.goal.pitch + dy * this.numbers.turn, -this.numbers.steepest, this.numbers.steepest);
    this.ease = this.numbers.quick;
  }

  // What lies at the target's depth follows a drag of (dx, dy) pixels in a picture `height` pixels high.
  pan(dx, dy, height) {
    const metres = 2 * this.tangent * this.goal.distance / height, axes = this.axes();
    this.goal.target = plus(plus(this.goal.target, axes.right, -dx * metres), axes.up, dy * metres);
    this.ease = this.numbers.quick;
  }

  zoom(notches) { this.stretch(this.numbers.zoom ** clamp(notches, -MOST_NOTCHES, MOST_NOTCHES)); }

  // Brings the eye to so many times its distance.
  stretch(factor) {
    this.goal.distance = clamp(this.goal.distance * factor, this.numbers.closest, this.numbers.farthest);
    this.ease = this.numbers.quick;
  }

  // Goes on for `dt` seconds; whether it has moved.
  tick(dt) {
    const { now, goal } = this, weight = -Math.expm1(-dt / this.ease);
    let rest = Math.abs(goal.yaw - now.yaw) + Math.abs(goal.pitch - now.pitch);
    rest += Math.abs(goal.distance - now.distance) / goal.distance;
    for (let k = 0; k < 3; k++) rest += Math.abs(goal.target[k] - now.target[k]) / goal.distance;
    if (rest === 0) return false;
    if (rest < 1e-4) { this.arrive(); return true; }
    for (const part of ["yaw", "pitch", "distance"]) now[part] += (goal[part] - now[part]) * weight;
    for (let k = 0; k < 3; k++) now.target[k] += (goal.target[k] - now.target[k]) * weight;
    return true;
  }

  axes() {
    const { yaw, pitch } = this.now, flat = Math.cos(pitch);
    const back = [flat * Math.cos(yaw), flat * Math.sin(yaw), Math.sin(pitch)], right = [-Math.sin(yaw), Math.cos(yaw), 0];
    return { right, up: cross(back, right), back };
  }

  // All that a picture needs, `aspect` times as wide as high.
  view(aspect) {
    const axes = this.axes(), { distance } = this.now, target = plus(this.now.target, this.way);
    const eye = plus(target, axes.back, distance), near = clamp(0.004 * distance, 0.01, 1), far = 4000 + 40 * distance;
    const tangent = this.tangent = Math.tan(this.fov / 2) * Math.max(1, NARROWEST / aspect);
    const x = 1 / (tangent * aspect), y = 1 / tangent;
    const [r, u, b] = [axes.right, axes.up, axes.back], at = (axis) => -(axis[0] * eye[0] + axis[1] * eye[1] + axis[2] * eye[2]);
    const depth = (far + near) / (near - far), shift = 2 * far * near / (near - far);
    const matrix = [...scaled(r, x), x * at(r), ...scaled(u, y), y * at(u), ...scaled(b, depth), depth * at(b) + shift,
                    ...scaled(b, -1), -at(b)];
    return { eye, target, distance, axes, near, tangents: [tangent * aspect, tangent], matrix };
  }
}
