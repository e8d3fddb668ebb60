"""The composition root: the only package that knows drivers, core, journal and book at once.

It puts tables together and starts them; it decides nothing. Starting and recovering are the same path: the
last session of a table that was not closed is taken up where its journal ends.
"""
