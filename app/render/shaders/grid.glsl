// Coverage 0..1 of anti-aliased lines at whole numbers of u, `width` pixels wide, fading where cells become small; `step_` is
// the change of u from one pixel to the next.
float grid_lines(vec2 u, vec2 step_, float width) {
    vec2 near = abs(fract(u - 0.5) - 0.5) / step_;
    vec2 line = clamp(0.5 + 0.5 * width - near, 0.0, 1.0) * clamp(1.3 - 3.0 * step_, 0.0, 1.0);
    return max(line.x, line.y);
}

// Lines at every metre, stronger ones at every ten and every hundred.
float metre_lines(vec2 at) {
    vec2 step_ = max(fwidth(at), vec2(1e-6));
    float tens = grid_lines(at * 0.1, step_ * 0.1, 1.5 * picture.z), hundreds = grid_lines(at * 0.01, step_ * 0.01, 1.5 * picture.z);
    return max(0.36 * grid_lines(at, step_, 1.1 * picture.z), 0.7 * max(tens, hundreds));
}
