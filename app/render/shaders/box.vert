#include "scene.glsl"
#include "half_cube.glsl"
layout(location = 0) in vec3 corner;         // of the cube -1..1
layout(location = 1) in vec3 face;           // its normal: +x, +y or +z
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
    float side = dot(face, side_of(unrotate(rotation, eye.xyz - position)));
    local = turned(corner, face, side) * half_size;
    world = rotate(rotation, local) + position;
    face_normal = face * side;
    size = half_size;
    turn = rotation;
    paint = vec4(color.rgb * color.rgb, color.a);
    gl_Position = view_projection * vec4(world, 1.0);
}
