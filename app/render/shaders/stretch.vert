layout(location = 0) in vec3 corner;         // of the square -1..1
layout(location = 2) in vec2 low;            // [pixels] from the lower left of the window
layout(location = 3) in vec2 high;
uniform vec4 place;                          // [pixels] of the whole picture in the window: left, bottom, width, height
uniform vec4 window;                         // xy: size [pixels]
out vec2 at;                                 // in the picture, 0..1

void main() {
    vec2 pixel = mix(low, high, corner.xy * 0.5 + 0.5);
    at = (pixel - place.xy) / place.zw;
    gl_Position = vec4(pixel / window.xy * 2.0 - 1.0, 0.0, 1.0);
}
