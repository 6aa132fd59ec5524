#include "scene.glsl"
#include "light.glsl"
#include "marks.glsl"
#include "grid.glsl"
in vec3 world;
in vec3 local;
flat in vec3 face_normal;
flat in vec3 size;
flat in vec4 turn;
flat in vec4 paint;
out vec4 result;

void main() {
    int marks = marks_of(paint.a);
    vec3 albedo = paint.rgb, view = world - eye.xyz;
    float away = length(view), pixel = away * eye.w;
    vec3 geometric = rotate(turn, face_normal);
    vec3 inset = size - abs(local) + 1e4 * step(0.5, abs(face_normal));      // distance to the four edges of this face
    float bevel = min(0.11 * min(size.x, min(size.y, size.z)), 0.08);
    vec3 lean = clamp(1.0 - inset / bevel, 0.0, 1.0);
    float keep = 1.0 - smoothstep(0.25, 0.9, pixel / bevel);                 // no bevels smaller than a pixel
    vec3 normal = rotate(turn, normalize(face_normal + sign(local) * lean * lean * 0.95 * keep));
    float edge = min(inset.x, min(inset.y, inset.z));
    float width = max(fwidth(edge), 1e-5);
    float line = (1.0 - smoothstep(0.0, width * 1.6, edge)) * clamp(1.3 - width / bevel, 0.18, 1.0);
#ifdef LINES
    if ((marks & GRID) != 0 && ground.w > 0.0) {
        vec3 u = abs(face_normal.x) > 0.5 ? local.yzx : abs(face_normal.y) > 0.5 ? local.zxy : local.xyz;
        albedo = mix(albedo, albedo * ground.w, metre_lines(u.xy));
    }
#endif
    if ((marks & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    vec3 c = shade(albedo, world, normal, vec2(0.52, sky_seen(world, geometric)), shadow(world, geometric)) * (1.0 - 0.32 * line);
#ifdef GHOSTS
    float rim = 1.0 - abs(dot(view / away, geometric));
    result = vec4(tone(c), clamp(0.25 + 0.35 * rim + 0.5 * line, 0.0, 0.9));
#else
    result = vec4(tone(fog(c, away, view / away)), 1.0);
#endif
}
