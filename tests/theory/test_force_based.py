"""Force-based dynamics: constraints of acceleration on particles, what drifts, what springs do about it, and many at once."""
from __future__ import annotations

import numpy as np
import pytest

from physics import Distance, SolverSettings, Sphere, World
from physics.lab.links import CONE, FIXED, FORMS, PARABOLOID, circle, rods
from physics.lab.particles import (
    NO_SPRINGS,
    Particles,
    Springs,
    by_forces,
    by_impulses,
    constraint_force,
    energy,
    resting,
    weight,
)

DOWN = (0.0, -9.81)
SPRINGS = Springs(100.0, 0.01)
START = ((1.0, 0.0),)


def swung(dt: float, form: str = PARABOLOID, springs: Springs = NO_SPRINGS, mass: float = 1.0, step=by_forces):
    """(drift after each step, energies) of ten seconds on the unit circle, from rest beside its centre."""
    link, now = circle(1.0, form), resting((mass,), START)
    force, far, energies = weight(now, DOWN), [], [energy(now, DOWN)]
    for _ in range(round(10 / dt)):
        now = step(now, force, link, dt, springs) if step is by_forces else step(now, force, link, dt)
        far.append(link.stretch(now.position)[0])
        energies.append(energy(now, DOWN))
    return np.array(far), np.array(energies)


def moving(seed: int, number: int = 4, dimensions: int = 2) -> Particles:
    """Particles anywhere, with any velocities."""
    random = np.random.default_rng(seed)
    shape = number, dimensions
    return Particles(random.uniform(0.5, 3, number), random.normal(size=shape), random.normal(size=shape))


def network(particles: Particles, form: str):
    """Each particle linked to the next, the first to a point, the last to the first."""
    last = len(particles.mass) - 1
    pairs = [(FIXED, 0), *((k, k + 1) for k in range(last)), (last, 0)]
    return rods(particles.position, pairs, np.full(particles.position.shape[1], 0.3), form)


def test_both_levels_ask_for_the_same_circle():
    """3.1: by forces C'' = 0 after each solution, by impulses C' = 0; for short steps the force is the impulse over dt."""
    link = circle(1.0, CONE)
    now = Particles(np.array((2.0,)), np.array(((0.8, -0.6),)), np.array(((1.2, 1.6),)))
    held = constraint_force(now, weight(now, DOWN), link)
    terms = link.at(now.position, now.velocity)
    assert terms.jacobian @ held.acceleration.ravel() + terms.curvature == pytest.approx(0, abs=1e-12)
    assert terms.jacobian @ by_impulses(now, weight(now, DOWN), link, 0.01).velocity.ravel() == pytest.approx(0, abs=1e-12)
    for dt in (1e-3, 1e-4):
        first = by_impulses(now, weight(now, DOWN), link, dt)
        by_impulse = (by_impulses(first, weight(first, DOWN), link, dt).velocity - first.velocity) / dt
        by_force = constraint_force(first, weight(first, DOWN), link).acceleration
        assert by_impulse == pytest.approx(by_force, abs=20 * dt)


def test_without_springs_the_paraboloid_moves_as_by_impulses():
    """3.1, 3.2: x.v = dt v.v after a step, which J' v takes away in the next; the cone's C' stays and grows."""
    by_force, by_impulse = swung(1 / 60)[0], swung(1 / 60, step=by_impulses)[0]
    assert by_force == pytest.approx(by_impulse, abs=1e-9)
    assert swung(1 / 60, CONE, step=by_impulses)[0] == pytest.approx(by_impulse, abs=1e-9)
    assert swung(1 / 60, CONE)[0][-1] > 2 * by_force[-1]


def test_a_world_without_correction_drifts_in_the_same_way():
    """3.1: what the sandbox does at the velocity level, sequential impulses on a distance joint, is this particle's motion."""
    world = World(gravity=(0, 0, -9.81), dt=1 / 60, precision="double",
                  solver=SolverSettings(substeps=1, iterations=20, stabilization="none", joint_stabilization="none"))
    ball = world.add_body(shape=Sphere(radius=0.1), mass=1, position=(1, 0, 0))
    world.add_joint(Distance(a=None, b=ball, anchor_a=(0, 0, 0), anchor_b=(1, 0, 0)))
    far = swung(1 / 60, CONE, step=by_impulses)[0]
    for k in range(120):
        world.step()
        assert np.linalg.norm(ball.position) - 1 == pytest.approx(far[k], abs=1e-9)


@pytest.mark.parametrize("springs", [NO_SPRINGS, SPRINGS])
def test_both_forms_drift_alike(springs):
    """3.2: sqrt(x.x) - 1 and (x.x - 1) / 2 are 0 on one circle; one motion on it, drifts of the same order beside it."""
    cone, paraboloid = (np.abs(swung(1 / 600, form, springs)[0]).max() for form in FORMS)
    assert 1 < cone / paraboloid < 1.3
    for place, run in (((0.6, 0.8), (-4.0, 3.0)), ((0.0, -1.0), (2.0, 0.0))):
        now = Particles(np.ones(1), np.array((place,)), np.array((run,)))
        forces = [constraint_force(now, weight(now, DOWN), circle(1.0, form), springs).force for form in FORMS]
        assert forces[0] == pytest.approx(forces[1], abs=1e-12)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dimensions", [2, 3])
def test_derivatives_against_finite_differences(form, dimensions):
    """3.3, 3.8: C' = J v and C'' = J a + J' v; of a circle in the paraboloid's form x.v and x.a + v.v."""
    for seed in range(5):
        now, e = moving(seed, dimensions=dimensions), 1e-4
        links = network(moving(seed + 100, dimensions=dimensions), form)
        acceleration = np.random.default_rng(seed).normal(size=now.position.shape)

        def error(t: float) -> np.ndarray:
            return links.at(now.position + t * now.velocity + t * t / 2 * acceleration, now.velocity).error

        terms = links.at(now.position, now.velocity)
        first, second = (error(e) - error(-e)) / (2 * e), (error(e) - 2 * error(0) + error(-e)) / e**2
        assert terms.jacobian @ now.velocity.ravel() == pytest.approx(first, abs=1e-6)
        assert terms.jacobian @ acceleration.ravel() + terms.curvature == pytest.approx(second, abs=1e-5)
    now = moving(1, 1)
    terms = circle().at(now.position, now.velocity)
    assert terms.jacobian @ now.velocity.ravel() == pytest.approx(now.position[0] @ now.velocity[0], abs=1e-15)
    assert terms.curvature == pytest.approx(now.velocity[0] @ now.velocity[0], abs=1e-15)


@pytest.mark.parametrize("form", FORMS)
def test_the_force_does_no_work(form):
    """3.4: along J^T, so none of its power is left where J v = 0; on the circle it is lambda times the place."""
    now = Particles(np.array((3.0,)), np.array(((0.6, 0.8),)), np.array(((-1.6, 1.2),)))
    held = constraint_force(now, np.array(((2.0, -7.0),)), circle(1.0, form))
    assert held.force == pytest.approx(held.multipliers[0] * now.position, abs=1e-12)
    assert (held.force * now.velocity).sum() == pytest.approx(0, abs=1e-12)
    assert abs(held.multipliers[0]) > 1


def test_energy_drifts():
    """3.4: at 1/600 s with springs by 0.176 J in ten seconds, at 1/60 s by 1.82 J, without springs by -1.44 J and -8.40 J;
    more damping gives energy at 1/60 s, 9.6 J."""
    found = {(dt, springs): swung(1 / dt, springs=springs)[1][-1] for dt in (60, 600) for springs in (SPRINGS, NO_SPRINGS)}
    assert found[600, SPRINGS] == pytest.approx(0.176, abs=1e-3)
    assert found[60, SPRINGS] == pytest.approx(1.82, abs=1e-2)
    assert found[600, NO_SPRINGS] == pytest.approx(-1.44, abs=1e-2)
    assert found[60, NO_SPRINGS] == pytest.approx(-8.40, abs=1e-2)
    assert swung(1 / 60, springs=Springs(100, 20))[1][-1] == pytest.approx(9.6, abs=0.05)


@pytest.mark.parametrize("mass", [1.0, 4.0])
def test_the_multiplier(mass):
    """3.5, 3.7: lambda = -(x.F + m v.v + m (ks C + kd C')) / x.x of the paraboloid's form."""
    now = Particles(np.array((mass,)), np.array(((0.7, 0.9),)), np.array(((-1.0, 2.0),)))
    force = np.array(((0.5, -3.0),))
    x, v = now.position[0], now.velocity[0]
    for ks, kd in ((0, 0), (100, 0.01), (30, 5)):
        wanted = -(x @ force[0] + mass * v @ v + mass * (ks * (x @ x - 1) / 2 + kd * x @ v)) / (x @ x)
        assert constraint_force(now, force, circle(), Springs(ks, kd)).multipliers[0] == pytest.approx(wanted, rel=1e-12)


def test_drift_falls_with_the_step():
    """3.6: 1/1500 s instead of 1/60 s makes 16.4 times less of it in ten seconds, and does not end it."""
    long, short = swung(1 / 60)[0][-1], swung(1 / 1500)[0][-1]
    assert long / short == pytest.approx(16.4, abs=0.1)
    assert short > 0.02


def test_springs_hold_the_particle_near():
    """3.7: with ks = 100 and kd = 0.01 at 1/600 s it swings about 1, by 1.97e-3 at most, 35 times less than without."""
    far = swung(1 / 600, springs=SPRINGS)[0]
    assert np.abs(far).max() == pytest.approx(1.97e-3, abs=1e-5)
    assert far.min() < -5e-4 and far.max() > 5e-4
    assert swung(1 / 600)[0].max() > 30 * np.abs(far).max()


def test_springs_have_the_mass_in_them():
    """3.7: with m = 4 nothing changes; without the m, which is a quarter of ks and kd, it drifts twelve times as far."""
    one, four = swung(1 / 600, springs=SPRINGS)[0], swung(1 / 600, springs=SPRINGS, mass=4)[0]
    assert four == pytest.approx(one, abs=1e-9)
    left_out = np.abs(swung(1 / 600, springs=Springs(SPRINGS.ks / 4, SPRINGS.kd / 4), mass=4)[0]).max()
    assert left_out / np.abs(one).max() == pytest.approx(12, abs=1)
