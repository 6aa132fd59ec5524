"""The adviser under the scene: `advice` has the panel with its button and states, `findings` the list of what was found."""
