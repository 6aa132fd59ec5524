#include "box_point_hit.glsl"
flat in vec3 across;
flat in vec3 upward;
flat in vec3 depth;
flat in vec3 reach;
flat in vec3 shade_x;
flat in vec3 shade_y;
flat in vec3 shade_z;
flat in vec3 sun_x;
flat in vec3 sun_y;
flat in vec3 sun_z;
flat in vec4 place;
flat in vec3 place_across;
flat in vec3 place_upward;
flat in vec3 place_back;
uniform sampler2DShadow shadow_map;
flat in vec2 places;
flat in float size;
out vec4 result;

void main() {
    vec2 at = pixel_of(size);
    vec3 enter;
    float first;
    if (!meets(across, upward, depth, at, enter, first)) discard;
    vec3 inset = reach * (1.0 - abs(first + depth - enter) / depth);     // [pixels] from the edges
    vec3 there = place.xyz + place_across * at.x + place_upward * at.y + place_back * first;
    float lit = mix(texture(shadow_map, vec3(there.xy, clamp(there.z, 0.0, 0.99999))), 1.0, place.w);
    vec3 c = mix(shade_x, sun_x, lit);
    float edge = min(inset.y, inset.z);
    if (first == enter.y) { c = mix(shade_y, sun_y, lit); edge = min(inset.x, inset.z); }
    if (first == enter.z) { c = mix(shade_z, sun_z, lit); edge = min(inset.x, inset.y); }
    gl_FragDepth = places.x + places.y * first;
    result = vec4(c * (1.0 - 0.03 * (1.0 - smoothstep(0.0, 1.6, edge))), 1.0);
}
