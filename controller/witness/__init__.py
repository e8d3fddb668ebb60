"""The outside witness: what a table tells it, and how it keeps signed heads and journals."""
