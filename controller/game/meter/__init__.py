"""The jackpot's meter in the hands of people: corrected, stopped, reopened, reconciled."""
