"""The simulation thread: the only one that touches a world.

Each turn it applies the queued commands, gets the kernels ready if the scene is new, takes the steps that real time pays for,
publishes (seldom while everybody sleeps), and sleeps until the next step is due or somebody submits a command. Whatever it
raises becomes a card in the window, and a crash report unless a setting is to blame; the thread lives on, paused.
"""
from __future__ import annotations

import threading
import time
from collections.abc import Callable

from app.published.status import Compiling
from app.simulation.session import Session
from app.simulation.step_clock import FRAME, FixedStepClock
from physics.definitions.tunable import SettingError

IDLE = 0.25               # [s] longest sleep when nothing is due
RESTING = 1.0             # [s] between two publications while all that can move sleeps


class SimulationThread:
    """Runs a session.  `start`, then `stop` before the program ends."""

    def __init__(self, session: Session, report: Callable[[BaseException], object], clock: FixedStepClock | None = None):
        """`report(error)` writes a crash report and gives its path."""
        self.session = session
        self.clock = clock or FixedStepClock()
        self._report = report
        self._stop = False
        self._noted = False                 # what there is to say about the kernels' cache was said
        self._unready = -1                  # run whose kernels could not be made ready
        self._rested = False                # whether all slept after the steps before
        self._thread = threading.Thread(target=self._work, name="simulation", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Ask it to end and wait for at most `timeout` [s]; a compilation that runs ends with the program."""
        self._stop = True
        self.session.wake.set()
        self._thread.join(timeout)

    @property
    def alive(self) -> bool:
        """Whether the thread runs."""
        return self._thread.is_alive()

    def _work(self) -> None:
        while not self._stop:
            try:
                self.turn()
            except Exception as error:      # whatever a kernel or a scene raises must reach the person and not end the thread
                self._survive(error)
            self._sleep()

    def turn(self) -> None:
        """Commands, kernels, steps, publication: once."""
        session = self.session
        changed = session.apply_pending() > 0
        if session.variants and not session.ready and self._unready != session.run:
            self.clock.hold()
            session.publish()
            self._prepare()
            changed = True
        steps = self._steps() if session.ready else 0
        if changed or steps and (session.paused or not self._nothing_new()):
            session.publish(self.clock.owed, self.clock.real_time_factor)

    def _nothing_new(self) -> bool:
        """Whether only the time has gone on since the last publication, and that was not long ago."""
        session, now = self.session, time.perf_counter()
        rested, self._rested = self._rested, session.resting
        return rested and self._rested and now - session.published.moment < RESTING

    def _steps(self) -> int:
        session = self.session
        if session.paused:
            self.clock.hold()
            return self._single_steps()
        return self.clock.advance(float(session.variants[0].world.dt), session.time_scale, session.advance)

    def _single_steps(self) -> int:
        """The steps that were asked for one by one, as many as fit into a frame."""
        session, begun, count = self.session, time.perf_counter(), 0
        while session.owed_steps and time.perf_counter() - begun < FRAME:
            session.owed_steps -= 1
            session.advance()
            count += 1
        return count

    def _prepare(self) -> None:
        """Compile or load what the open scene needs; commands wait, because the compiler may be inside a step."""
        session, begun = self.session, time.perf_counter()
        compiled = 0
        self._unready = session.run          # until it is done; an exception below leaves it so

        def progress(done: int, total: int, name: str) -> None:
            nonlocal compiled
            if threading.current_thread() is not self._thread:
                return                       # numba tells of every thread's compilations; this one's are the scene's
            compiled += 1
            if total:                        # what the second process has done comes as names only
                session.compiling = Compiling(done, total, name)
            session.republish()

        try:
            notes = [session.source_of_scenes.prepare(variant.run, progress) for variant in session.variants]
        finally:
            session.compiling = None
        self._unready, session.ready = -1, True
        seconds = time.perf_counter() - begun
        if any(notes) and not self._noted:
            self._noted = True
            session.notify(next(filter(None, notes)), "warning")
        if compiled and seconds > 1.0:
            session.notify(f"Solver compiled in {seconds:.1f} s", "good")

    def _sleep(self) -> None:
        session = self.session
        if session.owed_steps and session.ready:
            return
        if session.paused or not session.ready:
            pause = IDLE
        else:
            pause = self.clock.wait(float(session.variants[0].world.dt), session.time_scale)
        if session.wake.wait(pause):
            session.wake.clear()

    def _survive(self, error: BaseException) -> None:
        session = self.session
        session.paused = True
        if isinstance(error, SettingError):              # a method that cannot solve this scene, or has no answer
            session.fail("The simulation cannot go on with these settings",
                         f"{error}\n\nIt is paused. Change the setting, and go on.")
        else:
            path = self._report(error)
            session.fail("The simulation stopped at a fault of its own",
                         f"{type(error).__name__}: {error}\n\nIt is paused. Restart the scene or open another one.", str(path))
        session.republish()
        self.clock.hold()
