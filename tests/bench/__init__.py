"""Measurements: `make bench` prints one line a figure, its target, and whether it is met.

Nothing is asserted: a figure depends on the machine and on what else runs on it.
"""
