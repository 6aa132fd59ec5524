// A box of a few pixels as one point: all its pixels look along the same direction, towards `back`, and each meets the box on its
// own.  Requires half_cube.glsl.  For lengths along `back`, in metres:
// across, upward: how the meetings with the three faces move for a pixel to the right and for one upwards
// depth: half the way between two opposite faces
struct BoxPoint { vec3 across; vec3 upward; vec3 depth; float size; };

// `right` and `up` [m] are one pixel; the point's size [pixels] covers the box.
BoxPoint box_point(vec4 rotation, vec3 half_size, vec3 back, vec3 right, vec3 up) {
    vec3 local = unrotate(rotation, back);
    vec3 inverse = 1.0 / (side_of(local) * max(abs(local), 1e-4));
    vec3 x = rotate(rotation, vec3(half_size.x, 0.0, 0.0)), y = rotate(rotation, vec3(0.0, half_size.y, 0.0));
    vec3 z = rotate(rotation, vec3(0.0, 0.0, half_size.z));
    float wide = (abs(dot(x, right)) + abs(dot(y, right)) + abs(dot(z, right))) / dot(right, right);
    float high = (abs(dot(x, up)) + abs(dot(y, up)) + abs(dot(z, up))) / dot(up, up);
    return BoxPoint(unrotate(rotation, right) * inverse, unrotate(rotation, up) * inverse, half_size * abs(inverse),
                    2.0 * max(wide, high) + 1.0);
}
