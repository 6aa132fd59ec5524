#include "scene.glsl"
layout(location = 0) in vec3 corner;         // of the cube -1..1
layout(location = 1) in vec3 face;           // its normal
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
layout(location = 5) in vec4 color;
out vec3 world;
out vec3 local;
flat out vec3 face_normal;
flat out vec3 size;
flat out vec4 turn;
flat out vec4 paint;

void main() {
    local = corner * half_size;
    world = rotate(rotation, local) + position;
    face_normal = face;
    size = half_size;
    turn = rotation;
    paint = vec4(color.rgb * color.rgb, color.a);
    gl_Position = view_projection * vec4(world, 1.0);
}
