"""The GL context without a window and its fixtures, see `tests.support.gl_pictures`."""
from __future__ import annotations

from tests.support.gl_pictures import context, renderers, shoot  # noqa: F401
