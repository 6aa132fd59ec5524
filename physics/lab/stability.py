"""Stability: the linear map of one step of a hanging chain, and its spectral radius.

Links of mass m_1 .. m_n hang straight down; along the vertical each joint is one row between two links, and a step maps

    x = (velocities v, errors e of the joints, impulses lambda carried over)      to      x' = A x,

without gravity, which only shifts the equilibrium.  If rho, the largest |eigenvalue| of A, is above 1, the smallest disturbance
grows by that factor in every step.  With J and K = J M^-1 J^T of the chain and lambda_0 = w lambda, one substep is

    velocities     sweeps of Gauss-Seidel on  (K + C) lambda = -(J v + b e),   from lambda_0
    positions      e' = e + h J (v + M^-1 J^T lambda + p)
    relax          more sweeps, without b and C, at the new velocities

    baumgarte      b = beta / h,             C = 0                  p = 0
    split impulse  b = 0                     C = 0                  p of sweeps from 0 on  K q = -beta / h e
    soft           b, C by the softness of joint_hertz and joint_damping_ratio, C in proportion to K's diagonal

A sweep is lambda' = G lambda + ..., G = 1 - (L + D)^-1 K, so k sweeps make (1 - G^k) of the full correction (D over the
relaxation, except in the last sweep).  With exact solutions a step of Baumgarte is stable; with few sweeps, warm starting
carries the remainder into the next step, where the bias adds to it, and it grows.
Source: stationary iterations in any text on numerical linear algebra; softness as in Catto, "Soft Constraints", GDC 2011.
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from physics.definitions.settings import SolverSettings
from physics.dynamics.parameters import JointRowParameters, parameters


class Chain(NamedTuple):
    """A chain that hangs from the world."""

    masses: np.ndarray            # (n,) of the links, from the top down [kg]


def chain(links: int, ratio: float) -> Chain:
    """A chain of links of 1 kg, the last of `ratio` kg."""
    return Chain(np.concatenate((np.ones(links - 1), (ratio,))))


def step_map(hanging: Chain, settings: SolverSettings, dt: float = 1 / 60) -> np.ndarray:
    """(3 n, 3 n) A of one step, for sequential impulses from the top down and the joint stabilization of `settings`.

    Raises ValueError for `position`, which corrects positions outside the velocity map.
    """
    if settings.joint_stabilization == "position":
        raise ValueError("the step map is of velocities; joint_stabilization 'position' corrects positions")
    n, p = len(hanging.masses), parameters(settings, (0.0, 0.0, 0.0), dt)
    jacobian = np.eye(n) - np.eye(n, k=-1)
    response = jacobian.T / hanging.masses[:, None]
    k, joints, h = jacobian @ response, p.joints, dt / settings.substeps
    velocity, error, impulse = (np.eye(3 * n)[part * n:(part + 1) * n] for part in range(3))
    for _ in range(settings.substeps):
        carried = settings.warm_start * impulse
        speed = velocity + response @ carried
        solve = _swept(k, joints.solve, p.iterations)
        change = solve(jacobian @ speed + joints.solve.bias_rate * error, carried)
        impulse, speed = carried + change, speed + response @ change
        pseudo = 0 * speed
        if p.split_joints:
            pseudo = response @ _swept(k, joints.relax, p.iterations)(joints.push.bias_rate * error, 0 * error)
        error = error + h * jacobian @ (speed + pseudo)
        if p.relax_joints and p.relax_iterations:
            change = _swept(k, joints.relax, p.relax_iterations)(jacobian @ speed, impulse)
            impulse, speed = impulse + change, speed + response @ change
        velocity = speed
    return np.concatenate((velocity, error, impulse))


def _swept(k: np.ndarray, params: JointRowParameters, sweeps: int):
    """A function of (J v + bias of the rows, impulses so far): the change of the impulses by `sweeps` of Gauss-Seidel."""
    compliance = np.diag(params.impulse_scale / params.mass_scale * np.diag(k))
    system, one = k + compliance, np.eye(len(k))

    def sweep(relaxation: float) -> np.ndarray:
        return one - np.linalg.solve(np.tril(system, -1) + np.diag(np.diag(system) / relaxation), system)

    over = np.linalg.matrix_power(sweep(params.over_relaxation), max(sweeps - 1, 0))
    left = sweep(1.0) @ over if sweeps else one                          # the last sweep has no over-relaxation
    done = (one - left) @ np.linalg.inv(system)
    return lambda residual, impulse: -done @ (residual + compliance @ impulse)


def spectral_radius(hanging: Chain, settings: SolverSettings, dt: float = 1 / 60) -> float:
    """The largest |eigenvalue| of a step; above 1 a disturbance grows by that factor in every step."""
    return float(np.abs(np.linalg.eigvals(step_map(hanging, settings, dt))).max())
