"""Histories of the linked jackpot under faults, and a checker that shares nothing with the book."""
