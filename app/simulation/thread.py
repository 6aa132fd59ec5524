"""The simulation thread: the only one that touches a world.

Each turn it applies the queued commands, loads the kernels of a new scene, takes the due steps, publishes (seldom while all
bodies sleep), and waits until the next step is due or a command is submitted.  A kernel that is compiled in between, in a command
or in a step, has a card in the window meanwhile.  An exception becomes a fault card in the window,
with a crash report unless a setting is the cause; the thread continues, paused.
"""
from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

from app.headless import unused_memory
from app.published.status import Compiling
from app.simulation.session import Session
from app.simulation.step_clock import FRAME, FixedStepClock
from physics.definitions.tunable import SettingError

IDLE = 0.25               # [s] longest sleep when nothing is due
FAREWELL = 1.0            # [s] that the end waits for a look of the adviser
RESTING = 1.0             # [s] between two publications while all that can move sleeps


class SimulationThread:
    """Runs a session.  `start`, then `stop` before the program ends; it never `ended` by itself."""

    ended = False

    def __init__(self, session: Session, report: Callable[[BaseException], object], clock: FixedStepClock | None = None):
        """`report(error)` writes a crash report and gives its path."""
        self.session = session
        self.clock = clock or FixedStepClock()
        self._report = report
        self._stop = False
        self._noted = False                 # the notice about the kernels' cache was shown
        self._begun_with = ""               # what kept a saved moment of a scene from its state, as it was shown last
        self._unready = -1                  # run whose kernels could not be loaded
        self._reports = contextlib.ExitStack()         # of compilations, from the first scene on
        self._reporting = False
        self._rested = False                # whether all bodies slept after the previous steps
        self._thread = threading.Thread(target=self._work, name="simulation", daemon=True)

    def start(self) -> None:
        """Start; returns at once."""
        self._thread.start()

    def stop(self, timeout: float = 5.0) -> None:
        """Request its end and wait for at most `timeout` [s]; a running compilation ends with the program."""
        self._stop = True
        self.session.advising.cancel(min(timeout, FAREWELL))
        self.session.inspector.cancel(min(timeout, FAREWELL))
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
            except Exception as error:      # an exception of a kernel or scene is shown to the user and must not end the thread
                self._survive(error)
            self._end_card()
            self._sleep()
        self._reports.close()

    def turn(self) -> None:
        """One turn: commands, kernels, steps, publication."""
        session = self.session
        session.advising.report(self._report)
        changed = session.apply_pending() > 0
        if session.variants and not session.ready and self._unready != session.run:
            self.clock.hold()
            session.publish()
            self._prepare()
            changed = True
        if session.travel.under_way and session.ready:
            self._travel(changed)
            return
        steps = self._steps() if session.ready else 0
        if changed or steps and (session.paused or session.awaited and not self._nothing_new()):
            session.publish(self.clock.owed, self.clock.real_time_factor)
        elif session.wants.inside and session.inspector.news():
            session.publish(self.clock.owed, self.clock.real_time_factor)
        elif session.advising.news():
            session.republish(self.clock.real_time_factor)

    def _travel(self, changed: bool) -> None:
        """A piece of the way through the history; the view is published at its end."""
        session = self.session
        self.clock.hold()
        if session.travel.go():
            session.publish()
        elif changed or time.perf_counter() - session.published.moment > FRAME:
            session.republish()

    def _nothing_new(self) -> bool:
        """Whether only the time has changed since a recent publication."""
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
        """Take the requested single steps, as many as fit into a frame."""
        session, begun, count = self.session, time.perf_counter(), 0
        while session.owed_steps and time.perf_counter() - begun < FRAME:
            session.owed_steps -= 1
            session.advance()
            count += 1
        return count

    def _prepare(self) -> None:
        """Compile or load the kernels of the open scene; commands wait, because the compiler may be inside a step."""
        session, begun = self.session, time.perf_counter()
        compiled = 0
        self._unready = session.run          # until it is done; also after an exception below

        def progress(done: int, total: int, name: str) -> None:
            nonlocal compiled
            if threading.current_thread() is not self._thread:
                return                       # numba reports all threads; only this one compiles the scene's
            compiled += 1
            if total:                        # the compile worker reports names only
                session.compiling = Compiling(done, total, name)
            session.republish()

        try:
            notes = [session.source_of_scenes.prepare(variant.run, progress) for variant in session.variants]
        finally:
            session.compiling = None
        self._unready = -1
        session.loaded()
        self._report_compiling()
        unused_memory.give_back()            # of the worlds and histories that are left
        for note in {variant.world.note for variant in session.variants} - {"", self._begun_with}:
            self._begun_with = note
            session.notify(note[0].upper() + note[1:], "warning")
        seconds = time.perf_counter() - begun
        if any(notes) and not self._noted:
            self._noted = True
            session.notify(next(filter(None, notes)), "warning")
        if compiled and seconds > 1.0:
            session.notify(f"Solver compiled in {seconds:.1f} s", "good")

    def _report_compiling(self) -> None:
        """From now on a card tells of the kernels that this thread compiles while it does something else."""
        if not self._reporting:
            from physics.compile.registry import reporting
            self._reporting = True
            self._reports.enter_context(reporting(self._compiles))

    def _compiles(self, done: int, total: int, name: str) -> None:
        """A kernel is compiled in a command or in a step, which waits for it."""
        if threading.current_thread() is self._thread and self.session.ready:
            self.session.show_compiling(Compiling(0, 0, name))

    def _end_card(self) -> None:
        """What was waited for is done; the time since then is not made up for."""
        if self.session.ready and self.session.published.status.compiling is not None:
            self.session.show_compiling(None)
            self.clock.hold()

    def _sleep(self) -> None:
        session = self.session
        if (session.owed_steps or session.travel.under_way) and session.ready:
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
                         f"{error}\n\nIt is paused. Change the setting, and go on.", step=session.step_count)
        else:
            path = self._report(error)
            session.fail("The simulation stopped at a fault of its own",
                         f"{type(error).__name__}: {error}\n\nIt is paused. Restart the scene or open another one.", str(path),
                         session.step_count)
        session.republish()
        self.clock.hold()
