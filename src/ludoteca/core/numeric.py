"""Functions on floating-point numbers that give the same bits on every machine and engine.

The C libraries of two systems round `math.exp` differently. Addition, multiplication, division and
comparison are rounded by one standard everywhere.
"""

FURTHEST = 708.0
"""The exponential of this and of its negative are still normal numbers."""


def exp(x: float) -> float:
    """Return e to the power of x, with a relative error below 1e-11.

    Beyond `FURTHEST` on either side the result stays what it is there.

    >>> exp(0.0), round(exp(1.0), 9), round(exp(-0.5), 9)
    (1.0, 2.718281828, 0.60653066)
    """
    size = -x if x < 0.0 else x
    if size > FURTHEST:
        size = FURTHEST
    # Seven terms of the series for a small part, then 14 squarings: 2**14 = 16384.
    part = size / 16384.0
    power = 1.0 + part / 6.0 * (1.0 + part / 7.0)
    power = 1.0 + part / 3.0 * (1.0 + part / 4.0 * (1.0 + part / 5.0 * power))
    power = 1.0 + part * (1.0 + part / 2.0 * power)
    for _ in range(14):
        power = power * power
    return 1.0 / power if x < 0.0 else power
