"""Bugs as stories: what was seen, why it happened, and the test that would have shown it."""
