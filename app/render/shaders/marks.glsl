// The marks of an instance travel in the alpha byte of its colour.  The bits are those of frame.py.
const int SELECTED = 1, HOVERED = 2, PLAIN = 4, GHOST = 8, GRID = 16;
int marks_of(float alpha) { return int(alpha * 255.0 + 0.5); }
