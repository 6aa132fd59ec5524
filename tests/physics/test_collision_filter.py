"""Categories, masks and groups: who collides, changes while a world runs, sleeping bodies, and what is refused."""
from __future__ import annotations

import pytest

from physics import BallSocket, Box, Plane, RayFilter, SettingError, Sphere, World

PLAYER, DEBRIS = 0b10, 0b100


def two_balls(**filters):
    """A ball falling onto a fixed one; keywords: (fixed, falling) of each field."""
    world = World()
    fixed, falling = ({name: pair[k] for name, pair in filters.items()} for k in (0, 1))
    world.add_body(shape=Sphere(radius=0.5), type="static", **fixed)
    return world, world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 1.2), **falling)


@pytest.mark.parametrize(("filters", "collide"), [
    ({}, True),
    ({"category": (PLAYER, DEBRIS), "mask": (DEBRIS, PLAYER)}, True),
    ({"category": (PLAYER, DEBRIS), "mask": (DEBRIS, DEBRIS)}, False),
    ({"category": (PLAYER, DEBRIS), "mask": (PLAYER, PLAYER)}, False),
    ({"category": (PLAYER | DEBRIS, 1), "mask": (1, DEBRIS)}, True),
    ({"category": (0, 1)}, False),
    ({"mask": (0xFFFFFFFF, 0)}, False),
    ({"category": (1 << 31, 1 << 31), "mask": (1 << 31, 1 << 31)}, True),
    ({"group": (3, 3)}, False),
    ({"sensor": (True, False)}, False),
    ({"sensor": (False, True)}, False),
], ids=str)
def test_two_bodies_collide_if_each_mask_has_the_others_category(filters, collide):
    world, ball = two_balls(**filters)
    for _ in range(60):
        world.step()
    assert (ball.position[2] > 0.9) == collide
    assert (world.contact_count > 0) == collide


def test_a_ball_falls_through_a_plane_that_it_does_not_name():
    world = World()
    world.add_body(shape=Plane(), type="static", category=PLAYER)
    through, kept = (world.add_body(shape=Sphere(radius=0.5), position=(x, 0, 1), mask=mask)
                     for x, mask in ((0, DEBRIS), (3, PLAYER)))
    for _ in range(90):
        world.step()
    assert through.position[2] < -3 and kept.position[2] == pytest.approx(0.5, abs=0.01)


@pytest.mark.parametrize("sleep", [False, True])
@pytest.mark.parametrize(("changed", "name", "value"), [
    ("crate", "mask", DEBRIS), ("crate", "category", DEBRIS), ("table", "mask", DEBRIS), ("table", "category", DEBRIS)])
def test_a_change_takes_effect_in_the_next_step(changed, name, value, sleep):
    """A crate that rests, or sleeps, falls through its table when one of them changes, and is caught when it changes back."""
    world = World(sleep=sleep)
    world.add_body(shape=Plane(), type="static")
    bodies = {"table": world.add_body(shape=Box(half=(1, 1, 0.1)), type="static", position=(0, 0, 3), mask=1),
              "crate": world.add_body(shape=Box(half=(0.3, 0.3, 0.3)), position=(0, 0, 3.4), mask=1)}
    crate = bodies["crate"]
    for _ in range(120):
        world.step()
    assert crate.asleep == sleep and crate.position[2] == pytest.approx(3.4, abs=0.01)
    before = getattr(bodies[changed], name)
    setattr(bodies[changed], name, value)
    assert not crate.asleep and getattr(bodies[changed], name) == value
    world.step()
    assert world.contact_count == 0 and crate.velocity[2] == pytest.approx(-9.81 / 60, rel=1e-3)
    setattr(bodies[changed], name, before)
    for _ in range(120):
        world.step()
    assert crate.position[2] == pytest.approx(3.4, abs=0.02)


def test_a_table_that_appears_under_a_sleeper_wakes_it():
    """A static body whose mask grows pushes out what sleeps inside it."""
    world = World(sleep=True)
    world.add_body(shape=Plane(), type="static")
    ball = world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 0.5))
    slab = world.add_body(shape=Box(half=(2, 2, 0.2)), type="static", mask=0)
    for _ in range(120):
        world.step()
    assert ball.asleep
    slab.mask = 1
    for _ in range(60):
        world.step()
    assert ball.position[2] > 0.6


def test_jointed_bodies_of_accepting_categories_do_not_collide():
    world = World(gravity=(0, 0, 0))
    a, b = (world.add_body(shape=Sphere(radius=0.5), position=(0.6 * k, 0, 0), category=PLAYER) for k in range(2))
    joint = world.add_joint(BallSocket(a=a, b=b, anchor=(0.3, 0, 0)))
    world.step()
    assert world.contact_count == 0
    a.mask = PLAYER
    world.step()
    assert world.contact_count == 0, "a change of the filter leaves the joint's exclusion as it is"
    world.remove(joint)
    world.step()
    assert world.contact_count == 1


def test_a_snapshot_holds_filters():
    world, ball = two_balls()
    saved = world.snapshot()
    ball.mask = 0
    for _ in range(60):
        world.step()
    assert ball.position[2] < 0
    world.restore(saved)
    assert ball.mask == 0xFFFFFFFF
    for _ in range(60):
        world.step()
    assert ball.position[2] > 0.9


@pytest.mark.parametrize(("keys", "words"), [
    ({"mask": -1}, "mask: -1 is out of range; allowed is 0 to 0xffffffff"),
    ({"category": 1 << 32}, "category: 4294967296 is out of range"),
    ({"category": "player"}, "category: 'player' is not a whole number with a bit for each category"),
    ({"mask": True}, "mask: True is not a whole number"),
    ({"sensor": 1}, "sensor: 1 is not true or false"),
    ({"catgory": 1}, "a body has no 'catgory'; did you mean 'category'?")], ids=str)
def test_wrong_filters_are_refused(keys, words):
    with pytest.raises(SettingError, match="^" + words.replace("?", r"\?").replace("(", r"\(")):
        World().add_body(shape=Sphere(radius=1), **keys)


def test_a_wrong_change_is_refused_and_changes_nothing():
    world, ball = two_balls()
    with pytest.raises(SettingError, match="mask: 1.5 is not a whole number"):
        ball.mask = 1.5
    with pytest.raises(AttributeError, match="'sensor' of a Body cannot be changed"):
        ball.sensor = True
    assert ball.mask == 0xFFFFFFFF and not ball.sensor


# ------------------------------------------------------------------------------------------------ rays

@pytest.fixture
def row():
    """From above: a sensor, a player, debris, a floor."""
    world = World()
    kinds = ({"sensor": True}, {"category": PLAYER}, {"category": DEBRIS})
    bodies = [world.add_body(shape=Sphere(radius=0.5), position=(0, 0, 9 - 2 * k), **kind) for k, kind in enumerate(kinds)]
    return world, [*bodies, world.add_body(shape=Plane(), type="static")]


@pytest.mark.parametrize(("chosen", "hit"), [
    ({}, 1), ({"sensors": True}, 0), ({"mask": DEBRIS}, 2), ({"mask": DEBRIS | 1}, 2), ({"mask": 1}, 3), ({"mask": 0}, None),
    ({"mask": DEBRIS, "sensors": True}, 2), ({"mask": 1, "sensors": True}, 0)], ids=str)
def test_a_ray_hits_what_its_filter_allows(row, chosen, hit):
    world, bodies = row
    found = world.ray_cast((0, 0, 12), (0, 0, -1), filter=RayFilter(**chosen))
    assert (found and found.body) == (None if hit is None else bodies[hit])


def test_a_ray_passes_excluded_bodies(row):
    world, bodies = row
    cast = lambda *gone: world.ray_cast((0, 0, 12), (0, 0, -1), filter=RayFilter(excluded=gone)).body      # noqa: E731
    assert cast(bodies[1]) == bodies[2] and cast(bodies[1], bodies[2]) == bodies[3]
    with pytest.raises(SettingError, match="excluded: .* is no body of this world"):
        cast(World().add_body(shape=Sphere(radius=1)))
    with pytest.raises(SettingError, match="mask: -3 is out of range"):
        world.ray_cast((0, 0, 12), (0, 0, -1), filter=RayFilter(mask=-3))
    world.remove(bodies[1])
    with pytest.raises(ReferenceError):
        cast(bodies[1])
