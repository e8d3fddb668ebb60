"""Bugs that are planted into a copy of the program one by one: a named test has to turn red by each."""
