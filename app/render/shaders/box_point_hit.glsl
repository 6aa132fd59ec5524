// Where a pixel of a box that is drawn as a point meets it, see box_point.glsl.
vec2 pixel_of(float size) { return (gl_PointCoord - 0.5) * vec2(size, -size); }        // [pixels] from the middle

// Where the line of sight is inside all three pairs of faces it is inside the box; it comes in through the one that it meets last,
// along `back` that is the least.  `enter` [m]: where it meets the three faces that can be seen.
bool meets(vec3 across, vec3 upward, vec3 depth, vec2 at, out vec3 enter, out float first) {
    vec3 middle = across * at.x + upward * at.y;
    enter = depth - middle;
    first = min(enter.x, min(enter.y, enter.z));
    vec3 leave = -depth - middle;
    return max(leave.x, max(leave.y, leave.z)) <= first;
}
