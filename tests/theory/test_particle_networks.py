"""Many particles and many constraints at once: chains, rigid frames and closed loops, held by forces."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Distance, SolverSettings, Sphere, World
from physics.lab.links import CONE, FIXED, FORMS, PARABOLOID, rods
from physics.lab.particles import Particles, Springs, by_forces, by_impulses, constraint_force, energy, resting, weight

G = 9.81
DOWN = (0.0, -G)


def chain(places, masses, form=CONE):
    """Particles at rest, each linked to the one before, the first to the origin."""
    now = resting(masses, places)
    return now, rods(now.position, [(k - 1, k) for k in range(len(masses))], form=form)


def frame(seed: int) -> Particles:
    """Four moving particles of different mass in the plane."""
    random = np.random.default_rng(seed)
    return Particles(random.uniform(0.5, 3, 4), np.array(((0, 0), (1, 0), (1, 1), (0, 1))) + 0.1 * random.normal(size=(4, 2)),
                     random.normal(size=(4, 2)))


@pytest.mark.parametrize("form", FORMS)
def test_a_hanging_chain_bears_what_is_below(form):
    """3.8: the pull in each link at rest is the weight of all below it, and nothing moves."""
    masses = np.array((1.0, 2.0, 0.5, 10.0, 3.0))
    now, links = chain([(0, -0.4 * (k + 1)) for k in range(5)], masses, form)
    held = constraint_force(now, weight(now, DOWN), links)
    pull = -held.multipliers * (0.4 if form == PARABOLOID else 1)
    assert pull == pytest.approx(G * masses[::-1].cumsum()[::-1], rel=1e-12)
    assert np.abs(held.acceleration).max() < 1e-12


def test_two_links_against_the_equations_of_the_double_pendulum():
    """3.8: angles of Lagrange's equations, integrated to 1e-10, are met better with every shorter step."""
    integrate = pytest.importorskip("scipy.integrate")
    m1, m2, l1, l2 = 1.0, 2.0, 1.0, 0.7

    def slope(t, y):
        q1, q2, w1, w2 = y
        d = q1 - q2
        matrix = np.array((((m1 + m2) * l1, m2 * l2 * np.cos(d)), (l1 * np.cos(d), l2)))
        right = (-m2 * l2 * w2**2 * np.sin(d) - (m1 + m2) * G * np.sin(q1), l1 * w1**2 * np.sin(d) - G * np.sin(q2))
        return (w1, w2, *np.linalg.solve(matrix, right))

    q1, q2 = integrate.solve_ivp(slope, (0, 1), (np.pi / 2, np.pi / 2, 0, 0), rtol=1e-10, atol=1e-10).y[:2, -1]
    elbow = np.array((l1 * np.sin(q1), -l1 * np.cos(q1)))
    wanted = np.array((elbow, elbow + (l2 * np.sin(q2), -l2 * np.cos(q2))))
    for form in FORMS:
        far = []
        for dt in (1 / 250, 1 / 1000, 1 / 4000):
            now, links = chain([(l1, 0), (l1 + l2, 0)], (m1, m2), form)
            for _ in range(round(1 / dt)):
                now = by_forces(now, weight(now, DOWN), links, dt, Springs(100, 0.01))
            far.append(np.abs(now.position - wanted).max())
        assert far[0] / far[1] == pytest.approx(4, abs=1) and far[1] / far[2] == pytest.approx(4, abs=0.6), (form, far)
        assert far[2] < 0.005


def test_particles_in_a_row_are_a_rod():
    """3.8: two particles linked to the point and to each other swing as one rigid rod, T = 2 pi sqrt(I / (M g d))."""
    m1, m2, dt, angle = 2.0, 1.0, 1 / 2000, 0.05
    along = np.array((np.sin(angle), -np.cos(angle)))
    now = resting((m1, m2), (0.5 * along, along))
    links = rods(now.position, [(FIXED, 0), (FIXED, 1), (0, 1)])
    inertia, moment = m1 * 0.25 + m2, (m1 * 0.5 + m2) * G
    crossings, before = [], now.position[1, 0]
    for k in range(round(4 / dt)):
        now = by_forces(now, weight(now, DOWN), links, dt, Springs(100, 0.01))
        if before > 0 >= now.position[1, 0]:
            crossings.append((k + before / (before - now.position[1, 0])) * dt)
        before = now.position[1, 0]
    period = 2 * np.pi * np.sqrt(inertia / moment) * (1 + angle**2 / 16)
    assert crossings[1] - crossings[0] == pytest.approx(period, rel=1e-4)
    assert np.abs(links.stretch(now.position)).max() < 1e-5


@pytest.mark.parametrize("form", FORMS)
def test_all_accelerations_fit_at_once(form):
    """3.8: a frame of four particles with a diagonal, in motion: the matrix's solution is that of all equations together."""
    for seed in range(5):
        now = frame(seed)
        links = rods(now.position, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], form=form)
        force = np.random.default_rng(seed).normal(size=(4, 2))
        held, terms = constraint_force(now, force, links), links.at(now.position, now.velocity)
        # M a - J^T lambda = F, J a = -J' v, as one system of accelerations and multipliers
        masses = np.repeat(now.mass, 2)
        whole = np.block([[np.diag(masses), -terms.jacobian.T], [terms.jacobian, np.zeros((5, 5))]])
        both = np.linalg.solve(whole, np.concatenate((force.ravel(), -terms.curvature)))
        assert held.acceleration.ravel() == pytest.approx(both[:8], abs=1e-9)
        assert held.multipliers == pytest.approx(both[8:], abs=1e-9)


@pytest.mark.parametrize("form", FORMS)
def test_inner_forces_keep_momentum(form):
    """3.8, 3.4: links between particles neither push nor turn the whole."""
    for seed in range(5):
        now = frame(seed)
        links = rods(now.position, [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)], form=form)
        force = constraint_force(now, np.zeros((4, 2)), links).force
        assert np.abs(force).max() > 0.1
        assert np.abs(force.sum(0)).max() < 1e-10
        assert abs(now.position[:, 0] @ force[:, 1] - now.position[:, 1] @ force[:, 0]) < 1e-10


def test_links_too_many_share_the_load():
    """3.8: with both diagonals one of six links is redundant; motions are as with five, and the doubled link bears half."""
    now, resting_now = frame(1), frame(1)._replace(velocity=np.zeros((4, 2)))
    pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (1, 3)]
    force = weight(now, (3.0, -G)) + ((0, 1), (0, 0), (-2, 0), (0, 5))
    enough, many = (constraint_force(resting_now, force, rods(now.position, some)) for some in (pairs[:5], pairs))
    assert many.acceleration == pytest.approx(enough.acceleration, abs=1e-9)
    twice = constraint_force(now, force, rods(now.position, [pairs[0], *pairs[:5]]))
    once = constraint_force(now, force, rods(now.position, pairs[:5]))
    assert twice.multipliers[:2] == pytest.approx(once.multipliers[0] / 2, abs=1e-9)
    assert twice.multipliers[2:] == pytest.approx(once.multipliers[1:], abs=1e-9)


def test_a_chain_keeps_its_energy_and_its_links():
    """3.8, 3.4: ten particles that swing from level; errors and energy drift fall with the step, at both levels' own pace."""
    worst, drift = [], []
    for dt in (1 / 240, 1 / 960):
        now, links = chain([(0.1 * (k + 1), 0) for k in range(10)], np.ones(10))
        start, far = energy(now, DOWN), 0.0
        for _ in range(round(1 / dt)):
            now = by_forces(now, weight(now, DOWN), links, dt, Springs(400, 10))
            far = max(far, np.abs(links.stretch(now.position)).max())
        worst.append(far)
        drift.append(abs(energy(now, DOWN) - start))
    assert worst[1] < worst[0] / 3 and worst[1] < 0.005, worst
    assert drift[1] < drift[0] / 2 and drift[1] < 0.01 * 10 * G * 0.5, drift


def test_impulses_take_errors_away_in_a_chain():
    """3.1, 3.8: at the velocity level beta of each link's error goes in a step, here without a force."""
    now, links = chain([(0.2 * (k + 1), 0) for k in range(5)], np.ones(5))
    now = now._replace(position=now.position * 1.05)
    for n in range(1, 5):
        now = by_impulses(now._replace(velocity=0 * now.velocity), np.zeros((5, 2)), links, 0.01, beta=0.2)
        assert links.stretch(now.position) == pytest.approx(np.full(5, 0.01 * 0.8**n), abs=1e-12)


def test_the_method_of_that_name_moves_bodies_in_the_same_way():
    """3.1, 3.8: `method: force_based` on balls that distance joints link is a chain of particles, step by step."""
    masses = (1.0, 3.0, 0.5)
    solver = SolverSettings(method="force_based", substeps=1, force_stiffness=100, force_damping=5)
    world = World(precision="double", solver=solver)
    balls = [world.add_body(shape=Sphere(radius=0.05), mass=m, position=(0.3 * (k + 1), 0, 0)) for k, m in enumerate(masses)]
    for k, ball in enumerate(balls):
        before = balls[k - 1] if k else None
        world.add_joint(Distance(a=before, b=ball, anchor_a=(0.3 * k, 0, 0), anchor_b=ball.position))
    now, links = chain([(0.3 * (k + 1), 0, 0) for k in range(3)], masses)
    for _ in range(60):
        world.step()
        now = by_forces(now, weight(now, (0, 0, -G)), links, world.dt, Springs(100, 5))
        assert world.positions == pytest.approx(now.position, abs=1e-5)


def test_mistakes_are_named():
    """3.8: particles that are none, and a link without a direction."""
    now = resting((1, 1), ((0, 0), (0, 0)))
    for pair in ((0, 2), (-2, 1), (1, 1), (0, -1)):
        with pytest.raises(ValueError, match="link 0: .* no pair of 2 particles"):
            rods(now.position, [pair])
    with pytest.raises(ArithmeticError, match="link 0: its ends are at one point"):
        rods(now.position, [(0, 1)]).at(now.position, now.velocity)
