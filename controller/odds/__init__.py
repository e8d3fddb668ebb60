"""The exact mathematics of a rule profile, by full enumeration (extra `par`: numpy, numba)."""
