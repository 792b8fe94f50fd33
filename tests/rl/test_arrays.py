"""Arrays serve again once nobody holds them, and never before."""

import numpy as np

from ludoteca.rl.arrays import COUNTS_ARE_EXACT, KEPT, Arrays, Pool


def made() -> Arrays:
    return np.zeros((2, 3)), np.zeros(0)


def test_what_is_held_is_not_given_again() -> None:
    pool = Pool(made)
    held = [pool.fresh()[0] for _ in range(2 * KEPT)]
    assert len({id(array) for array in held}) == 2 * KEPT


def test_a_view_of_an_array_holds_it() -> None:
    pool = Pool(made)
    row = pool.fresh()[0][1]
    pool.fresh()[0][:] = 7
    assert not row.any()


def test_what_was_dropped_is_given_again() -> None:
    pool = Pool(made)
    first = id(pool.fresh()[0])
    assert (id(pool.fresh()[0]) == first) == COUNTS_ARE_EXACT
