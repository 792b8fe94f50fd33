"""What every game shares: the contract, the state, chance, errors and the engines."""
