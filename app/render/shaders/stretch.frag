in vec2 at;
out vec4 result;
uniform sampler2D picture_map;

void main() { result = texture(picture_map, at); }
