"""Dealers learn at the real console: lessons on simulated tables, their score, the drill of the royal."""
