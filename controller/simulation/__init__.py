"""A night of simulated tables in virtual time."""
