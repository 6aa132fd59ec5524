"""The first drag, shot or joint waits for no kernel, and what has to wait says so.

Seen: in the first minutes on a computer the first drag stopped the simulated time for 21 s without a word, because the kernels of
joints were compiled in the step; three attempts, and "dragging does not work".  Expected: what a click may bring is compiled with
the scene; a kernel that is compiled in a step for any other reason has a card in the window while it is.
"""
from __future__ import annotations

import subprocess
import sys
import time

import pytest
from numba.core import event

from app.published.status import Compiling
from app.simulation.commands import LoadScene
from app.simulation.session import Session
from app.simulation.thread import SimulationThread
from app.watch.watch import Watch
from physics.compile.registry import KERNELS
from physics.warmup import needs
from scenes import build, load
from tests.support.fake_world import FakeSource

CLICKS = """
import scenes
from physics import Sphere
from physics.compile.lazy_calls import CELLS
from physics.compile.registry import KERNELS
from physics.joints import Fixed, Hinge, Mouse
from physics.warmup import warm_clicks, warm_world
world = scenes.build(scenes.load({scene!r}))
warm_world(world)
before_clicks = {clicks}
if before_clicks:
    warm_clicks(world)
def ready():
    return {{symbol.split(".")[-2] for symbol, cell in CELLS.items() if cell.address.value}} | {{
        name.split(".")[-1] for name, kernel in KERNELS.items() if kernel.overloads}}
def steps(count):
    for _ in range(count):
        world.step()
steps(60)                          # what runs by itself loads its own, those of sleep
before = ready()
first, second, third = [body for body in world.bodies if body.type == "dynamic"][:3]
mouse = world.add_joint(Mouse(a=first, anchor=tuple(first.position), target=(0, 0, 3)))
steps(3)
world.remove(mouse)
world.add_body(shape=Sphere(radius=0.25), position=tuple(second.position + (0, -1, 0.5)), velocity=(0, 20, 0), density=2000.0)
steps(3)
first.apply_impulse((1, 0, 5))
for kind in (Hinge, Fixed):
    axis = {{"axis": (0, 1, 0), "motor_speed": 1.0, "motor_torque": 5.0}} if kind is Hinge else {{}}
    world.add_joint(kind(a=first, b=second, anchor=tuple(first.position), **axis))
    steps(3)
world.remove(third)
steps(3)
print(*sorted(ready() - before))
"""


def loaded(scene, clicks):
    code = CLICKS.format(scene=scene, clicks=clicks)
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


@pytest.mark.parametrize("scene", ["stacking/tower", "stacking/sphere_tower"])
def test_a_click_loads_no_kernel(scene):
    """In scenes without joints."""
    assert loaded(scene, True) == []


def test_without_that_a_drag_loads_those_of_joints():
    """Its joint is solved as a component."""
    assert {"place_parts", "solve_components", "warm_start_parts"} <= set(loaded("stacking/tower", False))


def test_the_window_needs_what_clicks_bring():
    world = build(load("stacking/tower"))
    alone, clicked = needs(world), needs(world, clicks=True)
    joints = [kernel for kernel in KERNELS if kernel.startswith("constraints.solver")]
    assert joints and all(kernel in clicked and kernel not in alone for kernel in joints)
    assert all(getattr(clicked, name) or not getattr(alone, name) for name in alone._fields[1:]), "nothing is left out"


def compile_for(seconds):
    """What numba tells while it compiles a kernel."""
    with event.trigger_event("numba:compile", data={"dispatcher": next(iter(KERNELS.values()))}):
        time.sleep(seconds)


def wait_until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.002)


def test_a_kernel_that_a_step_waits_for_has_a_card():
    session = Session(FakeSource())
    thread = SimulationThread(session, lambda error: "")
    session.submit(LoadScene("one"))
    thread.start()
    try:
        wait_until(lambda: session.published.view is not None and session.published.view.step > 2)
        world = session.variants[0].world
        world.on_step = lambda: (setattr(world, "on_step", None), compile_for(0.5))
        wait_until(lambda: session.published.status.compiling == Compiling(0, 0, next(iter(KERNELS))))
        wait_until(lambda: session.published.status.compiling is None)
        step = session.published.view.step
        wait_until(lambda: session.published.view.step > step + 2)
        compile_for(0.1)
        assert session.published.status.compiling is None, "another thread's"
    finally:
        thread.stop()


class Pipe:
    """A window's process that keeps what it gets."""

    def __init__(self):
        self.closed, self.awaits, self.sent = False, True, []

    def send(self, publication):
        self.sent.append(publication.status.compiling)

    def give_commands_to(self, take):
        """There are none."""

    def close(self):
        self.closed = True


def test_the_window_of_a_script_says_so_too():
    world, pipe = build(load("stacking/tower")), Pipe()
    watch = Watch(world, pipe, "a script")
    try:
        world.step()
        compile_for(0.0)
        world.step()
        watch.show()
        assert pipe.sent[-1] is None and Compiling(0, 0, next(iter(KERNELS))) in pipe.sent
    finally:
        watch.close()
    count = len(pipe.sent)
    compile_for(0.0)
    assert len(pipe.sent) == count
