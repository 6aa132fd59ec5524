layout(location = 0) in vec3 corner;         // of the square -1..1
layout(location = 2) in vec2 low;            // [pixels] from the lower left of the window
layout(location = 3) in vec2 high;
layout(location = 4) in vec3 curve;          // xy: middle of the arc [pixels]; z: its radius
uniform vec4 window;                         // xy: size [pixels]
flat out vec3 arc;

void main() {
    arc = curve;
    gl_Position = vec4(mix(low, high, corner.xy * 0.5 + 0.5) / window.xy * 2.0 - 1.0, 0.0, 1.0);
}
