#include "scene.glsl"
#include "solid_place.glsl"
uniform float border;                        // [pixels] added around the solid

void main() {
    Corner c = corner_of();
    vec3 at = rotate(c.turn, c.local) + c.middle;
    float pixel = eye.w * max(distance(at, eye.xyz), 1e-3);
    gl_Position = view_projection * vec4(at + rotate(c.turn, c.way) * (border * pixel), 1.0);
}
