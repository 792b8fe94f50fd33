"""Many matches at once: bulk simulation, measured and summed up."""
