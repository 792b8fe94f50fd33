"""The engines to compare: Python itself and, where Numba is there, the compiled one."""

from ludoteca.core import kernel

FASTEST = "compiled" if kernel.can_compile() else "interpreted"
MODES = sorted({"interpreted", FASTEST})
