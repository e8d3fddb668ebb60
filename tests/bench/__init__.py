"""Measurements: `make bench` prints one line a figure, its target, and whether it is met.

A target that is missed fails nothing: a figure depends on the machine and on what else runs on it. Compared
with kept figures, the bench ends in 1 where one became slower beside its calibration; `tests.proof`
asserts what must hold on any machine.
"""
