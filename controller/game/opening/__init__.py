"""A table opens and closes: counts, signatures, limits."""
