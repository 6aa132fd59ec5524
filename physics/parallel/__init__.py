"""Parallel: several threads inside one kernel, with the same bits for any number of them.

`team` divides the work of a stage into chunks, `worker_pool` keeps parked threads, `job_runner` runs a world's kernels on them,
`thread_count` measures how many are worthwhile. Imports `compile` and `simd`.
"""
