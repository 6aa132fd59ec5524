#include "scene.glsl"
#include "sky.glsl"
#include "plane_axes.glsl"
layout(location = 0) in vec3 corner;         // of a disc of rings about the origin, unit = height of the eye
out vec3 world;
out vec2 at;                                 // [m] along the axes of the metre lines
out vec4 haze;                               // rgb: light of the air before the ground; w: share of the ground's own light
flat out vec3 normal;
uniform vec4 plane;                          // unit normal and offset
uniform vec3 stretch;                        // x: metres per unit

void main() {
    normal = plane.xyz;
    mat2x3 axes = plane_axes(normal);
    vec3 foot = eye.xyz - normal * (dot(normal, eye.xyz) - plane.w);
    world = foot + (axes[0] * corner.x + axes[1] * corner.y) * stretch.x;
    at = world * axes;
    vec3 view = world - eye.xyz;
    float away = length(view);
    haze.w = clearness(away);
    haze.rgb = sky(view / max(away, 1e-6)) * (1.0 - haze.w);
    gl_Position = view_projection * vec4(world, 1.0);
}
