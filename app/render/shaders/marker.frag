in vec2 at;
flat in vec4 ink;
out vec4 result;
uniform float width;
uniform float strength;

void main() {
    float r = length(at), edge = 0.5 * width;
    float rim = smoothstep(edge - 0.30 * edge - 0.7, edge - 0.30 * edge + 0.7, r);      // a dark rim keeps dots apart from any background
    result = vec4(ink.rgb * (1.0 - 0.72 * rim), ink.a * strength * clamp(edge + 0.5 - r, 0.0, 1.0));
}
