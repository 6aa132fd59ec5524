#include "scene.glsl"
layout(location = 0) in vec3 corner;         // of a disc of rings about the origin, unit = height of the eye
out vec3 world;
flat out vec3 normal;
uniform vec4 plane;                          // unit normal and offset
uniform vec3 stretch;                        // x: metres per unit

void main() {
    normal = plane.xyz;
    vec3 u = normalize(cross(abs(normal.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0), normal)), v = cross(normal, u);
    vec3 foot = eye.xyz - normal * (dot(normal, eye.xyz) - plane.w);
    world = foot + (u * corner.x + v * corner.y) * stretch.x;
    gl_Position = view_projection * vec4(world, 1.0);
}
