"""Demos on disk: the .html and .glb files of `impulse render`."""
from __future__ import annotations

from pathlib import Path
from typing import Any

from app.demo.kinds import PAGE, check_options
from app.demo.sources import Wish, of_scene, plan_of
from app.draw.view_options import ViewOptions
from app.headless.kernel_warmup import make_all_ready
from app.headless.run import progress
from impulse.files.writing import write_bytes


def make_demo(opened: Any, path: Path, wish: Wish, options: ViewOptions) -> Path:
    """Record an opened scene and write the demo, with progress bars on a terminal; returns its absolute path.  Nothing is written
    before all is done.  Raises InputError for a wish that cannot be met, OSError where the file cannot be written."""
    check_options(options)
    plan, title = plan_of(opened.world.dt, wish), opened.document.title
    make_all_ready([opened.world])
    with progress(title, plan.frames) as advance:
        recording = of_scene(opened, wish, advance)
    if path.suffix.lower() == PAGE:
        from app.demo.page import page
        with progress("compressing", packed_size(recording)) as advance:
            content = page(recording, options, advance).encode("utf-8")
    else:
        from app.demo.gltf import gltf
        content = gltf(recording, options)
    write_bytes(path, content)
    return Path(path).expanduser().absolute()


def packed_size(recording: Any) -> int:
    """About how many bytes are compressed."""
    return recording.poses.nbytes + recording.states.nbytes
