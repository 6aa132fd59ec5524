#include "scene.glsl"
#include "air.glsl"
in vec2 at;
out vec4 result;

void main() {
    vec4 far = inverse_view_projection * vec4(at, 1.0, 1.0);
    result = vec4(tone(sky(normalize(far.xyz / far.w - eye.xyz))), 1.0);
}
