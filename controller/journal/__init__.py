"""The journal: everything that happened at a table in one session, only ever added to.

One SQLite file per table and session, every row chained to the one before, cards that lie face down
sealed. What is not in the journal did not happen.
"""
