#include "scene.glsl"
#include "half_cube.glsl"
#include "sky.glsl"
#include "surface.glsl"
#include "marks.glsl"
#include "tone.glsl"
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
layout(location = 5) in vec4 color;
flat out vec3 across;                        // how the meetings with the faces move [lengths of `back`] for a pixel to the right,
flat out vec3 upward;                        // and for one upwards
flat out vec3 depth;                         // half the way of the line of sight between two opposite faces [the same]
flat out vec3 reach;                         // half size of the box [pixels]
flat out vec2 places;                        // in the depth buffer: of the middle, and what it changes by along `back` [1/m]
flat out float size;                         // [pixels] of the point
flat out vec3 x_face;                        // what each of the three faces that the eye sees looks like
flat out vec3 y_face;
flat out vec3 z_face;
uniform sampler2DShadow shadow_map;

// One face in the light of its middle.
vec3 face_color(vec3 axis, vec3 albedo, vec3 back, float away) {
    vec3 normal = rotate(rotation, axis), middle = position + rotate(rotation, axis * half_size), place = shadow_place(middle, normal);
    float lit = 1.0;
    if (sun_color.w > 0.0 && min(place.x, place.y) > 0.0 && max(place.x, place.y) < 1.0)
        lit = mix(textureLod(shadow_map, vec3(place.xy, clamp(place.z, 0.0, 0.99999)), 0.0), 1.0, shadow_fade(position));
    vec3 c = from_sky(albedo, back, normal, vec2(0.52, open_sky(middle.z - ambient_down.w, normal))) + from_sun(albedo, back, normal, 0.52) * lit;
    return tone_curve(mix(sky(-back), c, clearness(away)));
}

// A box of a few pixels, drawn as one point: each pixel of it meets the box along the same direction.
void main() {
    vec3 back = eye.xyz - position;
    float away = length(back);
    back /= away;
    vec3 local = unrotate(rotation, back), side = side_of(local);
    vec3 albedo = color.rgb * color.rgb;
    if ((marks_of(color.a) & HOVERED) != 0) albedo = mix(albedo, vec3(1.0), 0.16);
    x_face = face_color(vec3(side.x, 0.0, 0.0), albedo, back, away);
    y_face = face_color(vec3(0.0, side.y, 0.0), albedo, back, away);
    z_face = face_color(vec3(0.0, 0.0, side.z), albedo, back, away);

    vec4 middle = view_projection * vec4(position, 1.0);
    mat4 rows = transpose(view_projection);
    vec2 metres = 2.0 * middle.w / (picture.xy * vec2(dot(rows[0].xyz, rows[0].xyz), dot(rows[1].xyz, rows[1].xyz)));
    vec3 right = rows[0].xyz * metres.x, up = rows[1].xyz * metres.y;       // [m] of a pixel
    vec3 inverse = 1.0 / (side * max(abs(local), 1e-4));
    across = unrotate(rotation, right) * inverse;
    upward = unrotate(rotation, up) * inverse;
    depth = half_size * abs(inverse);
    reach = half_size / length(up);

    vec3 x = rotate(rotation, vec3(half_size.x, 0.0, 0.0)), y = rotate(rotation, vec3(0.0, half_size.y, 0.0));
    vec3 z = rotate(rotation, vec3(0.0, 0.0, half_size.z));
    float wide = (abs(dot(x, right)) + abs(dot(y, right)) + abs(dot(z, right))) / dot(right, right);
    float high = (abs(dot(x, up)) + abs(dot(y, up)) + abs(dot(z, up))) / dot(up, up);
    gl_PointSize = size = 2.0 * max(wide, high) + 1.0;
    float to_corner = dot(half_size, abs(local));
    vec4 nearest = view_projection * vec4(position + back * to_corner, 1.0);
    places = 0.5 * vec2(middle.z / middle.w + 1.0, (nearest.z / nearest.w - middle.z / middle.w) / to_corner);
    gl_Position = middle;
}
