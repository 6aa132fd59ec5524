// Coverage 0..1 of anti-aliased lines at whole numbers of u, `width` pixels wide, fading where cells become small.
float grid_lines(vec2 u, float width) {
    vec2 step_ = max(fwidth(u), vec2(1e-6));
    vec2 near = abs(fract(u - 0.5) - 0.5) / step_;
    vec2 line = clamp(0.5 + 0.5 * width - near, 0.0, 1.0) * clamp(1.3 - 3.0 * step_, 0.0, 1.0);
    return max(line.x, line.y);
}
