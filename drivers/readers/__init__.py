"""Card readers: whose card is there, and what it signs."""
