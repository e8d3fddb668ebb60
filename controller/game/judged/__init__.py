"""What machines, the jackpot book and the register of people tell: the parts of `judge`."""
