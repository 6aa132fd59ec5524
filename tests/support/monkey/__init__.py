"""A monkey: seeded random events of mouse, keyboard, window and files in the real window, which must answer and stay sound."""
