"""A question about the last step that cannot be answered, with the reason."""
from __future__ import annotations


class NoInsight(ValueError):
    """The last step cannot be looked into; the text says why, in one line."""
