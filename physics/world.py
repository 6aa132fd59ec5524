"""The world: bodies, joints, and one `step` at a time.  The interface of the package; other modules do the work."""
from __future__ import annotations

from typing import Any

import numpy as np

from physics.bodies.principal_axes import own_rotations
from physics.body import Body
from physics.definitions.body_definition import BodyDefinition
from physics.definitions.known_names import KnownNames
from physics.definitions.numbers import shown, whole
from physics.definitions.settings import SolverSettings, WorldSettings
from physics.definitions.tunable import SettingError
from physics.definitions.tunable import number as checked_number
from physics.dynamics.substeps import SLOTS as CLOCK_SLOTS
from physics.joint import Joint
from physics.joints import JOINTS
from physics.joints.placement import Placement
from physics.parallel.entrance import Entrance, alone
from physics.parallel.job_runner import Teamwork
from physics.parallel.worker_pool import MOST as MOST_THREADS
from physics.pipeline.advance import NO_PARAMETERS
from physics.pipeline.steady_run import SteadyRun
from physics.step import all_asleep, number_lost, number_of_steps, step_inside, take_steps
from physics.stopping.condition import StopCondition
from physics.stopping.moments import Standing, leave, step_until
from physics.stopping.stopped import STEP, Stopped
from physics.storage import snapshot, waking
from physics.storage.body_store import BodyStore
from physics.storage.contact_store import ContactStore
from physics.storage.edited_impulses import close_up
from physics.storage.joint_rows import check_partners
from physics.storage.joint_store import JointStore
from physics.storage.step_beginning import StepBeginning
from physics.views.profile import Profile
from physics.world_introspection import WorldIntrospection
from physics.world_queries import WorldQueries
from physics.world_settings import WorldSettingsAccess, default_memory


class World(KnownNames, WorldSettingsAccess, WorldQueries, WorldIntrospection):
    """Rigid bodies in SI units, z up.

    gravity     [m/s2], writable between steps
    dt          time step [s], writable between steps; 0 makes a step that changes nothing
    precision   "single" or "double", fixed
    threads     how many threads a step may use; `threads_used` is how many the last one used
    solver      SolverSettings, writable between steps
    seed        start of the scene's random choices; the world only keeps it
    step_count  how many steps were taken
    time        since the start [s]
    turn        the same, and those that its state had taken when it was put in from elsewhere: what is done every so many
                steps, or in turns, goes by it
    note        on the last step, from its method and caps that acted, and on what lasts: bodies far away or inside each other,
                joints that are open or past their stops; "" as a rule
    length_scale  for things of which size the solver's lengths and speeds are [m], writable; None: found from the bodies
    stops_on_nan  whether `step` raises NumberLost once a position or velocity is NaN or infinite, writable; False: the world goes
                on, and only `note` and `events` say so
    pair_memory  how much memory pairs and contacts may take [GB], writable, 1 by default; a step that needs more raises
                SettingError and leaves the world as it was
    sleep       whether bodies at rest fall asleep, writable; sleep_speed [m/s], sleep_time [s], sleep_way and sleep_horizon
                [s] define rest
    """

    step_count, time, note = 0, 0.0, ""
    _recorder: Any = None                                 # what is told of each step: a History, while one records
    _watcher: Any = None                                  # told too, and may wait before one: a window that shows this world

    def __init__(self, *, gravity: Any = (0.0, 0.0, -9.81), dt: float = 1 / 60, precision: str = "single", threads: int = 1,
                 solver: SolverSettings = SolverSettings(), seed: int = 0, sleep: bool = WorldSettings.sleep,
                 sleep_speed: float = WorldSettings.sleep_speed, sleep_time: float = WorldSettings.sleep_time,
                 sleep_way: float = WorldSettings.sleep_way, sleep_horizon: float = WorldSettings.sleep_horizon,
                 length_scale: float | None = None, stops_on_nan: bool = True, pair_memory: float | None = None):
        self._settings = WorldSettings(gravity=gravity, dt=dt, precision=precision, seed=seed, sleep=sleep,
                                       sleep_speed=sleep_speed, sleep_time=sleep_time, sleep_way=sleep_way,
                                       sleep_horizon=sleep_horizon, length_scale=length_scale)
        self._entrance = Entrance()
        self.threads = threads
        self._bodies = BodyStore(precision)
        self._joints = JointStore(precision)
        self._contacts = ContactStore(precision, self._joints.store)
        self.pair_memory, self.stops_on_nan = default_memory() if pair_memory is None else pair_memory, stops_on_nan
        self.solver = solver
        self._clock = np.zeros(CLOCK_SLOTS, np.int64)
        self._profile = Profile()
        self._overrides: dict[str, float | None] = {"friction": None, "restitution": None}
        self._forces_act = False
        self._last_h = self._held_h = 0.0
        self._turns_before = 0                                # steps of the state that was put in, see `turn`
        self._parameters = [NO_PARAMETERS, NO_PARAMETERS]     # of the last steps that swept forward and backward
        self._beginning = StepBeginning()
        self._steady = SteadyRun()                            # steps in compiled code, while nobody looks
        self._standing: Standing | None = None
        self._stop_condition: StopCondition | None = None

    # settings: see WorldSettingsAccess

    @property
    def threads(self) -> int:
        """How many threads a step may use; writable.  Measurements decide how many it uses; the number changes no state."""
        return self._teamwork.choice.limit

    @threads.setter
    def threads(self, number: int) -> None:
        self._teamwork = Teamwork(checked_number("threads", number, (1, MOST_THREADS), kind=whole))

    @property
    def turn(self) -> int:
        """By which number what is done in turns goes: `step_count`, and the steps of a state that was put in."""
        return self.step_count + self._turns_before

    @property
    def edits(self) -> int:
        """Rises whenever something but a step changes the world: its settings, a body, a joint."""
        return self._bodies.edits

    @property
    def threads_used(self) -> int:
        """How many threads the last step used."""
        return self._teamwork.used

    # bodies and joints

    @alone
    def add_body(self, **definition: Any) -> Body:
        """A new body; the keywords are the fields of BodyDefinition.  Raises SettingError for a wrong one."""
        checked = BodyDefinition.checked(definition)
        if self._bodies.crowded:
            self._close_up()
        return Body(self, self._bodies.add(checked))

    @alone
    def add_joint(self, definition: Any, placement: Placement | None = None) -> Joint:
        """A new joint from its definition, e.g. `Hinge(a=door, b=None, anchor=..., axis=...)`; its bodies are not moved.

        placement  the poses of its bodies for which points and axes are given; None: the present ones
        """
        if type(definition) not in JOINTS.values():
            raise SettingError("joint", f"{shown(definition)} is not one of {', '.join(c.__name__ for c in JOINTS.values())}")
        check_partners(definition, self, self._bodies)
        joint = Joint(self, self._joints.add(definition, self._bodies, placement))
        self._bodies.edits += 1
        waking.wake_joint(self._bodies, definition)
        return joint

    @alone
    def _change_joint(self, uid: int, changes: dict[str, Any]) -> None:
        self._joints.change(uid, changes)
        self._bodies.edits += 1
        waking.wake_joint(self._bodies, self._joints.definition(uid))
        if not self._joints.definition(uid).enabled:
            self._bodies.loosen_joint(self._joints.definition(uid))

    @alone
    def remove(self, thing: Body | Joint) -> None:
        """Remove a joint, or a body together with its joints."""
        if getattr(thing, "_world", None) is not self:
            raise ValueError(f"{shown(thing)} is not of this world")
        if isinstance(thing, Joint):
            waking.wake_joint(self._bodies, thing.definition)
            self._bodies.loosen_joint(thing.definition)
            self._joints.remove(thing.uid)
            self._bodies.edits += 1
            return
        row = thing._row                                  # raises ReferenceError for a removed body
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
        """Present definitions of the joints, in order of creation; a joint that was changed or broke has a new object."""
        return [member.definition for member in self._joints.members.values()]

    # stepping

    def step(self, steps: int | tuple[int, int, int] = 1, *, stop: tuple[int, int, int] | None = None,
             stop_when: str | StopCondition | None = None, look: str = STEP) -> Stopped | None:
        """Advance by `steps` times dt.  `stop` = (stage, substep, iteration), also in place of the number, ends within the step;
        restore a snapshot afterwards.

        `stop_when`, an expression, is checked after each step: what stopped is returned as soon as it holds, else None.  `look`
        "inside" then looks for the first moment inside the step at which it holds, and the world stands there; "sweeps" looks at
        every moment of every step.  The next step goes back to the beginning of this one and takes the whole of it; see `rewind`.
        Raises NumberLost, see `stops_on_nan`.
        """
        if isinstance(steps, tuple):
            steps, stop = 1, steps
        if type(steps) is not int or steps != 1:
            steps = number_of_steps(steps, stop is not None)
        if stop_when is not None and stop is not None:
            raise ValueError("step: takes one of stop and stop_when")
        entrance = self._entrance
        if not entrance.acquire(False):
            raise entrance.refused("step")
        try:
            if stop_when is not None:
                return self._step_until(steps, stop_when, look)
            if self._standing is not None:
                leave(self)
            if stop is not None:
                step_inside(self, stop)
            else:
                take_steps(self, steps)
            return None
        finally:
            entrance.release()

    def _step_until(self, steps: int, stop_when: str | StopCondition, look: str) -> Stopped | None:
        """`step` with a condition, which may be one on numbers that are lost."""
        for _ in range(steps):
            if stopped := step_until(self, stop_when, look):
                return stopped
            if self._bodies.just_lost and self.stops_on_nan:
                raise number_lost(self)
        return None

    def _step_again(self) -> None:
        """Take a step whose lost numbers are known, or are looked for."""
        stops, self._stops_on_nan = self._stops_on_nan, False
        try:
            self.step()
        finally:
            self._stops_on_nan = stops

    @property
    def stopped(self) -> Stopped | None:
        """What stopped the world inside a step, while it stands there; None between steps."""
        return self._standing.stopped if self._standing else None

    def rewind(self) -> None:
        """Go back to the beginning of the step that the world stands in; what was changed since is undone."""
        if self._standing:
            self.restore(self._standing.beginning)

    # views

    def _living(self, name: str) -> np.ndarray:
        entrance = self._entrance
        if not entrance.acquire(False):
            raise entrance.refused(name)
        try:
            close_up(self._bodies, self._contacts)
            return self._bodies.living(getattr(self._bodies.arrays, name))
        finally:
            entrance.release()

    @alone
    def _close_up(self) -> None:
        close_up(self._bodies, self._contacts)

    def _columns(self, name: str, begin: int, end: int) -> np.ndarray:
        view = self._living(name)[:, begin:end]
        view.flags.writeable = False
        return view

    @property
    def uids(self) -> np.ndarray:
        """(n,) uids of the living bodies, in order of creation, as in all arrays below."""
        return self._living("uid").copy()

    @property
    def positions(self) -> np.ndarray:
        """(n, 3) centres of mass [m], read-only; changes with the next step."""
        return self._columns("pose", 0, 3)

    @property
    def rotations(self) -> np.ndarray:
        """(n, 4) quaternions x y z w, read-only."""
        return own_rotations(self.principal_rotations, self._bodies.turned_axes())

    @property
    def principal_rotations(self) -> np.ndarray:
        """(n, 4) quaternions x y z w of the principal axes of inertia, read-only; of all but hulls and compounds `rotations`."""
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
    @alone
    def asleep(self) -> np.ndarray:
        """(n,) bool: which bodies sleep."""
        self._close_up()
        return self._bodies.living(self._bodies.sleeping())

    @property
    def resting(self) -> bool:
        """Whether a step would change nothing but the time: all bodies that can move sleep."""
        return all_asleep(self)

    @property
    @alone
    def islands(self) -> np.ndarray:
        """(n,) uid of the first body of each body's island after the last step; of bodies that are not dynamic, their own."""
        self._close_up()
        first = waking.islands(self._bodies, self._contacts, self._joints)
        return self._bodies.arrays.uid[self._bodies.living(first)]

    @property
    def aabbs(self) -> np.ndarray:
        """(n, 2, 3) low and high corners of the bounding boxes in the last step [m], read-only; inverted for planes."""
        return self._columns("aabb", 0, 6).reshape(-1, 2, 3)

    # saving

    def __copy__(self) -> World:
        raise TypeError("copy.copy(world) would share its bodies and joints; copy.deepcopy(world) makes a world of its own, "
                        "world.snapshot() keeps a state to go back to")

    @alone
    def snapshot(self) -> snapshot.Snapshot:
        """All state that later steps depend on."""
        self._close_up()
        return snapshot.take(self)

    @alone
    def restore(self, saved: snapshot.Snapshot) -> None:
        """Return to a snapshot of this world: handles of bodies that existed then are valid again.

        Raises ValueError for one that is damaged or of the other precision, and changes nothing.
        """
        snapshot.put_back(self, snapshot.check(self, saved))
        self._standing = None
        if self._recorder is not None:
            self._recorder.restored()

    @alone
    def state_hash(self) -> str:
        """Hash of poses, velocities and impulses in order of uid; equal for equal worlds."""
        self._close_up()
        return snapshot.state_hash(self)
