"""JP1: what it pays, and its stakes on their way into the book and back."""
