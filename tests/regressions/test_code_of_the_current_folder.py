"""No code of the folder that the program is started in is executed.

Seen: `impulse sweep --jobs 2` in a folder with a file `joblib.py`, `numpy.py` or `cloudpickle.py` executed it in its workers;
`open` without a display and `bench` executed a folder `app`.  Python looks for modules of `-m` and `-c` in the
current folder first.
Expected: every child process starts as by -P.
"""
from __future__ import annotations

import os
import subprocess
import sys

from tests.architecture.sources import ROOT

# Every module that a child imports on its way to our code, and packages of ours.
NAMES = ("joblib", "numpy", "cloudpickle", "multiprocessing", "concurrent", "pickle", "signal", "json", "threading", "tempfile",
         "numba", "yaml", "pydantic", "app", "physics", "scenes", "impulse", "runpy", "struct", "socket", "random")
MARK = "open(__file__ + '.ran', 'w').close()\n"
WORKERS = """
import sys
sys.path[:] = [entry for entry in sys.path if entry]
import joblib
from multiprocessing import get_context
from app.headless.children import environment, python, run_again
from app.headless.kernel_warmup import starting
from app.studies.cells.backends import chosen

def main():
    with chosen("loky", 2, None):
        assert joblib.Parallel()(joblib.delayed(abs)(number) for number in (-1, -2)) == [1, 2]
    child = get_context("spawn").Process(target=print)
    with starting():
        child.start()
    child.join()
    assert child.exitcode == 0
    assert run_again(["-m", "app", "--version"], environment()) == 0

if __name__ == "__main__":
    main()
"""


def test_children_import_nothing_of_the_current_folder(tmp_path):
    here = tmp_path / "here"
    here.mkdir()
    for name in NAMES:
        (here / f"{name}.py").write_text(MARK)
    (tmp_path / "workers.py").write_text(WORKERS)
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    env.pop("PYTHONSAFEPATH", None)
    done = subprocess.run([sys.executable, "-P", str(tmp_path / "workers.py")], cwd=here, env=env, capture_output=True, text=True,
                          timeout=120)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in here.iterdir()) == sorted(f"{name}.py" for name in NAMES)
