#include "scene.glsl"
layout(location = 2) in vec3 from;
layout(location = 3) in vec3 to;
layout(location = 4) in vec4 color;
layout(location = 5) in vec2 style;          // x: width [pixels]; y: 1 longer by half the width at each end, 0 cut off
out float across;                            // [pixels] from the middle, times the distance: see segment.frag
flat out vec4 ink;
flat out float edge;                         // [pixels] from the middle to where the line has ended

// A line as a screen-space quad half a pixel wider than asked for, cut at the near plane.
void main() {
    int number = gl_VertexID & 3;
    vec2 corner = vec2(number == 1 || number == 2 ? 1.0 : -1.0, number < 2 ? -1.0 : 1.0);
    vec4 a = view_projection * vec4(from, 1.0), b = view_projection * vec4(to, 1.0);
    float near = 0.01;
    if (a.w < near && b.w > near) a = mix(a, b, (near - a.w) / (b.w - a.w));
    if (b.w < near && a.w > near) b = mix(b, a, (near - b.w) / (a.w - b.w));
    vec2 half_picture = 0.5 * picture.xy;
    vec2 along = b.xy / b.w * half_picture - a.xy / a.w * half_picture;
    along = along / max(length(along), 1e-6);
    float width = style.x, reach = 0.5 * width + 1.0;
    vec4 p = corner.x < 0.0 ? a : b;
    p.xy += (along * corner.x * 0.5 * width * style.y + vec2(-along.y, along.x) * corner.y * reach) / half_picture * p.w;
    p.z -= 0.0006 * p.w;
    across = corner.y * reach * p.w;
    ink = color;
    edge = 0.5 * width + 0.5;
    gl_Position = a.w < near && b.w < near ? vec4(2.0, 2.0, 2.0, 1.0) : p;
}
