"""Support: worlds, doubles and references for tests of several folders.  It contains no tests."""
