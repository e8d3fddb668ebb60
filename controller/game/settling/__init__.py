"""The showdown, and what every stake is returned, taken and paid."""
