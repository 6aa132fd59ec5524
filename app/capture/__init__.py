"""Capture: pictures and films on disk.

    from app.capture.picture import screenshot            # PNG of an array
    from app.capture.live import LiveRecorder              # what the window shows, as it shows it
    from app.capture.offline import OfflineRecorder        # one simulated frame per written frame
"""
