"""Contacts that bear joints which are solved together: input are contact blocks, bodies and the matrices of joints, output are
velocities and impulses that meet both.

`choice` says which contacts, `points` reads their rows, `solve` finds all impulses of a component, `stages` shares components
among threads.
"""
