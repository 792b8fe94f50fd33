"""The modes in which functions can be loaded on this machine."""

import pytest

from ludoteca.core import kernel

COMPILING = ("compiled", "checked") if kernel.can_compile() else ()
"""The modes that need Numba; none without it."""

MODES = ("interpreted", *COMPILING)

each_mode = pytest.mark.parametrize("mode", MODES)
