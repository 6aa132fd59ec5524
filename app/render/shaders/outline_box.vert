#include "scene.glsl"
layout(location = 0) in vec3 corner;
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
uniform float border;                        // [pixels] added around the box

void main() {
    vec3 at = rotate(rotation, corner * half_size) + position;
    float pixel = eye.w * max(distance(at, eye.xyz), 1e-3);
    gl_Position = view_projection * vec4(at + rotate(rotation, corner) * (border * pixel), 1.0);
}
