#include "scene.glsl"
#include "tone.glsl"
in vec3 skylit;
in vec3 sunlit;
in vec4 place;
in vec2 inside;
flat in vec3 reach;
out vec4 result;
uniform sampler2DShadow shadow_map;

void main() {
    vec2 inset = reach.xy - abs(inside);                          // distance to the edges of this face
    float edge = min(inset.x, inset.y), width = max(fwidth(edge), 1e-5);
    float line = (1.0 - smoothstep(0.0, width * 1.6, edge)) * clamp(1.3 - width / reach.z, 0.18, 1.0);
    float lit = mix(texture(shadow_map, vec3(place.xy, clamp(place.z, 0.0, 0.99999))), 1.0, place.w);
    result = vec4(tone_curve((skylit + sunlit * lit) * (1.0 - 0.32 * line)), 1.0);
}
