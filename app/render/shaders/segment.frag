noperspective in float across;
flat in vec4 ink;
flat in float edge;
out vec4 result;
uniform float strength;

void main() { result = vec4(ink.rgb, ink.a * strength * clamp(edge - abs(across), 0.0, 1.0)); }
