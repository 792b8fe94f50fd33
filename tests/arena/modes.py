"""The engines to compare: Python itself and machine code."""

FASTEST = "native"
MODES = ("interpreted", FASTEST)
