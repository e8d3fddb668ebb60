"""A machine is held against the open protocol, rule by rule, on its real line (OPEN_PROTOCOL.md).

For who makes one: nothing of a table runs. Each rule is tried on purpose, also those that a good line never
needs: a damaged frame, an answer withheld, a break. What is timed is tried more than once and the best time
counts, since it is the machine that is judged and not this computer.
"""
