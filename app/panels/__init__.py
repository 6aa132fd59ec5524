"""The panels: one a file, each a function `draw(ui)`.  They read published views and the UI state, and draw through ImGui alone."""
