// Two axes in a plane with normal n, with it right-handed.
mat2x3 plane_axes(vec3 n) {
    vec3 u = normalize(cross(abs(n.y) < 0.9 ? vec3(0.0, 1.0, 0.0) : vec3(0.0, 0.0, 1.0), n));
    return mat2x3(u, cross(n, u));
}
