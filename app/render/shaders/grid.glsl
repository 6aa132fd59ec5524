// Coverage 0..1 of anti-aliased lines at whole numbers of u, `width` pixels wide, fading where cells become small.
float grid_lines(vec2 u, float width) {
    vec2 step_ = max(fwidth(u), vec2(1e-6));
    vec2 near = abs(fract(u - 0.5) - 0.5) / step_;
    vec2 line = clamp(0.5 + 0.5 * width - near, 0.0, 1.0) * clamp(1.3 - 3.0 * step_, 0.0, 1.0);
    return max(line.x, line.y);
}

// Lines at every metre, stronger ones at every ten and every hundred.
float metre_lines(vec2 at) {
    float tens = max(grid_lines(at * 0.1, 1.5 * picture.z), grid_lines(at * 0.01, 1.5 * picture.z));
    return max(0.36 * grid_lines(at, 1.1 * picture.z), 0.7 * tens);
}
