"""The statistics: what they say of late frames."""
from __future__ import annotations

from app.panels.statistics import frames_text


def test_late_frames_tell_the_share_of_their_pixels(bench):
    assert frames_text(20.0, 1.0) == "50 /s" and frames_text(50.0, 0.6) == "20 /s at 60%"
    bench.state.detail = 0.6
    bench.session.advance()
    assert "frames" in bench.frame(3)
