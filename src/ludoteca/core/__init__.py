"""What every game shares: the contract, the state, chance, errors and the one door to Numba."""
