"""Steps in compiled code are those of the stages: the same bits, events, notes and views, in whatever pieces they are taken."""
from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

import scenes
from physics import BallSocket, Box, Convex, Plane, SolverSettings, Sphere, World
from physics.definitions.settings import PRESETS
from physics.pipeline.steady_run import SteadyRun
from physics.pipeline.steady_steps import ISLANDS, MANIFOLDS, PAIRS, SEARCHED, STORED
from scenes.catalog import find
from tests.support.by_stages import by_stages, counted

# stacks, piles, friction, restitution, springs, chains, a net, heavy loads, tumbling bodies, hulls, bodies swept along a way
SCENES = ("g_column", "i_heavy_chain", "tower", "mass_ratio", "bounce_row", "slide_twist", "two_heaps", "cradle", "bridge",
          "springs", "stretched_chain", "net", "dzhanibekov", "coins", "dice", "overlap_recovery", "crossing_bullets",
          "sphere_tower", "warm_start", "bowling_lane", "door", "joint_zoo", "belt")
JOINED = ("i_heavy_chain", "stretched_chain", "ball_and_chain", "bridge", "joint_zoo")     # joints by sweeps, and together
QUICK = ("tower", "bounce_row", "stretched_chain", "dzhanibekov", "dice")
STEPS = 140                                      # past a multiple of 64, and long enough for some to fall asleep
PIECES = (1, 2, 30, 3, 64, 40)


def seen(world: World) -> tuple:
    """What a world looks like between two steps."""
    return (world.state_hash(), world.step_count, world.time, world.events, world.note, world.contact_count,
            world.max_penetration(), world.energy(), world.resting, world.asleep.tolist(), world.joint_row_count)


@pytest.mark.parametrize("name, overrides", [(name, []) for name in SCENES] + [
    (name, [f"preset={preset}"]) for name in QUICK for preset in PRESETS] + [
    (name, [f"solver.joint_solve={how}"]) for name in JOINED for how in ("sweep", "direct")])
def test_after_every_step_and_in_pieces(name, overrides):
    one, two, three = (scenes.build(scenes.load(find(name).path), overrides=overrides) for _ in range(3))
    for _ in range(STEPS):
        with by_stages():
            one.step()
        two.step()
        assert seen(two) == seen(one)
    for number in PIECES:
        three.step(number)
    assert seen(three) == seen(one)


@pytest.mark.parametrize("name", ["g_column", "i_heavy_chain", "tower", "bounce_row", "dzhanibekov", "dice", "rolling_race"])
def test_some_steps_are_taken_in_compiled_code(name):
    """Else the comparison would compare nothing."""
    world = scenes.build(scenes.load(find(name).path))
    with counted() as number:
        world.step(60)
    assert number[True] > 35


@pytest.mark.parametrize("name", ("i_heavy_chain", "ball_and_chain"))
def test_joints_taken_together_are_so_too(name):
    """Chains that hang free, and one whose links meet each other and the hook."""
    world = scenes.build(scenes.load(find(name).path), overrides=["solver.joint_solve=direct"])
    with counted() as number:
        world.step(90)
    assert number[True] > 35 and len(world._contacts.together.lane)


@pytest.mark.parametrize("precision", ["single", "double"])
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_any_precision_and_number_of_threads(precision, threads):
    found = []
    for pieces in ((120,), (1,) * 120):
        world = pile(precision)
        world.threads = threads
        for number in pieces:
            world.step(number)
        found.append(seen(world))
    with by_stages():
        world = pile(precision)
        world.step(120)
    assert found == [seen(world)] * 2


def pile(precision: str = "single", **settings) -> World:
    """Boxes and balls far apart, above a plane: they meet all at once, so lists grow while steps are steady."""
    world = World(precision=precision, **settings)
    world.add_body(shape=Plane(), type="static")
    for k in range(48):
        shape = Box(half=(0.3, 0.2, 0.25)) if k % 2 else Sphere(radius=0.3)
        place = 0.9 * (k % 4), 0.9 * (k // 4 % 3), 1.5 + 0.9 * (k // 12)
        world.add_body(shape=shape, position=place, restitution=0.1 * (k % 4), angular_velocity=(0.1 * k, 0, 1),
                       velocity=(0, 0, -9))
    return world


def begun_at(world: World, steps: int) -> set[int]:
    """After which stages steps in compiled code were handed over."""
    found, take = set(), SteadyRun.take

    def noting(run, world, wanted):
        taken, begun = take(run, world, wanted)
        found.add(begun.stage)
        return taken, begun

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SteadyRun, "take", noting)
        world.step(steps)
    return found


def test_lists_that_outgrow_their_room_are_handed_over():
    """Found keys, entries of pairs, touching pairs and blocks of contacts: each list is short of room once."""
    assert {SEARCHED, PAIRS, ISLANDS} <= crowd_handed_over() | begun_at(pile(), 200)


def crowd_handed_over() -> set[int]:
    """After which stages steps of a crowd that closes in were handed over; its bits are those of the stages."""
    found, hashes = set(), []
    for plain in (False, True):
        world = World(gravity=(0, 0, 0), sleep=False)
        for k in range(125):
            place = np.array((k % 5 - 2, k // 5 % 5 - 2, k // 25 - 2)) * 1.6
            world.add_body(shape=Sphere(radius=0.5), position=tuple(place), velocity=tuple(-2 * place))
        if plain:
            with by_stages():
                world.step(90)
        else:
            found = begun_at(world, 90)
        hashes.append(seen(world))
    assert hashes[0] == hashes[1]
    return found


def test_falling_asleep_is_handed_over():
    """Ways are measured every eighth step, and islands fall asleep in the stages."""
    world, other = pile(sleep=True), pile(sleep=True)
    assert {STORED, MANIFOLDS} <= begun_at(world, 1500) and world.asleep.any()
    with by_stages():
        other.step(1500)
    assert seen(world) == seen(other)


def change_velocity(world: World) -> None:
    world.bodies[5].velocity = (1, 2, 3)


def change_place(world: World) -> None:
    world.bodies[7].position = (0.5, 0.5, 6)


def push(world: World) -> None:
    world.bodies[6].apply_force((500, 0, 900))


def add(world: World) -> None:
    world.add_body(shape=Box(half=(0.4, 0.4, 0.4)), position=(1, 1, 7))
    world.add_joint(BallSocket(a=world.bodies[-1], b=world.bodies[-2], anchor=(1, 1, 7)))


def remove(world: World) -> None:
    world.remove(world.bodies[3])


def change_solver(world: World) -> None:
    world.solver = SolverSettings.preset("classic")


def change_gravity(world: World) -> None:
    world.gravity, world.dt = (1, 0, -5), 1 / 120


def restore(world: World) -> None:
    saved = world.snapshot()
    world.step(9)
    world.restore(saved)


def look_inside(world: World) -> None:
    saved = world.snapshot()
    world.step(stop=(8, 0, 1))
    world.restore(saved)


def stop_inside(world: World) -> None:
    world.step(stop_when="time >= 0", look="inside")


def add_sensor(world: World) -> None:
    world.add_body(shape=Sphere(radius=2), position=(1, 1, 1), type="static", sensor=True)


def add_hull(world: World) -> None:
    world.add_body(shape=Convex([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]), position=(1, 1, 6))


def weaken(world: World) -> None:
    world.add_joint(BallSocket(a=world.bodies[8], b=None, anchor=(1, 1, 9), break_force=20.0))


CHANGES = (change_velocity, change_place, push, add, remove, change_solver, change_gravity, restore, look_inside, stop_inside,
           add_sensor, add_hull, weaken)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_changes_by_hand_take_effect(change: Callable[[World], None]):
    one, two = pile(), pile()
    for _ in range(3):
        with by_stages():
            one.step(23)
            change(one)
        two.step(23)
        change(two)
        for _ in range(8):
            with by_stages():
                one.step()
            two.step()
            assert seen(two) == seen(one)


@pytest.mark.parametrize("name", ["g_column", "i_heavy_chain", "coins"])
def test_the_last_step_can_be_looked_into(name):
    """Its rows, its trace and its moments are those of the step by stages, after one step and after several."""
    for pieces in ((1,) * 40, (40,)):
        one, two = (scenes.build(scenes.load(find(name).path)) for _ in range(2))
        with by_stages():
            one.step(40)
        for number in pieces:
            two.step(number)
        for look in (lambda world: world.rows(), lambda world: world.moments(), lambda world: world.work()):
            assert repr(look(two)) == repr(look(one))
        assert two.contact_arrays().normal_impulses.tolist() == one.contact_arrays().normal_impulses.tolist()


def test_copies_go_on_alike():
    world = pile()
    world.step(50)
    copies = [world, copy.deepcopy(world), pickle.loads(pickle.dumps(world))]
    for each in copies:
        each.step(50)
    assert seen(copies[1]) == seen(copies[0]) == seen(copies[2])


def test_several_worlds_in_turn():
    """What a kernel remembers of the arguments of one world is not taken for another's."""
    worlds, alone = [pile(), pile(dt=1 / 120)], [pile(), pile(dt=1 / 120)]
    for _ in range(40):
        for world in worlds:
            world.step()
    for world in alone:
        world.step(40)
    assert list(map(seen, worlds)) == list(map(seen, alone))
