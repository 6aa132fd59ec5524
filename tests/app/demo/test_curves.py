"""Curves of a demo: values, units, the usual ones, and messages for wrong ones."""
from __future__ import annotations

import numpy as np
import pytest

from app.demo.curves import Curves, unit_of, usual
from app.headless.errors import InputError
from physics import Box, Distance, Plane, Sphere, World


@pytest.fixture
def world():
    made = World()
    made.add_body(shape=Plane(), type="static", name="floor")
    made.add_body(shape=Sphere(radius=0.5), position=(0, 0, 3), name="ball")
    made.add_body(shape=Box(half=(0.5, 0.5, 0.5)), position=(4, 0, 0.5), name="crate")
    return made


def test_values_are_those_of_the_world(world):
    curves = Curves(world, ("energy,kinetic_energy", "height(ball) - height(crate)"), "plots")
    expected = []
    for _ in range(30):
        curves.take()
        energy = world.energy()
        expected.append((energy.total, energy.kinetic, float(world.positions[1, 2] - world.positions[2, 2])))
        world.step()
    energies, heights = curves.finish()
    assert energies.names == ("energy", "kinetic_energy") and energies.units == ("J", "J") and heights.units == ("",)
    assert np.allclose(energies.values, [row[:2] for row in expected], rtol=1e-6)
    assert np.allclose(heights.values[:, 0], [row[2] for row in expected], atol=1e-6)


def test_what_is_gone_has_no_value(world):
    curves = Curves(world, ("height(ball)",), "plots")
    curves.take()
    world.remove(world.bodies[1])
    world.step()
    curves.take()
    (plot,) = curves.finish()
    assert plot.values[0, 0] == pytest.approx(3) and np.isnan(plot.values[1, 0])


def test_usual_plots(world):
    assert usual(world) == ("energy,potential_energy,kinetic_energy", "max_penetration")
    world.add_joint(Distance(a=world.bodies[1], b=world.bodies[2], anchor_a=(0, 0, 3), anchor_b=(4, 0, 0.5)))
    assert usual(world)[-1] == "max(joint_gap)"
    curves = Curves(world, None, "plots")
    curves.take()
    assert [plot.names for plot in curves.finish()][1:] == [("max_penetration",), ("max(joint_gap)",)]


@pytest.mark.parametrize("text, unit", [("energy", "J"), ("max(joint_gap)", "m"), ("max(speed(box))", "m/s"), ("height(a)", "m"),
                                        ("height(a) / height(b)", ""), ("2 * energy", ""), ("contacts", "")])
def test_units(text, unit):
    assert unit_of(text) == unit


@pytest.mark.parametrize("plots, words", [
    (("eneggy",), "did you mean 'energy'"), (("peak(energy)",), "one number of a whole run"), (("speed()",), "is 2 numbers"),
    (("height(bal)",), "no body has the name 'bal'; did you mean 'ball'"), (("momentum",), "is 3 numbers"),
    (("energy",) * 9, "at most 8 plots"), (("energy,",), "")])
def test_wrong_ones_are_named(world, plots, words):
    with pytest.raises(InputError, match="^--plot: .*") as caught:
        Curves(world, plots, "--plot")
    assert words in str(caught.value)


def test_a_comma_inside_parentheses_parts_nothing(world):
    world.add_body(shape=Box(half=(1, 1, 1)), type="static", sensor=True, name="gate", position=(0, 0, 9))
    curves = Curves(world, ('inside(gate, "ball"),contacts',), "plots")
    curves.take()
    (plot,) = curves.finish()
    assert plot.names == ('inside(gate, "ball")', "contacts") and plot.values[0, 0] == 0
