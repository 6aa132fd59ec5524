"""How a block answers impulses: couplings of its points, response to wrenches and effective masses, by its arms and masses."""
from __future__ import annotations

from typing import Any, NamedTuple

from physics.compile.decorators import formula
from physics.contacts.frame import load_masses, load_place, normal_speed_at, normal_wrench_by, response
from physics.contacts.friction import tangent_masses
from physics.contacts.layout import (
    ARM_A,
    ARM_B,
    COUNT,
    COUPLING,
    CROSS_COUPLING,
    FIRST_POINT,
    FLAGS,
    INERTIA_A,
    INERTIA_B,
    INVERSE_MASS_A,
    INVERSE_MASS_B,
    MOST_COUPLING,
    NO_POINT,
    NORMAL_K,
    NORMAL_MASS,
    POINT,
    SEPARATION,
    SINGLE,
    TANGENT_BY_FRICTION,
    TANGENT_BY_NORMAL,
    TANGENT_MASS,
    TANGENT_MASS_2,
)
from physics.simd.functions import maximum, minimum, select, sqrt
from physics.simd.mat33 import symmetric_transform
from physics.simd.memory import load, store
from physics.simd.slots import store3, store6
from physics.simd.value import W


class UnitResponse(NamedTuple):
    """The response to a unit normal impulse at a point."""

    normal_velocity: Any           # (3) in the contact frame
    k: Any                         # change of the normal speed at the point itself [1/kg]


@formula
def store_coupling(data, base, j, unit, exists):
    """Write K between the normal row of point j and those before it; unit is the UnitResponse of the point."""
    normal_velocity, k = unit.normal_velocity, unit.k
    zero = 0.0 * k
    if j % 2 == 1:
        before = base + (FIRST_POINT + (j - 1) * POINT) * W
        most = MOST_COUPLING * sqrt(load(data, before + NORMAL_K * W) * k)
        coupling = normal_speed_at(normal_velocity, load_place(data, before))
        store(data, base + (COUPLING + j // 2) * W, select(exists, maximum(minimum(coupling, most), -most), zero))
    if j > 1:
        for i in range(2):
            coupling = normal_speed_at(normal_velocity, load_place(data, base + (FIRST_POINT + i * POINT) * W))
            store(data, base + (CROSS_COUPLING + 2 * i + j - 2) * W, select(exists, coupling, zero))
            if j == 2:
                store(data, base + (CROSS_COUPLING + 2 * i + 1) * W, zero)       # of a fourth point, which may follow


@formula
def store_masses(data, base, masses):
    """Write (1/m_a, I_a^-1, 1/m_b, I_b^-1) of a block."""
    store(data, base + INVERSE_MASS_A * W, masses[0])
    store(data, base + INVERSE_MASS_B * W, masses[2])
    store6(data, base + INERTIA_A * W, masses[1])
    store6(data, base + INERTIA_B * W, masses[3])


@formula
def store_response(data, base, answer, single):
    """Write the response of a block's tangent velocity to wrenches; for a single point only what `single_point` reads."""
    by_normal = answer.tangent_by_normal
    if single:
        store(data, base + TANGENT_BY_NORMAL * W, by_normal[0][0])
        store(data, base + (TANGENT_BY_NORMAL + 3) * W, by_normal[1][0])
    else:
        for k in range(3):
            store3(data, base + (TANGENT_BY_NORMAL + 3 * k) * W, by_normal[k])
        store6(data, base + TANGENT_BY_FRICTION * W, answer.tangent_by_friction)


@formula
def store_point_response(data, base, j, answer, how):
    """Write K of point j, its couplings and effective masses; how = (its place in the contact frame, whether it exists, cone)."""
    (spot, exists, cone), point = how, base + (FIRST_POINT + j * POINT) * W
    normal_velocity = symmetric_transform(answer.normal_by_normal, normal_wrench_by(0.0 * spot[0] + 1.0, spot))
    k = normal_speed_at(normal_velocity, spot)
    k = select(exists & (k > 0.0), k, 1.0)
    store_coupling(data, base, j, UnitResponse(normal_velocity, k), exists)
    m1, m2 = tangent_masses(answer.tangent_by_friction, spot, cone)
    store(data, point + NORMAL_K * W, k)
    store(data, point + NORMAL_MASS * W, 1.0 / k)
    store(data, point + TANGENT_MASS * W, select(exists, m1, 0.0 * m1))
    store(data, point + TANGENT_MASS_2 * W, select(exists, m2, 0.0 * m2))


@formula
def move_arms(data, base, frame, cone):
    """Give a block that is prepared the arms of `frame`, with the response and the masses that follow from them."""
    store3(data, base + ARM_A * W, frame.arm_a)
    store3(data, base + ARM_B * W, frame.arm_b)
    answer = response(frame, load_masses(data, base))
    store_response(data, base, answer, data[base + FLAGS * W + SINGLE] > 0.0)
    for j in range(int(data[base + FLAGS * W + COUNT])):
        point = base + (FIRST_POINT + j * POINT) * W
        exists = load(data, point + SEPARATION * W) < 0.5 * NO_POINT
        store_point_response(data, base, j, answer, (load_place(data, point), exists, cone))
