"""The exact mathematics of a rule profile, by full enumeration.

`chances` and `frequencies` need no library, `sevens` numpy, the main game numpy and numba (extra `par`).
"""
