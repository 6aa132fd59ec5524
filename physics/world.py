"""The world: bodies, joints, and one `step` at a time.  The friendly face of the package; the work is done elsewhere."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.body import Body
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import SettingError
from physics.dynamics.parameters import Stop
from physics.dynamics.substeps import STAGES as CLOCK_SLOTS
from physics.joint import Joint
from physics.joints import JOINTS
from physics.parallel.job_runner import Teamwork
from physics.parallel.worker_pool import MOST as MOST_THREADS
from physics.step import STAGES, all_asleep, skip_step, step
from physics.storage import snapshot, waking
from physics.storage.body_store import BodyStore
from physics.storage.contact_store import ContactStore
from physics.storage.joint_rows import check_partners
from physics.storage.joint_store import JointStore
from physics.views import contacts as contact_views
from physics.views import energy, events, queries
from physics.views import joints as joint_views
from physics.views.profile import Profile
from physics.world_settings import WorldSettingsAccess


class World(WorldSettingsAccess):
    """Rigid bodies in SI units, z up.

    gravity     [m/s2], writable between steps
    dt          time step [s], writable between steps; 0 makes a step that changes nothing
    precision   "single" or "double", fixed
    threads     how many the caller allows; `threads_used` says how many run
    solver      SolverSettings, writable between steps
    seed        start of the scene's random choices, kept for whoever makes some
    sleep       whether bodies at rest fall asleep, writable; sleep_speed [m/s] and sleep_time [s] say what rest is
    """

    def __init__(self, *, gravity: Any = (0.0, 0.0, -9.81), dt: float = 1 / 60, precision: str = "single", threads: int = 1,
                 solver: SolverSettings = SolverSettings(), seed: int = 0, sleep: bool = WorldSettings.sleep,
                 sleep_speed: float = WorldSettings.sleep_speed, sleep_time: float = WorldSettings.sleep_time):
        self._settings = WorldSettings(gravity=tuple(gravity), dt=dt, precision=precision, seed=seed, sleep=sleep,
                                       sleep_speed=sleep_speed, sleep_time=sleep_time)
        self.threads = threads
        self._bodies = BodyStore(precision)
        self._joints = JointStore(precision)
        self._contacts = ContactStore(precision, self._joints.store)
        self.solver = solver
        self._clock = np.zeros(CLOCK_SLOTS, np.int64)
        self._profile = Profile()
        self._overrides: dict[str, float | None] = {"friction": None, "restitution": None}
        self._forces_act = False
        self._last_h = 0.0
        self.step_count = 0
        self.time = 0.0                                   # [s]

    # settings: see WorldSettingsAccess

    @property
    def threads(self) -> int:
        """How many threads a step may have; writable.  How many it gets is measured; states are the same for any number."""
        return self._teamwork.choice.limit

    @threads.setter
    def threads(self, number: int) -> None:
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_THREADS:
            raise SettingError("threads", f"threads: {number!r} is out of range; allowed is 1 to {MOST_THREADS}")
        self._teamwork = Teamwork(number)

    @property
    def threads_used(self) -> int:
        """How many threads did the last step."""
        return self._teamwork.used

    # what is in it

    def add_body(self, **definition: Any) -> Body:
        """A new body; the keywords are the fields of BodyDefinition.  SettingError says what is wrong with them."""
        return Body(self, self._bodies.add(BodyDefinition.checked(definition)))

    def add_joint(self, definition: Any) -> Joint:
        """A new joint from its definition, e.g. `Hinge(a=door, b=None, anchor=..., axis=...)`; its bodies stay where they are."""
        if type(definition) not in JOINTS.values():
            raise SettingError("joint", f"{definition!r} is not one of {', '.join(c.__name__ for c in JOINTS.values())}")
        check_partners(definition, self, self._bodies)
        joint = Joint(self, self._joints.add(definition, self._bodies))
        waking.wake_joint(self._bodies, definition)
        return joint

    def _change_joint(self, uid: int, changes: dict[str, Any]) -> None:
        self._joints.change(uid, changes)
        waking.wake_joint(self._bodies, self._joints.definition(uid))

    def remove(self, thing: Body | Joint) -> None:
        """Take out a body, with the joints at it, or a joint."""
        if getattr(thing, "_world", None) is not self:
            raise ValueError(f"{thing!r} is not of this world")
        if isinstance(thing, Joint):
            waking.wake_joint(self._bodies, thing.definition)
            self._joints.remove(thing.uid)
            return
        row = thing._row                                  # raises for one that is gone
        if self.sleep:
            waking.wake_neighbours(self._bodies, self._contacts, row)
        for uid in self._joints.of_body(thing.uid):
            self.remove(self.joint(uid))
        self._bodies.remove(thing.uid)

    def body(self, uid: int) -> Body:
        """The living body with this uid; KeyError when there is none."""
        if uid not in self._bodies.rows:
            raise KeyError(f"no body {uid} in this world")
        return Body(self, uid)

    def joint(self, uid: int) -> Joint:
        """The living joint with this uid; KeyError when there is none."""
        if uid not in self._joints.members:
            raise KeyError(f"no joint {uid} in this world")
        return Joint(self, uid)

    @property
    def bodies(self) -> list[Body]:
        """Living bodies in order of creation."""
        return [Body(self, uid) for uid in sorted(self._bodies.rows)]

    @property
    def joints(self) -> list[Joint]:
        """Joints in order of creation."""
        return [Joint(self, uid) for uid in self._joints.members]

    @property
    def joint_definitions(self) -> list[Any]:
        """How the joints are defined now, in order of creation; one that was changed or broke has another object than before."""
        return [member.definition for member in self._joints.members.values()]

    # stepping

    def step(self, stop: tuple[int, int, int] | None = None) -> None:
        """Advance by dt.  `stop` = (stage, substep, iteration) ends inside the step; restore a snapshot afterwards."""
        if self.dt == 0:
            return
        if stop is not None and stop[0] not in STAGES:
            raise ValueError(f"stop: {stop[0]!r} is no stage of the step; stages are "
                             + ", ".join(f"{number} {name}" for number, name in STAGES.items()))
        state = self._contacts
        if stop is None and all_asleep(self):
            skip_step(self)
        else:
            with self._teamwork.gathered(self._bodies.end_block + state.contact_blocks + state.part_blocks):
                step(self, Stop(*stop) if stop is not None else None)
        if stop is None:
            self.step_count += 1
            self.time += self.dt

    # what it shows

    def _living(self, name: str) -> np.ndarray:
        self._close_up()
        return self._bodies.living(getattr(self._bodies.arrays, name))

    def _close_up(self) -> None:
        moved = self._bodies.close_up()
        if moved is not None:
            self._contacts.follow(moved)

    def _columns(self, name: str, begin: int, end: int) -> np.ndarray:
        view = self._living(name)[:, begin:end]
        view.flags.writeable = False
        return view

    @property
    def uids(self) -> np.ndarray:
        """(n,) uids of the living bodies, in order of creation like all that follow."""
        return self._living("uid").copy()

    @property
    def positions(self) -> np.ndarray:
        """(n, 3) centres of mass [m], read-only; changes with the next step."""
        return self._columns("pose", 0, 3)

    @property
    def rotations(self) -> np.ndarray:
        """(n, 4) quaternions x y z w, read-only."""
        return self._columns("pose", 3, 7)

    @property
    def velocities(self) -> np.ndarray:
        """(n, 3) [m/s], read-only."""
        return self._columns("velocity", 0, 3)

    @property
    def angular_velocities(self) -> np.ndarray:
        """(n, 3) [rad/s], read-only."""
        return self._columns("velocity", 3, 6)

    @property
    def asleep(self) -> np.ndarray:
        """(n,) bool: who sleeps."""
        self._close_up()
        return self._bodies.living(self._bodies.sleeping())

    @property
    def resting(self) -> bool:
        """Whether a step would change nothing but the time: all that can move sleeps."""
        return all_asleep(self)

    @property
    def islands(self) -> np.ndarray:
        """(n,) uid of the first body of each body's island, as the last step knew them; of what is not dynamic, its own."""
        self._close_up()
        first = waking.islands(self._bodies, self._contacts, self._joints)
        return self._bodies.arrays.uid[self._bodies.living(first)]

    @property
    def aabbs(self) -> np.ndarray:
        """(n, 2, 3) low and high corners of the boxes found in the last step [m]; inverted for planes."""
        return self._living("aabb")[:, 0:6].reshape(-1, 2, 3)

    @property
    def contacts(self) -> list[contact_views.Manifold]:
        """Manifolds of the last step."""
        self._close_up()
        return contact_views.manifolds(self)

    def contact_arrays(self, precision: str = "double") -> contact_views.ContactArrays:
        """Contact points of the last step as arrays, of numbers of this precision."""
        self._close_up()
        return contact_views.contact_arrays(self, precision)

    @property
    def contact_count(self) -> int:
        """Contact points of the last step."""
        self._close_up()
        return contact_views.count(self)

    @property
    def joint_row_count(self) -> int:
        """Rows of all joints that act: how many numbers the solver finds for them."""
        self._close_up()
        return joint_views.row_count(self)

    def joint_arrays(self) -> joint_views.JointArrays:
        """What joints did in the last step and where they are, as arrays in order of creation."""
        self._close_up()
        return joint_views.joint_arrays(self)

    def _joint_state(self, uid: int) -> joint_views.JointState:
        return joint_views.joint_state(self, uid)

    def max_penetration(self) -> float:
        """Deepest overlap at the end of the last step [m], 0 when nothing overlaps."""
        self._close_up()
        return contact_views.deepest(self)

    def energy(self) -> energy.Energy:
        """Kinetic, potential and total energy of the dynamic bodies [J]."""
        self._close_up()
        return energy.energy(self)

    @property
    def profile(self) -> dict[str, float]:
        """Milliseconds of the last step by stage, in the order of the step."""
        return {name: self._profile.milliseconds.get(number, 0.0) for number, name in STAGES.items()}

    @property
    def events(self) -> list[events.ContactBegin | events.ContactEnd | events.JointBroke]:
        """Contacts that began or ended in the last step, by key, and joints that broke in it, by uid."""
        return [*events.contact_events(self), *self._joints.broke]

    def ray_cast(self, origin: Any, direction: Any, max_distance: float = float("inf")) -> queries.Hit | None:
        """The first body that a ray hits, or None."""
        self._close_up()
        return queries.ray_cast(self, origin, direction, max_distance)

    # saving

    def snapshot(self) -> snapshot.Snapshot:
        """All state that later steps depend on."""
        self._close_up()
        return snapshot.take(self)

    def restore(self, saved: snapshot.Snapshot) -> None:
        """Go back to a snapshot of this world: handles of bodies that lived then are valid again."""
        snapshot.put_back(self, saved)

    def state_hash(self) -> str:
        """Hash of poses, velocities and impulses in order of uid, equal for equal worlds."""
        self._close_up()
        return snapshot.state_hash(self)
