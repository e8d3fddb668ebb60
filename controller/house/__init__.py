"""The memory of the house: what the journals of its tables tell, counted once and kept to be asked.

Runs on the pit's machine, reads journals while their tables write them, holds no key: a card that was never
turned up is not in it, and a round is there when it is closed. Its store can be thrown away at any time and
is made again from the journals.
"""
