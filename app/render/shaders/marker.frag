flat in vec4 ink;
flat in float width;
out vec4 result;
uniform float strength;

void main() {
    float edge = 0.5 * width, r = (width + 1.0) * length(gl_PointCoord - 0.5);      // [pixels] from the middle
    float rim = smoothstep(edge - 0.30 * edge - 0.7, edge - 0.30 * edge + 0.7, r);      // a dark rim keeps dots apart from any background
    result = vec4(ink.rgb * (1.0 - 0.72 * rim), ink.a * strength * clamp(edge + 0.5 - r, 0.0, 1.0));
}
