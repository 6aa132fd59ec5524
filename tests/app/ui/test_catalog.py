"""The catalog is read without blocking the window's frames."""
from __future__ import annotations

import threading
import time

from app.ui.catalog import Catalog


def test_frames_go_on_while_it_is_read():
    go, threads = threading.Event(), []

    def read():
        threads.append(threading.current_thread())
        assert go.wait(20)
        return ["one", "two"]

    catalog = Catalog(read)
    assert not catalog.reading
    assert catalog.entries == () and catalog.reading and catalog.entries == ()
    go.set()
    end = time.monotonic() + 20
    while catalog.reading:
        assert time.monotonic() < end
    assert catalog.entries == ("one", "two") and len(threads) == 1 and threads[0] is not threading.main_thread()


def test_all_scenes_are_found():
    from scenes import catalog
    listed = Catalog()
    listed.begin()
    end = time.monotonic() + 60
    while listed.reading:
        assert time.monotonic() < end
        time.sleep(0.01)
    assert [entry.id for entry in listed.entries] == catalog.names()
