"""Collision categories: how many there are, and the mask that holds all of them."""
from __future__ import annotations

CATEGORIES = 32
ALL_CATEGORIES = (1 << CATEGORIES) - 1           # a bit for each
