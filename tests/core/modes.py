"""The modes in which functions are loaded; this checkout always has a compiler."""

import pytest

from ludoteca.core import kernel

COMPILING = ("native", "checked")
"""The modes that run machine code."""

each_mode = pytest.mark.parametrize("mode", kernel.MODES)
