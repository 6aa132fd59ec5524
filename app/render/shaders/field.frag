#include "scene.glsl"
#include "light.glsl"
#include "marks.glsl"
#include "grid.glsl"
in vec3 world;
in vec3 local;
in vec3 way;
in float edge;
flat in vec3 size;
flat in vec4 turn;
flat in vec4 paint;
out vec4 result;

const float DIAGONAL = 0.4;                  // strength of the lines between the two triangles of a cell
const float DARK = 0.08;                     // up to which bright lines have their whole strength
const float BRIGHTER = 1.25;                 // under the pointer, where so much ground need not shine as a body does

// Height fields: matt as other ground, flat triangles with the lines of the grid; from below the same in the shade.
void main() {
    int marks = marks_of(paint.a);
    vec3 albedo = paint.rgb, view = world - eye.xyz, normal = rotate(turn, normalize(way)) * (gl_FrontFacing ? 1.0 : -1.0);
    float away = length(view), seen = sky_seen(world, normal), sunlit = shadow(world, normal), line = 0.0;
    vec2 at = (local.xy + size.xy) / max(edge, 1e-6), step_ = max(fwidth(at), vec2(1e-6));
    if (edge > 1e-5 && (marks & GRID) != 0 && ground.w > 0.0) {
        vec2 across = vec2(at.x - at.y, 0.5);
        vec2 step_across = vec2(step_.x + step_.y, 1e-6);
        line = 0.5 * max(grid_lines(at, step_, 1.1 * picture.z), DIAGONAL * grid_lines(across, step_across, 1.1 * picture.z));
    }
    if ((marks & HOVERED) != 0) albedo *= BRIGHTER;
    float bright = max(albedo.r, max(albedo.g, albedo.b)), strength = ground.w > 1.0 ? clamp(DARK / bright, 0.3, 1.0) : 1.0;
    vec3 c = shade_matt(albedo, normal, seen, sunlit * mix(0.8, 1.0, seen)) * mix(1.0, ground.w, line * strength);
#ifdef GHOSTS
    float rim = 1.0 - abs(dot(view / away, normal));
    result = vec4(tone(c), clamp(0.25 + 0.35 * rim * rim + 0.5 * line, 0.0, 0.9));
#else
    result = vec4(tone(fog(c, away, view / away)), 1.0);
#endif
}
