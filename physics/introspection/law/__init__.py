"""Law: what each row wants of velocities and impulses, how far it is from it, and why it got its impulse, in words."""
