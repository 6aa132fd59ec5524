"""Whether PyOpenGL asks the driver for an error after every call: in tests (environment IMPULSE_CHECK_GL=1), else not.

PyOpenGL reads this once, when anything of it but its top package is imported; so this module comes before all of that.
"""
from __future__ import annotations

import os

import OpenGL

OpenGL.ERROR_CHECKING = os.environ.get("IMPULSE_CHECK_GL") == "1"
OpenGL.ERROR_LOGGING = False
