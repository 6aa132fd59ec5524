#include "scene.glsl"
#include "half_cube.glsl"
#include "box_point.glsl"
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 rotation;
layout(location = 4) in vec3 half_size;
uniform mat4 matrix;                         // world -> clip of the map
uniform vec3 toward;                         // unit vector to where the map is seen from
uniform float texels;                        // of a side of the map
flat out vec3 across;
flat out vec3 upward;
flat out vec3 depth;
flat out float size;                         // [texels] of the point
flat out vec2 places;                        // depth of the middle, and what it changes by along `toward` [1/m]

// A box of a few texels of a map in parallel projection.
void main() {
    mat4 rows = transpose(matrix);
    vec3 right = 2.0 / texels * rows[0].xyz / dot(rows[0].xyz, rows[0].xyz);
    vec3 up = 2.0 / texels * rows[1].xyz / dot(rows[1].xyz, rows[1].xyz);
    BoxPoint point = box_point(rotation, half_size, toward, right, up);
    across = point.across;
    upward = point.upward;
    depth = point.depth;
    gl_Position = matrix * vec4(position, 1.0);
    gl_PointSize = size = point.size;
    places = vec2(0.5 * gl_Position.z + 0.5, 0.5 * dot(rows[2].xyz, toward));
}
