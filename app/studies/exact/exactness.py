"""The exact solution of one step of a scene, the convergence of sweeps to it, and the distance of each method's step from it.

A scene is run to a given time.  The rows of its next step are solved exactly (`physics.lab.exact.complementarity`), and the
sweeping methods solve the same rows, from zero and from the impulses of the previous step.  Then each method takes the complete
step from the same state, and its bodies are compared with those of `global_direct` with the same settings.
"""
from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from app.headless.errors import InputError
from app.headless.si_format import number
from app.studies.cells.cell import REFUSALS, reason
from app.studies.charts.machine import describe
from app.studies.charts.outcome import Outcome
from app.studies.exact.method_steps import EXACT, HEAD, SCENES, Compared, compared, contestants
from physics.contacts.layout import PYRAMID
from physics.definitions.settings import ROW_ORDERS
from physics.lab.exact import complementarity
from physics.lab.exact.error_norms import ErrorNorms, course
from physics.lab.methods import jacobi, projected_gauss_seidel
from physics.lab.rows.row import applied
from physics.lab.rows.row_step import RowProblem, first_problem
from physics.pipeline.advance import kernel_state, step_parameters
from scenes.reading.document import Document
from scenes.running.runner import Runner, Timeline, step_of

AFTER = 0.5                                      # [s] after which falling bodies have landed and stacks carry load
WARM, COLD = "warm", "zero"                      # starts: the impulses of the previous step, none
NEAR = 1e-3                                      # [m/s] largest error of a body's velocity at which sweeps count as converged
JACOBI = "jacobi"
SWEEPERS = (*ROW_ORDERS, JACOBI)
AWAKE = "world.sleep=false"                      # sleeping bodies have no rows
SWEPT = "solver.joint_solve=sweep"               # unless told otherwise: what solves joints at once has stiffer rows of its own
TITLES = {"residual": "residual N s", "velocity": "velocity m/s", "impulse": "impulse sqrt(J)", "energy": "dual energy J"}


class Plan(NamedTuple):
    """The plan of a study."""

    document: Document
    settings: tuple[str, ...] = ()               # as for --set
    after: float | None = None                   # [s] time of the step; None: the first with constraints from AFTER on
    sweeps: int = 100


class Curve(NamedTuple):
    """The convergence of a sweeping method."""

    sweeper: str                                 # one of SWEEPERS
    start: str                                   # WARM or COLD
    near: ErrorNorms                               # each field (sweeps + 1,)

    def sweeps_until(self, velocity: float = NEAR) -> int | None:
        """The number of sweeps after which no body's error exceeds `velocity`; None when there are too few."""
        beyond = np.flatnonzero(~(self.near.velocity <= velocity))
        enough = int(beyond[-1]) + 1 if len(beyond) else 0
        return enough if enough < len(self.near.velocity) else None


class Exactness:
    """The study of a plan: `problem` and `answer` of the step, `curves` of sweeps, `steps` of methods."""

    def __init__(self, plan: Plan):
        """Raises SceneError for settings that cannot be."""
        import scenes
        self.plan = plan = plan._replace(document=scenes.varied(plan.document, plan.settings))
        self.world = scenes.build(plan.document, precision="double", overrides=(SWEPT, *plan.settings, AWAKE), stops_on_nan=False)
        self.total = 2 + len(SWEEPERS) * 2 + len(contestants(self.world.solver))
        self.curves: list[Curve] = []
        self.steps: list[Compared] = []

    def go(self, report: Callable[[int, str], None] = lambda done, doing: None) -> None:
        """Compute all parts; `report(done, doing)` is called before each.  Raises InputError without an exact solution."""
        report(0, "running the scene")
        problem = self._arrive()
        report(1, "the exact answer")
        self.problem, self.answer = self._solved(problem)
        done = 2
        for start in (COLD, WARM):
            for sweeper in SWEEPERS:
                report(done, f"{sweeper} from {start}")
                self.curves.append(self._curve(sweeper, start, problem))
                done += 1
        self.world.restore(self.state)
        names, steps = contestants(self.world.solver), compared(self.world)
        for method, whose, _ in names:
            report(done, f"a step of {method}, {whose} settings" if whose == SCENES else f"a step of {method}, preset {whose}")
            self.steps.append(next(steps))
            done += 1
        self.world.restore(self.state)

    def _arrive(self) -> RowProblem:
        """Step to the given time, store the state, and take the rows of the next step."""
        plan, world = self.plan, self.world
        runner, timeline = Runner(plan.document, world, expect=False), Timeline(plan.document, world.dt)
        first = step_of(AFTER if plan.after is None else plan.after, world.dt)
        last = max(first, step_of(plan.document.run, world.dt)) if plan.after is None else first
        try:
            for _ in runner.each_step(first):
                pass
            problem = self._next_problem(timeline)
            while not len(problem.rows.a) and world.step_count < last:
                runner.step()
                problem = self._next_problem(timeline)
        except REFUSALS as error:
            raise InputError(f"{plan.document.id}: after {world.time:.4g} s {reason(error)}") from None
        if not len(problem.rows.a):
            raise InputError(f"{plan.document.id}: nothing touches and nothing is joined at {world.time:.4g} s; "
                             "--after SECONDS takes another moment")
        timeline.apply(world)
        self.state = world.snapshot()
        return problem

    def _next_problem(self, timeline: Timeline) -> RowProblem:
        """The rows of the next step; the world stays unchanged."""
        world, before = self.world, self.world.snapshot()
        try:
            timeline.apply(world)
            world.step(stop=(4, 0, 0))
            state, extent = kernel_state(world)
            problem = first_problem(state, extent, step_parameters(world))
        finally:
            world.restore(before)
        numbers = problem.parameters
        pyramid = numbers._replace(solve=numbers.solve._replace(friction=PYRAMID))
        return problem._replace(parameters=pyramid, sweeps=self.plan.sweeps)

    def _solved(self, problem: RowProblem) -> tuple[complementarity.Problem, np.ndarray]:
        """The problem and its solution, as in global_direct.  Raises InputError."""
        try:
            one = complementarity.problem(problem.rows, applied(problem.rows, -problem.rows.impulse, problem.velocity))
            return one, complementarity.nearly(one, problem.rows.impulse)
        except complementarity.Unsolved as error:
            raise InputError(f"{self.plan.document.id}, step at {self.world.time:.4g} s: {reason(error)}") from None

    def _curve(self, sweeper: str, start: str, problem: RowProblem) -> Curve:
        if start == COLD:
            rows = problem.rows
            problem = problem._replace(rows=rows._replace(impulse=0 * rows.impulse), velocity=self.problem.velocity)
        if sweeper == JACOBI:
            return Curve(sweeper, start, course(jacobi.solve, problem, self.problem, self.answer))
        numbers = problem.parameters._replace(row_order=ROW_ORDERS.index(sweeper))
        return Curve(sweeper, start, course(projected_gauss_seidel.solve, problem._replace(parameters=numbers), self.problem,
                                            self.answer))

    def outcome(self) -> Outcome:
        """The table of the methods' steps; its data include the figures of the sweeps."""
        exact = next((step for step in self.steps if step.name == EXACT), None)
        notes = [f"One whole step of {self.world.dt:.4g} s from the same state, in double precision, with pyramids of friction: "
                "the farthest body from where global_direct brings it with the same settings, energy and momentum beyond its; "
                "overlap and joint gap are the method's own.",
                "xpbd, avbd and force_based answer errors by laws of their own, so they need not come to the same velocities."]
        if exact and exact.failure:
            notes.append(f"There is no exact step to compare with: {exact.failure}")
        return Outcome("exact", f"{self.plan.document.title}: the step at {self.world.time:.4g} s by every method", HEAD,
                       [step.cells() for step in self.steps], notes, describe(), self._data())

    def sweeping(self) -> Outcome:
        """The table of the sweeps."""
        head = ["<sweeps", "<from", "residual N s, start", *(f"{title}, end" for title in TITLES.values()),
                f"sweeps to {1000 * NEAR:g} mm/s"]
        cells = []
        for curve in self.curves:
            enough = curve.sweeps_until()
            cells.append([curve.sweeper, curve.start, number(curve.near.residual[0]),
                          *(number(getattr(curve.near, name)[-1]) for name in TITLES),
                          f"> {self.plan.sweeps}" if enough is None else str(enough)])
        return Outcome("sweeps", f"{self.plan.document.title}: {self.plan.sweeps} sweeps towards the exact answer", head, cells,
                       self.notes(), describe(), self._data())

    def notes(self) -> list[str]:
        """Notes on the step and the meaning of the distances."""
        energy = complementarity.dual_energy(self.problem, self.answer)
        return [f"{len(self.answer)} rows of the {'first substep' if self.world.solver.substeps > 1 else 'step'} at "
                f"{self.world.time:.4g} s; the exact answer leaves {complementarity.residual(self.problem, self.answer):.1e} N s "
                f"of the natural map, dual energy {number(energy)} J.",
                "Impulses are not unique under a face: their distance d counts by what it does, sqrt(d . K d). "
                "With friction the dual energy may lie below the exact one."]

    def _data(self) -> dict[str, Any]:
        if not hasattr(self, "answer"):
            return {"scene": self.plan.document.id}
        return {"scene": self.plan.document.id, "settings": list(self.plan.settings), "time": self.world.time,
                "rows": len(self.answer), "residual": complementarity.residual(self.problem, self.answer),
                "dual_energy": complementarity.dual_energy(self.problem, self.answer),
                "sweeps": [{"order": curve.sweeper, "start": curve.start, "sweeps_to_1_mm_s": curve.sweeps_until(),
                            **{name: values.tolist() for name, values in curve.near._asdict().items()}} for curve in self.curves],
                "methods": [step.plain() for step in self.steps]}

    def as_csv(self) -> str:
        """A line for each sweep of each curve; sweep 0 is the start."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(["order", "start", "sweep", "residual [N s]", "velocity [m/s]", "spin [rad/s]", "impulse [sqrt(J)]",
                        "dual_energy [J]"])
        for curve in self.curves:
            for sweep, values in enumerate(zip(*curve.near)):
                lines.writerow([curve.sweeper, curve.start, sweep, *(f"{value:.9g}" for value in values)])
        return text.getvalue()
