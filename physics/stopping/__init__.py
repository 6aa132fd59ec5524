"""Stopping: steps that end where an expression holds, after a step or inside it.

    conditions   named conditions, such as `first_contact`, and quantities of a step
    language     what the words of a stop expression mean
    condition    an expression, compiled for a world and read after each step
    moments      the moments of a step, and the search for the first at which a condition holds
    stopped      what stopped, and where

Comes in: a world, through its public interface.  Only `World` calls `step_until`; other code that steps worlds may make
a `StopCondition`.
"""
