#include "box_point_hit.glsl"
flat in vec3 across;
flat in vec3 upward;
flat in vec3 depth;
flat in float size;
flat in vec2 places;
uniform float sloped_offset;                 // of depths, times their slope [1/texel]
uniform float offset;                        // and the same everywhere

// Points have no polygon offset, so it is added here.
void main() {
    vec3 enter;
    float first;
    if (!meets(across, upward, depth, pixel_of(size), enter, first)) discard;
    float slope = max(abs(across.x), abs(upward.x));
    if (first == enter.y) slope = max(abs(across.y), abs(upward.y));
    if (first == enter.z) slope = max(abs(across.z), abs(upward.z));
    gl_FragDepth = places.x + places.y * first + sloped_offset * slope * abs(places.y) + offset;
}
