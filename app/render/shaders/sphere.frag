#include "scene.glsl"
#include "light.glsl"
#include "marks.glsl"
#include "sphere_hit.glsl"
#ifdef FLAT
flat in vec4 haze;
#endif
out vec4 result;

// Six white stripes and two caps, like a beach ball: turning about any axis shows.  A stripe begins and ends where
// cos(6 angle) is 0; by the double and triple angle formulas that needs no angle.
float stripes(vec3 q, float pixel) {
    float flat_ = max(length(q.xy), 1e-3), c = q.x / flat_;
    float triple = (4.0 * c * c - 3.0) * c, away = (2.0 * triple * triple - 1.0) / PI;
    float width = clamp(pixel * (3.0 / PI) * 2.0 / flat_, 0.004, 1.0);
    float band = smoothstep(-width, width, away);
    float cap = smoothstep(-pixel, pixel, abs(q.z) - 0.955);
    return mix(mix(band, 0.5, smoothstep(0.4, 0.9, width)), 1.0, cap);
}

void main() {
    Hit hit = sphere_hit();
#ifdef COVERAGE
    if (hit.cover <= 0.0) discard;
#else
    if (hit.cover < 0.5) discard;
#endif
    int marks = marks_of(paint.a);
    vec3 albedo = paint.rgb;
    if ((marks & PLAIN) == 0)
        albedo = mix(albedo, mix(albedo, vec3(0.90), 0.80), stripes(unrotate(turn, hit.normal), hit.away * eye.w / radius));
    if ((marks & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    vec3 c = shade(albedo, hit.point, hit.normal, vec2(0.42, sky_seen(hit.point, hit.normal)), shadow(hit.point, hit.normal));
#ifdef GHOSTS
    float rim = clamp(1.0 + dot(hit.ray, hit.normal), 0.0, 1.0);
    result = vec4(tone(c), (0.28 + 0.5 * rim * rim) * hit.cover);
#elif defined(FLAT)
    result = vec4(tone_curve(c * haze.w + haze.rgb), hit.cover);
#else
    result = vec4(tone(fog(c, hit.away, hit.ray)), hit.cover);
#endif
}
