"""The panels: one a file, each a function `draw(ui)`.  They read published views and the desk, and draw through ImGui alone."""
