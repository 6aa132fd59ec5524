"""Parallel: several threads inside one kernel, the same bits for any number of them.

`team` cuts the work of a stage into chunks, `worker_pool` keeps parked threads, `job_runner` lets a world's kernels run on
them, `thread_count` measures how many pay. Imports `compile` and `simd`.
"""
