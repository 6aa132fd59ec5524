"""Backends for the cells of a sweep: processes of this machine, or any joblib backend, such as a Dask or Ray cluster."""
from __future__ import annotations

import logging
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec

from app.headless.children import safe_path
from app.headless.errors import InputError
from physics.definitions.tunable import nearest

PROCESSES = "loky"
DASK, RAY = "dask", "ray"
DISTRIBUTION = {DASK: "distributed", RAY: "ray"}            # backend -> its name for `pip install`


@contextmanager
def chosen(name: str, jobs: int | None, address: str | None) -> Iterator[None]:
    """Set joblib's backend to `name` with `jobs` workers (None: one for each core).

    `address` is that of a running cluster; without one, dask and ray start their own on this machine.
    Raises InputError for a backend that does not exist or is not installed.
    """
    import joblib
    if address is not None and name not in DISTRIBUTION:
        raise InputError(f"--cluster goes with --backend {' or '.join(DISTRIBUTION)}")
    if address is not None and jobs is not None:
        raise InputError("--jobs is for this machine; a cluster has its own workers")
    known = sorted({*joblib.parallel.BACKENDS, *joblib.parallel.EXTERNAL_BACKENDS, *DISTRIBUTION})
    if name not in known:
        raise InputError(f"--backend: there is no {name!r}; {nearest(name, known)}allowed are {', '.join(known)}")
    if name in DISTRIBUTION and find_spec(DISTRIBUTION[name]) is None:
        raise InputError(f"--backend: {name} is not installed; pip install {DISTRIBUTION[name]} installs it")
    with safe_path(), _backend(name, jobs, address):
        yield


@contextmanager
def _backend(name: str, jobs: int | None, address: str | None) -> Iterator[None]:
    """The backend itself, see `chosen`."""
    import joblib
    workers = jobs or os.cpu_count() or 1
    if name == DASK:
        with _dask(workers, address), joblib.parallel_config(DASK, n_jobs=-1):
            yield
    elif name == RAY:
        if address is not None:
            os.environ["RAY_ADDRESS"] = address              # its backend connects there at its first use
        import_module("ray.util.joblib").register_ray()
        with joblib.parallel_config(RAY, n_jobs=jobs or -1):
            yield
    else:
        with joblib.parallel_config(name, n_jobs=workers):
            yield


@contextmanager
def _dask(workers: int, address: str | None) -> Iterator[None]:
    """A client of the Dask scheduler at `address`, or of a new one with this number of worker processes."""
    from distributed import Client, LocalCluster
    if address is not None:
        try:
            client = Client(address, timeout=20)
        except (OSError, ValueError) as error:
            raise InputError(f"--cluster: no Dask scheduler answers at {address} ({type(error).__name__})") from None
        with client:
            yield
        return
    logging.getLogger("tornado.application").setLevel(logging.CRITICAL)     # it reports tasks that a cancel interrupts
    with _deaf_to_interrupts():
        cluster = LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL)
    with cluster, Client(cluster):
        yield


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """In the block, new processes ignore Ctrl-C, which a terminal sends to all of them; this process ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
