"""Kernels as native code: Python functions in, C out, compiled and called through ctypes."""
