#include "scene.glsl"
#include "sky.glsl"
#include "tone.glsl"
layout(location = 0) in vec3 corner;         // of the unit sphere about the eye
out vec3 color;

// At the far plane, wherever the eye is.
void main() {
    vec4 p = view_projection * vec4(eye.xyz + corner, 1.0);
    color = tone_curve(sky(corner));
    gl_Position = vec4(p.xy, p.w, p.w);
}
