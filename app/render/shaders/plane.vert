#include "scene.glsl"
#include "plane_axes.glsl"
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 face;
out vec3 world;
out vec2 at;                                 // [m] along the axes of the metre lines
flat out vec3 normal;

void main() {
    world = corner;
    normal = face;
    at = world * plane_axes(face);
    gl_Position = view_projection * vec4(world, 1.0);
}
