"""Surface and bulk of a body, and the rules by which the surfaces of two bodies combine, see `contacts.surface`; for resistance
against rolling and spinning see `contacts.rolling`."""
from __future__ import annotations

from dataclasses import dataclass

from physics.definitions.known_names import constant
from physics.definitions.tunable import check, tunable

COMBINE = ("average", "geometric_mean", "minimum", "multiply", "maximum")        # of a pair's two rules the later one applies

RESISTANCES = ("rolling_resistance", "spinning_resistance", "rolling_share", "spinning_share")   # order in Bodies.resistance


@constant
@dataclass(frozen=True, kw_only=True)
class Material:
    """What a body is made of.  Raises SettingError for a value out of range."""

    density: float = tunable(1000.0, limits=(1e-6, 1e7), slider=(10, 20000), unit="kg/m3", log=True, label="Density",
                             help="Mass per volume; ignored when a mass is given")
    friction: float = tunable(0.5, limits=(0, 100), slider=(0, 2), label="Friction",
                              help="Tangential over normal force at which the surface slips. More: sticks more")
    restitution: float = tunable(0.0, limits=(0, 1), slider=(0, 1), label="Restitution",
                                 help="Share of the approach speed that comes back. 0: dead, 1: bounces for ever")
    rolling_resistance: float = tunable(0.0, limits=(0, 1000), slider=(0, 0.1), unit="m", label="Rolling resistance",
                                        help="Arm by which the normal force resists rolling; the larger of a pair's. More: stops")
    rolling_share: float = tunable(0.0, limits=(0, 10), slider=(0, 0.2), label="Rolling share",
                                   help="The same as a share of the radius, added: tangent of the slope that holds a ball")
    spinning_resistance: float = tunable(0.0, limits=(0, 1000), slider=(0, 0.1), unit="m", label="Spinning resistance",
                                         help="Arm by which the normal force resists turning about the normal")
    spinning_share: float = tunable(0.0, limits=(0, 10), slider=(0, 0.2), label="Spinning share",
                                    help="The same as a share of the radius, added")
    combine_friction: str = tunable("geometric_mean", choices=COMBINE, label="Combine friction",
                                    help="How a pair's friction comes from its two; of two rules the later here wins")
    combine_restitution: str = tunable("maximum", choices=COMBINE, label="Combine restitution",
                                       help="How a pair's restitution comes from its two; of two rules the later here wins")

    def __post_init__(self) -> None:
        check(self)
