"""Camera and film under the scene: `dock` has the panel with its buttons, `views` bookmarks and keyframes, `texts` captions and
parts in slow motion; `captions` draws the captions over the scene."""
