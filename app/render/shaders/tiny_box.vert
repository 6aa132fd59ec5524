#include "scene.glsl"
#include "half_cube.glsl"
#include "box_point.glsl"
#include "sky.glsl"
#include "surface.glsl"
#include "marks.glsl"
#include "tone.glsl"
const float SURFACE = 2.0;                   // [texels of the shadow map] towards the eye, against shadows of a surface on itself
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
layout(location = 5) in vec4 color;
flat out vec3 across;                        // as in box_point.glsl
flat out vec3 upward;
flat out vec3 depth;
flat out vec3 reach;                         // half size of the box [pixels]
flat out vec2 places;                        // in the depth buffer: of the middle, and what it changes by along `back` [1/m]
flat out float size;                         // [pixels] of the point
flat out vec3 shade_x;                       // what each of the three faces that the eye sees looks like in shadow
flat out vec3 shade_y;
flat out vec3 shade_z;
flat out vec3 sun_x;                         // and in the sun
flat out vec3 sun_y;
flat out vec3 sun_z;
flat out vec4 place;                         // of the box in the shadow map; w: 1 where no shadow falls
flat out vec3 place_across;                  // how that changes for a pixel to the right,
flat out vec3 place_upward;                  // for one upwards,
flat out vec3 place_back;                    // and along `back` [1/m]

// One face in the light of its middle: in shadow, and in the sun.
void light(vec3 axis, vec3 albedo, vec3 back, float away, out vec3 shade, out vec3 sun) {
    vec3 normal = rotate(rotation, axis);
    float height = position.z + dot(abs(axis), half_size) * normal.z - ambient_down.w, clear = clearness(away);
    shade = mix(sky(-back), from_sky(albedo, back, normal, vec2(0.52, open_sky(height, normal))), clear);
    sun = tone_curve(shade + from_sun(albedo, back, normal, 0.52) * clear);
    shade = tone_curve(shade);
}

// A box of a few pixels, drawn as one point: each pixel of it meets the box along the same direction.
void main() {
    vec3 back = eye.xyz - position;
    float away = length(back);
    back /= away;
    vec3 local = unrotate(rotation, back), side = side_of(local);
    vec3 albedo = color.rgb * color.rgb;
    if ((marks_of(color.a) & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    light(vec3(side.x, 0.0, 0.0), albedo, back, away, shade_x, sun_x);
    light(vec3(0.0, side.y, 0.0), albedo, back, away, shade_y, sun_y);
    light(vec3(0.0, 0.0, side.z), albedo, back, away, shade_z, sun_z);

    vec4 middle = view_projection * vec4(position, 1.0);
    mat4 rows = transpose(view_projection);
    vec3 axis = rows[3].xyz, right = rows[0].xyz - dot(rows[0].xyz, axis) * axis, up = rows[1].xyz - dot(rows[1].xyz, axis) * axis;
    right *= 2.0 * middle.w / (picture.x * dot(right, right));               // [m] of a pixel: across the view axis, wherever
    up *= 2.0 * middle.w / (picture.y * dot(up, up));                        // that meets the picture
    BoxPoint point = box_point(rotation, half_size, back, right, up);
    across = point.across;
    upward = point.upward;
    depth = point.depth;
    gl_PointSize = size = point.size;
    reach = half_size / length(up);

    mat3 to_map = mat3(light_matrix);
    vec3 there = (light_matrix * vec4(position + back * (SURFACE * sun.w), 1.0)).xyz;
    bool mapped = sun_color.w > 0.0 && min(there.x, there.y) > 0.0 && max(there.x, there.y) < 1.0;
    place = vec4(there, mapped ? shadow_fade(position) : 1.0);
    place_across = to_map * right;
    place_upward = to_map * up;
    place_back = to_map * back;

    float to_corner = dot(half_size, abs(local));
    vec4 nearest = view_projection * vec4(position + back * to_corner, 1.0);
    places = 0.5 * vec2(middle.z / middle.w + 1.0, (nearest.z / nearest.w - middle.z / middle.w) / to_corner);
    gl_Position = middle;
}
