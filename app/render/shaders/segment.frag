in float across;
flat in vec4 ink;
flat in float edge;
out vec4 result;
uniform float strength;

// What is interpolated in space is times the distance, so that by its inverse it comes out as interpolated on the screen.
void main() { result = vec4(ink.rgb, ink.a * strength * clamp(edge - abs(across * gl_FragCoord.w), 0.0, 1.0)); }
