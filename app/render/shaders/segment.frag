noperspective in float across;
flat in vec4 ink;
out vec4 result;
uniform float width;
uniform float strength;

void main() { result = vec4(ink.rgb, ink.a * strength * clamp(0.5 * width + 0.5 - abs(across), 0.0, 1.0)); }
