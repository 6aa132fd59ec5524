"""Quality presets: the renderer's costly choices, and the preset for a machine."""
from __future__ import annotations

import difflib
from dataclasses import dataclass

BEVEL_SHARE, WIDEST_BEVEL = 0.11, 0.08         # of a box's smallest half extent, and at most [m], as in box.frag
FAR_BEVEL = 1.6                                # [pixels] narrower bevels are not drawn
FAR_RADIUS = 16.0                              # [pixels] of spheres that are drawn as discs in the depth buffer up to it
SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swrast", "swiftshader", "software")


@dataclass(frozen=True)
class Quality:
    """One set of rendering choices; the tap counts are compile-time constants of the shaders."""

    name: str
    samples: int               # multisampling, 0 is off
    smooth: bool               # edges smoothed in the finished picture: a third of multisampling's cost on a processor
    shadow_size: int           # [texels] side of the shadow map
    shadow_taps: int           # look-ups of the shadow map per pixel
    occlusion_taps: int        # look-ups of the height map for sky occlusion per pixel, 0 is off
    thrifty: bool = False      # small boxes and the ground are lit at their corners, floors and walls are matte
    adaptive: bool = False     # while frames are late, moving pictures have fewer pixels than the window

    def __post_init__(self) -> None:
        if self.samples and self.smooth:
            raise ValueError(f"quality {self.name}: edges are either multisampled or smoothed, not both")


PRESETS: dict[str, Quality] = {quality.name: quality for quality in (
    Quality("software", samples=0, smooth=True, shadow_size=1024, shadow_taps=1, occlusion_taps=0, thrifty=True,
            adaptive=True),
    Quality("balanced", samples=0, smooth=True, shadow_size=2048, shadow_taps=8, occlusion_taps=4),
    Quality("high", samples=4, smooth=False, shadow_size=2048, shadow_taps=16, occlusion_taps=12),
)}
FILM = Quality("film", samples=0, smooth=True, shadow_size=2048, shadow_taps=16, occlusion_taps=12)   # on a software renderer


def preset(name: str) -> Quality:
    """The preset called `name`; a ValueError lists the known names."""
    if name in PRESETS:
        return PRESETS[name]
    near = difflib.get_close_matches(name, PRESETS, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise ValueError(f"quality: {name!r} is not one of {', '.join(PRESETS)}{hint}")


def preset_for(renderer: str) -> Quality:
    """The preset for a GL_RENDERER text: software for renderers without a graphics card, else high."""
    return PRESETS["software" if is_software(renderer) else "high"]


def film_quality(renderer: str) -> Quality:
    """The preset for offline pictures, whose frames may take longer than a sixtieth of a second."""
    return FILM if is_software(renderer) else PRESETS["high"]


def is_software(renderer: str) -> bool:
    """Whether a GL_RENDERER text names a software renderer."""
    return any(word in renderer.lower() for word in SOFTWARE_RENDERERS)
