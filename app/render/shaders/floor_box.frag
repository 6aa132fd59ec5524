#include "scene.glsl"
#include "light.glsl"
#include "grid.glsl"
in vec4 haze;
in vec4 place;
in vec4 inside;
in float rim;
flat in vec4 reach;
flat in vec3 albedo;
flat in vec3 normal;
out vec4 result;

void main() {
    vec2 inset = reach.xy - abs(inside.xy);                       // distance to the edges of this face
    float edge = min(inset.x, inset.y), width = max(fwidth(edge), 1e-5);
    float line = (1.0 - smoothstep(0.0, width * 1.6, edge)) * clamp(1.3 - width / reach.z, 0.18, 1.0);
    float lines = mix(1.0, ground.w, metre_lines(inside.xy) * reach.w) * (1.0 - 0.32 * line);
#ifdef GHOSTS
    float lit = 1.0, seen = inside.w;
#else
    float seen = open_sky(inside.z, normal);
    bool mapped = min(place.x, place.y) >= 0.0 && max(place.x, place.y) <= 1.0;
    float lit = mix(texture(shadow_map, vec3(place.xy, clamp(place.z, 0.0, 0.99999))), 1.0, mapped ? place.w : 1.0);
#endif
    vec3 c = shade_matt(albedo, normal, seen, lit) * lines;
#ifdef GHOSTS
    result = vec4(tone(c), clamp(0.25 + 0.35 * rim + 0.5 * line, 0.0, 0.9));
#else
    result = vec4(tone(c * haze.w + haze.rgb), 1.0);
#endif
}
