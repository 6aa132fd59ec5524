#include "scene.glsl"
#include "light.glsl"
#include "marks.glsl"
#include "stripes.glsl"
in vec3 world;
in vec3 local;
in vec3 way;
#if defined(HULL) || defined(FACETS)
in float edge;
#endif
flat in vec3 size;
flat in vec4 turn;
flat in vec4 paint;
out vec4 result;

struct Surface { vec3 geometric; vec3 lean; float inset; float bevel; };

// The exact normal, which triangles have at their corners alone; lean: what the normal turns to at a rim, which is inset [m] away.
Surface surface() {
    Surface s;
    s.lean = vec3(0.0);
    s.inset = 1e4;
    s.bevel = min(0.11 * min(size.x, min(size.y, size.z)), 0.08);
    float across = max(length(local.xy), 1e-9);
    vec3 side = vec3(local.xy / across, 0.0);
#ifdef CAPSULE
    float half_length = size.z - size.x;
    s.geometric = normalize(local - vec3(0.0, 0.0, clamp(local.z, -half_length, half_length)));
#elif defined(CYLINDER)
    bool end = abs(way.z) > 0.5;
    vec3 top = vec3(0.0, 0.0, local.z < 0.0 ? -1.0 : 1.0);
    s.geometric = end ? top : side;
    s.lean = end ? side : top;
    s.inset = end ? size.x - across : size.z - abs(local.z);
#elif defined(CONE)
    bool base = way.z < -0.5;
    vec3 slope = normalize(side * (4.0 / 3.0 * size.z) + vec3(0.0, 0.0, size.x));
    s.geometric = base ? vec3(0.0, 0.0, -1.0) : slope;
    s.lean = base ? slope : vec3(0.0, 0.0, -1.0);
    s.inset = base ? size.x - across : (local.z + size.z / 3.0) * length(vec2(1.0, 0.75 * size.x / size.z));
#else
    s.geometric = way;
    s.inset = edge;
#endif
    return s;
}

void main() {
    int marks = marks_of(paint.a);
    vec3 albedo = paint.rgb, view = world - eye.xyz;
    float away = length(view), pixel = away * eye.w;
    Surface s = surface();
    float lean = clamp(1.0 - s.inset / s.bevel, 0.0, 1.0), keep = 1.0 - smoothstep(0.25, 0.9, pixel / s.bevel);
    vec3 geometric = rotate(turn, s.geometric);
    vec3 normal = rotate(turn, normalize(s.geometric + s.lean * lean * lean * 0.95 * keep));
#ifdef CAPSULE
    float line = 0.0;
#else
    float width = max(fwidth(s.inset), 1e-5);
    float line = (1.0 - smoothstep(0.0, width * 1.6, s.inset)) * clamp(1.3 - width / s.bevel, 0.18, 1.0);
#endif
#if !defined(HULL) && !defined(FACETS)
    if ((marks & PLAIN) == 0) {
        float white = stripe_band(local.xy / size.x, pixel / size.x);
#ifdef CAPSULE
        white = mix(white, 1.0, smoothstep(-pixel / size.x, pixel / size.x, abs(s.geometric.z) - 0.955));
#endif
        albedo = mix(albedo, mix(albedo, vec3(0.90), 0.80), white);
    }
#endif
    if ((marks & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    vec3 c = shade(albedo, world, normal, vec2(0.46, sky_seen(world, geometric)), shadow(world, geometric)) * (1.0 - 0.32 * line);
#ifdef GHOSTS
    float rim = clamp(1.0 + dot(view / away, geometric), 0.0, 1.0);
    result = vec4(tone(c), clamp(0.26 + 0.45 * rim * rim + 0.4 * line, 0.0, 0.9));
#else
    result = vec4(tone(fog(c, away, view / away)), 1.0);
#endif
}
