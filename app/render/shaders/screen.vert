out vec2 at;                                 // -1..1
// One triangle that covers the picture, at the far plane.
void main() {
    at = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2) * 2.0 - 1.0;
    gl_Position = vec4(at, 1.0, 1.0);
}
