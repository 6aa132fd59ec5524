flat in vec4 ink;
out vec4 result;
uniform float strength;

void main() { result = vec4(ink.rgb, ink.a * strength); }
