#include "scene.glsl"
#include "sky.glsl"
#include "surface.glsl"
#include "plane_axes.glsl"
layout(location = 0) in vec3 corner;         // of a disc of rings about the origin, unit = height of the eye
out vec3 skylit;                             // light from the sky with the air before it
out vec3 sunlit;                             // what the sun adds where no shadow falls
out vec3 haze;                               // light of the air before the ground
out vec4 place;                              // in the shadow map; w: 1 where shadows end
out vec2 at;                                 // [m] along the axes of the metre lines
uniform vec4 plane;                          // unit normal and offset
uniform vec3 stretch;                        // x: metres per unit

// Ground whose light is made at the corners of small triangles.
void main() {
    vec3 normal = plane.xyz;
    mat2x3 axes = plane_axes(normal);
    vec3 foot = eye.xyz - normal * (dot(normal, eye.xyz) - plane.w);
    vec3 world = foot + (axes[0] * corner.x + axes[1] * corner.y) * stretch.x, view = world - eye.xyz;
    gl_Position = view_projection * vec4(world, 1.0);
    at = world * axes;
    float away = length(view), clear = clearness(away), seen = open_sky(world.z - ambient_down.w, normal);
    haze = sky(view / max(away, 1e-6)) * (1.0 - clear);
    skylit = shade_matt(ground.rgb, normal, seen, 0.0) * clear;
    sunlit = shade_matt(ground.rgb, normal, seen, mix(0.8, 1.0, seen)) * clear - skylit;
    place = vec4(shadow_place(world, normal), sun_color.w > 0.0 ? shadow_fade(world) : 1.0);
}
