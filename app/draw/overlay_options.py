"""Overlay options: which overlays a picture has, and their scales and thresholds."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from app.draw import colors
from app.draw.view_setting import INSIDE, OVERLAYS, SCALES, CheckedSettings, view_setting


def _joints(options: Any) -> str | None:
    return None if options.joints else "no joints are shown"


@dataclass(frozen=True, kw_only=True)
class OverlayOptions(CheckedSettings):
    """The overlays of a picture.  Raises SettingError for a value out of range."""

    contacts: bool = view_setting(False, group=OVERLAYS, keys=("1",), colors=(colors.CONTACT,), needs=("contacts",),
                                  label="Contact points", help="A dot at every contact point")
    normals: bool = view_setting(False, group=OVERLAYS, keys=("2",), colors=(colors.NORMAL,), needs=("contacts",),
                                 label="Contact normals", help="The direction from body a to body b at each contact")
    impulses: bool = view_setting(False, group=OVERLAYS, keys=("3",), colors=(colors.IMPULSE,), needs=("contacts",),
                                  label="Contact impulses",
                                  help="An arrow at every contact point, as long as the impulse of the last step [N s]")
    aabbs: bool = view_setting(False, group=OVERLAYS, keys=("4",), colors=(colors.AABB,), needs=("aabbs",),
                               label="Bounding boxes", help="The axis-aligned boxes the broad phase works with")
    joints: bool = view_setting(True, group=OVERLAYS, keys=("5",), colors=(colors.JOINT,), needs=("joints",), label="Joints",
                                help="Every joint by its glyph: axes, limits, rails, springs, motors")
    joint_errors: bool = view_setting(False, group=OVERLAYS, keys=("6",), colors=colors.ERROR_COLORS, needs=("joints",),
                                      label="Joint errors", legend="Joint errors, mm or mrad", ticks=("1", "10", "100"),
                                      unused=_joints,
                                      help="Joints in the colour of their gap or tilt: green 1 mm or mrad, red 100")
    islands: bool = view_setting(False, group=OVERLAYS, keys=("8",), colors=colors.ISLAND_COLORS, needs=("islands",),
                                 label="Islands", help="One colour for each island: bodies connected by contacts and joints")
    contact_states: bool = view_setting(False, group=INSIDE, keys=("Shift+1",), needs=("contact_details",),
                                        label="Contact states",
                                        help="Contact points by what friction does there: open, sticking, sliding")
    friction_cones: bool = view_setting(False, group=INSIDE, keys=("Shift+2",), needs=("contact_details",),
                                        colors=(colors.CONE,), label="Friction cones",
                                        help="The cone of friction at each contact, with the impulse of the last step inside")
    impulse_parts: bool = view_setting(False, group=INSIDE, keys=("Shift+3",), needs=("contacts",),
                                       colors=(colors.NORMAL, colors.RUB), label="Normal and friction impulses",
                                       help="Two arrows at every contact point: the normal impulse, and that of friction [N s]")
    tree: bool = view_setting(False, group=INSIDE, keys=("Shift+5",), needs=("fat_aabbs",), colors=(colors.FAT,),
                              label="Fat boxes and tree", legend="Fat boxes, and the tree's above",
                              help="The boxes that bodies leave now and then, and the tree over them in which pairs are found")
    graph_colors: bool = view_setting(False, group=INSIDE, keys=("Shift+6",), needs=("contact_details",),
                                      label="Colours of the constraint graph",
                                      help="Contacts in the colour of their turn: no body has two of one colour")
    awake: bool = view_setting(False, group=INSIDE, keys=("9",), needs=("awake",), label="Why awake",
                               help="What keeps a body from falling asleep, with a line to the neighbour that keeps it up")
    costs: bool = view_setting(False, group=INSIDE, keys=("0",), needs=("costs",), colors=colors.ERROR_COLORS,
                               label="Cost of bodies", legend="Rows at a body",
                               help="Bodies in the colour of the number of rows that every sweep solves for them")
    inertia: bool = view_setting(False, group=INSIDE, keys=("Shift+7",), colors=(colors.INERTIA,),
                                 label="Centres of mass and inertia",
                                 help="The centre of mass, and the ellipsoid that has the inertia of the body")
    velocities: bool = view_setting(False, group=INSIDE, keys=("Shift+8",), colors=(colors.VELOCITY, colors.SPIN),
                                    label="Velocities", legend="Velocities and spins",
                                    help="Arrows as long as the velocity of a body, and along the axis of its spin")
    trails: bool = view_setting(False, group=INSIDE, keys=("Shift+9",), needs=("trails",), colors=(colors.TRAIL,),
                                label="Trails", help="The way of each body's centre over the last two seconds")
    joint_frames: bool = view_setting(False, group=INSIDE, keys=("Shift+0",), needs=("joints",),
                                      colors=(colors.AXIS_X, colors.AXIS_Y, colors.AXIS_Z), label="Joint frames",
                                      legend="Joint frames: x, y, z",
                                      help="The axes x, y, z of each joint on both of its bodies")
    impulse_scale: float = view_setting(0.0, limits=(0, 1e9), slider=(0, 100), unit="N s/m", label="Impulse scale", group=SCALES,
                                        zero="auto",
                                        help="Impulse that an arrow of a metre stands for; 0: follows the largest of 95 % of the "
                                             "contacts, and cuts what is much longer")
    impulse_threshold: float = view_setting(0.0, limits=(0, 1e9), slider=(0, 10), unit="N s", label="Least impulse", group=SCALES,
                                            help="Contacts with a smaller impulse in the step are not drawn")
    velocity_scale: float = view_setting(0.0, limits=(0, 1e6), slider=(0, 20), unit="1/s", label="Velocity scale", group=SCALES,
                                         zero="auto",
                                         help="Speed that an arrow of a metre stands for [m/s]; 0: follows the largest one")
    velocity_threshold: float = view_setting(0.0, limits=(0, 1e6), slider=(0, 5), unit="m/s", label="Least speed", group=SCALES,
                                             help="Slower bodies have no arrow and no trail")
    cost_scale: float = view_setting(0.0, limits=(0, 1e6), slider=(0, 200), unit="rows", label="Cost scale", group=SCALES,
                                     zero="auto",
                                     help="Number of rows in the last colour; 0: follows the largest one")
    cost_threshold: float = view_setting(0.0, limits=(0, 1e6), slider=(0, 100), unit="rows", label="Least cost", group=SCALES,
                                         help="Bodies with fewer rows keep their own colour")

    @property
    def colorful(self) -> bool:
        """Whether an overlay has many colours itself, so that those of the bodies would hide it."""
        return self.contact_states or self.friction_cones or self.impulse_parts or self.graph_colors or self.awake
