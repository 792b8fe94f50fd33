"""Golden playthroughs: records that never change, each told in full beside it."""
