// Six white stripes along the axis of a round body: turning about any axis shows.  A stripe begins and ends where cos(6 angle) is
// 0; by the double and triple angle formulas that needs no angle.  q: from the axis, in units of the radius; pixel: its width there.
float stripe_band(vec2 q, float pixel) {
    float flat_ = max(length(q), 1e-3), c = q.x / flat_;
    float triple = (4.0 * c * c - 3.0) * c, away = (2.0 * triple * triple - 1.0) / PI;
    float width = clamp(pixel * (3.0 / PI) * 2.0 / flat_, 0.004, 1.0);
    return mix(smoothstep(-width, width, away), 0.5, smoothstep(0.4, 0.9, width));
}
