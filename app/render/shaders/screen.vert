#include "scene.glsl"
out vec3 view;                               // from the eye; linear over the picture, so three corners are enough

// One triangle that covers the picture, at the far plane.
void main() {
    vec2 at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    vec4 far = inverse_view_projection * vec4(at, 1.0, 1.0);
    view = far.xyz / far.w - eye.xyz;
    gl_Position = vec4(at, 1.0, 1.0);
}
