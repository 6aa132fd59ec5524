"""Measure: metrics of a world, one function each, with name, unit and help.

`sampler` reads the world once after a step for all metrics, `metric_table` lists every metric as single numbers.
"""
