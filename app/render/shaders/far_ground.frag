#include "scene.glsl"
#include "tone.glsl"
#include "dither.glsl"
#include "grid.glsl"
in vec3 skylit;
in vec3 sunlit;
in vec3 haze;
in vec4 place;
in vec2 at;
out vec4 result;
uniform sampler2DShadow shadow_map;

void main() {
#if SHADOW_TAPS == 0
    vec3 c = skylit + sunlit;
#else
    bool mapped = min(place.x, place.y) >= 0.0 && max(place.x, place.y) <= 1.0;
    float lit = texture(shadow_map, vec3(place.xy, clamp(place.z, 0.0, 0.99999)));
    vec3 c = skylit + sunlit * mix(lit, 1.0, mapped ? place.w : 1.0);
#endif
    if (ground.w > 0.0) c *= mix(1.0, ground.w, metre_lines(at));
    result = vec4(dithered(tone_curve(c + haze)), 1.0);
}
