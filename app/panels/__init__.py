"""The panels: one a file, each a function `draw(ui)`.  They read published views and the state, and draw through ImGui alone."""
