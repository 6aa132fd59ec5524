#include "scene.glsl"
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 face;
out vec3 world;
flat out vec3 normal;

void main() {
    world = corner;
    normal = face;
    gl_Position = view_projection * vec4(world, 1.0);
}
